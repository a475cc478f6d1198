/** Refunds by worked numbers: two mugs for 598.20, SAVE10 and 300 coins used, 299 coins earned. */
import { deepEqual, equal } from "node:assert/strict";
import { auditState } from "../../../src/domain/audit/session.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { ReturnedLine } from "../../../src/domain/session/refund.ts";
import { reportPaymentResult } from "../../../src/domain/steps/payment_result.ts";
import type { RefundTerms } from "../../../src/domain/decision/refund_terms.ts";
import { proposedRefund, refundOrder } from "../../../src/domain/steps/refund.ts";
import {
  recordDispute,
  recordRefund,
  settleRefund,
} from "../../../src/domain/steps/refund_result.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { only, refuses, told } from "./cases.ts";
import { aResult, moves, paying, payShop, refundFactsOf } from "./paying.ts";

const TERMS: RefundTerms = {
  amount: null,
  lines: [],
  all: false,
  reason: null,
  reference: null,
  by: "ck_live_abcd",
  disputed: false,
  allowance: null,
  facts: refundFactsOf({ used: 300, earned: 299 }),
};

function paidOrder(): CheckoutSession {
  return reportPaymentResult(paying(), aResult(), payShop()).session;
}

/** Refunds a minute later, where the customer has these coins. */
function refunded(session: CheckoutSession, over: Partial<RefundTerms>, coins = 299) {
  return refundOrder(session, { ...TERMS, ...over }, payShop({ now: NOW + 60_000, coins }));
}

const EXCESS = "A refund or a dispute at the provider takes more than is left, in minor units: ";
const MOST = "Refunds and disputes must be at most ";
const ONE: readonly ReturnedLine[] = [{ line: 1, quantity: 1 }];

Deno.test("refundOrder() of an amount moves money alone", () => {
  const decision = refunded(paidOrder(), { amount: 10_000, reason: "Late" });
  const [refund] = decision.session.order!.refunds;
  deepEqual([refund!.amount, refund!.state, refund!.reason, refund!.lines], [
    10_000,
    "REQUESTED",
    "Late",
    [],
  ]);
  deepEqual(decision.effects.map(({ kind }) => kind), ["refund.add", "session.retain"]);
  deepEqual(told(decision), ["refund.requested"]);
  equal(decision.session.state.payment, "PAID");
});

Deno.test("refundOrder() of a line gives back its paid price, units, and part of the coins", () => {
  const order = paidOrder();
  deepEqual(proposedRefund(order, ONE), { lines: ONE, amount: 29_910 });
  const first = refunded(order, { lines: ONE });
  const [refund] = first.session.order!.refunds;
  equal(refund!.amount, 29_910);
  // Of 299 earned coins the first mug had 150.
  deepEqual(refund!.coins, { returned: 150, takenBack: 150, owed: 0 });
  deepEqual(only(first, "stock.come-back").map(({ units }) => units), [1]);
  deepEqual(moves(first).map(([from, to, coins]) => [from, to, coins]), [
    ["USED", "AVAILABLE", 150],
    ["AVAILABLE", "ISSUED", 150],
  ]);
  deepEqual(only(first, "coupon.return"), []);
  // The second one is the rest of everything, and gives back the use of SAVE10.
  const second = refunded(first.session, {
    lines: ONE,
    facts: refundFactsOf({ used: 150, earned: 149 }),
  });
  const rest = second.session.order!.refunds[1]!;
  deepEqual([rest.amount, rest.coins], [29_910, { returned: 150, takenBack: 149, owed: 0 }]);
  equal(only(second, "coupon.return").length, 1);
  refuses(
    () => refunded(second.session, { all: true, facts: refundFactsOf({ used: 0, earned: 0 }) }),
    "error.refund-exceeded",
    `Nothing is left to refund: ${order.id}`,
  );
});

Deno.test("refundOrder() keeps a fee, and takes goods back without money", () => {
  const fee = refunded(paidOrder(), { lines: ONE, amount: 25_000 }).session;
  equal(fee.order!.refunds[0]!.amount, 25_000);
  equal(proposedRefund(fee, ONE).amount, 29_910);
  equal(proposedRefund(fee, null).amount, 34_820);
  const free = refunded(paidOrder(), { lines: ONE, amount: 0 });
  deepEqual(
    free.session.order!.refunds.map(({ amount, state }) => [amount, state]),
    [[0, "DONE"]],
  );
  deepEqual(told(free), ["refund.requested", "refund.done"]);
});

Deno.test("refundOrder() makes earned coins that are spent a debt", () => {
  const { session } = refunded(paidOrder(), { lines: ONE }, 0);
  // The 150 that come back are taken, which is all that the first mug had earned.
  deepEqual(session.order!.refunds[0]!.coins, { returned: 150, takenBack: 150, owed: 0 });
  const debt = refunded(session, { lines: ONE, facts: refundFactsOf({ used: 0, earned: 149 }) }, 0);
  deepEqual(debt.session.order!.refunds[1]!.coins, { returned: 0, takenBack: 0, owed: 149 });
  deepEqual(only(debt, "coins.move").map(({ asDebt }) => asDebt), [true]);
});

