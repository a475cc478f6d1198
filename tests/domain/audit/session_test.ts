import assert from "node:assert/strict";
import {
  auditHolds,
  isHolding,
  type SessionReservations,
} from "../../../src/domain/audit/holds.ts";
import { auditState } from "../../../src/domain/audit/session.ts";
import type { CouponId, CustomerId } from "../../../src/domain/ids.ts";
import { ALL_STATES, cellOf, type State } from "../../../src/domain/session/lifecycle.ts";
import type { Payment } from "../../../src/domain/session/payment.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { CoinAccount, CoinMovement } from "../../../src/domain/shop/customer.ts";
import { aSession } from "../../store/support.ts";
import { aCoupon, aPayment, int64, NOW, uuid } from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";

const TOTAL = aSession().priced.totals.totalPayable;

/** A sound session in a state, with one coupon and 5 coins. */
function sessionIn(state: State, over: Partial<CheckoutSession> = {}): CheckoutSession {
  const session = aSession(0, { state });
  const status = state.payment === "DRAFT" ? null : state.payment;
  const amountPaid = state.payment === "PAID" ? TOTAL : 0;
  // An order that nobody has paid is one for cash on delivery.
  const isCod = state.session === "COMPLETED" && state.payment === "DRAFT";
  const cod = isCod ? { codAvailable: true, codOrder: true } : {};
  return {
    ...session,
    payment: status === null
      ? null
      : aPayment({ status, amount: TOTAL, currencyCode: "INR", holds: holdsIn(state) }),
    order: state.session === "COMPLETED" ? aPlacedOrder() : null,
    amountPaid,
    priced: {
      ...session.priced,
      coupons: [{ coupon: aCoupon(), amount: 0, cartAfter: TOTAL, previousCode: null }],
      coins: { available: 9, redeemable: 9, used: 5, processing: 0 },
      totals: { ...session.priced.totals, ...cod, amountPaid },
    },
    ...over,
  };
}

function holdsIn({ session, payment }: State): Payment["holds"] {
  if (session === "COMPLETED") return null;
  return session === "ABANDONED" || payment === "FAILED" ? "released" : "held";
}

const IMPOSSIBLE = new Set([
  "INITIATED/PENDING",
  "INITIATED/PAID",
  "INITIATED/FAILED",
  "ABANDONED/PAID",
  "COMPLETED/PENDING",
  "COMPLETED/FAILED",
]);

for (const state of ALL_STATES) {
  const cell = cellOf(state);
  const isPossible = !IMPOSSIBLE.has(cell);
  Deno.test(`auditState() finds ${isPossible ? "nothing in" : "no way to"} ${cell}`, () => {
    const found = auditState(sessionIn(state));
    assert.deepEqual(found, isPossible ? [] : [`No steps can lead to this state: ${cell}`]);
  });
}

const PENDING: State = { session: "IN_PROGRESS", payment: "PENDING" };
const PAID: State = { session: "COMPLETED", payment: "PAID" };
const sound = sessionIn(PENDING);

/** Contradictions of a state, and their messages. */
const WRONG: readonly (readonly [what: string, CheckoutSession, RegExp])[] = [
  ["no payment", { ...sound, payment: null }, /^The payment must be PENDING in this state: none$/],
  [
    "a payment of nothing that is owed",
    sessionIn({ session: "IN_PROGRESS", payment: "DRAFT" }, { payment: sound.payment }),
    /^The payment must be none in this state: PENDING$/,
  ],
  ["money before it came", { ...sound, amountPaid: 1 }, /^amountPaid must be 0\.00, .*: 0\.01$/],
  ["money that is not counted", sessionIn(PAID, { amountPaid: 0 }), /^amountPaid must be 349\.00/],
  [
    "another currency",
    { ...sound, payment: aPayment({ status: "PENDING", amount: TOTAL, currencyCode: "EUR" }) },
    /^The payment must be in INR: EUR$/,
  ],
  [
    "an order that moved on while it is paid",
    { ...sound, payment: aPayment({ status: "PENDING", amount: 7, currencyCode: "INR" }) },
    /^The payment amount must be 349\.00: 0\.07$/,
  ],
  [
    "an order that is still being held",
    sessionIn(PAID, { payment: { ...sessionIn(PAID).payment!, holds: "held" } }),
    /^The payment's holds cannot be held in this state$/,
  ],
  [
    "no holds of a payment that waits",
    { ...sound, payment: { ...sound.payment!, holds: null } },
    /^The payment's holds cannot be none in this state$/,
  ],
  ["no order", sessionIn(PAID, { order: null }), /^A session must have an order if/],
  ["an order before its time", { ...sound, order: aPlacedOrder() }, /^A session must have/],
  [
    "cash on delivery where there is none",
    totalsOf(sound, { codOrder: true }),
    /^codOrder must be false when cash on delivery is unavailable: true$/,
  ],
  [
    "a part to be paid of no such order",
    totalsOf(sound, { isPartialCod: true }),
    /^isPartialCod must match/,
  ],
];

function totalsOf(
  session: CheckoutSession,
  over: Partial<CheckoutSession["priced"]["totals"]>,
): CheckoutSession {
  const { priced } = session;
  return { ...session, priced: { ...priced, totals: { ...priced.totals, ...over } } };
}

for (const [what, session, message] of WRONG) {
  Deno.test(`auditState() finds ${what}`, () => {
    assert.match(auditState(session)[0] ?? "", message);
  });
}

