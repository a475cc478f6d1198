/** The whole HTTP side over a real store, with a clock that stands still. */
import assert from "node:assert/strict";
import { SCOPES } from "../../src/domain/shop/api_key.ts";
import type { ApiKey } from "../../src/domain/shop/api_key.ts";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { type App, type AppOptions, createApp } from "../../src/web/app.ts";
import { createOperations } from "../../src/web/operations.ts";
import type { RequestEntry } from "../../src/web/request_context.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import type { Deps } from "../../src/service/deps.ts";
import { createServices, type Services } from "../../src/service/services.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { aMerchant, FOREVER, NOW, uuid } from "./builders.ts";
import { noCalls } from "./payments/no_calls.ts";
import { Contract } from "./contract.ts";
import { OPERATOR } from "./operator.ts";
import { plainSecrets } from "./secrets.ts";

/** Defaults of a server. */
export const LIMITS = {
  sessionTtlMs: 3_600_000,
  paymentTtlMs: 1_800_000,
  otpDaily: 5000,
  retentionMs: 90 * 86_400_000,
  orderRetentionMs: 730 * 86_400_000,
};

/** A clock that moves when told to. */
export class FakeClock {
  at = NOW;
  /** Waits that were asked for; they are over at once, as far as the clock is concerned. */
  readonly waited: number[] = [];

  readonly now = (): number => this.at;
  readonly monotonicMs = (): number => this.at - NOW;
  readonly wait = (ms: number): Promise<void> => {
    this.waited.push(ms);
    this.at += ms;
    return Promise.resolve();
  };

  advance(ms: number): void {
    this.at += ms;
  }
}

export interface World {
  readonly app: App;
  readonly clock: FakeClock;
  readonly store: Store;
  readonly services: Services;
  readonly merchant: Merchant;
  readonly key: ApiKey;
  readonly secret: string;
  readonly log: RequestEntry[];
  /** Warnings in the log. */
  readonly told: Record<string, unknown>[];
  /** Sends a request with the world's key, unless told otherwise. */
  send(method: string, path: string, init?: SendInit): Promise<Answer>;
}

export interface SendInit {
  readonly body?: unknown;
  /** The body as text, instead of `body`. */
  readonly text?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another secret; null for none. */
  readonly secret?: string | null;
  readonly peer?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // deno-lint-ignore no-explicit-any -- what came back is what the tests are about
  readonly json: any;
}

/** Time, ids and randomness that are the same in every run; those after another first id are others. */
export function effectsOf(clock: FakeClock, firstId = 100): Pick<
  Deps,
  "now" | "monotonicMs" | "wait" | "newId" | "randomBytes" | "callProvider"
> {
  let ids = firstId;
  let seed = firstId - 99;
  return {
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    wait: clock.wait,
    callProvider: noCalls,
    newId: () => uuid(ids++),
    randomBytes: (length) =>
      Uint8Array.from({ length }, () => (seed = (seed * 16_807) % 2_147_483_647) % 256),
  };
}

