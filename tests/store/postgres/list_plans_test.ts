/** Query plans of every list, with and without its filters, of a shop with many rows. */
import assert from "node:assert/strict";
import {
  NO_AUDIT_FILTER,
  NO_DELIVERY_FILTER,
  NO_ORDER_FILTER,
  NO_PREFIX_FILTER,
  NO_PRODUCT_FILTER,
  NO_REFUND_FILTER,
  NO_SESSION_FILTER,
  NO_UNEXPECTED_FILTER,
} from "../../../src/domain/filters.ts";
import { ID_KINDS } from "../../../src/store/reads/ids.ts";
import type { StoreReads } from "../../../src/store/read/reads.ts";
import { aCoupon, aCustomer, aProduct, NOW } from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { anEntry } from "../contract/audit.ts";
import { anUnexpected } from "../contract/payments.ts";
import { addRefund, putDispute } from "../contract/refunds.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  COMPLETED,
  M1,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";
import { copyRow, ID, plansOf, ROWS, wholeReads } from "./plans.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const ENDPOINT = anEndpoint();
const CUSTOMER = { id: aCustomer().id, phone: aCustomer().phone };
const PAGE = { limit: 10 };
const SESSION_PAGE = { limit: 10, after: { at: NOW + 100, id: sid(1) } };

/** Number of shops, each of which has as many rows. */
const SHOPS = 100;
/** The shop of a copy. */
const SHOP = `CASE WHEN n % ${SHOPS} < 2 THEN '${M1}'
  ELSE '00000000-0000-7000-8000-' || lpad((1000000 + n % ${SHOPS})::text, 12, '0') END`;

/** Of shops, manual payments that are awaited, and unfolded changes of sums, there are few. */
const FEW = [
  "merchants",
  "merchant_domains",
  "webhook_endpoints",
  "api_keys",
  "payment_providers",
  "leases",
  "sessions_due",
  "session_sums_progress",
  "session_sum_deltas",
  "money_sum_deltas",
];

