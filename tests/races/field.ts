/** The place of races over HTTP: servers of one database, with a shop in it. */
import assert from "node:assert/strict";
import type { CustomerId, MerchantId, SessionId } from "../../src/domain/ids.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { readMerchant } from "../../src/schema/seed/merchant.ts";
import { createOperatorServices } from "../../src/service/services.ts";
import type { Store } from "../../src/store/store.ts";
import { OPERATOR } from "../support/operator.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { plainSecrets } from "../support/secrets.ts";

/** Servers of one database, and a shop in it. */
export interface RaceField {
  /** Addresses of the servers; racers take turns. */
  readonly urls: readonly string[];
  /** The database, opened by the test. */
  readonly store: Store;
  /** A shop with coins, and a key whose limit is not reached. */
  readonly shop: { readonly merchantId: MerchantId; readonly secret: string };
}

/** A request of the merchant's backend. */
export interface RaceRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Its answer. */
export interface RaceAnswer {
  readonly status: number;
  /** Code of the error; `replayed` for a recorded answer; null for others. */
  readonly code: string | null;
  // deno-lint-ignore no-explicit-any -- the answer is what the races are about
  readonly data: any;
}

const DOMAIN = "race.example";
/** What racers pay for. */
const LINE = { product_id: 1, variant_id: 11, title: "Mug", price: 349, quantity: 1 };

/** Adds a shop for races to the database of some servers. */
export async function raceField(urls: readonly string[], store: Store): Promise<RaceField> {
  const { merchants, keys } = createOperatorServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    ...EFFECTS,
  });
  const merchant = readMerchant({
    name: "Race",
    domains: [DOMAIN],
    country_code: "IN",
    currency_code: "INR",
    coin: {
      provider: "CUSTOM",
      name: "Coins",
      coin_value: 10,
      base_currency_value: 1,
      earn_percent: 5,
    },
  });
  const { id: merchantId } = await merchants.create(merchant, OPERATOR);
  const limits = { lifetimeMs: null, rateLimit: 1_000_000 };
  const { secret } = await keys.create({ merchantId, name: "race", ...limits }, OPERATOR);
  return { urls, store, shop: { merchantId, secret } };
}

/** Sends the request of racer `n`. */
export async function send(
  { urls, shop }: RaceField,
  n: number,
  { method, path, data, headers }: RaceRequest,
): Promise<RaceAnswer> {
  const answer = await fetch(`${urls[n % urls.length]}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.secret}`,
      ...(data !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  });
  const body = await answer.json();
  const isReplayed = answer.headers.get("idempotent-replayed") === "true";
  const code = body.error?.code ?? (isReplayed ? "replayed" : null);
  return { status: answer.status, code, data: body.data };
}

/** Sends a request that prepares a race, and has to succeed. */
export async function sendWell(
  field: RaceField,
  n: number,
  request: RaceRequest,
): Promise<RaceAnswer["data"]> {
  const { status, code, data } = await send(field, n, request);
  assert.ok(status < 300, `${request.method} ${request.path}: ${status} ${code}`);
  return data;
}

/** The request for a session; with the usual item unless others are given. */
export function createRequest(items: readonly unknown[] = [LINE]): RaceRequest {
  return { method: "POST", path: "/session", data: { shop_domain: DOMAIN, items } };
}

/** Opens a session for each racer; returns their ids. */
export async function openSessions(
  field: RaceField,
  racers: number,
  itemsOf: (n: number) => readonly unknown[] = () => [LINE],
): Promise<readonly SessionId[]> {
  return await Promise.all(Array.from({ length: racers }, async (_, n) => {
    const { session_id } = await sendWell(field, n, createRequest(itemsOf(n)));
    return session_id;
  }));
}

/**
 * Opens a session for each racer, all of one customer, as if each had verified the phone number: a
 * number is sent too few codes for that.
 */
export async function openSessionsOf(
  field: RaceField,
  racers: number,
  customer: { readonly id: CustomerId; readonly phone: string },
): Promise<readonly SessionId[]> {
  const [first] = await openSessions(field, 1);
  const opened = (await field.store.sessions.find(first!))!.load();
  const sessions = Array.from({ length: racers }, (): CheckoutSession => ({
    ...opened,
    id: EFFECTS.newId() as SessionId,
    customer,
  }));
  await field.store.commit(
    sessions.map((session) => ({ kind: "session.add", session, extra: "{}", view: null })),
  );
  return sessions.map(({ id }) => id);
}
