/**
 * Fills a database for the benchmark, in a process of its own so that neither the
 * server nor the load generator starts with this behind it.
 *
 *     seed.ts DATABASE SESSIONS IDS_FILE
 *
 * Writes the sessions' ids to the file, one a line, and prints the secret of a key.
 */
import { v7 } from "uuid";
import type { Change } from "../../src/domain/changes.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import type { Merchant } from "../../src/domain/merchant.ts";
import type { PricingRules } from "../../src/domain/pricing/model.ts";
import { type CartRequest, openSession } from "../../src/domain/session.ts";
import { sessionView } from "../../src/http/present/view.ts";
import { readCreateSession } from "../../src/http/wire.ts";
import { createServices } from "../../src/service/services.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { Store } from "../../src/store/store.ts";
import { parseJson } from "../../src/wire/json.ts";
import { readSeed } from "../../src/wire/seed_file.ts";
import { cartBody, shopSeed } from "./shop.ts";

/** Sessions written in one commit: few flushes to disk, and bounded memory. */
const BATCH = 1000;
/** More than any machine serves in a minute: limiting is on and never refuses. */
const RATE_LIMIT = 1_000_000_000;

type SessionAdd = Extract<Change, { readonly kind: "session.add" }>;

const [path, sessionsText, idsFile] = Deno.args;
const sessions = Number(sessionsText);
if (path === undefined || idsFile === undefined || !Number.isSafeInteger(sessions)) {
  throw new TypeError(`Arguments must be DATABASE SESSIONS IDS_FILE: ${Deno.args.join(" ")}`);
}
const store = await openSqliteStore(path);
const { merchant, secret } = await seedShop(store);
await seedSessions(store, { merchant, sessions, idsFile });
await store.close();
console.log(JSON.stringify({ secret }));

async function seedShop(store: Store): Promise<{ merchant: Merchant; secret: string }> {
  const { seeder, merchants, keys } = createServices({
    store,
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    tell: () => {},
    onEvents: () => {},
    sessionTtlMs: 3_600_000,
    retentionMs: 90 * 86_400_000,
  });
  const { merchantIds: [merchantId] } = await seeder.run(readSeed(shopSeed()));
  if (merchantId === undefined) throw new Error("The seed made no shop");
  const { secret } = await keys.create({
    merchantId,
    name: "bench",
    lifetimeMs: null,
    rateLimit: RATE_LIMIT,
  });
  return { merchant: await merchants.find(merchantId), secret };
}

async function seedSessions(
  store: Store,
  { merchant, sessions, idsFile }: {
    readonly merchant: Merchant;
    readonly sessions: number;
    readonly idsFile: string;
  },
): Promise<void> {
  const open = await opener(store, merchant);
  const file = await Deno.open(idsFile, { write: true, create: true, truncate: true });
  const ids = file.writable.getWriter();
  const encoder = new TextEncoder();
  for (let from = 0; from < sessions; from += BATCH) {
    const length = Math.min(BATCH, sessions - from);
    const batch = Array.from({ length }, (_, i) => open(from + i));
    await store.commit(batch);
    await ids.write(encoder.encode(batch.map(({ session }) => `${session.id}\n`).join("")));
  }
  await ids.close();
}

/** Makes the nth session as Create Session would have made it. */
async function opener(store: Store, merchant: Merchant): Promise<(n: number) => SessionAdd> {
  const rules: PricingRules = {
    shop: merchant.rules,
    coupons: await store.coupons(merchant.id),
    usage: new Map(),
    giftProducts: new Map(),
    stock: new Map(),
    coinBalance: { available: 0, processing: 0 },
    atPayment: false,
  };
  // The carts differ in quantities only, so what the catalogue has of one it has of all.
  const { items } = requestOf(cartBody("catalogue"));
  const catalog = await store.catalog(merchant.id, items.map(({ variantId }) => variantId));
  return (n) => {
    const received = cartBody("catalogue", n);
    const session = openSession(requestOf(received), {
      id: v7() as SessionId,
      merchant,
      catalog,
      rules,
      now: Date.now(),
    });
    return { kind: "session.add", session, received, view: sessionView(session) };
  };
}

function requestOf(text: string): CartRequest {
  return readCreateSession({ text, value: parseJson(text) });
}
