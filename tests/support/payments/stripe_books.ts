/** The sessions and refunds of the double of Stripe, with Stripe's rules for them. */
import type { ProviderRequest } from "../../../src/payments/provider.ts";
import {
  accountObject,
  errorObject,
  intentObject,
  refundObject,
  sessionObject,
  type StripeIntent,
  type StripeObject,
  type StripePage,
} from "./stripe_objects.ts";

/** What a customer and a bank do: pay; pay by a way that takes days, which arrives or bounces. */
export type StripeAct = "pay" | "submit" | "settle" | "bounce";

/** An answer of the double. */
export interface StripeAnswer {
  readonly status: number;
  readonly body: StripeObject;
}

/** Least amounts of a few currencies, as Stripe counts. */
const LEAST: Record<string, number> = { usd: 50, eur: 50, inr: 50, jpy: 50, gbp: 30, huf: 17_500 };
const STEPS: Record<string, number> = { isk: 100, ugx: 100, kwd: 10, bhd: 10 };
const KNOWN = [
  ...["mode", "client_reference_id", "metadata", "payment_intent_data", "line_items"],
  ...[
    "allowed_payment_method_types",
    "adaptive_pricing",
    "success_url",
    "cancel_url",
    "expires_at",
  ],
];

/** The books of all accounts. */
export class StripeBooks {
  /** Where pages are; another one is a custom domain. */
  pageOrigin = "https://checkout.stripe.com";
  /** State of the next refunds. */
  refundStatus: "succeeded" | "pending" | "requires_action" | "failed" | "canceled" = "succeeded";
  readonly #now: () => number;
  readonly #pages = new Map<string, StripePage>();
  readonly #refunds: { owner: string; object: StripeObject }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What the customer or the bank does at the page. */
  act(reference: string, act: StripeAct): void {
    const page = this.#pages.get(reference);
    if (page === undefined) throw new Error(`No such page: ${reference}`);
    this.#age(page);
    const wanted = act === "pay" || act === "submit" ? "open" : "complete";
    if (page.status !== wanted) throw new Error(`${act} at a page that is ${page.status}`);
    const paid = act === "pay" || act === "settle";
    page.intent ??= this.#newIntent(page);
    page.status = "complete";
    page.payment_status = paid ? "paid" : "unpaid";
    page.intent.status = paid
      ? "succeeded"
      : act === "submit"
      ? "processing"
      : "requires_payment_method";
  }

  /** Pages by their ids. */
  get pages(): ReadonlyMap<string, Readonly<StripePage>> {
    return this.#pages;
  }

