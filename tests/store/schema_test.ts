import assert from "node:assert/strict";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { catalogReads } from "../../src/store/read/catalog.ts";
import { couponReads } from "../../src/store/read/coupons.ts";
import { customerReads } from "../../src/store/read/customers.ts";
import { attentionReads } from "../../src/store/read/attention.ts";
import { PENDING } from "../../src/store/read/health.ts";
import { idReads } from "../../src/store/read/ids.ts";
import { storeReads } from "../../src/store/read/reads.ts";
import { sessionReads } from "../../src/store/read/sessions.ts";
import { statisticsReads } from "../../src/store/read/statistics.ts";
import { webhookReads } from "../../src/store/read/webhooks.ts";
import { sqlFor } from "../../src/store/sql/sql.ts";
import { WRITES } from "../../src/store/write/writes.ts";
import { plansOf } from "./sqlite_plans.ts";

/** Prepares every statement that writes. */
function writes(db: DatabaseSync): StatementSync[] {
  return Object.values(WRITES).map(({ sql }) => db.prepare(sqlFor("sqlite", sql)));
}

/**
 * Shops, their endpoints and their counts are few and read whole, and so are the people of the
 * dashboard with their links and factors; the position of the sums is one row. The rest is what a query itself
 * made.
 */
const HARMLESS_SCAN =
  /^SCAN (?:m|w|p|secret_keys|secrets|session_sums_progress|session_shares|people|authenticators|passkeys|pragma_page_count|pragma_page_size|page|epoch|sign_in_links|sign_ins|sign_in_waits|email_links|person_emails|person_places|invitations|session_counts|json_each|completed|placed|listed|found|summed|ranked|asked|lost|sent|CONSTANT ROW|\(subquery|\(compound)\b/;

Deno.test("statements of the store search by index, and scan or skip nothing that grows", async () => {
  const plans = [
    ...await plansOf((reader) => storeReads(reader, () => 0)),
    ...await plansOf((_reader, db) => writes(db)),
  ];
  assert.ok(plans.length >= 70, String(plans.length));
  for (const { sql, plan } of plans) {
    // They walk what is pending, by tests of their own.
    if (sql === PENDING || sql.includes("AS disputes_due")) continue;
    // The operator verifies all of the audit trail, and erases a name from it.
    if (/\bFROM audit_entries AS e\s+WHERE NOT EXISTS|:login/.test(sql)) continue;
    // Deleting a shop looks for events once.
    if (sql.startsWith("DELETE FROM merchants ")) continue;
    const scans = plan.filter((step) => step.startsWith("SCAN ") && !HARMLESS_SCAN.test(step));
    assert.deepEqual(scans, [], `${sql}\n${plan.join("\n")}`);
    assert.doesNotMatch(sql, /\bOFFSET\b/);
  }
});

Deno.test("due deliveries are found in the indexes of pending ones, in their order", async () => {
  const plans = await plansOf((reader) => webhookReads(reader));
  const [due] = plans.filter(({ sql }) => sql.includes("next_at <="));
  assert.deepEqual(due?.plan.filter((step) => / deliveries |TEMP B-TREE/.test(step)), [
    "SEARCH deliveries USING COVERING INDEX deliveries_first (endpoint_id=?)",
    "SEARCH deliveries USING INDEX deliveries_again (endpoint_id=? AND next_at<?)",
    // Of an endpoint with several lanes.
    "SEARCH deliveries USING COVERING INDEX deliveries_first (endpoint_id=?)",
    "SEARCH deliveries USING INDEX deliveries_again (endpoint_id=? AND next_at<?)",
    "USE TEMP B-TREE FOR ORDER BY",
    "USE TEMP B-TREE FOR GROUP BY",
    "USE TEMP B-TREE FOR ORDER BY",
  ]);
});

Deno.test("unpaid holds are found in the indexes of what is held, in their order", async () => {
  const plans = await plansOf((reader) => attentionReads(reader));
  const [holds] = plans.filter(({ sql }) => sql.includes("AS units"));
  assert.deepEqual(holds?.plan.filter((step) => /^SEARCH|TEMP/.test(step)), [
    "SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH sessions USING INDEX sessions_held (held_since>?)",
    "SEARCH sessions USING INDEX sessions_due (due_at>?)",
    "SEARCH h USING PRIMARY KEY (session_id=?)",
  ]);
});

Deno.test("codes are blotted out by way of the events that hold one", async () => {
  const plans = await plansOf((_reader, db) => writes(db));
  const [redact] = plans.filter(({ sql }) => sql.includes("json_set") && sql.includes(":before"));
  assert.deepEqual(redact?.plan, ["SEARCH events USING INDEX events_with_code (at<?)"]);
});

Deno.test("statistics read each day as one stretch of an index that has what they sum", async () => {
  const plans = await plansOf(statisticsReads);
  const searches = plans.map(({ plan }) => plan.filter((step) => /^SEARCH s /.test(step)));
  const created = "created_at>? AND created_at<?";
  const sums = "SEARCH s USING PRIMARY KEY (merchant_id=? AND quarter>? AND quarter<?)";
  assert.deepEqual(searches, [
    [`SEARCH s USING COVERING INDEX sessions_by_merchant (merchant_id=? AND livemode=? AND ${created})`],
    [`SEARCH s USING COVERING INDEX sessions_completed (merchant_id=? AND livemode=? AND ${created})`],
    [`SEARCH s USING COVERING INDEX sessions_recovery (merchant_id=? AND ${created})`],
    ["SEARCH s USING COVERING INDEX sessions_placed (merchant_id=? AND livemode=? AND placed_at>? AND placed_at<?)"],
    [],
    [sums],
    [sums],
    [sums],
    [sums],
    [sums],
  ]);
});

Deno.test("codes of a shop's day are counted in their index alone", async () => {
  const plans = await plansOf(customerReads);
  const [count] = plans.filter(({ sql }) => sql.includes("sent_at >="));
  assert.deepEqual(count?.plan, [
    "SEARCH otp_sends USING COVERING INDEX otp_sends_by_shop (merchant_id=? AND sent_at>?)",
  ]);
});

/** Pages of lists: a part of the statement, and the steps of its plan that read the list. */
const PAGES: readonly (readonly [list: string, part: string, steps: readonly string[]])[] = [
  ["a shop's sessions", "merchant_id = ?1 AND livemode = ?6 AND (created_at, id)", [
    "SEARCH sessions USING INDEX sessions_by_merchant " +
    "(merchant_id=? AND livemode=? AND created_at>? AND (created_at,id)<(?,?))",
  ]],
  ["a customer's sessions", "customer_phone = ?2", [
    "SEARCH sessions USING INDEX sessions_by_phone " +
    "(customer_phone=? AND created_at>? AND (created_at,id)<(?,?))",
  ]],
  ["a shop's orders", "merchant_id = ?1 AND livemode = ?6 AND (placed_at, id)", [
    "SEARCH sessions USING INDEX sessions_placed " +
    "(merchant_id=? AND livemode=? AND placed_at>? AND (placed_at,id)<(?,?))",
  ]],
  ["products", "p.product_id >= ?", [
    "SEARCH p USING INDEX sqlite_autoindex_products_1 (merchant_id=? AND product_id>?)",
    // Sorts the variants of one product.
    "CORRELATED SCALAR SUBQUERY 1",
    "USE TEMP B-TREE FOR json_group_array(ORDER BY)",
    "SEARCH v USING INDEX variants_in_order (merchant_id=? AND product_id=?)",
  ]],
  ["customers", "FROM customers WHERE merchant_id = ?1 AND phone >", [
    "SEARCH customers USING INDEX sqlite_autoindex_customers_2 (merchant_id=? AND phone>? AND phone<?)",
  ]],
  ["coupons", "FROM coupons WHERE merchant_id = ?1 AND code_key >", [
    "SEARCH coupons USING INDEX sqlite_autoindex_coupons_2 " +
    "(merchant_id=? AND code_key>? AND code_key<?)",
  ]],
  ["deliveries", "o.event_seq < iif", [
    "SEARCH w USING INDEX sqlite_autoindex_webhook_endpoints_1 (id=?)",
    "LIST SUBQUERY 1",
    "SCAN json_each VIRTUAL TABLE INDEX 1:",
    "SEARCH d USING PRIMARY KEY (endpoint_id=? AND event_seq=?)",
    // One stretch of each endpoint.
    "CORRELATED LIST SUBQUERY 3",
    "SEARCH o USING PRIMARY KEY (endpoint_id=? AND event_seq>? AND event_seq<?)",
    "SCALAR SUBQUERY 2",
    "SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (id=?)",
    "SEARCH f USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
    // Sorts a page of each endpoint.
    "USE TEMP B-TREE FOR ORDER BY",
  ]],
];

for (const [list, part, steps] of PAGES) {
  Deno.test(`a page of ${list} is one stretch of an index, in its order`, async () => {
    const plans = await plansOf((reader) => [
      sessionReads(reader),
      catalogReads(reader),
      customerReads(reader),
      couponReads(reader),
      webhookReads(reader),
    ]);
    const found = plans.filter(({ sql }) => sql.includes(part) && sql.includes("LIMIT"));
    assert.deepEqual(found.map(({ plan }) => plan), [steps]);
  });
}

Deno.test("a page of all shops is merged from one stretch of each shop", async () => {
  const plans = (await plansOf(sessionReads))
    .filter(({ sql }) => sql.includes("RECURSIVE page"));
  const stretches = plans.map(({ plan }) => plan.filter((step) => step.includes("_id=?")));
  assert.deepEqual(stretches, [
    [
      "SEARCH sessions USING COVERING INDEX sessions_by_merchant " +
      "(merchant_id=? AND livemode=? AND created_at>? AND (created_at,id)<(?,?))",
      "SEARCH sessions USING COVERING INDEX sessions_by_merchant " +
      "(merchant_id=? AND livemode=? AND created_at>? AND created_at<?)",
    ],
    [
      "SEARCH sessions USING INDEX sessions_placed " +
      "(merchant_id=? AND livemode=? AND placed_at>? AND (placed_at,id)<(?,?))",
      "SEARCH sessions USING INDEX sessions_placed " +
      "(merchant_id=? AND livemode=? AND placed_at>? AND placed_at<?)",
    ],
  ]);
});

Deno.test("ends of ids of what grows are compared along an index, without reading rows", async () => {
  const plans = await plansOf(idReads);
  for (const table of ["sessions", "events", "unexpected_payments"]) {
    const [found] = plans.filter(({ sql }) => sql.includes(`FROM ${table}\n`));
    assert.deepEqual(found?.plan.filter((step) => step.includes(` ${table} `)), [
      `SEARCH ${table} USING COVERING INDEX sqlite_autoindex_${table}_1 (id>? AND id<?)`,
      `SEARCH ${table} USING COVERING INDEX sqlite_autoindex_${table}_1 (id>?)`,
    ]);
  }
});

Deno.test("sweep and retention each read from their partial index in order", async () => {
  const plans = (await plansOf(sessionReads))
    .filter(({ sql }) => sql.includes("last_active_at <"))
    .map(({ plan }) => plan.join("\n"));
  assert.equal(plans.length, 3);
  const [idle, awaiting, old] = plans;
  assert.match(awaiting ?? "", /USING INDEX sessions_awaiting_idle \(merchant_id=\? AND /);
  assert.doesNotMatch(awaiting ?? "", /TEMP B-TREE/);
  assert.match(idle ?? "", /USING INDEX sessions_open \(last_active_at<\?\)/);
  assert.doesNotMatch(idle ?? "", /TEMP B-TREE/);
  assert.match(old ?? "", /USING INDEX sessions_open \(last_active_at<\?\)/);
  assert.match(old ?? "", /USING INDEX sessions_retained \(<expr>=\? AND <expr><\?\)/);
});

Deno.test("attention.endpoints() searches the indexes of open deliveries and nothing else", async () => {
  const plans = await plansOf(attentionReads);
  const steps = plans.flatMap(({ plan }) => plan).filter((step) => /\bdeliveries\b/.test(step));
  assert.deepEqual([...new Set(steps)].sort(), [
    "SEARCH deliveries USING COVERING INDEX deliveries_failed (endpoint_id=? AND updated_at>?)",
    "SEARCH deliveries USING COVERING INDEX deliveries_first (endpoint_id=?)",
    "SEARCH deliveries USING INDEX deliveries_again (endpoint_id=?)",
  ]);
});
