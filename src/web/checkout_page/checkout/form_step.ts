import type { CheckoutSession } from "../../../domain/session/session.ts";
import { clientOf } from "../../../domain/shop/limits.ts";
import type { StepCall } from "../../../service/checkout/checkout.ts";
import { type OpenedLink, PAGE_PATH } from "../../../service/checkout/links.ts";
import type { Services } from "../../../service/services.ts";
import type { PagePart, Problem } from "./model.ts";
import { problem } from "../../problem.ts";
import type { FileReply } from "../../reply.ts";
import {
  backToCheckout,
  checkoutReply,
  type CheckoutReplyOptions,
  countedForLink,
} from "./checkout_reply.ts";
import type { PageCall, PageOperation } from "../page_operation.ts";

/** Services of the checkout page. */
export type CheckoutServices = Pick<
  Services,
  "checkoutLinks" | "checkout" | "otp" | "returns" | "providerStarts" | "providerPayments"
>;

/** Values of a form by field, without spaces around them. */
export type Fields = Readonly<Record<string, string>>;

/** A form that was sent, with the session of its link. */
export interface SentForm {
  /** The call of a step on this session. */
  readonly step: StepCall;
  readonly fields: Fields;
  readonly opened: OpenedLink;
  readonly call: PageCall;
}

/** A form of the checkout page as its file declares it. */
export interface FormStep {
  /** Path after the token. */
  readonly path: string;
  /** The part of the page that shows a refusal. */
  readonly part: PagePart;
  /** The field that a refusal concerns unless it names another one. */
  readonly field?: string | undefined;
  /**
   * Takes the step.
   *
   * @returns an answer of its own; nothing leads back to the page
   */
  run(form: SentForm): Promise<FileReply | void>;
  /** Answers a form of a link that has ended (default: as an unknown one). */
  readonly ended?: (call: PageCall, fields: Fields) => Promise<FileReply | null>;
  /** Further contents of the page that shows a refusal (default: none). */
  readonly refused?: (
    fields: Fields,
    after: CheckoutSession,
  ) => Pick<CheckoutReplyOptions, "changed">;
}

/** Makes the operations of a form: sending it, and a browser that comes back to its address. */
export function formStep(
  { checkoutLinks }: Pick<Services, "checkoutLinks">,
  { path, part, field, run, ended, refused }: FormStep,
): PageOperation[] {
  const place = { path: `${PAGE_PATH}{token}/${path}`, limitedBy: "link" } as const;
  const id = `checkout.${path.replace("/", ".")}`;
  return [{
    ...place,
    id,
    method: "POST",
    async handle(call) {
      const token = call.param("token");
      const opened = await countedForLink(call, checkoutLinks.visit(token));
      if (opened === null) return await ended?.(call, fieldsOf(await call.form())) ?? null;
      if (opened.hasEnded) return checkoutReply(call, opened);
      const fields = fieldsOf(await call.form());
      const step: StepCall = {
        caller: opened.caller,
        sessionId: opened.session.id,
        found: opened,
        client: clientOf(opened.session.merchantId, call.address()),
        alsoCommit: () => [],
      };
      try {
        return await run({ step, fields, opened, call }) ?? backToCheckout(call, opened);
      } catch (error) {
        call.limits.noteRefusal(error, opened.shop.merchant);
        const { status, headers, problem } = refusalOf(error, { part, field });
        const after = await checkoutLinks.visit(token);
        const showing = { status, headers, problem, entered: fields };
        // It has ended meanwhile, as by the first of two clicks.
        if (after === null) return await ended?.(call, fields) ?? null;
        return checkoutReply(call, after, { ...showing, ...refused?.(fields, after.session) });
      }
    },
  }, {
    ...place,
    id: `${id}.back`,
    method: "GET",
    async handle(call) {
      const opened = await countedForLink(call, checkoutLinks.open(call.param("token")));
      return opened && backToCheckout(call, opened);
    },
  }];
}

function fieldsOf(form: URLSearchParams): Fields {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(names.map((name) => [name, form.get(name)?.trim() ?? ""]));
}

/**
 * A refused form as the page shows it.
 *
 * @throws what is no refusal of the form
 */
function refusalOf(
  thrown: unknown,
  { part, field: own }: Pick<FormStep, "part" | "field">,
): Required<Pick<CheckoutReplyOptions, "status" | "headers">> & { readonly problem: Problem } {
  const { error, status, headers = {} } = problem(thrown);
  if (status >= 500) throw thrown;
  const { code, message, retryAfterSeconds } = error;
  const field = error.field?.replace(/^data\./, "") ?? own;
  return {
    status: status === 409 || status === 429 ? status : 422,
    headers: status === 429 ? headers : {},
    problem: {
      part,
      code,
      message,
      ...(field !== undefined && { field }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}
