import assert from "node:assert/strict";
import { NO_PREFIX_FILTER, NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import type { MerchantId, VariantId } from "../../src/domain/ids.ts";
import type { CoinBalances } from "../../src/domain/shop/customer.ts";
import { openStoreOf, testOnEngines } from "../support/engines.ts";
import { Client, inParallel, type KeyedRequest, payOnce, Unanswered } from "../support/payments.ts";
import { runCtl, type RunningServer, startServer } from "../support/process.ts";

const PAYMENTS = 1000;
const LANES = 16;
/** The server is killed once so many requests of the payments have been acknowledged. */
const KILL_AFTER = 1500;
/** Every fiftieth payment is of a customer who uses 100 of 500 coins. */
const COIN_EVERY = 50;
const STOCK = 5000;

/** Answers that are lost on their way: their requests did their work all the same. */
const isLostOnTheWay = (name: string) => /[05]0-result$/.test(name);

const phoneOf = (n: number) => `+9198765${String(40_000 + n).padStart(5, "0")}`;
const usesCoins = (n: number) => n % COIN_EVERY === 0;
const COIN_PAYMENTS = Array.from({ length: PAYMENTS }, (_, n) => n).filter(usesCoins);

/** One product, an automatic coupon that counts its uses, and customers with coins. */
const SEED = {
  merchants: [{
    name: "Demo Store",
    domains: ["demo-store.example"],
    country_code: "IN",
    currency_code: "INR",
    coin: { provider: "CUSTOM", name: "Coins", coin_value: 10, base_currency_value: 1 },
    products: [{
      id: 1,
      title: "Mug",
      variants: [{ id: 11, price: "349.00", inventory_quantity: STOCK }],
    }],
    coupons: [{
      code: "COUNTED",
      application_type: "AUTOMATIC",
      discount_type: "FIXED",
      discount_amount: 10,
      usage_limit: PAYMENTS,
    }],
    customers: COIN_PAYMENTS.map((n) => ({ phone: phoneOf(n), coins: 500 })),
  }],
};

async function seed(folder: string): Promise<string> {
  await Deno.writeTextFile(`${folder}/seed.json`, JSON.stringify(SEED));
  const seeded = await runCtl(folder, "seed", `${folder}/seed.json`);
  assert.equal(seeded.code, 0, seeded.stderr);
  const of = ["--merchant", "demo-store.example", "--name", "crash"];
  const key = await runCtl(folder, "--json", "key", "create", ...of, "--rate-limit", "1000000");
  assert.equal(key.code, 0, key.stderr);
  return JSON.parse(key.stdout).secret;
}

/** A session whose customer has verified the phone and uses coins, ready to be paid. */
async function withCoins(n: number, server: RunningServer, secret: string): Promise<string> {
  const phone = phoneOf(n);
  const call = async (method: string, path: string, data: unknown) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ data }),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text).data;
  };
  const items = [{ product_id: 1, variant_id: 11, quantity: 1 }];
  const cart = { shop_domain: "demo-store.example", items };
  const { session_id } = await call("POST", "/session", cart);
  const path = `/session/${session_id}`;
  await call("POST", `${path}/otp`, { phone });
  const [, otp = ""] = await server.printed(new RegExp(`"${session_id}","otp":"(\\d{6})"`));
  await call("POST", `${path}/otp/verify`, { phone, otp });
  await call("PUT", `${path}/coins`, { coins: 100 });
  return path;
}

/** Starts all payments and kills the server in the middle of them; how many answers were lost. */
async function untilKilled(
  server: RunningServer,
  client: Client,
  sessions: ReadonlyMap<number, string>,
): Promise<number> {
  let dropped = 0;
  let killed: Promise<unknown> | undefined;
  const send = async (request: KeyedRequest) => {
    const answer = await client.send(request);
    if (answer === null) throw new Unanswered(request.name);
    assert.ok(answer.status < 300, answer.text);
    if (isLostOnTheWay(request.name)) dropped += 1;
    else client.acknowledged.set(request.name, answer);
    if (client.acknowledged.size >= KILL_AFTER) killed ??= server.end("SIGKILL");
    return answer.text;
  };
  await inParallel(PAYMENTS, LANES, (n) => payOnce(n, sessions.get(n) ?? null, send));
  await killed;
  return dropped;
}

/** Results of sending everything again. */
interface Replay {
  requests: number;
  /** Acknowledged before the crash, and answered by the record, byte for byte. */
  replayed: number;
  /** On disk before the crash, though the answer never arrived. */
  recovered: number;
  /** Acknowledged before the crash, and answered otherwise: must be none. */
  lost: string[];
}