Deno.test("auditState() lets an order move on after its payment failed", () => {
  const payment = aPayment({ status: "FAILED", amount: 7, currencyCode: "INR" });
  const failed = sessionIn({ session: "IN_PROGRESS", payment: "FAILED" }, { payment });
  assert.deepEqual(auditState(failed), []);
});

function move(from: CoinAccount, to: CoinAccount, coins: number, reason = "hold:x"): CoinMovement {
  const { id: sessionId } = sound;
  const customerId = uuid<CustomerId>(50);
  return { id: uuid(1), customerId, from, to, coins, reason, sessionId, at: NOW };
}

const COUPON = aCoupon().id;
const UNITS = { merchantId: sound.merchantId, variantId: int64(11), units: 1 };
const HELD: SessionReservations = {
  coupons: [COUPON],
  stock: [UNITS],
  sold: [],
  movements: [move("AVAILABLE", "PROCESSING", 5)],
};
const USED: SessionReservations = {
  coupons: [COUPON],
  stock: [],
  sold: [UNITS],
  movements: [...HELD.movements, move("PROCESSING", "USED", 5), move("ISSUED", "AVAILABLE", 2)],
};
const GIVEN_BACK: SessionReservations = {
  coupons: [],
  stock: [],
  sold: [],
  movements: [...HELD.movements, move("PROCESSING", "AVAILABLE", 5)],
};

for (const state of ALL_STATES.filter((one) => !IMPOSSIBLE.has(cellOf(one)))) {
  const [name, right] = isHolding(sessionIn(state))
    ? ["what is set aside", HELD] as const
    : state.session === "COMPLETED"
    ? ["what is used up", USED] as const
    : ["nothing", GIVEN_BACK] as const;
  Deno.test(`auditHolds() wants ${name} of ${cellOf(state)}, and no more or less`, () => {
    const session = sessionIn(state);
    assert.deepEqual(auditHolds(session, right), { coupons: [], stock: [], coins: [] });
    for (const other of [HELD, USED, GIVEN_BACK].filter((one) => one !== right)) {
      const { coupons, stock, coins } = auditHolds(session, other);
      assert.ok(coupons.length + stock.length + coins.length > 0);
    }
  });
}

Deno.test("auditHolds() takes a hold of no units for untracked stock, and no other number", () => {
  assert.deepEqual(auditHolds(sound, { ...HELD, stock: [] }).stock, []);
  assert.deepEqual(auditHolds(sound, { ...HELD, stock: [{ ...UNITS, units: 2 }] }).stock, [
    "Held units of variant 11 must be 1: 2",
  ]);
});

Deno.test("auditHolds() finds a use of another coupon", () => {
  const other = uuid<CouponId>(99);
  assert.deepEqual(auditHolds(sound, { ...HELD, coupons: [COUPON, other] }).coupons, [
    `Coupon use is counted, but the session does not use the coupon: ${other}`,
  ]);
});

Deno.test("auditHolds() takes fewer coins of an order whose payment came late, and of no other", () => {
  const order = sessionIn(PAID);
  const few = [
    ...GIVEN_BACK.movements.slice(0, 1),
    move("PROCESSING", "AVAILABLE", 5, "release:y"),
  ];
  const late = { ...USED, movements: [...few, move("AVAILABLE", "USED", 2, "use-late:y")] };
  assert.deepEqual(auditHolds(order, late).coins, ["Coins used must be 5: 2"]);
  const movements = late.movements.map((one) => ({
    ...one,
    reason: one.reason.replace(":y", `:${order.payment?.id}`),
  }));
  assert.deepEqual(auditHolds(order, { ...late, movements }).coins, []);
});

Deno.test("auditHolds() wants of a cancelled order that all was given back, as it says", () => {
  const cancellation = { at: NOW, reason: null, coinsReturned: 5, coinsTakenBack: 1, coinsOwed: 0 };
  const order = sessionIn(PAID, { order: aPlacedOrder({ cancellation }) });
  const right: SessionReservations = {
    ...GIVEN_BACK,
    movements: [
      ...USED.movements,
      move("USED", "AVAILABLE", 5, "cancel-used"),
      move("AVAILABLE", "ISSUED", 1, "cancel-earned"),
    ],
  };
  assert.deepEqual(auditHolds(order, right), { coupons: [], stock: [], coins: [] });
  const owed = { ...cancellation, coinsTakenBack: 0, coinsOwed: 1 };
  const owing = { ...order, order: aPlacedOrder({ cancellation: owed }) };
  assert.deepEqual(auditHolds(owing, right).coins, [
    "Earned coins owed must be 1: 0",
    "Earned coins taken back must be 0: 1",
  ]);
  const movements = right.movements.map((one) =>
    one.reason === "cancel-earned" ? { ...one, reason: "cancel-debt" } : one
  );
  assert.deepEqual(auditHolds(owing, { ...right, movements }).coins, []);
  const { coupons, stock, coins } = auditHolds(order, USED);
  assert.deepEqual(coupons, [
    `Coupon use is counted, but the session does not use the coupon: ${COUPON}`,
  ]);
  assert.deepEqual(stock, ["Sold units of variant 11 must be 0: 1"]);
  assert.deepEqual(coins, [
    "Coins used must be 0: 5",
    "Coins returned must be 5: 0",
    "Earned coins taken back must be 1: 0",
  ]);
  assert.deepEqual(auditHolds(sessionIn(PAID), { ...right, coupons: [COUPON] }).coins, [
    "Coins used must be 5: 0",
    "Coins returned must be 0: 5",
    "Earned coins taken back must be 0: 1",
  ]);
});
