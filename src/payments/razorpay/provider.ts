import {
  type Ended,
  type Opening,
  type OpenRequest,
  type PaymentProvider,
  type ProviderAccess,
  type ProviderPageRef,
  type ProviderTransport,
  type RefundRequest,
  type Standing,
  Unreachable,
} from "../provider.ts";
import { chargeMarks, type ListRequest } from "../records.ts";
import {
  razorpayAttemptsSchema,
  type RazorpayLink,
  razorpayLinkSchema,
  razorpayLinksSchema,
  readRazorpay,
} from "./answers.ts";
import { RazorpayCalls, razorpayMode } from "./calls.ts";
import { razorpayChargeAt } from "./charges.ts";
import { razorpayMoney, razorpayProblem, toRazorpay } from "./currencies.ts";
import { razorpayDisputeAt } from "./disputes.ts";
import { readRazorpayHook } from "./hook.ts";
import { listRazorpay } from "./lists.ts";
import { razorpayRefundAt, razorpayRefundsOf, refundRazorpay } from "./refunds.ts";

const LINKS = "/v1/payment_links";

/** Dependencies of {@link razorpayProvider}. */
export interface RazorpayDeps {
  readonly send: ProviderTransport;
  /** Origin of the API, for tests. */
  readonly host?: string;
}

/**
 * Razorpay by its Payment Links. The key is `KEY_ID:KEY_SECRET`.
 *
 * The signed parameters with which a customer returns are not read: only {@link PaymentProvider}'s
 * `look` says how a payment stands.
 */
export function razorpayProvider({ send, host }: RazorpayDeps): PaymentProvider {
  return new Razorpay(new RazorpayCalls(send, host));
}

class Razorpay implements PaymentProvider {
  readonly #calls: RazorpayCalls;

  constructor(calls: RazorpayCalls) {
    this.#calls = calls;
  }

  problem = razorpayProblem;
  refundProblem = razorpayProblem;
  hint = readRazorpayHook;

  /** Lists one payment. No call tells a merchant the id of the account. */
  async identify(access: ProviderAccess) {
    const livemode = razorpayMode(access.key);
    if (livemode === null) return null;
    const reply = await this.#calls.call(access, { path: "/v1/payments", query: { count: "1" } });
    if (reply.isOk) return { account: null, livemode };
    if (reply.status === 401) return null;
    throw new Unreachable(reply.reason);
  }

  async open(access: ProviderAccess, request: OpenRequest): Promise<Opening> {
    const { paymentId, amount, currencyCode } = request;
    const problem = razorpayProblem(amount, currencyCode);
    if (problem !== null) return { kind: "refused", reason: problem };
    const made = await this.#calls.call(access, { path: LINKS, body: linkRequest(request) });
    if (made.isOk) return openingOf(readRazorpay(razorpayLinkSchema, made.json), request);
    const { status, reason } = made;
    if (status !== 400) return { kind: "refused", reason };
    // A second link with the same `reference_id` is refused, for ever: also after a crash, an answer
    // that was lost, and beside a request that is faster. The texts of that refusal vary, so the
    // first link is asked for after any.
    const json = await this.#calls.get(access, { path: LINKS, query: { reference_id: paymentId } });
    // The filter is not relied on: another payment's link would take another payment's money.
    const first = readRazorpay(razorpayLinksSchema, json).payment_links
      .find(({ reference_id }) => reference_id === paymentId);
    if (first !== undefined) return openingOf(first, request);
    if (/reference.?id/i.test(reason)) {
      throw new Unreachable("Razorpay has a link of the payment and does not show it yet");
    }
    return { kind: "refused", reason };
  }

  async look(access: ProviderAccess, page: ProviderPageRef): Promise<Standing> {
    return await this.#standing(access, await this.#link(access, page));
  }

  async end(access: ProviderAccess, page: ProviderPageRef): Promise<Ended> {
    const path = `${pathOf(page)}/cancel`;
    const reply = await this.#calls.call(access, { path, body: {} });
    // Refused for a link that was paid, has expired or was cancelled before.
    const link = reply.isOk ? ownLink(reply.json, page) : await this.#link(access, page);
    const { kind } = await this.#standing(access, link);
    if (kind === "paid" || kind === "waiting") return "paid";
    if (kind === "open") {
      throw new Unreachable(reply.isOk ? "Razorpay did not cancel the link" : reply.reason);
    }
    return reply.isOk ? "ended" : "gone";
  }

