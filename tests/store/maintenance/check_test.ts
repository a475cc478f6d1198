import assert from "node:assert/strict";
import { CHECKS } from "../../../src/store/maintenance.ts";
import { uuid } from "../../support/builders.ts";
import { check, type Damage, findsAlone, ORDER, tamper, withPopulated } from "./support.ts";

Deno.test("check() finds nothing in a database with sessions in all states, and writes nothing", () =>
  withPopulated(async (path, folder) => {
    const before = await Deno.readFile(path);
    const report = await check(path);
    assert.deepEqual(report.findings, []);
    assert.equal(report.found, 0);
    const { sessions = 0, customers = 0, coupons = 0, variants = 0, events = 0, deliveries = 0 } =
      report.checked;
    assert.ok(sessions >= 14 && customers >= 2 && coupons >= 10 && variants >= 2);
    assert.ok(events >= 70 && deliveries >= 20);
    assert.deepEqual(await Deno.readFile(path), before);
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    assert.deepEqual(names, ["checkout.db"], "nothing is left beside it");
  }));

/** One session that pays, with a customer, coupons, a gift and coins. */
const PAYING = `(SELECT id FROM sessions WHERE session_state = 'IN_PROGRESS'
  AND payment_state = 'PENDING' AND customer_phone IS NOT NULL ORDER BY id LIMIT 1)`;
const OPEN = "(SELECT id FROM sessions WHERE session_state = 'INITIATED' ORDER BY id LIMIT 1)";
const HELD = `(SELECT variant_id FROM stock_holds WHERE session_id = ${PAYING} LIMIT 1)`;
/** A view of an earlier form, which is not compared with the session. */
const EARLIER = "version = version, view = '1' || substr(view, instr(view, ' '))";
const setDoc = (id: string, path: string, value: string) =>
  `UPDATE sessions SET ${EARLIER}, doc = json_set(doc, '${path}', ${value}) WHERE id = ${id}`;
const setView = (id: string, path: string, value: string) =>
  `UPDATE sessions SET view = '1 ' || json_set(substr(view, instr(view, ' ') + 1), '${path}', ${value}) WHERE id = ${id}`;