  /** Carries out a request of an account. */
  carryOut({ method, url, body }: ProviderRequest, owner: string): StripeAnswer {
    const form = Object.fromEntries(new URLSearchParams(body));
    const [, thing, id = "", verb] = /^\/v1\/(?:checkout\/)?(\w+)\/?(\w*)\/?(\w*)$/
      .exec(url.pathname) ?? [];
    const call = `${method} ${thing}${id === "" ? "" : "/id"}${verb ? `/${verb}` : ""}`;
    switch (call) {
      case "GET account":
        return ok(accountObject(owner.split(" ")[0] ?? ""));
      case "POST sessions":
        return this.#open(form, owner);
      case "GET sessions/id":
        return this.#withPage(id, owner, (page) => {
          const isExpanded = url.searchParams.getAll("expand[]").includes("payment_intent");
          return ok(sessionObject(page, this.pageOrigin, isExpanded));
        });
      case "POST sessions/id/expire":
        return this.#withPage(id, owner, (page) => {
          if (page.status !== "open") {
            return refusal(400, `Only Checkout Sessions with a status in ["open"] can be expired`);
          }
          page.status = "expired";
          return ok(sessionObject(page, this.pageOrigin));
        });
      case "GET refunds": {
        const data = this.#refundsOf(url.searchParams.get("payment_intent"), owner);
        return ok({ object: "list", url: "/v1/refunds", has_more: false, data });
      }
      case "POST refunds":
        return this.#refund(form, owner);
    }
    return refusal(404, `Unrecognized request URL (${method}: ${url.pathname})`);
  }

  #open(form: Record<string, string>, owner: string): StripeAnswer {
    const unknown = Object.keys(form).find((name) => !KNOWN.includes(name.split("[")[0] ?? ""));
    if (unknown !== undefined) return refusal(400, `Received unknown parameter: ${unknown}`);
    const amount = Number(form["line_items[0][price_data][unit_amount]"]);
    const currency = form["line_items[0][price_data][currency]"] ?? "";
    const expiresAt = Number(form.expires_at);
    const now = Math.floor(this.#now() / 1000);
    if (amount < (LEAST[currency] ?? 1)) {
      return refusal(
        400,
        `The Checkout Session's total amount is too small: ${amount} ${currency}`,
      );
    }
    if (amount % (STEPS[currency] ?? 1) !== 0) return refusal(400, `Invalid ${currency} amount`);
    if (expiresAt < now + 30 * 60 || expiresAt > now + 24 * 3600) {
      return refusal(400, "The `expires_at` timestamp must be between 30 minutes and 24 hours");
    }
    const mode = owner.endsWith("live") ? "live" : "test";
    const page: StripePage = {
      id: `cs_${mode}_a${String(this.#pages.size + 1).padStart(20, "0")}`,
      owner,
      form,
      amount,
      currency,
      created: now,
      expiresAt,
      status: "open",
      payment_status: "unpaid",
      intent: null,
    };
    this.#pages.set(page.id, page);
    return ok(sessionObject(page, this.pageOrigin));
  }

  #refund(form: Record<string, string>, owner: string): StripeAnswer {
    const charge = form.payment_intent ?? "";
    const page = [...this.#pages.values()].find(({ intent }) => intent?.id === charge);
    if (page?.owner !== owner) return refusal(404, `No such payment_intent: '${charge}'`);
    const before = this.#refundsOf(charge, owner)
      .filter(({ status }) => status !== "failed" && status !== "canceled")
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    const amount = Number(form.amount);
    if (amount + before > page.amount) {
      return refusal(400, `Refund amount (${amount}) is greater than unrefunded amount on charge`);
    }
    if (amount % (STEPS[page.currency] ?? 1) !== 0) return refusal(400, "Invalid amount");
    const object = refundObject({
      id: `re_${this.#refunds.length + 1}`,
      charge,
      amount,
      currency: page.currency,
      created: Math.floor(this.#now() / 1000),
      status: this.refundStatus,
      refundId: form["metadata[refund_id]"] ?? "",
    });
    this.#refunds.push({ owner, object });
    return ok(object);
  }

  #refundsOf(charge: string | null, owner: string): StripeObject[] {
    return this.#refunds.filter((one) => one.owner === owner).map(({ object }) => object)
      .filter(({ payment_intent }) => payment_intent === charge);
  }

  #withPage(id: string, owner: string, make: (page: StripePage) => StripeAnswer): StripeAnswer {
    const page = this.#pages.get(id);
    if (page?.owner !== owner) return refusal(404, `No such checkout.session: ${id}`);
    this.#age(page);
    return make(page);
  }

  #age(page: StripePage): void {
    if (page.status === "open" && page.expiresAt * 1000 <= this.#now()) page.status = "expired";
  }

  #newIntent({ id, amount, currency }: StripePage): StripeIntent {
    return intentObject(`pi_${id.slice(8)}`, {
      amount,
      currency,
      isLive: id.startsWith("cs_live"),
    });
  }
}

function ok(body: StripeObject): StripeAnswer {
  return { status: 200, body };
}

/** An error's answer. */
export function refusal(
  status: number,
  message: string,
  type = "invalid_request_error",
): StripeAnswer {
  return { status, body: errorObject(type, message) };
}