/** Builds a world, runs a test in it, and lets go of it. */
export async function withWorld(
  test: (world: World) => Promise<void>,
  {
    merchant: over = {},
    rateLimit = 100,
    trustedHops = 0,
    db = ":memory:",
    open = () => openSqliteStore(db),
    otpDaily = LIMITS.otpDaily,
    metrics,
    warn,
    bodyDeadlineMs,
    databaseMs,
    randomBytes,
    newId,
    isDemo = false,
    callProvider,
  }: {
    readonly merchant?: Partial<Merchant>;
    /** A file, for tests that open it twice. */
    readonly db?: string;
    /** Opens a store of another engine. */
    readonly open?: (() => Promise<Store>) | undefined;
    readonly rateLimit?: number;
    readonly trustedHops?: number;
    readonly otpDaily?: number;
    /** Also receives every warning. */
    readonly warn?: Deps["warn"];
    /** Instead of a sequence that hardly repeats. */
    readonly randomBytes?: Deps["randomBytes"] | undefined;
    /** Instead of ids that count. */
    readonly newId?: Deps["newId"];
    /** True for a server that shows the demo shop. */
    readonly isDemo?: boolean;
    /** Leads to a provider; none can be called when left out. */
    readonly callProvider?: Deps["callProvider"] | undefined;
    /** When a body has to be complete; the program's own when left out. */
    readonly bodyDeadlineMs?: number | undefined;
    /** Limit of the database's part of a request; none when left out. */
    readonly databaseMs?: number | undefined;
    /** Counts answers and renders `GET /metrics`. */
    readonly metrics?: Pick<AppOptions, "observe" | "metrics">;
  } = {},
): Promise<void> {
  const clock = new FakeClock();
  const store = await open();
  const told: Record<string, unknown>[] = [];
  const services = createServices({
    store,
    secrets: plainSecrets(store),
    ...effectsOf(clock),
    ...(randomBytes !== undefined && { randomBytes }),
    ...(newId !== undefined && { newId }),
    ...(callProvider !== undefined && { callProvider }),
    warn: (message, fields) => {
      told.push({ message, ...fields });
      warn?.(message, fields);
    },
    onEvents: () => {},
    views: sessionViews,
    ...LIMITS,
    otpDaily,
    isDemo,
  });
  const log: RequestEntry[] = [];
  let requests = 0;
  const app = createApp({
    services,
    monotonicMs: clock.monotonicMs,
    newRequestId: () => `request-${++requests}`,
    log: (entry) => log.push(entry),
    rateLimit,
    trustedHops,
    version: "0.0.0-test",
    ...(bodyDeadlineMs !== undefined && { bodyDeadlineMs }),
    databaseMs,
    ...metrics,
  });
  try {
    const merchant = aMerchant(over);
    await store.commit([{ kind: "merchant.put", merchant }]);
    const { key, secret } = await services.keys.create({
      merchantId: merchant.id,
      name: "test",
      scopes: new Set(SCOPES),
      ...FOREVER,
    }, OPERATOR);
    const send: World["send"] = async (method, path, init = {}) => {
      const response = await app.fetch(
        requestOf(method, path, { secret, ...init }),
        () => init.peer ?? "192.0.2.1",
      );
      assert.equal(response.headers.get("x-content-type-options"), "nosniff", path);
      const text = await response.text();
      const json = text !== "" && response.headers.get("content-type") === "application/json"
        ? JSON.parse(text)
        : undefined;
      const { status, headers } = response;
      (await contractOf(services)).check({ method, path, status, headers, json });
      return { status, headers, text, json };
    };
    await test({ app, clock, store, services, merchant, key, secret, log, told, send });
  } finally {
    await store.close();
  }
}

let contract: Contract | undefined;

/** The contract that every answer is held against; the same for all worlds of a file. */
async function contractOf(services: Services): Promise<Contract> {
  if (contract === undefined) {
    const operations = createOperations({ services, version: "0.0.0-test" });
    const document = operations.find(({ id }) => id === "getOpenApiDocument");
    const { body } = await document!.handle({} as never);
    contract = new Contract(JSON.parse(String(body)));
  }
  return contract;
}

function requestOf(
  method: string,
  path: string,
  { body, text, headers, secret }: SendInit,
): Request {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(`http://checkout.example${path}`, {
    method,
    headers: {
      host: "checkout.example",
      ...(payload !== undefined && { "content-type": "application/json" }),
      ...(typeof secret === "string" && { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  });
}

/** The body of a Create Session with one line, 2 x 349.00. */
export function aCart(over: Record<string, unknown> = {}): { data: Record<string, unknown> } {
  return {
    data: {
      shop_domain: "demo-store.example",
      country_code: "IN",
      items: [{ product_id: 1, variant_id: 11, quantity: 2, price: 349, title: "Mug" }],
      ...over,
    },
  };
}