const BROKEN: readonly Damage[] = [
  [
    "foreign-keys",
    "a use of a coupon that is gone",
    `INSERT INTO coupon_uses VALUES ('gone', 'no-coupon', NULL)`,
    /refer to a missing row of coupons: 1/,
  ],
  [
    "foreign-keys",
    "a link to a session that is gone",
    `INSERT INTO checkout_links (session_id, token_hash, created_at) SELECT '${
      uuid(999)
    }', lower(hex(zeroblob(32))), 0`,
    /refer to a missing row of sessions: 1/,
  ],
  ["schema", "a missing index", "DROP INDEX events_by_session", /missing/],
  [
    "schema",
    "a strange trigger",
    "CREATE TRIGGER theirs AFTER DELETE ON otp_sends BEGIN SELECT 1; END",
    /does not belong to this program's/,
  ],
  [
    "session-row",
    "a document that is not JSON",
    `UPDATE sessions SET doc = '{' WHERE id = ${OPEN}`,
    /doc is not JSON/,
  ],
  ["session-columns", "a phone", "UPDATE sessions SET customer_phone = '+15550100'", /_phone/],
  [
    "session-columns",
    "an order that has expired",
    `UPDATE sessions SET expired = 1 WHERE id = ${ORDER}`,
    /abandoned session can have expired: COMPLETED/,
  ],
  [
    "session-columns",
    "a payment that would never be released",
    `UPDATE sessions SET held_since = NULL WHERE id = ${PAYING}`,
    /held_since is not the start of a payment/,
  ],
  [
    "session-columns",
    "a manual payment that would never be released",
    "UPDATE sessions SET due_at = NULL",
    /due_at is not the due time of a manual payment/,
  ],
  [
    "session-columns",
    "another currency than the shop's",
    setDoc(OPEN, "$.currencyCode", "'EUR'"),
    /INR: EUR/,
  ],
  [
    "session-state",
    "a state that nothing leads to",
    `UPDATE sessions SET payment_state = 'FAILED', ${EARLIER} WHERE id = ${OPEN}`,
    /No steps can lead to this state: INITIATED\/FAILED/,
  ],
  [
    "session-state",
    "a payment that stands otherwise",
    `${setDoc(PAYING, "$.payment.status", "'PAID'")};
     UPDATE sessions SET held_since = NULL WHERE id = ${PAYING}`,
    /must be PENDING in this state: PAID/,
  ],
  [
    "session-state",
    "a payment of another amount",
    setDoc(PAYING, "$.payment.amount", "1"),
    /The payment amount must be [0-9.]+: 0.01/,
  ],
  [
    "session-state",
    "an order that is neither paid nor for cash on delivery",
    `UPDATE sessions SET session_state = 'COMPLETED', ${EARLIER}, placed_at = 1, order_number = '0000-0000',
       doc = json_set(doc, '$.order', json('{"placedAt":1,"late":false,"shortfall":null}')) WHERE id = ${OPEN}`,
    /An order must be paid, or placed for cash on delivery/,
  ],
  [
    "price",
    "a line's total",
    setView(OPEN, "$.items[0].total_price", "0.01"),
    /lines\[0\].total must be 698.00: 0.01/,
  ],
  [
    "price",
    "lines' discounts against coupon_discount",
    setView(PAYING, "$.pricing.coupon_discount", "0.01"),
    /couponDiscount must be [0-9.]+: 0.01/,
  ],
  [
    "price",
    "what is to be paid",
    setView(OPEN, "$.pricing.total_payable", "0.01"),
    /totalPayable must be [0-9.]+: 0.01/,
  ],
  [
    "coupon-use",
    "a use that a payment needs",
    `DELETE FROM coupon_uses WHERE session_id = ${PAYING};
     UPDATE coupons SET used = (SELECT count(*) FROM coupon_uses WHERE coupon_id = id)`,
    /is not counted: (PLUS|FREE)/,
  ],
  [
    "coupon-use",
    "a use of a session that pays nothing",
    `INSERT INTO coupon_uses SELECT ${OPEN}, id, NULL FROM coupons WHERE code = 'SAVE10';
     UPDATE coupons SET used = used + 1 WHERE code = 'SAVE10'`,
    /but the session does not use/,
  ],
  [
    "stock-hold",
    "other units than are bought",
    `UPDATE stock_holds SET units = units + 1 WHERE session_id = ${PAYING} AND variant_id = ${HELD};
     UPDATE variants SET held = held + 1 WHERE variant_id = ${HELD}`,
    /must be [12]: [23]/,
  ],
  [
    "stock-hold",
    "units of a session that is gone",
    `INSERT INTO stock_holds (session_id, merchant_id, variant_id, units)
       SELECT 'zz', merchant_id, variant_id, 1 FROM variants
       WHERE variant_id = 11;
     UPDATE variants SET held = held + 1 WHERE variant_id = 11`,
    /for a missing session: 1/,
  ],
  [
    "session-coins",
    "coins that an open session has earned",
    `INSERT INTO coin_movements SELECT 'made-up-00000', c.id, 'ISSUED', 'AVAILABLE', 3, 'earn',
       ${PAYING}, 0 FROM customers AS c
       WHERE c.phone = (SELECT customer_phone FROM sessions WHERE id = ${PAYING});
     UPDATE coin_movements SET id = '00000000-0000-7000-8000-00000000ffff' WHERE id = 'made-up-00000';
     UPDATE customers SET issued = issued - 3, available = available + 3
       WHERE phone = (SELECT customer_phone FROM sessions WHERE id = ${PAYING})`,
    /Coins earned must be 0 without an order: 3/,
  ],
  [
    "view",
    "another view than the session's",
    `UPDATE sessions SET view = replace(view, '"INITIATED"', '"COMPLETED"') WHERE id = ${OPEN}`,
    /differs from the session/,
  ],
  [
    "ledger",
    "a balance",
    "UPDATE customers SET available = available + 1, issued = issued - 1 WHERE phone LIKE '%210'",
    /Balance (issued|available) must be/,
  ],
  [
    "coupon-count",
    "a count of uses",
    "UPDATE coupons SET used = used + 1 WHERE code = 'PLUS5'",
    /Column used must be/,
  ],
  [
    "stock-count",
    "units that are held",
    "UPDATE variants SET held = held + 1",
    /Column held must be/,
  ],
  ["payment-reference", "a lost reference", "DELETE FROM payment_references", /recorded: pay_/],
  ["picture", "a lost picture", `UPDATE products SET pictures = '["a"]'`, /It is missing, and/],
  [
    "session-count",
    "a count of sessions",
    "UPDATE session_counts SET count = count + 1 WHERE session_state = 'COMPLETED'",
    /Column count must be/,
  ],
  [
    "event",
    "an event of a session that is gone",
    "UPDATE events SET session_id = '00000000-0000-7000-8000-00000000ffff' WHERE seq = 3",
    /Its session is missing/,
  ],
  ["event", "an event of no kind", "UPDATE events SET type = 'x' WHERE seq = 3", /type/],
  [
    "event",
    "an event of another shop",
    `UPDATE events SET merchant_id = '00000000-0000-7000-8000-000000000002' WHERE seq = 3`,
    /to another shop/,
  ],
  [
    "delivery",
    "a delivery without its event",
    "INSERT INTO deliveries SELECT id, 999999, 'PENDING', 0, 0, NULL, '', 0, NULL FROM webhook_endpoints LIMIT 1",
    /Its event is missing/,
  ],
  [
    "delivery",
    "a delivery to another shop",
    `UPDATE webhook_endpoints SET merchant_id = '00000000-0000-7000-8000-000000000002'
     WHERE disabled_at IS NULL`,
    /another shop than its endpoint/,
  ],
];

for (const damage of BROKEN) findsAlone(damage);

Deno.test("check() finds coins that are set aside for a session that has ended", () =>
  withPopulated(async (path) => {
    tamper(path, `UPDATE sessions SET session_state = 'ABANDONED' WHERE id = ${PAYING}`);
    const { findings } = await check(path);
    // A session that was ended by hand still holds things, and every check reports its part.
    const names = new Set(findings.map((one) => one.check));
    for (const name of ["coins-aside", "session-coins", "stock-hold", "coupon-use"] as const) {
      assert.ok(names.has(name), name);
    }
  }));

Deno.test("every check has a test that breaks what it checks", () => {
  const others = ["coins-aside", "integrity", "refund", "row", "session-sum", "money-sum"];
  const seen = new Set<string>([...BROKEN.map(([name]) => name), ...others]);
  assert.deepEqual(CHECKS.filter((name) => !seen.has(name)), []);
});
