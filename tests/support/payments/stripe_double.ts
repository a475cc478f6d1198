/** Stripe in memory: its rules of sessions, refunds, keys and repeated requests, and its failures. */
import { createHmac } from "node:crypto";
import {
  type ProviderReply,
  type ProviderRequest,
  type ProviderTransport,
  Unreachable,
} from "../../../src/payments/provider.ts";
import { StripeBooks } from "./stripe_books.ts";
import { refusal, type StripeAnswer, type StripeObject } from "./stripe_objects.ts";

/** Time for which Stripe knows the key of a request. */
const DAY_MS = 24 * 3_600_000;

/**
 * A failure of one request: it does not arrive; it is one too many; another one of its key is under
 * way; it is carried out and answered by 500, late, or by half an answer.
 */
export type StripeFault = "down" | "limited" | "locked" | "error" | "slow" | "cut";

type StripeRight = "account" | "sessions" | "refunds" | "charges" | "disputes" | "balance";

/** A key: its account, and the rights of a restricted one (all by default). */
export interface StripeKey {
  readonly account: string;
  readonly rights?: readonly StripeRight[];
}

const RIGHTS = /^(account|sessions|refunds|charges|disputes|balance)$/;

/** Stripe in memory; `now` is its clock. */
export class StripeDouble {
  /** Failures of the next requests; null for a request that goes well. */
  readonly faults: (StripeFault | null)[] = [];
  readonly requests: ProviderRequest[] = [];
  /** Every answer, before a fault made something else of it. */
  readonly answers: StripeAnswer[] = [];
  readonly books: StripeBooks;
  readonly #keys: Record<string, StripeKey>;
  readonly #now: () => number;
  readonly #repeats = new Map<string, { at: number; request: string; answer: StripeAnswer }>();

  constructor(
    now: () => number,
    keys: Readonly<Record<string, StripeKey>> = { sk_test_double: { account: "acct_double" } },
  ) {
    this.books = new StripeBooks(now);
    this.#now = now;
    this.#keys = { ...keys };
  }

  /** Takes keys back. */
  revoke(...keys: readonly string[]): void {
    for (const key of keys) delete this.#keys[key];
  }

  /** The transport that leads here. */
  readonly send: ProviderTransport = (request) => {
    this.requests.push(request);
    const fault = this.faults.shift();
    if (fault === "down") return Promise.reject(new Unreachable("No answer"));
    if (fault === "limited") return reply(refusal(429, "Too many requests"));
    if (fault === "locked") return reply(refusal(409, "Another request is under way"));
    const answer = this.#answer(request, fault === "error");
    this.answers.push(answer);
    if (fault === "slow") return Promise.reject(new Unreachable("No answer in 10 s"));
    return reply(answer, fault === "cut");
  };

  #answer(request: ProviderRequest, breaks: boolean): StripeAnswer {
    const key = (request.headers.Authorization ?? "").replace("Bearer ", "");
    const known = this.#keys[key];
    if (known === undefined) return refusal(401, `Invalid API Key provided: ${key}`);
    const path = request.url.pathname;
    const parts = path.split("/");
    if (request.url.search.includes("balance_transaction")) parts.push("balance");
    const rights = parts.filter((part) => RIGHTS.test(part));
    if (
      known.rights !== undefined &&
      !rights.every((right) => known.rights?.some((one) => one === right))
    ) {
      return refusal(403, `The provided key '${key}' does not have the required permissions`);
    }
    const owner = `${known.account} ${key.includes("_live_") ? "live" : "test"}`;
    const repeatKey = request.headers["Idempotency-Key"];
    const same = `${path} ${request.body}`;
    const before = this.#repeats.get(`${owner} ${repeatKey}`);
    if (before !== undefined && this.#now() < before.at + DAY_MS) {
      return before.request === same ? before.answer : refusal(
        400,
        "Keys for idempotent requests can only be used with the same parameters",
        { type: "idempotency_error" },
      );
    }
    let answer = this.books.carryOut(request, owner);
    // Requests that are not valid are not carried out, and not kept.
    if (answer.status !== 200) return answer;
    if (breaks) answer = refusal(500, "An unknown error occurred", { type: "api_error" });
    if (repeatKey !== undefined) {
      this.#repeats.set(`${owner} ${repeatKey}`, { at: this.#now(), request: same, answer });
    }
    return answer;
  }
}

/** A hook about a thing, a page if only its reference is told, signed as Stripe signs. */
export function stripeHook(
  { type, reference, object = { id: reference, object: "checkout.session" }, secret, at }: {
    readonly type: string;
    readonly reference?: string;
    readonly object?: StripeObject;
    readonly secret: string;
    readonly at: number;
  },
): { headers: Headers; body: string } {
  const body = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const time = Math.floor(at / 1000);
  const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return { headers: new Headers({ "Stripe-Signature": `t=${time},v1=${v1},v0=00` }), body };
}

function reply({ status, body }: StripeAnswer, isCut = false): Promise<ProviderReply> {
  const text = JSON.stringify(body);
  return Promise.resolve({ status, body: isCut ? text.slice(0, text.length / 2) : text });
}