async function replayAll(
  client: Client,
  sessions: ReadonlyMap<number, string>,
): Promise<Replay> {
  const replay: Replay = { requests: 0, replayed: 0, recovered: 0, lost: [] };
  const send = async (request: KeyedRequest) => {
    const answer = await client.send(request);
    const before = client.acknowledged.get(request.name);
    replay.requests += 1;
    // The declined payment has ended, and a replay of its start would name a payment that is over.
    if (before !== undefined && /-declined-start$/.test(request.name) && answer?.status === 409) {
      assert.match(answer.text, /error\.idempotency-key-stale/);
      replay.replayed += 1;
      return before.text;
    }
    assert.ok(answer !== null && answer.status < 300, `${request.name}: ${answer?.text}`);
    if (before === undefined) replay.recovered += answer.replayed ? 1 : 0;
    else if (answer.replayed && answer.text === before.text) replay.replayed += 1;
    else replay.lost.push(request.name);
    return answer.text;
  };
  await inParallel(PAYMENTS, LANES, (n) => payOnce(n, sessions.get(n) ?? null, send));
  return replay;
}

/** Whatever has to add up once everything is paid. */
async function requireExactlyOnce(folder: string): Promise<void> {
  const store = await openStoreOf(folder);
  try {
    const merchant = await store.merchants.byDomain("demo-store.example");
    const id = merchant?.id as MerchantId;
    const counts = (await store.sessions.counts(id)).map(({ merchantId: _, ...rest }) => rest);
    assert.deepEqual(counts, [{ session: "COMPLETED", payment: "PAID", count: PAYMENTS }]);
    for (
      const { id: session }
        of (await store.sessions.list({ ...NO_SESSION_FILTER, merchantId: id }, {
          limit: PAYMENTS,
        })).rows
    ) {
      const told = (await store.sessions.events(session)).map(({ type }) => type);
      for (const type of ["payment.paid", "session.completed"]) {
        assert.equal(told.filter((one) => one === type).length, 1, told.join());
      }
    }
    const mug = (await store.catalog.variants(id, ["11" as VariantId])).get("11" as VariantId);
    assert.equal(mug?.variant.inventoryQuantity, STOCK - PAYMENTS, "units left, none set aside");
    const [coupon] = (await store.coupons.of(id, NO_PREFIX_FILTER, { limit: 1000 })).rows;
    assert.ok(coupon);
    const usage = await store.coupons.usage([coupon.id], null);
    assert.equal(usage.get(coupon.id)?.used, PAYMENTS);
    const wanted: CoinBalances = { ISSUED: -500, AVAILABLE: 400, PROCESSING: 0, USED: 100 };
    for (
      const { customer, balances }
        of (await store.customers.of(id, NO_PREFIX_FILTER, { limit: 1000 })).rows
    ) {
      assert.deepEqual({ ...balances }, wanted, customer.phone);
    }
    assert.equal(
      (await store.customers.of(id, NO_PREFIX_FILTER, { limit: 1000 })).rows.length,
      COIN_PAYMENTS.length,
    );
  } finally {
    await store.close();
  }
}

testOnEngines(
  "a kill -9 amid 1,000 payments: sent again under their keys, each is paid exactly once",
  ({ withFolder }) =>
    withFolder(async (folder) => {
      const secret = await seed(folder);
      const first = await startServer(folder);
      const sessions = new Map<number, string>();
      for (const n of COIN_PAYMENTS) sessions.set(n, await withCoins(n, first, secret));

      const client = new Client(first.url, secret);
      const dropped = await untilKilled(first, client, sessions);
      assert.ok(client.acknowledged.size >= KILL_AFTER);
      assert.ok(client.unanswered > 0, "the kill must hit requests under way");

      const second = await startServer(folder);
      client.url = second.url;
      const replay = await replayAll(client, sessions);
      await second.end("SIGTERM");
      const done = replay.requests - replay.replayed - replay.recovered;
      console.log(
        `${PAYMENTS} payments, ${replay.requests} requests: ${client.acknowledged.size} acknowledged ` +
          `before kill -9, ${dropped} answers lost, ${client.unanswered} unanswered; sent again: ${replay.replayed} replayed, ` +
          `${replay.recovered} found on disk, ${done} done now, ${replay.lost.length} lost`,
      );
      assert.deepEqual(replay.lost, []);
      assert.equal(replay.replayed, client.acknowledged.size);
      assert.ok(dropped > 0 && replay.recovered >= dropped, `${replay.recovered} of ${dropped}`);
      await requireExactlyOnce(folder);
    }),
  { isLong: true },
);
