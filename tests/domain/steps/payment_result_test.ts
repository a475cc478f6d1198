import { deepEqual, equal } from "node:assert/strict";
import type { StepContext } from "../../../src/domain/decision/decision.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { reportPaymentResult } from "../../../src/domain/steps/payment_result.ts";
import { aCustomer, aMerchant, aPayment, NOW, SESSION_ID } from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { COINS, PARTIAL_COD } from "../../support/shop.ts";
import { at, FIRST_ID, SECOND_ID, sessionIn, shopAs, showing, told, verified } from "./cases.ts";
import { aResult, HELD, moves, paying, payShop, SAVE10 } from "./paying.ts";

const { id: PAYMENT_ID, amount: ASKED } = aPayment();

/** The reference of {@link aResult}, taken. */
const TAKEN = {
  kind: "reference.take",
  merchantId: aMerchant().id,
  livemode: true,
  reference: "pay_1",
  sessionId: SESSION_ID,
  paymentId: PAYMENT_ID,
} as const;

Deno.test("reportPaymentResult() PAID completes the order", () => {
  const context = payShop(HELD);
  const before = paying(context);
  const decision = reportPaymentResult(before, aResult(), context);
  deepEqual(decision.session, {
    ...before,
    ...at("COMPLETED", "PAID"),
    version: before.version + 1,
    payment: aPayment({ status: "PAID", reference: "pay_1" }),
    order: aPlacedOrder(),
    amountPaid: ASKED,
    priced: {
      ...showing(before, 299, 0).priced, // what is earned is there
      totals: { ...before.priced.totals, amountPaid: ASKED },
    },
  });
  deepEqual(told(decision), ["payment.paid", "session.completed"]);
  deepEqual(decision.events.map(({ data }) => data["amount_paid"]), ["598.20", "598.20"]);
});

Deno.test("reportPaymentResult() PAID sells the units, uses the coins and lets the customer earn", () => {
  const context = payShop();
  const coin = { customerId: aCustomer().id, sessionId: SESSION_ID, at: NOW };
  deepEqual(reportPaymentResult(paying(context), aResult(), context).effects, [
    TAKEN,
    { kind: "stock.sell", sessionId: SESSION_ID },
    {
      kind: "coins.move",
      movement: {
        ...coin,
        id: FIRST_ID,
        from: "PROCESSING",
        to: "USED",
        coins: 300,
        reason: `use:${PAYMENT_ID}`,
      },
    },
    {
      kind: "coins.move",
      movement: {
        ...coin,
        id: SECOND_ID,
        from: "ISSUED",
        to: "AVAILABLE",
        coins: 299, // 5 % of 598.20 is 29.91
        reason: "earn",
      },
    },
  ]);
});

Deno.test("reportPaymentResult() PAID earns nothing without a customer, a programme or a whole coin", () => {
  const earned = (context: StepContext, over: Partial<CheckoutSession>) => {
    const state = { ...at("IN_PROGRESS", "PENDING"), payment: aPayment({ amount: 69_800 }) };
    const before = sessionIn(context, { ...state, ...over });
    return moves(reportPaymentResult(before, aResult({ amount: 69_800 }), context));
  };
  const shop = (over: Partial<typeof COINS>) => shopAs({ rules: { coin: { ...COINS, ...over } } });
  deepEqual(earned(shop({}), verified()), [["ISSUED", "AVAILABLE", 349, "earn"]]);
  deepEqual(earned(shop({}), {}), []);
  deepEqual(earned(shopAs(), verified()), []);
  deepEqual(earned(shop({ provider: "NONE" }), verified()), []);
  deepEqual(earned(shop({ earnRate: 0 }), verified()), []);
  deepEqual(earned(shop({ earnRate: 100 }), verified()), []); // 6 of 10 a coin
});

Deno.test("reportPaymentResult() PAID of the prepaid part places the order", () => {
  const context = shopAs({ rules: { cod: PARTIAL_COD } });
  const before = sessionIn(context, {
    ...at("IN_PROGRESS", "PENDING"),
    payment: aPayment({ method: "COD", amount: 7_380 }),
    choices: { method: "COD" },
  });
  const decision = reportPaymentResult(before, aResult({ amount: 7_380 }), context);
  deepEqual(decision.session.state, at("COMPLETED", "PAID").state);
  deepEqual([decision.session.amountPaid, decision.session.priced.totals.amountPaid], [
    7_380,
    7_380,
  ]);
  // A payment does not lower the total payable.
  equal(decision.session.priced.totals.totalPayable, 73_800);
  deepEqual(decision.effects, [TAKEN, { kind: "stock.sell", sessionId: SESSION_ID }]);
  deepEqual(told(decision), ["payment.paid", "session.completed"]);
  deepEqual(decision.session.version, before.version + 1);
});

Deno.test("reportPaymentResult() FAILED gives everything back and may be tried again", () => {
  const context = payShop(HELD);
  const decision = reportPaymentResult(paying(context), aResult({ status: "FAILED" }), context);
  deepEqual(decision.session.state, at("IN_PROGRESS", "FAILED").state);
  deepEqual([decision.session.payment?.status, decision.session.amountPaid], ["FAILED", 0]);
  const { available, used, processing } = decision.session.priced.coins;
  deepEqual([available, used, processing], [300, 300, 0]);
  deepEqual(told(decision), ["payment.failed"]);
  deepEqual(decision.effects, [
    { kind: "coupon.return", couponId: SAVE10.id, sessionId: SESSION_ID },
    { kind: "stock.release", sessionId: SESSION_ID },
    {
      kind: "coins.move",
      movement: {
        id: FIRST_ID,
        customerId: aCustomer().id,
        from: "PROCESSING",
        to: "AVAILABLE",
        coins: 300,
        reason: `release:${PAYMENT_ID}`,
        sessionId: SESSION_ID,
        at: NOW,
      },
    },
  ]);
});
