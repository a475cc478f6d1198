import { deepEqual, equal } from "node:assert/strict";
import { type StepContext, stepRefusedIn } from "../../../src/domain/decision/decision.ts";
import type { CodRule } from "../../../src/domain/shop/merchant.ts";
import {
  abandonSession,
  completeSession,
  expireSession,
} from "../../../src/domain/steps/ending.ts";
import { aCustomer, aPayment, int64, NOW, SESSION_ID } from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { entered } from "../pricing/cases.ts";
import { COD, CODE, COINS, coupon, percent } from "../../support/shop.ts";
import {
  at,
  FIRST_ID,
  heldIn,
  only,
  refuses,
  SECOND_ID,
  sessionIn,
  type SessionState,
  shopAs,
  type ShopState,
  showing,
  told,
  verified,
} from "./cases.ts";
import { HELD } from "./paying.ts";

const SAVE10 = coupon("SAVE10", percent(10), { ...CODE, usageLimit: 5 });
const PART: CodRule = { ...COD, prepaid: percent(10) };

const PAYMENT = aPayment();

/** A shop with coins, a coupon and cash on delivery. */
function shop(cod: CodRule | null = COD, over: ShopState = {}): StepContext {
  return shopAs({ coupons: [SAVE10], rules: { coin: COINS, cod }, coins: 300, ...over });
}

/** Choices of a session of {@link shop}: SAVE10 and 300 coins. */
const CHOICES = { codes: [entered(SAVE10, NOW)], coins: 300 };

function coinMoves(decision: ReturnType<typeof abandonSession>) {
  return only(decision, "coins.move")
    .map(({ movement: { id, from, to, coins, reason } }) => [id, from, to, coins, reason]);
}

Deno.test("completeSession() places a cash-on-delivery order and sells what it needs", () => {
  const context = shop();
  const before = sessionIn(context, { ...verified(), choices: { ...CHOICES, method: "COD" } });
  const decision = completeSession(before, null, context);
  const { session } = decision;
  deepEqual(session.state, at("COMPLETED", "DRAFT").state);
  deepEqual([session.version, session.payment, session.amountPaid], [8, null, 0]);
  equal(session.priced.totals.totalPayable, 63_820); // 598.20 + 40.00
  const { available, used, processing } = session.priced.coins;
  deepEqual([available, used, processing], [0, 300, 0]); // no money came in, nothing is earned
  deepEqual(told(decision), ["session.completed"]);
  deepEqual(decision.effects.slice(0, 2), [
    {
      kind: "coupon.take",
      couponId: SAVE10.id,
      sessionId: SESSION_ID,
      customerId: aCustomer().id,
      limit: 5,
      limitPerCustomer: null,
    },
    {
      kind: "stock.hold",
      merchantId: before.merchantId,
      sessionId: SESSION_ID,
      variantId: int64(11),
      units: 2,
    },
  ]);
  deepEqual(decision.effects.map(({ kind }) => kind), [
    "coupon.take",
    "stock.hold",
    "coins.move",
    "stock.sell",
    "coins.move",
  ]);
  deepEqual(coinMoves(decision), [
    [FIRST_ID, "AVAILABLE", "PROCESSING", 300, "hold:order"],
    [SECOND_ID, "PROCESSING", "USED", 300, "use:order"],
  ]);
});

Deno.test("completeSession() places the order whose prepaid part is paid, and holds nothing twice", () => {
  const context = shop(PART);
  const before = heldIn(context, {
    ...verified(),
    ...at("IN_PROGRESS", "PAID"),
    payment: { ...PAYMENT, method: "COD", amount: 6_382, status: "PAID", holds: "held" },
    amountPaid: 6_382,
    choices: { ...CHOICES, method: "COD" },
  });
  const decision = completeSession(before, null, shop(PART, HELD));
  deepEqual(decision.session, {
    ...showing(before, 31, 0),
    ...at("COMPLETED", "PAID"),
    version: before.version + 1,
    payment: { ...before.payment, holds: null },
    order: aPlacedOrder(),
  });
  deepEqual(told(decision), ["session.completed"]);
  equal(decision.events[0]?.data["amount_paid"], "63.82");
  deepEqual(decision.effects.map(({ kind }) => kind), ["stock.sell", "coins.move", "coins.move"]);
  deepEqual(coinMoves(decision), [
    [FIRST_ID, "PROCESSING", "USED", 300, `use:${PAYMENT.id}`],
    [SECOND_ID, "ISSUED", "AVAILABLE", 31, "earn"], // 5 % of the 63.82 that were paid is 3.19
  ]);
});

Deno.test("completeSession() places what is paid although the coupon has expired since", () => {
  const before = sessionIn(shop(PART), {
    ...at("IN_PROGRESS", "PAID"),
    payment: { ...PAYMENT, method: "COD", status: "PAID", holds: "held" },
    choices: { codes: [entered(SAVE10, NOW)], method: "COD" },
  });
  const context = shop(PART, { coupons: [{ ...SAVE10, endsAt: NOW }] });
  const { session } = completeSession(before, null, context);
  deepEqual(session.priced, before.priced);
});

