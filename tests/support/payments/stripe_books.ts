/** The sessions of the double of Stripe, with Stripe's rules for them. */
import type { ProviderRequest } from "../../../src/payments/provider.ts";
import { StripeLedger } from "./stripe_ledger.ts";
import {
  accountObject,
  intentObject,
  ok,
  refusal,
  sessionObject,
  type StripeAnswer,
  type StripeIntent,
  type StripePage,
} from "./stripe_objects.ts";

/** What a customer and a bank do: pay; pay by a way that takes days, which arrives or bounces. */
export type StripeAct = "pay" | "submit" | "settle" | "bounce";

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
  readonly ledger: StripeLedger;
  readonly #now: () => number;
  readonly #pages = new Map<string, StripePage>();

  constructor(now: () => number) {
    this.#now = now;
    this.ledger = new StripeLedger(now);
  }

  /** An act of the customer or the bank at the page; `over`: with other money than was asked for. */
  act(reference: string, act: StripeAct, over: { readonly currency?: string } = {}): void {
    const asked = this.#pages.get(reference);
    if (asked === undefined) throw new Error(`No such page: ${reference}`);
    const page = { ...asked, ...over };
    this.#pages.set(reference, page);
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
    this.ledger.charge(page, paid ? "succeeded" : act === "submit" ? "pending" : "failed");
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
      case "GET charges":
        return this.ledger.list("charges", url.searchParams, owner);
      case "GET refunds":
        return this.ledger.list("refunds", url.searchParams, owner);
      case "GET refunds/id":
        return this.ledger.find("refunds", id, owner);
      case "GET disputes":
        return this.ledger.list("disputes", url.searchParams, owner);
      case "GET disputes/id":
        return this.ledger.find("disputes", id, owner);
      case "POST refunds":
        return this.ledger.refund(form, owner);
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