/** Fills the shops: one session in ten is open, some await their idle time or a payment. */
async function fill(database: TestDatabase): Promise<void> {
  const { store, sql } = database;
  const order = { state: COMPLETED, customer: CUSTOMER, order: aPlacedOrder() };
  await store.commit([
    putMerchant,
    putOther,
    { kind: "customer.put", customer: aCustomer(), seededCoins: 0 },
    addSession(aSession(1, order)),
    { kind: "product.put", merchantId: M1, product: aProduct() },
    { kind: "coupon.put", coupon: aCoupon() },
    { kind: "unexpected.add", unexpected: anUnexpected() },
    addRefund(),
    putDispute(),
    { kind: "audit.add", entry: anEntry(0) },
    { kind: "webhook.add", endpoint: ENDPOINT },
    { kind: "event.add", event: anEvent(1) },
  ]);
  await copyRow(database, { table: "merchants", over: `'id', ${ID}`, rows: SHOPS });
  const endpoint = `'id', ${ID}, 'merchant_id', ${ID}, 'url', 'https://shop' || n || '.example'`;
  await copyRow(database, { table: "webhook_endpoints", over: endpoint, rows: SHOPS });
  const at = `${NOW} + n`;
  const copy = (table: string, over: string, rows = ROWS) =>
    copyRow(database, { table, over: `'merchant_id', ${SHOP}, ${over}`, rows });
  await copy(
    "sessions",
    `'id', ${ID}, 'created_at', ${at}, 'last_active_at', ${at}, 'customer_phone', '+1' || n % 1000,
     'session_state', CASE WHEN n % 10 = 0 THEN 'IN_PROGRESS' ELSE 'COMPLETED' END,
     'payment_state', CASE WHEN n % 10 = 0 THEN 'PENDING' ELSE 'PAID' END,
     'placed_at', CASE WHEN n % 10 = 0 THEN NULL ELSE ${at} END,
     'order_number', CASE WHEN n % 10 = 0 THEN NULL ELSE '0000-' || lpad(n::text, 4, '0') END,
     'held_since', CASE WHEN n % 100 = 0 THEN ${at} END,
     'due_at', CASE WHEN n % 100 = 50 THEN ${at} END,
     'awaits_idle', CASE WHEN n % 100 = 10 THEN 1 END`,
  );
  await copy("products", `'id', ${ID}, 'product_id', n`);
  await copy("variants", "'variant_id', 10 + n, 'product_id', n");
  await copy("coupons", `'id', ${ID}, 'code', 'C' || n, 'code_key', 'C' || n`);
  await copy("customers", `'id', ${ID}, 'phone', '+1' || n`);
  await copy(
    "unexpected_payments",
    `'id', ${ID}, 'at', ${at}, 'session_id', ${ID}, 'reference', 'r' || n,
     'resolved_at', CASE WHEN n % 100 = 0 THEN NULL ELSE ${at} END`,
  );
  await copy(
    "refunds",
    `'id', ${ID}, 'at', ${at}, 'session_id', ${ID}, 'reference', 'r' || n,
     'unexpected_id', CASE WHEN n % 100 = 1 THEN ${ID} END,
     'state', CASE n % 1000 WHEN 0 THEN 'REQUESTED' WHEN 1 THEN 'FAILED' ELSE 'DONE' END,
     'next_try_at', CASE WHEN n % 100 = 0 THEN ${at} END`,
  );
  await copy(
    "disputes",
    `'at', ${at}, 'session_id', ${ID}, 'reference', 'd' || n,
     'status', CASE WHEN n % 100 = 0 THEN 'OPEN' ELSE 'LOST' END,
     'next_look_at', CASE WHEN n % 100 = 0 THEN ${at} END`,
  );
  await sql(`INSERT INTO payment_references
    SELECT merchant_id, livemode, reference, session_id, id FROM refunds WHERE reference IS NOT NULL`);
  await sql(`INSERT INTO payment_providers (id, merchant_id, kind, livemode, created_at)
    SELECT gen_random_uuid()::text, id, 'demo', 1, 0 FROM merchants`);
  await sql(`INSERT INTO provider_payments
      (payment_id, session_id, merchant_id, account_id, page_ends_at, looks, next_look_at)
    SELECT gen_random_uuid()::text, s.id, s.merchant_id, p.id, 0, 0,
      CASE WHEN s.session_state = 'IN_PROGRESS' THEN s.created_at END
    FROM sessions AS s JOIN payment_providers AS p USING (merchant_id)`);
  await copy("audit_entries", `'id', ${ID}, 'at', ${at}`);
  await copy("events", `'id', ${ID}, 'at', ${at}, 'session_id', ${ID}`, 4 * ROWS);
  await sql(`INSERT INTO deliveries
      (endpoint_id, event_seq, state, attempts, next_at, last_error, updated_at)
    SELECT w.id, seq, CASE WHEN seq % 100 = 0 THEN 'PENDING' ELSE 'DELIVERED' END,
      seq % 2, at, '', at FROM events JOIN webhook_endpoints AS w USING (merchant_id)
    ON CONFLICT DO NOTHING`);
  await sql(`INSERT INTO coupon_uses (session_id, coupon_id)
    SELECT s.id, c.id FROM sessions AS s JOIN coupons AS c USING (id)`);
  await sql(`INSERT INTO stock_holds (session_id, merchant_id, variant_id, units)
    SELECT s.id, v.merchant_id, v.variant_id, 1 FROM sessions AS s
    JOIN variants AS v
      ON s.id = '00000000-0000-7000-8000-' || lpad((v.variant_id + 999990)::text, 12, '0')`);
  await sql(`INSERT INTO session_activity (session_id, last_active_at)
    SELECT id, last_active_at FROM sessions`);
  await sql(`INSERT INTO coin_movements
      (id, customer_id, from_account, to_account, coins, reason, moved_at)
    SELECT id, id, 'ISSUED', 'AVAILABLE', 1, 'EARNED', created_at FROM customers`);
  await sql(`INSERT INTO purged_sessions (merchant_id, opened_at, session_state, payment_state,
      currency_code, count, begun, idle, resumed, reopened)
    SELECT merchant_id, created_at, session_state, payment_state, 'INR', 1, 1, 1, 0, 0
    FROM sessions`);
  await sql(`DELETE FROM session_sum_deltas; INSERT INTO session_sums
    SELECT merchant_id, created_at * 900000, session_state, payment_state, 'INR', 1, 1, 1, 0, 0, 1, 1,
      0, 0, 0, 0, 1, 1
    FROM sessions ON CONFLICT DO NOTHING`);
  await sql(`DELETE FROM money_sum_deltas; INSERT INTO money_sums
    SELECT merchant_id, created_at * 900000, 'INR', 1, 1, 0, 0, 1, 1 FROM sessions
    ON CONFLICT DO NOTHING`);
  await sql("ANALYZE");
}

