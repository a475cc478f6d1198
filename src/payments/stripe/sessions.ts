import {
  type Ended,
  type Opening,
  type OpenRequest,
  type ProviderPageRef,
  type Standing,
  Unreachable,
} from "../provider.ts";
import { chargeMarks } from "../records.ts";
import { STRIPE_SESSION_ID, type StripeSession, stripeSessionSchema } from "./answers.ts";
import {
  readStripe,
  type StripeCall,
  StripeFault,
  stripeRefusal,
  type StripeResult,
} from "./calls.ts";
import { stripeMoney, stripeProblem, toStripe } from "./currencies.ts";

/** The only host whose pages are shown to customers. */
const PAGE_HOST = "checkout.stripe.com";

/**
 * Ways to pay that are final at once; wallets are cards. Stripe offers those of them that the account
 * has turned on. Debits, transfers and vouchers, which take days, are not asked for.
 */
const METHODS = ["card", "link", "ideal", "bancontact"];

/** Opens a session. Every parameter is of the request, so that a repeated request is the same. */
export async function openStripe(
  call: StripeCall,
  key: string,
  request: OpenRequest,
): Promise<Opening> {
  const { paymentId, amount, currencyCode } = request;
  const problem = stripeProblem(amount, currencyCode);
  if (problem !== null) return { kind: "refused", reason: problem };
  const result = await openOnce(call, key, request);
  if (result === "fault") {
    // Its session, if there is one, has an address that no customer has seen.
    return { kind: "refused", reason: "Stripe had a fault of its own", mayTryAnew: true };
  }
  if (result.kind === "error") return { kind: "refused", reason: stripeRefusal(result) };
  const session = ownSession(result.body, paymentId);
  const url = session.url ?? "";
  if (!isPage(url)) {
    const where = URL.parse(url)?.host ?? "no address";
    const reason = `Stripe's page is at ${where}, not at ${PAGE_HOST}: ` +
      "turn off the custom domain for Checkout in Stripe's settings";
    return { kind: "refused", reason };
  }
  return {
    kind: "opened",
    reference: session.id,
    url,
    expiresAt: session.expires_at * 1000,
  };
}

async function openOnce(
  call: StripeCall,
  key: string,
  request: OpenRequest,
): Promise<StripeResult | "fault"> {
  const { paymentId, amount, currencyCode } = request;
  try {
    return await call(key, {
      path: "/v1/checkout/sessions",
      form: openForm(request, toStripe(amount, currencyCode)),
      idempotencyKey: paymentId,
    });
  } catch (error) {
    if (error instanceof StripeFault) return "fault";
    throw error;
  }
}

function openForm(request: OpenRequest, units: number | null): Record<string, string> {
  const { paymentId, currencyCode, description, returnUrl, expiresAt } = request;
  return {
    mode: "payment",
    client_reference_id: paymentId,
    "metadata[payment_id]": paymentId,
    ...Object.fromEntries(
      Object.entries(chargeMarks(request)).map((
        [name, id],
      ) => [`payment_intent_data[metadata][${name}]`, id]),
    ),
    "payment_intent_data[description]": description,
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": currencyCode.toLowerCase(),
    "line_items[0][price_data][unit_amount]": String(units),
    "line_items[0][price_data][product_data][name]": description,
    ...Object.fromEntries(
      METHODS.map((method, i) => [`allowed_payment_method_types[${i}]`, method]),
    ),
    // The customer pays the amount and the currency of the order, not Stripe's conversion of them.
    "adaptive_pricing[enabled]": "false",
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: String(Math.floor(expiresAt / 1000)),
  };
}

/** Looks at a session. Its payment tells whether one that is complete and unpaid has failed. */
export async function lookAtStripe(
  call: StripeCall,
  key: string,
  page: ProviderPageRef,
): Promise<Standing> {
  const result = await call(key, { path: `${pathOf(page)}?expand[]=payment_intent` });
  if (result.kind === "error") throw new Unreachable(stripeRefusal(result));
  return standingOf(ownSession(result.body, page.paymentId));
}

/**
 * | Session               | Its payment                           | Standing |
 * | --------------------- | ------------------------------------- | -------- |
 * | `paid`, in any state  |                                       | paid     |
 * | open                  |                                       | open     |
 * | expired               |                                       | expired  |
 * | complete, none needed |                                       | paid     |
 * | complete, unpaid      | `requires_payment_method`, `canceled` | failed   |
 * | complete, unpaid      | any other                             | waiting  |
 */
function standingOf(session: StripeSession): Standing {
  const { status, payment_status: paid, payment_intent: intent } = session;
  if (paid === "paid") return paidStanding(session);
  if (status !== "complete") return { kind: status };
  if (paid === "no_payment_required") return paidStanding(session);
  if (
    typeof intent === "object" && intent !== null &&
    ["requires_payment_method", "canceled"].includes(intent.status)
  ) {
    const reason = intent.last_payment_error?.message ?? `Stripe's payment is ${intent.status}`;
    return { kind: "failed", reason };
  }
  return { kind: "waiting" };
}

function paidStanding(session: StripeSession): Standing {
  const { id, payment_intent: intent, amount_total: units, currency, livemode } = session;
  if (units === null || currency === null) {
    throw new Unreachable("Stripe's answer cannot be read: amount_total");
  }
  const charge = (typeof intent === "object" ? intent?.id : intent) ?? id;
  return { kind: "paid", charge, ...stripeMoney(units, currency), livemode };
}

/** Ends a session; one that has ended before is looked at. */
export async function endStripe(
  call: StripeCall,
  key: string,
  page: ProviderPageRef,
): Promise<Ended> {
  const result = await call(key, { path: `${pathOf(page)}/expire`, form: {} });
  if (result.kind === "thing") {
    const { kind } = standingOf(ownSession(result.body, page.paymentId));
    if (kind === "expired") return "ended";
    throw new Unreachable(`Stripe ended the page, and calls it ${kind}`);
  }
  // Only an open session can be ended.
  const { kind } = await lookAtStripe(call, key, page);
  if (kind === "open") throw new Unreachable(stripeRefusal(result));
  return kind === "paid" || kind === "waiting" ? "paid" : "gone";
}

/** @throws {Unreachable} for the session of another payment */
function ownSession(body: unknown, paymentId: string): StripeSession {
  const session = readStripe(stripeSessionSchema, body);
  if (session.client_reference_id !== paymentId) {
    throw new Unreachable(`Stripe's session is of another payment: ${session.id}`);
  }
  return session;
}

function pathOf({ reference }: ProviderPageRef): string {
  if (!STRIPE_SESSION_ID.test(reference)) throw new Unreachable("Not the id of a Checkout Session");
  return `/v1/checkout/sessions/${reference}`;
}

function isPage(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.host === PAGE_HOST && url.username === "";
}
