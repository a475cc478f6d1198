import { AppError } from "../../domain/errors.ts";
import type { Services } from "../../service/services.ts";
import {
  type Fetcher,
  type FrameOptions,
  type Passage,
  requireHost,
  requireOperation,
  served,
} from "../frame.ts";
import { BODY_DEADLINE_MS, readForm, readText } from "../guard/body.ts";
import type { Limiters } from "../guard/limiters.ts";
import { requireReadable } from "../guard/readable.ts";
import { queryOf } from "../guard/target.ts";
import { wordingFor } from "../page/language.ts";
import type { PageFrame } from "../page/layout.tsx";
import type { FileReply } from "../reply.ts";
import type { RequestContext } from "../request_context.ts";
import { Router } from "../router.ts";
import { pageAssets } from "./assets.ts";
import { cartLinkPages } from "./carts/buy.ts";
import { recoveryPages } from "./carts/recover.ts";
import type { CheckoutServices } from "./checkout/form_step.ts";
import { checkoutOperations } from "./checkout/operations.ts";
import { demoOperations } from "./checkout/outcome/demo_operations.ts";
import { returnOperations } from "./checkout/outcome/return_operations.ts";
import { hookOperations } from "./hooks.ts";
import { PageLimits } from "./limits.ts";
import type { PageCall, PageOperation } from "./page_operation.ts";
import { pictureFiles } from "./pictures.ts";
import { errorPage, notFoundPage } from "./replies.ts";

/** Options of {@link createCheckoutPages}. */
export interface CheckoutPagesOptions extends FrameOptions {
  readonly services:
    & Pick<
      Services,
      | "pictureCache"
      | "recovery"
      | "cartLinks"
      | "refusals"
      | "pages"
      | "demoBook"
      | "providerHooks"
    >
    & CheckoutServices;
  /** Requests a minute for an address. */
  readonly rateLimit: number;
  /** Default: limiters that count in memory. */
  readonly limiters?: Limiters;
  /** True if the server runs with a demo shop (default: false). */
  readonly isDemo?: boolean;
  /** Time limit for receiving a form, in milliseconds (default: 10 s). */
  readonly bodyDeadlineMs?: number;
}

/** Composes the pages for customers. Nothing else is served here. */
export function createCheckoutPages(options: CheckoutPagesOptions): Fetcher {
  const { services, isDemo = false, bodyDeadlineMs = BODY_DEADLINE_MS } = options;
  const router = new Router<PageOperation>([
    ...recoveryPages(services),
    ...returnOperations(services),
    ...demoOperations(services),
    ...hookOperations(services),
    ...cartLinkPages(services),
    ...pageAssets(),
    pictureFiles(services),
    ...checkoutOperations(services),
  ]);
  const limits = new PageLimits(options.rateLimit, services.refusals, options.limiters);
  return served<PageOperation, PageCall>(options, {
    router,
    open({ operation, params }, passage) {
      const { context } = passage;
      const { request, startedMs } = context;
      let form: Promise<URLSearchParams> | undefined;
      return {
        ...frameOf(context),
        operation,
        method: request.method,
        isDemo,
        query: new URLSearchParams(queryOf(request.url)),
        limits,
        startedMs,
        address: () => passage.address(),
        param: (name) => params[name] ?? "",
        header: (name) => request.headers.get(name),
        form: () => form ??= context.reads(readForm(request, context.reading(bodyDeadlineMs))),
        apart: (work) => context.apart(work),
        text: (limitBytes) =>
          context.reads(readText(request, context.reading(bodyDeadlineMs), limitBytes)),
      };
    },
    checks: [
      ["host", requireHost],
      ["readable", requireReadable],
      ["method", requireOperation(router, unmatched)],
      ["limit", ({ call }) => limits.admit(call)],
      ["origin", requireOwnForm],
      ["answer", answer],
    ],
    refuse: (thrown, context) => errorPage(frameOf(context), thrown),
  });
}

function frameOf({ path, request }: RequestContext): PageFrame {
  return {
    wording: wordingFor(request.headers.get("accept-language")),
    toRoot: "../".repeat(Math.max(0, path.split("/").length - 2)),
  };
}

function unmatched(context: RequestContext, allow?: string): FileReply {
  const frame = frameOf(context);
  if (allow === undefined) return notFoundPage(frame);
  const message = "This page does not allow this method";
  return errorPage(frame, new AppError("error.method-not-allowed", message));
}

/**
 * Refuses a form of another site. Browsers name their site in this header; `Origin` is null, as
 * these pages send no referrer.
 */
function requireOwnForm({ call: { operation, header } }: Passage<PageCall>): void {
  const site = header("sec-fetch-site");
  if (operation.method !== "POST" || site === null || site === "same-origin") return;
  throw new AppError("error.invalid-request", "The form must be sent by its own page");
}

async function answer({ call }: Passage<PageCall>): Promise<FileReply> {
  const reply = await call.operation.handle(call);
  if (reply !== null) return reply;
  await call.limits.countWrongToken(call.address(), call.startedMs);
  return notFoundPage(call);
}
