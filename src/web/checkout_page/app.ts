import { AppError } from "../../domain/errors.ts";
import type { Services } from "../../service/services.ts";
import { wordingFor } from "../page/language.ts";
import type { PageFrame } from "../page/layout.tsx";
import { BODY_DEADLINE_MS, type BodyReading, readForm } from "../guard/body.ts";
import { clientAddress } from "../guard/client_address.ts";
import type { Limiters } from "../guard/limiters.ts";
import { hidesLongBody, requireReadable } from "../guard/readable.ts";
import { queryOf, requestPath } from "../guard/target.ts";
import { answerAndDrop } from "../guard/unread_body.ts";
import { RequestContext, type RequestContextDeps } from "../request_context.ts";
import { pageAssets } from "./assets.ts";
import { cartLinkPages } from "./carts/buy.ts";
import { checkoutOperations } from "./checkout/operations.ts";
import type { CheckoutServices } from "./checkout/form_step.ts";
import { PageLimits } from "./limits.ts";
import { PageRouter } from "./page_router.ts";
import { recoveryPages } from "./carts/recover.ts";
import { returnOperations } from "./checkout/outcome/return_operations.ts";
import { errorPage, notFoundPage } from "./replies.ts";

/** Options of {@link createCheckoutPages}. */
export interface CheckoutPagesOptions extends RequestContextDeps {
  readonly services:
    & Pick<Services, "recovery" | "cartLinks" | "refusals" | "pages">
    & CheckoutServices;
  /** Requests a minute for an address. */
  readonly rateLimit: number;
  /** Default: limiters that count in memory. */
  readonly limiters?: Limiters;
  /** Number of proxies in front of the server whose `X-Forwarded-For` is trusted. */
  readonly trustedHops: number;
  /** True if clients speak TLS with this server itself. */
  readonly overTls?: boolean;
  /** True if the server runs with a demo shop (default: false). */
  readonly isDemo?: boolean;
  /** Time limit for receiving a form, in milliseconds (default: 10 s). */
  readonly bodyDeadlineMs?: number;
}

/** The pages for customers, as a function from a request and the socket's address to a response. */
export interface CheckoutPages {
  fetch(request: Request, peer: () => string): Promise<Response>;
}

/** Composes the pages. Nothing else is served here. */
export function createCheckoutPages(options: CheckoutPagesOptions): CheckoutPages {
  const { services, isDemo = false, bodyDeadlineMs = BODY_DEADLINE_MS } = options;
  const router = new PageRouter(
    [
      ...recoveryPages(services),
      ...returnOperations(services),
      ...cartLinkPages(services),
      ...pageAssets(),
    ],
    checkoutOperations(services),
  );
  const limits = new PageLimits(options.rateLimit, services.refusals, options.limiters);
  return {
    async fetch(request, peer) {
      const context = new RequestContext(request, options);
      const { url, headers } = request;
      const path = requestPath(url, headers.get("host"), options.overTls === true);
      context.path = path ?? "";
      const wording = wordingFor(headers.get("accept-language"));
      const toRoot = "../".repeat(Math.max(0, context.path.split("/").length - 2));
      const frame = { wording, toRoot };
      try {
        if (path === undefined) throw new AppError("error.invalid-request", "Host must be valid");
        requireReadable(context);
        const address = () =>
          clientAddress(peer(), headers.get("x-forwarded-for"), options.trustedHops);
        const answering = { router, limits, frame, address, isDemo, bodyDeadlineMs };
        return await context.inTime(answer(context, answering));
      } catch (thrown) {
        const { reply, error } = errorPage(frame, thrown);
        const refusal = context.finish(reply, error);
        return hidesLongBody(context) ? answerAndDrop(refusal) : refusal;
      }
    },
  };
}

/** Dependencies of an answer. */
interface Answering {
  readonly router: PageRouter;
  readonly limits: PageLimits;
  readonly frame: PageFrame;
  readonly address: () => string;
  readonly isDemo: boolean;
  readonly bodyDeadlineMs: number;
}

async function answer(
  context: RequestContext,
  { router, limits, frame, address, isDemo, bodyDeadlineMs }: Answering,
): Promise<Response> {
  const { request, path, startedMs } = context;
  const { method, headers } = request;
  const route = router.find(method === "HEAD" ? "GET" : method, path);
  if (route === undefined) {
    const methods = router.methodsOf(path);
    if (methods.length === 0) return context.finish(notFoundPage(frame));
    const allowed = methods.includes("GET") ? ["HEAD", ...methods] : methods;
    const refused = new AppError(
      "error.method-not-allowed",
      "This page does not allow this method",
    );
    const { reply, error } = errorPage(frame, refused);
    const Allow = allowed.sort().join(", ");
    return context.finish({ ...reply, headers: { ...reply.headers, Allow } }, error);
  }
  const { operation, params } = route;
  context.operation = operation;
  if (operation.limitedBy !== undefined) await limits.admit(address(), operation, startedMs);
  if (operation.method === "POST") requireOwnForm(headers);
  const reading: BodyReading = {
    deadlineMs: bodyDeadlineMs,
    onBegin: () => context.bodyBegins(),
  };
  let form: Promise<URLSearchParams> | undefined;
  const reply = await operation.handle({
    ...frame,
    method,
    isDemo,
    query: new URLSearchParams(queryOf(request.url)),
    limits,
    startedMs,
    address,
    param: (name) => params[name] ?? "",
    header: (name) => headers.get(name),
    form: () => form ??= readForm(request, reading).finally(() => context.bodyEnds()),
  });
  if (reply !== null) return context.finish(reply);
  await limits.countWrongToken(address(), startedMs);
  return context.finish(notFoundPage(frame));
}

/**
 * Refuses a form of another site. Browsers name their site in this header; `Origin` is null, as
 * these pages send no referrer.
 */
function requireOwnForm(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin") return;
  throw new AppError("error.invalid-request", "The form must be sent by its own page");
}
