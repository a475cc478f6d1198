import type { z } from "zod";
import { type ProviderAccess, type ProviderTransport, Unreachable } from "../provider.ts";
import { razorpayErrorSchema, razorpayJson, readRazorpay } from "./answers.ts";

/** Razorpay's API; only tests have another one. */
const HOST = "https://api.razorpay.com";
/** Longest reason in characters. */
const MAX_REASON = 300;

/** Razorpay has no code for it: "The id provided does not exist", "pay_1 is not a valid id". */
const MISSING = /\bid\b.*\bdoes not exist|\bis not a valid id\b/;

/** A request: `body` makes it a POST. */
export interface RazorpayCall {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of 200, or a refusal that a repetition does not change. */
export type RazorpayReply =
  | { readonly isOk: true; readonly json: unknown }
  | {
    readonly isOk: false;
    readonly status: number;
    readonly reason: string;
    /** True if it is about a thing that the account does not have. */
    readonly isMissing: boolean;
  };

const REFUSED_KEY = {
  isOk: false,
  status: 401,
  reason: "Razorpay does not accept the key",
  isMissing: false,
} as const;

/** Calls Razorpay. */
export class RazorpayCalls {
  readonly #send: ProviderTransport;
  readonly #host: string;

  constructor(send: ProviderTransport, host = HOST) {
    this.#send = send;
    this.#host = host;
  }

  /** @throws {Unreachable} without an answer, or with one that may be another one later */
  async call(
    { key }: Pick<ProviderAccess, "key">,
    { path, query = {}, body, headers = {} }: RazorpayCall,
  ): Promise<RazorpayReply> {
    if (razorpayMode(key) === null) return REFUSED_KEY;
    const url = new URL(path, this.#host);
    url.search = new URLSearchParams(query).toString();
    const isPost = body !== undefined;
    const reply = await this.#send({
      method: isPost ? "POST" : "GET",
      url,
      headers: {
        authorization: `Basic ${btoa(key)}`,
        accept: "application/json",
        ...(isPost ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      body: isPost ? JSON.stringify(body) : "",
    });
    return readReply(reply.status, razorpayJson(reply.body), key);
  }

  /**
   * {@link call} where a refusal has no meaning of its own.
   *
   * @throws {Unreachable} for a refusal too, with its reason
   */
  async get(access: Pick<ProviderAccess, "key">, request: RazorpayCall): Promise<unknown> {
    const reply = await this.call(access, request);
    if (!reply.isOk) throw new Unreachable(reply.reason);
    return reply.json;
  }

  /**
   * {@link get} of a thing; null if the account does not have it.
   *
   * @throws {Unreachable} for another refusal
   */
  async find<T>(
    access: Pick<ProviderAccess, "key">,
    { path, schema }: { readonly path: string; readonly schema: z.ZodType<T> },
  ): Promise<T | null> {
    const reply = await this.call(access, { path });
    if (reply.isOk) return readRazorpay(schema, reply.json);
    if (reply.isMissing) return null;
    throw new Unreachable(reply.reason);
  }
}

/** True for a live key, false for a test key; null for any other text. */
export function razorpayMode(key: string): boolean | null {
  const mode = /^rzp_(live|test)_[A-Za-z0-9]{1,64}:[\x21-\x7e]{1,256}$/.exec(key)?.[1];
  return mode === undefined ? null : mode === "live";
}

function readReply(status: number, json: unknown, key: string): RazorpayReply {
  if (status === 200 && json !== undefined) return { isOk: true, json };
  if (status === 401) return REFUSED_KEY;
  const error = razorpayErrorSchema.safeParse(json);
  // A proxy or a shield before Razorpay does not speak for it.
  if (!error.success || status < 400 || status >= 500 || [408, 409, 429].includes(status)) {
    throw new Unreachable(`Razorpay answered with status ${status}`);
  }
  const { description } = error.data.error;
  const secret = key.slice(key.indexOf(":") + 1);
  const reason = description.includes(secret) ? "The reason names the key" : description;
  const isMissing = MISSING.test(description);
  return { isOk: false, status, reason: reason.slice(0, MAX_REASON), isMissing };
}
