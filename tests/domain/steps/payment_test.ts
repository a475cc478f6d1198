import { deepEqual, equal } from "node:assert/strict";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import {
  aCustomer,
  aLine,
  anAddress,
  aPayment,
  int64,
  NOW,
  SESSION_ID,
} from "../../support/builders.ts";
import { entered } from "../pricing/cases.ts";
import {
  aMug,
  aPoster,
  CODE,
  COINS,
  coupon,
  fixed,
  gift,
  PARTIAL_COD,
  percent,
  STACKS,
} from "../../support/shop.ts";
import {
  at,
  FIRST_ID,
  only,
  refuses,
  SECOND_ID,
  sessionIn,
  shopAs,
  THIRD_ID,
  told,
  verified,
} from "./cases.ts";

const FREE = coupon("FREE", percent(100));

Deno.test("startPayment() asks for the whole of a prepaid order and freezes the cart", () => {
  const context = shopAs();
  const before = sessionIn(context);
  const decision = startPayment(before, null, context);
  deepEqual(decision.session, {
    ...before,
    ...at("IN_PROGRESS", "PENDING"),
    version: before.version + 1,
    payment: aPayment({ id: FIRST_ID, amount: 69_800, startedAt: NOW }),
  });
  deepEqual(told(decision), ["payment.pending"]);
  const { payment_id, payment_state, total_payable } = decision.events[0]!.data;
  deepEqual([payment_id, payment_state, total_payable], [FIRST_ID, "PENDING", "698.00"]);
});

Deno.test("startPayment() sets coupon uses, units and coins aside, each with its limit", () => {
  const save = coupon("SAVE10", percent(10), {
    ...CODE,
    usageLimit: 100,
    usageLimitPerCustomer: 2,
  });
  const context = shopAs({
    coupons: [save],
    usage: [[save, { used: 99, usedByCustomer: 1 }]],
    products: [aMug(20)],
    rules: { coin: COINS },
    coins: 500,
  });
  const before = sessionIn(context, {
    ...verified(),
    choices: { codes: [entered(save, NOW)], coins: 300 },
  });
  const { effects, session } = startPayment(before, null, context);
  equal(session.payment?.amount, 59_820); // 698.00 - 69.80 - 30.00
  // 6,282 coins would fit; of the 500 that the customer had, 200 can still be redeemed.
  deepEqual(session.priced.coins, { available: 200, redeemable: 200, used: 300, processing: 300 });
  deepEqual(effects, [
    {
      kind: "coupon.take",
      couponId: save.id,
      sessionId: SESSION_ID,
      customerId: aCustomer().id,
      limit: 100,
      limitPerCustomer: 2,
    },
    {
      kind: "stock.hold",
      merchantId: before.merchantId,
      sessionId: SESSION_ID,
      variantId: int64(11),
      units: 2,
    },
    {
      kind: "coins.move",
      movement: {
        id: SECOND_ID,
        customerId: aCustomer().id,
        from: "AVAILABLE",
        to: "PROCESSING",
        coins: 300,
        reason: `hold:${FIRST_ID}`,
        sessionId: SESSION_ID,
        at: NOW,
      },
    },
  ]);
});

Deno.test("startPayment() takes uses without a limit and without a customer too", () => {
  const context = shopAs({ coupons: [coupon("AUTO", percent(1))], products: [aMug(null)] });
  const { effects } = startPayment(sessionIn(context), null, context);
  deepEqual(effects, [{
    kind: "coupon.take",
    couponId: coupon("AUTO", percent(1)).id,
    sessionId: SESSION_ID,
    customerId: null,
    limit: null,
    limitPerCustomer: null,
  }]);
});

Deno.test("startPayment() takes uses within the limit of now, not that of when the code was entered", () => {
  const save = coupon("SAVE10", percent(10), { ...CODE, usageLimit: 100 });
  const before = sessionIn(shopAs({ coupons: [save] }), {
    choices: { codes: [entered(save, NOW)] },
  });
  const context = shopAs({ coupons: [{ ...save, usageLimit: 5 }] });
  deepEqual(only(startPayment(before, null, context), "coupon.take").map(({ limit }) => limit), [
    5,
  ]);
});

Deno.test("startPayment() holds the units of a variant over all its lines, gifts included", () => {
  const mugs = coupon("MUGS", fixed(0), { gift: gift(0, 1, 1) });
  const posters = coupon("POSTERS", fixed(0), { ...STACKS, gift: gift(0, 1, 9) });
  const context = shopAs({ coupons: [mugs, posters], products: [aMug(4), aPoster(null)] });
  const claims = [
    { couponId: mugs.id, productId: int64(1), variantId: int64(11), quantity: 1 },
    { couponId: posters.id, productId: int64(9), variantId: int64(91), quantity: 1 },
  ];
  const lines = [aLine({ quantity: 2 }), aLine({ properties: { gift: "wrapped" } })];
  const decision = startPayment(sessionIn(context, { lines, choices: { claims } }), null, context);
  // Posters have no stock, nor have the cups below, which are not in the catalogue.
  deepEqual(
    only(decision, "stock.hold").map(({ variantId, units }) => [variantId, units]),
    [["11", 4]],
  );
  // A use of the coupon of each claimed gift is taken.
  deepEqual(only(decision, "coupon.take").map(({ couponId }) => couponId), [mugs.id, posters.id]);
});

