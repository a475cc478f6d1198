import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { deflateRawSync } from "node:zlib";
import { NO_SESSION_FILTER, type SessionFilter } from "../../src/domain/filters.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import { quoteShipping } from "../../src/domain/pricing/shipping.ts";
import { advance } from "../../src/domain/session/lifecycle.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { setAddress } from "../../src/domain/steps/address.ts";
import { startPayment } from "../../src/domain/steps/payment.ts";
import { currencyOf, formatMajor } from "../../src/domain/values/money.ts";
import { callerOf } from "../../src/domain/caller.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import { createServices, type Services } from "../../src/service/services.ts";
import { DEFAULT_SCOPES } from "../../src/domain/shop/api_key.ts";
import { SCHEMA_VERSION } from "../../src/store/sqlite/file/migrate.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { anAddress, FOREVER, uuid } from "../support/builders.ts";
import { check, tamper } from "./maintenance/support.ts";
import { VERSIONS, withVersion } from "./upgrade/versions.ts";
import { OPERATOR } from "../support/operator.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { plainSecrets } from "../support/secrets.ts";

/** Of the versions after it none was in use before the current one. */
const NEWEST_KEPT = 35;

Deno.test("there is a database of the last schema version in use before this one", () => {
  const message = "written by `deno run -A tests/store/upgrade/make.ts` of then";
  assert.equal(VERSIONS.at(-1), NEWEST_KEPT, message);
  assert.ok(NEWEST_KEPT < SCHEMA_VERSION);
});

async function sessionsOf({ sessions }: Store, filter: Partial<SessionFilter> = {}) {
  return (await sessions.list({ ...NO_SESSION_FILTER, ...filter }, { limit: 1000 })).rows;
}

for (const version of VERSIONS) {
  Deno.test(`a database of schema version ${version} is brought up to date and is sound`, () =>
    withVersion(version, async (path) => {
      await (await openSqliteStore(path)).close();
      const { findings, checked, schemaVersion } = await check(path);
      assert.deepEqual(findings, []);
      assert.equal(schemaVersion, SCHEMA_VERSION);
      assert.ok((checked["sessions"] ?? 0) >= 3, "there was something to bring along");
    }));

  Deno.test(`every session of schema version ${version} is read as it was left`, () =>
    withVersion(version, async (path) => {
      const store = await openSqliteStore(path);
      const all = await sessionsOf(store);
      assert.ok(all.length >= 3);
      for (const stored of all) {
        const session = stored.load();
        assert.deepEqual(session.state, stored.state);
        const { totals: { totalPayable, subTotal, couponDiscount }, ...priced } = session.priced;
        assert.ok(totalPayable > 0);
        // Until version 13 shipping had a price and no options: rules and sessions get the same.
        const rules = (await store.merchants.find(session.merchantId))?.rules.shipping ?? [];
        const { address } = session.choices;
        const quote = address && quoteShipping(rules, address, subTotal - couponDiscount);
        assert.deepEqual(priced.shippingOptions, quote ?? []);
        assert.equal(priced.shippingOption, quote?.[0]?.id ?? null);
        assert.notEqual(await store.sessions.extra(stored.id), null);
      }
      await store.close();
    }));

  Deno.test(`an open session of schema version ${version} goes on to a paid order`, () =>
    withVersion(version, async (path) => {
      const store = await openSqliteStore(path);
      const open = (await sessionsOf(store, { state: "INITIATED" }))[0]?.load();
      assert.ok(open);
      const order = await buy(store, open);
      assert.deepEqual(order.state, { session: "COMPLETED", payment: "PAID" });
      assert.equal(order.amountPaid, order.priced.totals.totalPayable);
      await store.close();
      assert.deepEqual((await check(path)).findings, []);
    }));

  Deno.test(`a payment of schema version ${version} is released when it is overdue`, () =>
    withVersion(version, async (path) => {
      const store = await openSqliteStore(path);
      const all = await sessionsOf(store, { state: "IN_PROGRESS", payment: "PENDING" });
      const { housekeeping } = servicesOver(store, Date.UTC(2026, 5));
      assert.equal(await housekeeping.releaseAll(), all.length);
      for (const { id } of all) {
        assert.deepEqual(await store.sessions.holds(id), { coupons: [], stock: [] });
        assert.equal((await load(store, id)).payment?.holds, "released");
      }
      await store.close();
      assert.deepEqual((await check(path)).findings, []);
    }));

  Deno.test(`an order of schema version ${version} says when it was placed, and no other session`, () =>
    withVersion(version, async (path) => {
      const store = await openSqliteStore(path);
      for (const stored of await sessionsOf(store)) {
        const { state, order, createdAt } = stored.load();
        assert.equal(order !== null, state.session === "COMPLETED");
        if (order === null) continue;
        assert.ok(order.placedAt >= createdAt && order.placedAt <= Date.UTC(2026, 5));
        // Only versions that note it have any that are late.
        assert.ok(version >= 6 || (!order.late && order.shortfall === null));
      }
      await store.close();
    }));

  Deno.test(`what has not ended of schema version ${version} ends by inactivity and gives all back`, () =>
    withVersion(version, async (path) => {
      const store = await openSqliteStore(path);
      const unended = (await sessionsOf(store))
        .filter(({ state }) => advance(state, "session.expire") !== null);
      assert.ok(unended.length > 0);
      const services = servicesOver(store, Date.UTC(2026, 5));
      for (const { id } of unended) await services.sessionAdmin.expire(id, OPERATOR);
      for (const { id } of unended) {
        assert.deepEqual(
          (await store.sessions.holds(id)).stock,
          [],
          "nothing is set aside any more",
        );
      }
      await store.close();
      assert.deepEqual((await check(path)).findings, []);
    }));
}