Deno.test("refundOrder() never gives back more than was paid, and refuses what the order lacks", () => {
  const order = paidOrder();
  refuses(
    () => refunded(order, { amount: 59_821 }),
    "error.refund-exceeded",
    "The refund must be at most 598.20 INR, got 598.21 INR",
  );
  refuses(
    () => refunded(order, { lines: [{ line: 2, quantity: 1 }] }),
    "error.invalid-request",
    "data.lines[0].line must be a line of the order, 1 to 1: 2",
  );
  refuses(
    () => refunded(order, { lines: [{ line: 1, quantity: 3 }] }),
    "error.invalid-request",
    "data.lines[0].quantity must be at most 2, which have not come back: 3",
  );
  refuses(
    () => refunded(order, { amount: 0 }),
    "error.invalid-request",
    "data.amount must be more than 0",
  );
});

Deno.test("refundOrder() refuses an amount that the provider does not give, before goods come back", () => {
  const paid = paidOrder();
  const atProvider = {
    accountId: uuid(9),
    provider: "stripe",
    page: null,
    returnUrl: null,
    expiresAt: NOW,
  } as const;
  const order = { ...paid, payment: { ...paid.payment!, atProvider } };
  const facts = {
    ...refundFactsOf({ used: 300, earned: 299 }),
    problem: (amount: number) => amount % 100 === 0 ? null : `No ${amount}`,
  };
  refuses(
    () => refunded(order, { lines: ONE, facts }),
    "error.invalid-request",
    "No 29910: refund another amount",
  );
  equal(refunded(order, { lines: ONE, amount: 29_900, facts }).session.amountPaid, 59_820);
  const outOfReach = { ...facts, isOutOfReach: true };
  const [byHand] = refunded(order, { amount: 1, reference: "UTR 1", facts: outOfReach })
    .session.order!.refunds;
  equal(byHand!.state, "DONE");
});

Deno.test("a refund that failed leaves its money, and goods stay where they are", () => {
  const order = refunded(paidOrder(), { lines: ONE }).session;
  const { id } = order.order!.refunds[0]!;
  const failed = settleRefund(order, {
    refundId: id,
    state: "FAILED",
    reference: null,
    failure: "expired_card",
    next: null,
  }, payShop());
  deepEqual(told(failed), ["refund.failed"]);
  deepEqual(failed.effects.map(({ kind }) => kind), ["refund.move"]);
  const again = refunded(failed.session, { amount: 59_820 }).session;
  equal(again.order!.refunds[1]!.amount, 59_820);
});

Deno.test("recordRefund() records what happened elsewhere, and says if it is more than is left", () => {
  const found = { reference: "re_1", state: "DONE", failure: null, at: NOW } as const;
  const some = recordRefund(paidOrder(), { ...found, amount: 50_000 }, payShop());
  equal(some.note, undefined);
  const more = recordRefund(
    some.session,
    { ...found, reference: "re_2", amount: 9_821 },
    payShop(),
  );
  equal(more.note, `${EXCESS}9821 of 9820, re_2`);
  deepEqual(auditState(some.session), []);
  deepEqual(auditState(more.session), [`${MOST}598.20, the payment received: 598.21`]);
  refuses(
    () => refunded(more.session, { amount: 1 }),
    "error.refund-exceeded",
    "The refund must be at most 0.00 INR, got 0.01 INR",
  );
});

Deno.test("recordDispute() says if it is of more than is left, until the bank decides for the shop", () => {
  const found = {
    reference: "dp_1",
    amount: 10_000,
    reason: "fraudulent",
    evidenceDueAt: null,
    at: NOW,
    accountId: uuid(60),
    nextLookAt: null,
  };
  const order = refunded(paidOrder(), { amount: 50_000 }).session;
  const open = recordDispute(order, { ...found, status: "OPEN" }, payShop());
  equal(open.note, `${EXCESS}10000 of 9820, dp_1`);
  const lost = recordDispute(open.session, { ...found, status: "LOST" }, payShop());
  equal(lost.note, open.note);
  deepEqual(auditState(lost.session), [`${MOST}598.20, the payment received: 600.00`]);
  const won = recordDispute(lost.session, { ...found, status: "WON" }, payShop());
  equal(won.note, undefined);
  deepEqual(auditState(won.session), []);
  const less = { ...found, amount: 9_820, status: "LOST" } as const;
  equal(recordDispute(order, less, payShop()).note, undefined);
});

Deno.test("auditState() counts money of a payment apart from cash", () => {
  const { session } = recordRefund(
    paidOrder(),
    { reference: "re_1", amount: 59_821, state: "DONE", failure: null, at: NOW },
    payShop(),
  );
  const amountPaid = session.amountPaid + 100;
  const { totals } = session.priced;
  const withCash = {
    ...session,
    amountPaid,
    collected: { amount: 100, at: NOW },
    priced: { ...session.priced, totals: { ...totals, amountPaid } },
  };
  deepEqual(auditState(withCash), [`${MOST}598.20, the payment received: 598.21`]);
});

Deno.test("recordRefund() tells one event, by the state in which the refund was found", () => {
  for (
    const [state, type] of [
      ["PENDING", "refund.requested"],
      ["DONE", "refund.done"],
      ["FAILED", "refund.failed"],
    ] as const
  ) {
    const failure = state === "FAILED" ? "expired_card" : null;
    const found = { reference: "re_1", amount: 1, state, failure, at: NOW };
    deepEqual(told(recordRefund(paidOrder(), found, payShop())), [type]);
  }
});
