import assert from "node:assert/strict";
import { healthReads } from "../../src/store/read/health.ts";
import { disputeReads, refundReads } from "../../src/store/read/refunds.ts";
import { plansOf } from "./sqlite_plans.ts";

/** Walks the shops that are left out. */
const LEFT_OUT = [
  "LIST SUBQUERY 1",
  "SCAN json_each VIRTUAL TABLE INDEX 1:",
  "CREATE BLOOM FILTER",
];

/** A part of a statement, and the steps of its plan. */
const PLANS: readonly (readonly [what: string, part: string, steps: readonly string[]])[] = [
  ["a page of a shop's refunds", "FROM refunds\n  WHERE merchant_id = ?", [
    "SEARCH refunds USING INDEX refunds_of_merchant (merchant_id=? AND (at,id)<(?,?))",
  ]],
  ["a page of all refunds", "FROM refunds\n  WHERE true", [
    "SEARCH refunds USING INDEX refunds_by_time ((at,id)<(?,?))",
  ]],
  ["due refunds", "next_try_at <= ", [
    "SEARCH refunds USING INDEX refunds_due (next_try_at>? AND next_try_at<?)",
    ...LEFT_OUT,
  ]],
  ["a refund by its reference", "AND reference = ?3 AND account_id", [
    "SEARCH refunds USING INDEX refunds_reference (merchant_id=? AND livemode=? AND reference=?)",
  ]],
  ["disputes of a payment without an order", "FROM disputes\n       WHERE session_id = ", [
    "SEARCH disputes USING INDEX disputes_session (session_id=?)",
    "USE TEMP B-TREE FOR ORDER BY",
  ]],
  ["refunds of a payment without an order", "WHERE unexpected_id = ?", [
    "SEARCH refunds USING INDEX refunds_unexpected (unexpected_id=?)",
    "USE TEMP B-TREE FOR ORDER BY",
  ]],
  ["due disputes", "next_look_at <= ", [
    "SEARCH disputes USING INDEX disputes_due (next_look_at>? AND next_look_at<?)",
    ...LEFT_OUT,
  ]],
  ["open disputes", "status = 'OPEN'", [
    "SEARCH disputes USING INDEX disputes_open (merchant_id=?)",
    "USE TEMP B-TREE FOR ORDER BY",
  ]],
];

for (const [what, part, steps] of PLANS) {
  Deno.test(`${what}: by an index of theirs`, async () => {
    const plans = await plansOf((reader) => [refundReads(reader), disputeReads(reader)]);
    const found = plans.filter(({ sql }) => sql.includes(part));
    assert.deepEqual(found.map(({ plan }) => plan), [steps]);
  });
}

/** Indexes by which failures are found whose money is still missing. */
const FAILURES = ["refunds_session", "refunds_attention", "refunds_attention", "disputes_session"]
  .concat("refunds_attention");

/** The indexes of refunds and disputes in a plan. */
function indexesIn(plan: readonly string[]): string[] {
  return plan.flatMap((step) => / USING .*INDEX ((?:refunds|disputes)_\w+)/.exec(step)?.[1] ?? []);
}

Deno.test("refunds that a shop must see to are found by indexes of theirs", async () => {
  const plans = await plansOf((reader) => [refundReads(reader)]);
  const [found] = plans.filter(({ sql }) => sql.includes("AS by_hand"));
  assert.deepEqual(indexesIn(found!.plan), ["refunds_attention", ...FAILURES, "refunds_pending"]);
});

Deno.test("metrics walk refunds and disputes to see to, and no others", async () => {
  const plans = await plansOf((reader) => healthReads(reader, () => 0));
  const [found] = plans.filter(({ sql }) => sql.includes("AS disputes_due"));
  assert.deepEqual(
    indexesIn(found!.plan),
    ["refunds_attention", ...FAILURES, "refunds_due", "disputes_open", "disputes_due"],
  );
});
