import type { z } from "zod";
import { type ProviderReply, type ProviderTransport, Unreachable } from "../provider.ts";
import { stripeErrorSchema } from "./answers.ts";

/** The only host that is called; no setting changes it. */
const STRIPE_API = "https://api.stripe.com";

/** The version whose requests and answers these files know; an account's own may be older. */
const STRIPE_VERSION = "2026-09-30.endive";

/** Length at which a message of Stripe's is cut. */
const MAX_MESSAGE = 300;

/** Keys of Stripe's in a message, starred or not. */
const KEYS = /\b[psr]k_(?:live|test)_[\w*]+/g;

/** A request to Stripe. */
interface StripeRequest {
  /** From `/v1/` on, with its query. */
  readonly path: string;
  /** Names as Stripe nests them: `line_items[0][quantity]`; undefined for a GET. */
  readonly form?: Readonly<Record<string, string>>;
  /** Under it Stripe carries out a POST once, and answers it alike for a day at least. */
  readonly idempotencyKey?: string;
}

/** A fault of Stripe's own, which it repeats for the key of the request. */
export class StripeFault extends Unreachable {}

/** Stripe's answer: a thing, or a final error with a message for people. */
export type StripeResult =
  | { readonly kind: "thing"; readonly body: unknown }
  | {
    readonly kind: "error";
    readonly status: number;
    readonly message: string;
    /** True if it is about a thing that the account does not have. */
    readonly isMissing: boolean;
  };

/**
 * Calls Stripe with a key.
 *
 * @throws {Unreachable} for an answer that cannot be read or says nothing of the request: 409, 429,
 *   5xx, and a repeated request that differs from the first one of its key
 */
export type StripeCall = (key: string, request: StripeRequest) => Promise<StripeResult>;

/** Dependencies of the calls. */
export interface StripeDeps {
  readonly send: ProviderTransport;
  /** For tests alone. */
  readonly host?: string;
}

/** The calls to one host. */
export function stripeCalls({ send, host = STRIPE_API }: StripeDeps): StripeCall {
  return async (key, { path, form, idempotencyKey }) => {
    const reply = await send({
      method: form === undefined ? "GET" : "POST",
      url: new URL(path, host),
      headers: {
        Authorization: `Bearer ${key}`,
        "Stripe-Version": STRIPE_VERSION,
        ...(form === undefined ? {} : { "Content-Type": "application/x-www-form-urlencoded" }),
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      },
      body: form === undefined ? "" : new URLSearchParams(form).toString(),
    });
    return resultOf(reply, key);
  };
}

/**
 * Reads a thing of Stripe's; fields that the schema lacks are passed over.
 *
 * @throws {Unreachable} for anything else
 */
export function readStripe<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const field = error.issues[0]?.path.join(".") ?? "";
  throw new Unreachable(`Stripe's answer cannot be read${field === "" ? "" : `: ${field}`}`);
}

/**
 * Asks Stripe for a thing; null if the account does not have it.
 *
 * @throws {Unreachable} for any other error too
 */
export async function findStripe<T extends z.ZodType>(
  call: StripeCall,
  key: string,
  { path, schema }: { readonly path: string; readonly schema: T },
): Promise<z.infer<T> | null> {
  const result = await call(key, { path });
  if (result.kind === "thing") return readStripe(schema, result.body);
  if (result.isMissing) return null;
  throw new Unreachable(stripeRefusal(result));
}

/** Why Stripe refused, for people. */
export function stripeRefusal({ status, message }: { status: number; message: string }): string {
  if (status === 401) return "Stripe does not accept the key";
  if (status === 403) return `Stripe does not accept the key for this: ${message}`;
  return `Stripe refused: ${message}`;
}

function resultOf({ status, body }: ProviderReply, key: string): StripeResult {
  if (status === 200) return { kind: "thing", body: parsed(body) };
  // https://docs.stripe.com/api/idempotent_requests: "regardless of whether it succeeds or fails".
  if (status === 500) throw new StripeFault("Stripe answered 500");
  if (![400, 401, 402, 403, 404].includes(status)) {
    throw new Unreachable(`Stripe answered ${status}`);
  }
  // Another program than Stripe may answer so too, in another form: that says nothing.
  const { error } = readStripe(stripeErrorSchema, parsed(body));
  if (error.type === "idempotency_error") {
    throw new Unreachable("Stripe knows another request under this key");
  }
  const message = withoutKeys(error.message ?? error.type, key);
  return { kind: "error", status, message, isMissing: error.code === "resource_missing" };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Unreachable("Stripe's answer cannot be read");
  }
}

/** A message that is shown and stored: Stripe repeats parts of keys. */
function withoutKeys(message: string, key: string): string {
  const plain = (key === "" ? message : message.replaceAll(key, "[key]")).replace(KEYS, "[key]");
  return plain.replace(/\p{Cc}+/gu, " ").slice(0, MAX_MESSAGE);
}