Deno.test("a reference that paid several orders of schema version 3 is taken by the oldest", () =>
  withVersion(3, async (path) => {
    const store = await openSqliteStore(path);
    const paid = (await sessionsOf(store, { payment: "PAID" }))
      .map((stored) => stored.load()).filter(({ payment }) => payment?.reference === "pay_1");
    assert.ok(paid.length >= 2, "one reference paid several");
    const [oldest] = paid.toSorted((one, other) => one.createdAt - other.createdAt);
    await store.close();
    const db = new DatabaseSync(path);
    const taken = db.prepare("SELECT session_id, payment_id FROM payment_references").all();
    db.close();
    assert.deepEqual(taken.map((row) => ({ ...row })), [
      { session_id: oldest?.id, payment_id: oldest?.payment?.id },
    ]);
  }));

Deno.test("keys of schema version 9 have all scopes and are not rotated", () =>
  withVersion(9, async (path) => {
    const store = await openSqliteStore(path);
    const [merchant] = await store.merchants.all();
    assert.ok(merchant);
    const keys = await store.keys.of(merchant.id);
    assert.ok(keys.length > 0);
    for (const { scopes, successorId } of keys) {
      assert.deepEqual({ scopes, successorId }, { scopes: DEFAULT_SCOPES, successorId: null });
    }
    await store.close();
  }));

Deno.test("an order with a compressed document of schema version 9 keeps the time it was placed", () =>
  withVersion(9, async (path) => {
    const db = new DatabaseSync(path);
    const rows = db.prepare(
      "SELECT id, doc FROM sessions WHERE session_state = 'COMPLETED' AND packed IS NULL",
    ).all();
    const pack = db.prepare(
      "UPDATE sessions SET packed = ?, doc = '{}', updated_at = updated_at + 1 WHERE id = ?",
    );
    for (const { id, doc } of rows) pack.run(deflateRawSync(String(doc)), String(id));
    db.close();
    assert.ok(rows.length > 0);
    await (await openSqliteStore(path)).close();
    const { findings } = await check(path);
    assert.deepEqual(findings.filter(({ message }) => message.includes("placed_at")), []);
  }));

Deno.test("a database with a document that is not JSON is brought up to date all the same", () =>
  withVersion(3, async (path) => {
    tamper(path, "UPDATE sessions SET doc = 'torn' WHERE payment_state = 'PAID'");
    await (await openSqliteStore(path)).close();
    const { findings } = await check(path);
    assert.deepEqual(new Set(findings.map((finding) => finding.check)), new Set(["session-row"]));
  }));

Deno.test("a database of an earlier version that was tampered with is not called sound", () =>
  withVersion(3, async (path) => {
    await (await openSqliteStore(path)).close();
    tamper(path, "UPDATE customers SET available = available + 1");
    assert.ok((await check(path)).found > 0);
  }));

/** Takes a session from its cart to a paid order, by the steps that its shop's backend takes. */
async function buy(store: Store, { id, merchantId, createdAt }: CheckoutSession) {
  const services = servicesOver(store, createdAt + 60_000);
  const request = { merchantId, name: "after the upgrade", ...FOREVER };
  const { key } = await services.keys.create(request, OPERATOR);
  const call = { caller: callerOf(key), sessionId: id, alsoCommit: () => [] };
  await services.checkout.run(call, setAddress, { input: () => anAddress() });
  const { payment } = await services.checkout.run(call, startPayment, { input: () => null });
  assert.ok(payment);
  await services.payments.reportResult(call, {
    paymentId: payment.id,
    amount: formatMajor(payment.amount, currencyOf(payment.currencyCode)),
    currency: payment.currencyCode,
    status: "PAID",
    reference: `pay_${payment.id}`,
  });
  return await load(store, id);
}

async function load(store: Store, id: SessionId): Promise<CheckoutSession> {
  const stored = await store.sessions.find(id);
  assert.ok(stored);
  return stored.load();
}

function servicesOver(store: Store, at: number): Services {
  let ids = 5000;
  return createServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    now: () => at,
    monotonicMs: () => 0,
    newId: () => uuid(ids++),
    randomBytes: (length) => new Uint8Array(length).fill(ids++),
    wait: () => Promise.resolve(),
    warn: () => {},
    views: sessionViews,
    onEvents: () => {},
    sessionTtlMs: 3_600_000 * 24,
    paymentTtlMs: 1_800_000,
    otpDaily: 5000,
    retentionMs: Infinity,
    orderRetentionMs: Infinity,
  });
}
