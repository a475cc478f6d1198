import { createHmac } from "node:crypto";
import {
  type ProviderReply,
  type ProviderRequest,
  type ProviderTransport,
  Unreachable,
} from "../../../src/payments/provider.ts";
import { RazorpayBooks } from "./razorpay_books.ts";
import { type RazorpayAnswer, refusal } from "./razorpay_forms.ts";

/**
 * How Razorpay fails: unreachable; too many requests; broken; and after it has done what was asked:
 * broken, with an answer that is cut, or with none.
 */
export type RazorpayFailure = "down" | "busy" | "broken" | "broken after" | "cut" | "lost";

export const RAZORPAY_FAILURES: readonly RazorpayFailure[] = [
  "down",
  "busy",
  "broken",
  "broken after",
  "cut",
  "lost",
];

/** A key that the double takes, and the secret of its hooks. */
export const RAZORPAY_KEY = "rzp_test_Double12345678:SecretOfTheDouble1234567";
export const RAZORPAY_HOOK_SECRET = "hooks of the double";

/**
 * A double of Razorpay: its rules by its documentation, and the texts of its errors as its API is
 * known to write them. Without a network.
 */
export class RazorpayDouble {
  readonly books: RazorpayBooks;
  /** All requests, those that failed too. */
  readonly requests: ProviderRequest[] = [];
  /** How requests fail from now on; null if they do not. */
  failure: RazorpayFailure | null = null;
  readonly #key: string;
  #gate: Promise<void> = Promise.resolve();

  constructor(now: () => number, key = RAZORPAY_KEY) {
    this.books = new RazorpayBooks(now);
    this.#key = key;
  }

  /** Lets requests wait until the function that it returns is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  /** A property, so that it can be handed on. */
  readonly send: ProviderTransport = async (request) => {
    this.requests.push(request);
    await this.#gate;
    if (this.failure === "down") throw new Unreachable("No answer");
    if (this.failure === "busy") return replyOf(429, refusal("Too many requests"));
    if (this.failure === "broken") return replyOf(500, BROKEN);
    const reply = this.#answer(request);
    if (this.failure === "broken after") return replyOf(500, BROKEN);
    if (this.failure === "cut") return { ...reply, body: reply.body.slice(0, -1) };
    if (this.failure === "lost") throw new Unreachable("The connection was lost");
    return reply;
  };

  /** A hook about a link, as Razorpay signs it. */
  hook(event: string, linkId: string, secret = RAZORPAY_HOOK_SECRET) {
    return this.hookOf(event, { payment_link: { entity: this.books.findLink(linkId) } }, secret);
  }

  /** A hook with any payload, as Razorpay signs it. */
  hookOf(event: string, payload: Record<string, unknown>, secret = RAZORPAY_HOOK_SECRET) {
    const body = JSON.stringify({
      entity: "event",
      account_id: "acc_Double12345678",
      event,
      contains: Object.keys(payload),
      payload,
      created_at: 1_767_323_045,
    });
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    return { headers: new Headers({ "x-razorpay-signature": signature }), body };
  }

  #answer({ method, url, headers, body }: ProviderRequest): ProviderReply {
    if (headers.authorization !== `Basic ${btoa(this.#key)}`) {
      return replyOf(401, refusal("Authentication failed"));
    }
    const { status, json } = this.#route(`${method} ${url.pathname}`, {
      query: url.searchParams,
      json: body === "" ? undefined : JSON.parse(body),
      idempotencyKey: headers["x-refund-idempotency"],
    });
    return replyOf(status, json);
  }

  #route(
    route: string,
    { query, json, idempotencyKey }: {
      readonly query: URLSearchParams;
      readonly json: unknown;
      readonly idempotencyKey: string | undefined;
    },
  ): RazorpayAnswer {
    const { books } = this;
    const [, call = "", id = ""] =
      /^((?:GET|POST) \/v1\/(?:payment_links|payments|orders|refunds|disputes))(?:\/([^/]+))?/.exec(
        route,
      ) ?? [];
    switch (id === "" ? route : route.replace(`/${id}`, "/:id")) {
      case "POST /v1/payment_links":
        return books.createLink(json);
      case "GET /v1/payment_links":
        return books.listLinks(query.get("reference_id"));
      case "GET /v1/payment_links/:id":
        return books.fetchLink(id);
      case "POST /v1/payment_links/:id/cancel":
        return books.cancelLink(id);
      case "GET /v1/orders/:id/payments":
        return books.listAttempts(id);
      case "GET /v1/payments":
        return books.ledger.list("payments", query);
      case "GET /v1/payments/:id":
        return books.ledger.find("payments", id);
      case "GET /v1/payments/:id/refunds":
        return books.ledger.listRefundsOf(id, query);
      case "POST /v1/payments/:id/refund":
        return books.ledger.createRefund(id, json, idempotencyKey);
      case "GET /v1/refunds":
        return books.ledger.list("refunds", query);
      case "GET /v1/refunds/:id":
        return books.ledger.find("refunds", id);
      case "GET /v1/disputes":
        return books.ledger.list("disputes", query);
      case "GET /v1/disputes/:id":
        return books.ledger.find("disputes", id);
      default:
        return { status: 400, json: refusal(`The requested URL was not found: ${call}`) };
    }
  }
}

const BROKEN = {
  error: {
    code: "SERVER_ERROR",
    description:
      "We are facing some trouble completing your request at the moment. Please try again shortly.",
  },
};

function replyOf(status: number, json: unknown): ProviderReply {
  return { status, body: JSON.stringify(json) };
}