  refund = (access: ProviderAccess, request: RefundRequest) =>
    refundRazorpay(this.#calls, access, request);
  refundAt = (access: ProviderAccess, reference: string) =>
    razorpayRefundAt(this.#calls, access, reference);
  refundsOf = (access: ProviderAccess, charge: string) =>
    razorpayRefundsOf(this.#calls, access, charge);
  disputeAt = (access: ProviderAccess, reference: string) =>
    razorpayDisputeAt(this.#calls, access, reference);
  chargeAt = (access: ProviderAccess, charge: string) =>
    razorpayChargeAt(this.#calls, access, charge);
  readonly hasList = true;
  list = (access: ProviderAccess, request: ListRequest) =>
    listRazorpay(this.#calls, access, request);

  async #link(access: ProviderAccess, page: ProviderPageRef): Promise<RazorpayLink> {
    return ownLink(await this.#calls.get(access, { path: pathOf(page) }), page);
  }

  /**
   * A link shows captured payments only, and not those that came after its end. Its order has all
   * attempts: one that is authorized waits for Razorpay, which captures the payments of links by
   * itself, or gives them back after some days.
   */
  async #standing(access: ProviderAccess, link: RazorpayLink): Promise<Standing> {
    const { status, currency, order_id } = link;
    const captured = link.payments?.find((payment) => payment.status === "captured");
    if (captured !== undefined) {
      return paid(access, { id: captured.payment_id, amount: captured.amount, currency });
    }
    let mayBePaid = false;
    if (order_id != null) {
      const json = await this.#calls.get(access, { path: `/v1/orders/${order_id}/payments` });
      const { items } = readRazorpay(razorpayAttemptsSchema, json);
      const taken = items.find(({ status }) => status === "captured") ??
        items.find(({ status, captured }) => status === "refunded" && captured === true);
      if (taken !== undefined) return paid(access, taken);
      if (items.some(({ status }) => status === "authorized")) return { kind: "waiting" };
      // The order exists once the customer has tried to pay: the bank may answer late, or again.
      mayBePaid = items.length === 0 || items.some(({ status }) => status !== "refunded");
    }
    if (status === "created") return { kind: "open" };
    if (status === "expired" || status === "cancelled") {
      return mayBePaid ? { kind: "expired", mayBePaid } : { kind: "expired" };
    }
    throw new Unreachable("Razorpay shows no payment of a link that is paid");
  }
}

/** https://razorpay.com/docs/api/payments/payment-links/create-standard/ */
function linkRequest(request: OpenRequest) {
  const { paymentId, amount, currencyCode, description, returnUrl, expiresAt } = request;
  return {
    amount: toRazorpay(amount, currencyCode),
    currency: currencyCode,
    accept_partial: false,
    reference_id: paymentId,
    description,
    expire_by: Math.floor(expiresAt / 1000),
    callback_url: returnUrl,
    callback_method: "get",
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: chargeMarks(request),
  };
}

/** @throws {Unreachable} if the link is not the one that was asked for */
function openingOf(
  { id, reference_id, amount, currency, short_url, expire_by }: RazorpayLink,
  { paymentId, amount: wanted, currencyCode }: OpenRequest,
): Opening {
  const isOurs = reference_id === paymentId && currency === currencyCode &&
    amount === toRazorpay(wanted, currencyCode);
  if (!isOurs) throw new Unreachable("Razorpay answered with a link of another payment");
  if (!isPageUrl(short_url)) throw new Unreachable("Razorpay answered with a page elsewhere");
  if (expire_by === 0) throw new Unreachable("Razorpay answered with a link without an end");
  return { kind: "opened", reference: id, url: short_url, expiresAt: expire_by * 1000 };
}

/** True for a page of Razorpay: `https://rzp.io/rzp/abc`. */
function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.port === "" && url.username === "" &&
    /^(?:rzp\.io|(?:[a-z0-9-]+\.)*razorpay\.com)$/.test(url.hostname);
}

function pathOf({ reference }: ProviderPageRef): string {
  return `${LINKS}/${encodeURIComponent(reference)}`;
}

/** @throws {Unreachable} for the link of another payment */
function ownLink(json: unknown, { paymentId, reference }: ProviderPageRef): RazorpayLink {
  const link = readRazorpay(razorpayLinkSchema, json);
  if (link.id === reference && link.reference_id === paymentId) return link;
  throw new Unreachable("Razorpay answered with a link of another payment");
}

function paid(
  { key }: Pick<ProviderAccess, "key">,
  taken: { readonly id: string; readonly amount: number; readonly currency: string },
): Standing {
  const livemode = razorpayMode(key) === true;
  return { kind: "paid", charge: taken.id, ...razorpayMoney(taken), livemode };
}
