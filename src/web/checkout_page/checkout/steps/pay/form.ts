import { AppError } from "../../../../../domain/errors.ts";
import { requireShown } from "../../../../../domain/session/checkout_link.ts";
import type { CheckoutSession } from "../../../../../domain/session/session.ts";
import { isPaying, payOnPage } from "../../../../../domain/steps/pay.ts";
import { cancelPayment, hasNoPayment } from "../../../../../domain/steps/payment.ts";
import { MAX_PAYMENT_ID } from "../../../../../domain/values/limits.ts";
import { LOCATION_HEADER, SCRIPT_HEADER } from "../../model.ts";
import { problem } from "../../../../problem.ts";
import { leavingPage } from "../../outcome/leaving.tsx";
import type { FileReply } from "../../../../reply.ts";
import { checkoutReply, payUrlOf } from "../../checkout_reply.ts";
import { type CheckoutServices, formStep, type SentForm } from "../../form_step.ts";
import type { PageOperation } from "../../../page_operation.ts";
import { checkoutHeaders } from "../../../replies.ts";
import { integerOf, textOf } from "../read_fields.ts";

/** `POST /c/{token}/pay` and `cancel`: orders what the page showed, and ends a pending payment. */
export function payForms({ checkout, ...services }: CheckoutServices): PageOperation[] {
  return [
    ...formStep(services, {
      path: "pay",
      part: "review",
      async run(form) {
        requireShown(form.opened.link);
        const total = integerOf(form.fields, "seen", { min: 0, max: Number.MAX_SAFE_INTEGER });
        const seen = { total, mark: form.fields["mark"], way: form.fields["way"] };
        const { token, shop } = form.opened;
        const { providerStarts } = services;
        const alsoCommit = (outcome: CheckoutSession | AppError) =>
          outcome instanceof AppError ? [] : services.returns.changes(token, outcome);
        const session = await checkout.run({ ...form.step, alsoCommit }, payOnPage, {
          input: async (session, now, shop) => {
            const returnUrl = () => services.returns.newUrl(session);
            const terms = await providerStarts.terms(shop, session, { now, returnUrl });
            return { ...seen, terms };
          },
          isDone: isPaying,
          needs: () => ({ limitsHolds: true }),
        });
        if (session.payment?.atProvider) return await atProvider(form, services, session);
        const url = payUrlOf({ shop, returnUrl: services.returns.urlOf(token, session) }, session);
        return url === null ? undefined : leadTo(url, form);
      },
      refused: (fields, { priced: { totals: { totalPayable: to } } }) => {
        const from = Number(/^[0-9]+$/.exec(fields["seen"] ?? "") ?? to);
        return { changed: from === to ? null : { from, to } };
      },
    }),
    ...formStep(services, {
      path: "cancel",
      part: "review",
      async run({ step, fields, opened, call }) {
        const id = textOf(fields, "payment_id", MAX_PAYMENT_ID).toLowerCase();
        // A link may only have lasted this long because of the payment that ends now.
        const alsoCommit = () => [services.checkoutLinks.renewal(opened)];
        await checkout.run({ ...step, alsoCommit }, cancelPayment, {
          input: async (session) => {
            if (session.payment?.id === id) {
              await call.apart(services.providerPayments.end(session));
            }
            return id;
          },
          isDone: hasNoPayment,
        });
      },
    }),
  ];
}

/** Leads the browser to the provider's page, which is made if it is not there yet. */
async function atProvider(
  form: SentForm,
  { providerStarts, checkoutLinks }: Pick<CheckoutServices, "providerStarts" | "checkoutLinks">,
  session: CheckoutSession,
): Promise<FileReply | undefined> {
  const { call, opened } = form;
  try {
    const { payment } = await call.apart(providerStarts.open(session));
    const url = payment?.status === "PENDING" ? payment.atProvider?.page?.url : undefined;
    return url === undefined ? undefined : leaveFor(url, form);
  } catch (error) {
    const { error: { code, message }, status, headers = {} } = problem(error);
    if (code !== "error.provider-refused" && code !== "error.unavailable") throw error;
    const after = await checkoutLinks.open(opened.token);
    return after === null
      ? undefined
      : checkoutReply(call, after, { status, headers, problem: { part: "review", code, message } });
  }
}

/**
 * Leads the browser to a page of a provider, by a page of our own: the policy of this one holds for
 * all addresses that a form is redirected to, and a provider leads on to banks.
 */
function leaveFor(url: string, { call, opened: { shop: { merchant } } }: SentForm): FileReply {
  const headers = checkoutHeaders(merchant);
  if (call.header(SCRIPT_HEADER) !== null) {
    return { status: 204, body: "", headers: { ...headers, [LOCATION_HEADER]: url } };
  }
  const isFramed = call.header("sec-fetch-dest") === "iframe";
  return { status: 200, body: leavingPage(call, merchant, { url, isFramed }), headers };
}

/** Leads the browser to another site. The page's script cannot follow a redirect there. */
function leadTo(url: string, { call, opened: { shop } }: SentForm): FileReply {
  const headers = checkoutHeaders(shop.merchant);
  return call.header(SCRIPT_HEADER) === null
    ? { status: 303, body: "", headers: { ...headers, Location: url } }
    : { status: 204, body: "", headers: { ...headers, [LOCATION_HEADER]: url } };
}
