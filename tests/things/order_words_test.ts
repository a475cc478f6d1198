import assert from "node:assert/strict";
import type { PlacedOrder } from "../../src/domain/session/order.ts";
import type { Refund } from "../../src/domain/session/refund.ts";
import { ORDER_LIST, orderWords } from "../../src/things/order.ts";
import { aMerchant, aPayment, NOW } from "../support/builders.ts";
import { aPlacedOrder } from "../support/orders.ts";
import { aDispute, aRefund } from "../store/contract/refunds.ts";
import { aSession, COMPLETED } from "../store/support.ts";

const CANCELLATION = { at: NOW, reason: null, coinsReturned: 0, coinsTakenBack: 0, coinsOwed: 0 };

function refund(amount: number, state: Refund["state"]): Refund {
  const coins = { returned: 0, takenBack: 0, owed: 0 };
  const none = { proposed: 0, lines: [], coins, reason: null, by: "key", failure: null };
  return { ...aRefund(), ...none, amount, state };
}

/** An order of 598.20, which was paid ahead. */
function ordered(over: Partial<PlacedOrder> = {}, fee: number | null = null) {
  const { priced } = aSession();
  const totals = { ...priced.totals, totalPayable: 59_820 };
  return aSession(0, {
    state: COMPLETED,
    payment: aPayment({ status: "PAID", fee }),
    amountPaid: 59_820,
    priced: { ...priced, totals },
    order: aPlacedOrder(over),
  });
}

const { status: _, ...dispute } = aDispute();

const CASES: readonly (readonly [Partial<PlacedOrder>, words: readonly string[]])[] = [
  [{}, ["Paid"]],
  [{ refunds: [refund(100, "DONE")] }, ["Paid", "Part refunded"]],
  [{ refunds: [refund(100, "DONE"), refund(59_720, "DONE")] }, ["Paid", "Refunded"]],
  [{ refunds: [refund(100, "DONE"), refund(59_720, "FAILED")] }, ["Paid", "Part refunded"]],
  [{ refunds: [refund(59_820, "FAILED")] }, ["Paid"]],
  [{ refunds: [refund(100, "DONE"), refund(100, "PENDING")] }, ["Paid", "Refund under way"]],
  [{ refunds: [refund(59_820, "REQUESTED")] }, ["Paid", "Refund under way"]],
  // Goods that came back without money.
  [{ refunds: [refund(0, "DONE")] }, ["Paid"]],
  [{ disputes: [{ ...dispute, status: "OPEN" }] }, ["Paid", "Disputed"]],
  [{ disputes: [{ ...dispute, status: "WON" }] }, ["Paid"]],
  [
    { late: true, refunds: [refund(1, "DONE")], disputes: [{ ...dispute, status: "LOST" }] },
    ["Paid", "Late", "Part refunded", "Dispute lost"],
  ],
  [
    { cancellation: CANCELLATION, refunds: [refund(59_820, "DONE")] },
    ["Cancelled", "Refunded"],
  ],
];

const row = (session: ReturnType<typeof ordered>) => ({
  session,
  lastActiveAt: NOW,
  shop: aMerchant(),
});

Deno.test("orderWords() tells what went back of an order, and what a bank disputes", () => {
  for (const [over, words] of CASES) {
    assert.deepEqual(orderWords(ordered(over)).map(([word]) => word), words);
  }
});

Deno.test("the table of orders has the same words beside the payment", () => {
  const payment = ORDER_LIST.table.find(({ title }) => title === "PAYMENT")!.value;
  const texts = CASES.map(([over]) => payment.of(row(ordered(over))));
  assert.deepEqual(texts.slice(0, 3), [
    "PREPAID PAID",
    "PREPAID PAID, part refunded",
    "PREPAID PAID, refunded",
  ]);
  assert.equal(texts.at(-1), "cancelled, refunded");
});

Deno.test("an order's fee and what is left of its payment are empty until the fee is known", () => {
  const { payment_fee: fee, payment_net: net } = ORDER_LIST.fields;
  const of = (known: number | null) =>
    [fee, net].map((field) => field?.kind === "amount" && field.of(row(ordered({}, known))));
  const inr = (minor: number) => ({ minor, currencyCode: "INR" });
  assert.deepEqual(of(null), [null, null]);
  assert.deepEqual(of(0), [inr(0), inr(59_820)]);
  assert.deepEqual(of(2_360), [inr(2_360), inr(57_460)]);
});
