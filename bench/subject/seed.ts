/**
 * Adds sessions to a database for the benchmark, in a process of its own so that neither
 * the server nor the load generator starts with this behind it.
 *
 *     seed.ts DATABASE SESSIONS IDS_FILE SECONDS
 *
 * Makes the database and its shop where they are missing, stops after so many seconds,
 * writes the sessions' ids behind those in the file, one a line, and prints the secret of
 * a key and how many sessions it has added.
 */
import { v7 } from "uuid";
import { keptExtra } from "../../src/domain/cart/extra.ts";
import type { Change } from "../../src/domain/changes.ts";
import { NO_PREFIX_FILTER } from "../../src/domain/filters.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import type { PricingRules } from "../../src/domain/pricing/model.ts";
import { type CartRequest, openSession } from "../../src/domain/session/session.ts";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { readCreateSession } from "../../src/schema/api/create_session.ts";
import { sessionView } from "../../src/schema/api/view.ts";
import { parseJson } from "../../src/schema/json.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { createOperatorServices } from "../../src/service/services.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { cartBody, OPERATOR, shopSeed } from "./shop.ts";
import { noCalls } from "../../tests/support/payments/no_calls.ts";
import { plainSecrets } from "../../tests/support/secrets.ts";

/** More than any machine serves in a minute: limiting is on and never refuses. */
const RATE_LIMIT = 1_000_000_000;
/** The carts differ in quantities, which come round again after so many. */
const DIFFERENT_CARTS = 4;
/** Age of the last activity: old enough that the activity of a read is due to be written at once. */
const AGE_MS = 120_000;
/** Creations are spread over so many days, as the sums of the dashboard are by day. */
const DAYS = 90;
const DAY_MS = 86_400_000;

type SessionAdd = Extract<Change, { readonly kind: "session.add" }>;

const [path, sessionsText, idsFile, secondsText] = Deno.args;
const [sessions, seconds] = [Number(sessionsText), Number(secondsText)];
if (path === undefined || idsFile === undefined || !(sessions >= 0) || !(seconds > 0)) {
  throw new TypeError(
    `Arguments must be DATABASE SESSIONS IDS_FILE SECONDS: ${Deno.args.join(" ")}`,
  );
}
/** Sessions written in one commit: few flushes to disk, bounded memory, and an answer in time. */
const BATCH = path.includes("://") ? 100 : 1000;
const { store } = await openStore(path, {
  schema: "migrate",
  program: "bench",
  env: () => undefined,
});
const { merchant, secret } = await seedShop(store);
const untilMs = performance.now() + seconds * 1000;
const added = await seedSessions(store, { merchant, sessions, idsFile, untilMs });
await store.close();
console.log(JSON.stringify({ secret, added }));

async function seedShop(store: Store): Promise<{ merchant: Merchant; secret: string }> {
  const { seeder, merchants, keys } = createOperatorServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const { merchantIds: [merchantId] } = await seeder.run(readSeed(shopSeed()), OPERATOR);
  if (merchantId === undefined) throw new Error("The seed made no shop");
  const { secret } = await keys.create({
    merchantId,
    name: "bench",
    lifetimeMs: null,
    rateLimit: RATE_LIMIT,
  }, OPERATOR);
  return { merchant: await merchants.find(merchantId), secret };
}

async function seedSessions(
  store: Store,
  { merchant, sessions, idsFile, untilMs }: {
    readonly merchant: Merchant;
    readonly sessions: number;
    readonly idsFile: string;
    readonly untilMs: number;
  },
): Promise<number> {
  const open = await opener(store, merchant);
  const file = await Deno.open(idsFile, { append: true, create: true });
  const ids = file.writable.getWriter();
  const encoder = new TextEncoder();
  let added = 0;
  while (added < sessions && performance.now() < untilMs) {
    const length = Math.min(BATCH, sessions - added);
    const batch = Array.from({ length }, (_, i) => open(added + i));
    const at = Date.now() - AGE_MS;
    await store.commit([
      ...batch,
      ...batch.map((
        { session: { id } },
      ) => ({ kind: "session.touch", sessionId: id, at } as const)),
    ]);
    await ids.write(encoder.encode(batch.map(({ session }) => `${session.id}\n`).join("")));
    added += length;
  }
  await ids.close();
  return added;
}

/**
 * Makes the nth session as Create Session would have made it. Each cart is priced once: a
 * million would take too long otherwise.
 */
async function opener(store: Store, merchant: Merchant): Promise<(n: number) => SessionAdd> {
  const rules: PricingRules = {
    shop: merchant.rules,
    coupons: (await store.coupons.of(merchant.id, NO_PREFIX_FILTER, { limit: 1000 })).rows,
    usage: new Map(),
    giftProducts: new Map(),
    stock: new Map(),
    coinBalance: { debt: 0, available: 0, processing: 0 },
    atPayment: false,
  };
  // The carts differ in quantities only, so what the catalogue has of one it has of all.
  const { items } = requestOf(cartBody());
  const catalog = await store.catalog.variants(
    merchant.id,
    items.map(({ variantId }) => variantId),
  );
  const priced = Array.from({ length: DIFFERENT_CARTS }, (_, n) => {
    const request = requestOf(cartBody(n));
    const opening = {
      id: newSessionId(),
      merchant,
      catalog,
      knownProducts: new Set<never>(),
      aliases: new Map<never, never>(),
      rules,
      livemode: true,
      now: Date.now() - AGE_MS,
    };
    const extra = keptExtra(request.tracking, request.items);
    return { extra, session: openSession(request, opening) };
  });
  return (n) => {
    const one = priced[n % DIFFERENT_CARTS];
    if (one === undefined) throw new RangeError(`There is no cart: ${n}`);
    const createdAt = Date.now() - AGE_MS - n % DAYS * DAY_MS;
    const session = { ...one.session, id: newSessionId(), createdAt };
    return { kind: "session.add", session, extra: one.extra, view: sessionView(session) };
  };
}

function newSessionId(): SessionId {
  return v7() as SessionId;
}

function requestOf(text: string): CartRequest {
  return readCreateSession({ value: parseJson(text) });
}