Deno.test("startPayment() holds nothing of a variant that the shop does not know", () => {
  const context = shopAs();
  const lines = [aLine({ productId: int64(3), variantId: int64(31) })];
  deepEqual(startPayment(sessionIn(context, { lines }), null, context).effects, []);
});

Deno.test("startPayment() asks for the prepaid part of a cash-on-delivery order", () => {
  const context = shopAs({ rules: { cod: PARTIAL_COD } });
  const before = sessionIn(context, { choices: { method: "COD" } });
  const { session } = startPayment(before, null, context);
  // 10 % of 698.00 + 40.00
  deepEqual([session.payment?.method, session.payment?.amount], ["COD", 7_380]);
});

Deno.test("startPayment() refuses a cash-on-delivery order without a prepaid part", () => {
  const context = shopAs({ rules: { cod: { ...PARTIAL_COD, prepaid: null } } });
  refuses(
    () => startPayment(sessionIn(context, { choices: { method: "COD" } }), null, context),
    "error.invalid-state",
    "A cash-on-delivery order without a prepaid part needs no payment: complete it",
  );
});

Deno.test("startPayment() completes an order that costs nothing at once", () => {
  const context = shopAs({ coupons: [FREE], rules: { coin: { ...COINS, earnRate: 0 } } });
  const before = sessionIn(context);
  const decision = startPayment(before, null, context);
  deepEqual(decision.session.state, at("COMPLETED", "PAID").state);
  equal(decision.session.version, before.version + 1);
  const { payment, amountPaid } = decision.session;
  deepEqual([payment?.status, payment?.amount, amountPaid], ["PAID", 0, 0]);
  deepEqual(told(decision), ["payment.paid", "session.completed"]);
  deepEqual(decision.effects.map(({ kind }) => kind), ["coupon.take", "stock.hold", "stock.sell"]);
});

Deno.test("startPayment() uses the coins of an order that they pay in full", () => {
  const context = shopAs({ rules: { coin: COINS }, coins: 9_000 });
  const before = sessionIn(context, { ...verified(), choices: { coins: 6_980 } });
  const decision = startPayment(before, null, context);
  deepEqual(decision.session.state, at("COMPLETED", "PAID").state);
  deepEqual(decision.session.priced.coins, {
    available: 2_020,
    redeemable: 2_020,
    used: 6_980,
    processing: 0,
  });
  // Nothing is earned on what coins paid.
  deepEqual(
    only(decision, "coins.move").map((
      { movement: { id, from, to, coins, reason } },
    ) => [id, from, to, coins, reason]),
    [
      [SECOND_ID, "AVAILABLE", "PROCESSING", 6_980, `hold:${FIRST_ID}`],
      [THIRD_ID, "PROCESSING", "USED", 6_980, `use:${FIRST_ID}`],
    ],
  );
});

Deno.test("startPayment() starts anew after a failure, under a new id", () => {
  const context = shopAs();
  const before = sessionIn(context, {
    ...at("IN_PROGRESS", "FAILED"),
    payment: aPayment({ status: "FAILED", reference: "pay_1" }),
  });
  const { session } = startPayment(before, null, context);
  deepEqual([session.payment?.id, session.payment?.reference], [FIRST_ID, null]);
  deepEqual(session.state, at("IN_PROGRESS", "PENDING").state);
});

Deno.test("startPayment() refuses while a payment is pending, and once the session has ended", () => {
  const context = shopAs({ rules: { shipping: [] } });
  const refusesIn = (state: ReturnType<typeof at>, words: string) =>
    refuses(
      () =>
        startPayment(
          sessionIn(context, { ...state, choices: { address: anAddress() } }),
          null,
          context,
        ),
      "error.invalid-state",
      words,
    );
  refusesIn(at("IN_PROGRESS", "PENDING"), "A payment is pending: wait for its result or cancel it");
  refusesIn(
    at("IN_PROGRESS", "PAID"),
    "This step is not allowed in this state: IN_PROGRESS, payment PAID",
  );
  refusesIn(at("COMPLETED", "PAID"), "The order is complete and cannot be changed");
  refusesIn(at("ABANDONED", "DRAFT"), "The session was abandoned and cannot be changed");
});