Deno.test("completeSession() after a failed payment has nothing of it", () => {
  const context = shop();
  const before = sessionIn(context, {
    ...verified(),
    ...at("IN_PROGRESS", "FAILED"),
    payment: { ...PAYMENT, status: "FAILED", reference: "pay_1" },
    choices: { coins: 300, method: "COD" },
  });
  const decision = completeSession(before, null, context);
  deepEqual(decision.session.state, at("COMPLETED", "DRAFT").state);
  deepEqual([decision.session.payment, decision.events[0]?.data["payment_id"]], [null, null]);
  deepEqual(coinMoves(decision).map(([, , , , reason]) => reason), [
    "hold:order",
    "use:order",
  ]);
});

Deno.test("completeSession() refuses an order that is not cash on delivery", () => {
  const context = shop();
  const message = "Cash on delivery is not chosen for this order";
  for (const method of [null, "PREPAID"] as const) {
    const before = sessionIn(context, { choices: { method } });
    refuses(() => completeSession(before, null, context), "error.cod-not-available", message);
  }
});

Deno.test("completeSession() refuses while the prepaid part is due", () => {
  const context = shop(PART);
  refuses(
    () => completeSession(sessionIn(context, { choices: { method: "COD" } }), null, context),
    "error.payment-required",
    "The prepaid part must be paid first",
  );
});

Deno.test("completeSession() refuses while a payment is pending, and a second time", () => {
  const context = shop();
  const place = (state: ReturnType<typeof at>) => () =>
    completeSession(sessionIn(context, { ...state, choices: { method: "COD" } }), null, context);
  refuses(
    place(at("IN_PROGRESS", "PENDING")),
    "error.invalid-state",
    "A payment is pending: wait for its result or cancel it",
  );
  refuses(
    place(at("COMPLETED", "DRAFT")),
    "error.invalid-state",
    "The order is complete and cannot be changed",
  );
});

/** A session with its payment pending: SAVE10, 300 coins and two mugs are set aside. */
const PENDING: SessionState = {
  ...verified(),
  ...at("IN_PROGRESS", "PENDING"),
  payment: PAYMENT,
  choices: CHOICES,
};

for (const step of [abandonSession, expireSession]) {
  Deno.test(`${step.name}() ends a session of which nothing was set aside`, () => {
    const context = shop();
    for (const state of [at("INITIATED", "DRAFT"), at("IN_PROGRESS", "FAILED")]) {
      const before = sessionIn(context, { ...state, ...verified(), choices: CHOICES });
      const decision = step(before, null, context);
      const ended = { session: "ABANDONED", payment: before.state.payment };
      deepEqual(decision.session, { ...before, version: 8, state: ended });
      deepEqual([decision.effects, told(decision)], [[], ["session.abandoned"]]);
    }
  });

  Deno.test(`${step.name}() gives back what a pending payment had set aside`, () => {
    const context = shop();
    const before = heldIn(context, PENDING);
    const decision = step(before, null, shop(COD, HELD));
    // The payment itself may still come in.
    deepEqual(decision.session, {
      ...showing(before, 300, 0),
      ...at("ABANDONED", "PENDING"),
      version: 8,
      payment: { ...PAYMENT, holds: "released" },
    });
    deepEqual(decision.effects.slice(0, 2), [
      { kind: "coupon.return", couponId: SAVE10.id, sessionId: SESSION_ID },
      { kind: "stock.release", sessionId: SESSION_ID },
    ]);
    deepEqual(coinMoves(decision), [
      [FIRST_ID, "PROCESSING", "AVAILABLE", 300, `release:${PAYMENT.id}`],
    ]);
    equal(decision.effects.length, 3);
    deepEqual(told(decision), ["session.abandoned"]);
  });

  Deno.test(`${step.name}() does not touch an order, nor a session that has ended`, () => {
    const context = shop();
    for (const state of [at("COMPLETED", "PAID"), at("ABANDONED", "PENDING")]) {
      refuses(
        () => step(sessionIn(context, { ...state, payment: PAYMENT }), null, context),
        "error.invalid-state",
        stepRefusedIn(state.state),
      );
    }
  });
}

Deno.test("abandonSession() refuses once the prepaid part is paid; expireSession() makes the order", () => {
  const context = shop(PART);
  const before = sessionIn(context, {
    ...at("IN_PROGRESS", "PAID"),
    payment: { ...PAYMENT, method: "COD", status: "PAID", holds: "held" },
    choices: { method: "COD" },
  });
  refuses(
    () => abandonSession(before, null, context),
    "error.invalid-state",
    "This step is not allowed in this state: IN_PROGRESS, payment PAID",
  );
  const decision = expireSession(before, null, context);
  deepEqual(decision.session.state, at("COMPLETED", "PAID").state);
  deepEqual(decision.effects, [{ kind: "stock.sell", sessionId: SESSION_ID }]);
  deepEqual(told(decision), ["session.completed"]);
});