/** Reads every list, and what jobs walk. */
async function readLists(reads: StoreReads): Promise<void> {
  const { sessions, payments, audit, webhooks, catalog, coupons, customers, people } = reads;
  for (const merchantId of [M1, null]) {
    const span = { merchantId, payment: "PAID", since: NOW, until: NOW + ROWS } as const;
    for (const page of [PAGE, SESSION_PAGE]) {
      const filter = { ...NO_SESSION_FILTER, ...span, state: "COMPLETED" } as const;
      assert.ok((await sessions.list(filter, page)).rows.length > 0);
      await sessions.list({ ...filter, phone: "+17" }, page);
      assert.ok((await sessions.orders({ ...NO_ORDER_FILTER, ...span }, page)).rows.length > 0);
    }
    for (const open of [true, false]) {
      for (const grouped of [true, false]) {
        const filter = { ...NO_UNEXPECTED_FILTER, merchantId, open, grouped };
        await payments.unexpected(filter, { limit: 10, after: { at: NOW + 100, id: "x" } });
      }
    }
    const refunds = { merchantId, livemode: true, state: "DONE", origin: "OURS" } as const;
    for (const filter of [{ ...NO_REFUND_FILTER, merchantId }, refunds]) {
      assert.ok((await reads.refunds.list(filter, PAGE)).rows.length > 0);
      await reads.refunds.list(filter, { limit: 10, after: { at: NOW + 100, id: "x" } });
    }
    await payments.openCount(merchantId, true);
    const entries = { ...NO_AUDIT_FILTER, merchantId, subject: "asha", action: "coupon" };
    assert.ok((await audit.list(entries, PAGE)).rows.length > 0);
    await people.sessionsWith({ phone: "+17", merchantId, after: "", limit: 10 });
    for (const kind of ID_KINDS) {
      await reads.ids.matching(kind, { begin: "0", end: "7" }, { merchantId, limit: 2 });
    }
  }
  for (const state of ["PENDING", "FAILED", null] as const) {
    const filter = { ...NO_DELIVERY_FILTER, state, type: "session.updated", since: NOW } as const;
    await webhooks.deliveries([ENDPOINT.id], filter, PAGE);
  }
  await webhooks.due(NOW + ROWS, [], "holder");
  await webhooks.untried({ endpointId: ENDPOINT.id, lane: 0 }, NOW + ROWS, 10);
  await webhooks.batch(ENDPOINT.id, ENDPOINT.id);
  await webhooks.eventsAfter(10, 10);
  await catalog.of(M1, { ...NO_PRODUCT_FILTER, search: "mug" }, PAGE);
  await coupons.of(M1, { ...NO_PREFIX_FILTER, prefix: "C1" }, PAGE);
  await customers.of(M1, { ...NO_PREFIX_FILTER, prefix: "+1" }, PAGE);
  await customers.movements(CUSTOMER.id);
  await people.idleCustomers("", NOW + 9, 10);
  await sessions.idle({ lastActiveUntil: NOW + ROWS, dueUntil: NOW }, 10);
  await sessions.shopsAwaitingIdle();
  await sessions.awaitingIdle(M1, NOW + ROWS, { after: null, limit: 10 });
  await sessions.overdue({ startedUntil: NOW + ROWS, dueUntil: NOW + ROWS }, 10);
  await sessions.old(NOW + 9, 10);
  await sessions.ordersToErase(NOW + 9, { after: null, limit: 10 });
  await sessions.events(sid(1));
  await sessions.holds(sid(1));
  // Within a quarter of an hour, and whole ones.
  for (const bounds of [[NOW, NOW + 100], [NOW * 900_000, (NOW + 100) * 900_000]]) {
    for (const sum of ["days", "orders", "revenue", "recovery"] as const) {
      await reads.statistics[sum]({ merchantId: M1, bounds });
    }
  }
  await reads.refunds.find(sid(1));
  await reads.refunds.due(NOW + ROWS, 10, []);
  await reads.refunds.byReference(M1, true, "r100");
  await reads.refunds.ofUnexpected(sid(1));
  await reads.refunds.attention(M1);
  await reads.disputes.find(M1, true, "d100");
  await reads.disputes.ofUnexpected({ id: sid(1), sessionId: sid(1) });
  await reads.disputes.due(NOW + ROWS, 10, []);
  await reads.disputes.open(M1);
  await payments.ofReference(M1, true, "r100");
  await payments.ofProvider(M1, true, "r100");
  await reads.providers.toList(NOW, 10);
  await reads.attention.unexpectedPayments(M1);
  await reads.attention.awaitedPayments(M1);
  await reads.attention.endpoints(M1, NOW);
  await reads.attention.lowStock(M1, { units: 5, limit: 10 });
}

Deno.test({
  name: "postgres: every list, with its filters, is read by an index",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    await fill(database);
    const plans = await plansOf(server!.url(database.name), readLists);
    assert.ok(plans.size > 40, String(plans.size));
    const found = [...plans].map(([text, plan]) => [text, wholeReads(plan, FEW)] as const)
      .filter(([, whole]) => whole.length > 0);
    assert.deepEqual(found, []);
  },
});
