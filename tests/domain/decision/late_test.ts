import { deepEqual, equal } from "node:assert/strict";
import type { PlacedOrder } from "../../../src/domain/session/order.ts";
import { reportPaymentResult } from "../../../src/domain/steps/payment_result.ts";
import {
  aCustomer,
  aLine,
  aPayment,
  aProduct,
  aVariant,
  int64,
  NOW,
  SESSION_ID,
} from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { aMug, PARTIAL_COD } from "../../support/shop.ts";
import { at, sessionIn, shopAs, type ShopState, told } from "../steps/cases.ts";
import { aResult, moves, paying, payShop, releasedIn, SAVE10 } from "../steps/paying.ts";

const ABANDONED = at("ABANDONED", "PENDING");
const { id: PAYMENT_ID } = aPayment();

/** Outcome of a payment of two mugs, SAVE10 and 300 coins that is paid late in a shop. */
function paidLate(shop: ShopState, over: Parameters<typeof releasedIn>[1] = {}) {
  const context = payShop({ now: NOW + 1, ...shop });
  return reportPaymentResult(releasedIn(payShop(), over), aResult(), context);
}

/** A late order with what it lacks. */
function late(shortfall: PlacedOrder["shortfall"]): PlacedOrder {
  return aPlacedOrder({ placedAt: NOW + 1, late: true, shortfall });
}

for (const over of [{}, ABANDONED]) {
  const where = over === ABANDONED ? "after the session ended" : "while it goes on";
  Deno.test(`reportPaymentResult() PAID of released holds takes them again where they are free, ${where}`, () => {
    const decision = paidLate({}, over);
    const { session } = decision;
    deepEqual(session.state, at("COMPLETED", "PAID").state);
    deepEqual(session.order, late(null));
    deepEqual(session.payment?.holds, null);
    deepEqual(told(decision), ["payment.paid", "session.completed"]);
    deepEqual(decision.effects.slice(1, 3), [
      {
        kind: "coupon.take",
        couponId: SAVE10.id,
        sessionId: SESSION_ID,
        customerId: aCustomer().id,
        limit: 1,
        limitPerCustomer: 1,
      },
      {
        kind: "stock.hold",
        merchantId: session.merchantId,
        sessionId: SESSION_ID,
        variantId: int64(11),
        units: 2,
      },
    ]);
    deepEqual(decision.effects[4], { kind: "stock.sell", sessionId: SESSION_ID });
    deepEqual(moves(decision), [
      ["AVAILABLE", "PROCESSING", 300, `hold-late:${PAYMENT_ID}`],
      ["PROCESSING", "USED", 300, `use:${PAYMENT_ID}`],
      ["ISSUED", "AVAILABLE", 299, "earn"],
    ]);
    equal(decision.note, "A late payment placed an order after its holds were released");
  });
}

Deno.test("reportPaymentResult() PAID late names the units that are gone, and takes those that are left", () => {
  const decision = paidLate({ products: [aMug(1)] });
  const units = [{ productId: int64(1), variantId: int64(11), quantity: 1 }];
  deepEqual(decision.session.order, late({ coupons: [], units, coins: 0 }));
  deepEqual(
    decision.effects.filter(({ kind }) => kind.startsWith("stock.")).map((one) =>
      "units" in one ? one.units : one.kind
    ),
    [1, "stock.sell"],
  );
  deepEqual(decision.events[1]?.data["order"], {
    number: "0000-0001",
    livemode: true,
    placed_at: new Date(NOW + 1).toISOString(),
    late: true,
    shortfall: {
      coupons: [],
      units: [{ product_id: 1, variant_id: 11, quantity: 1 }],
      coins: 0,
      coin_debt: 0,
    },
    cancelled_at: null,
    cancel_reason: null,
  });
});

Deno.test("reportPaymentResult() PAID late takes nothing of what is sold out, sold on or not counted", () => {
  const kinds = [
    [aMug(0), 2, 0],
    [aMug(-3), 2, 0],
    [aMug(null), 0, 0],
    [
      aProduct({ variants: [aVariant({ inventoryQuantity: 0, inventoryPolicy: "continue" })] }),
      0,
      2,
    ],
  ] as const;
  for (const [product, missing, held] of kinds) {
    const { session, effects } = paidLate({ products: [product] });
    equal(session.order?.shortfall?.units[0]?.quantity ?? 0, missing);
    deepEqual(
      effects.flatMap((one) => one.kind === "stock.hold" ? [one.units] : []),
      held === 0 ? [] : [held],
    );
  }
});

Deno.test("reportPaymentResult() PAID late lacks what has left the catalogue, but not what never was in it", () => {
  for (const listed of [true, false]) {
    const lines = [aLine({ quantity: 2, listed })];
    const { session } = paidLate({ products: [] }, { lines });
    equal(session.order?.shortfall?.units[0]?.quantity, listed ? 2 : undefined);
  }
});

Deno.test("reportPaymentResult() PAID late overruns no limit of a coupon, and keeps the price agreed", () => {
  const asked = releasedIn().priced.totals;
  for (
    const shop of [
      { usage: [[SAVE10, { used: 1 }]] },
      {
        coupons: [{ ...SAVE10, usageLimit: 9 }],
        usage: [[SAVE10, { used: 1, usedByCustomer: 1 }]],
      },
      { coupons: [] },
    ] as const satisfies ShopState[]
  ) {
    const { session, effects } = paidLate(shop);
    deepEqual(session.order, late({ coupons: ["SAVE10"], units: [], coins: 0 }));
    deepEqual(effects.filter(({ kind }) => kind === "coupon.take"), []);
    deepEqual(session.priced.totals, { ...asked, amountPaid: 59_820 });
  }
});

Deno.test("reportPaymentResult() PAID late shows the coins that the ledger took, at the discount agreed", () => {
  const rows = [[300, 300, 0], [120, 120, 180], [0, 0, 300]] as const;
  for (const [coins, used, missing] of rows) {
    const decision = paidLate({ coins });
    const { order, priced } = decision.session;
    deepEqual([priced.coins.used, order?.shortfall?.coins ?? 0], [used, missing]);
    deepEqual([priced.totals.coinDiscount, priced.totals.totalPayable], [3_000, 59_820]);
    deepEqual([priced.coins.available, priced.coins.processing], [coins - used + 299, 0]);
    const taken = moves(decision).filter(([, to]) => to === "USED").map(([, , moved]) => moved);
    deepEqual(taken, used === 0 ? [] : [used]);
  }
});

Deno.test("reportPaymentResult() PAID late tells the operator everything that is missing", () => {
  const { note } = paidLate({ coupons: [], products: [aMug(0)], coins: 0 });
  equal(
    note,
    "A late payment placed an order after its holds were released; " +
      "missing: a use of coupon SAVE10, 2 of variant 11, 300 coins",
  );
});

Deno.test("reportPaymentResult() PAID in time is no late order, also once the session has ended by the clock", () => {
  const context = payShop();
  const { session, note } = reportPaymentResult(paying(context), aResult(), context);
  deepEqual([session.order, note], [aPlacedOrder(), undefined]);
});

Deno.test("reportPaymentResult() PAID late of a prepaid part places the order, with what is missing", () => {
  const context = shopAs({ rules: { cod: PARTIAL_COD }, products: [aMug(1)] });
  const before = sessionIn(context, {
    ...at("IN_PROGRESS", "PENDING"),
    payment: aPayment({ method: "COD", amount: 7_380, holds: "released" }),
    choices: { method: "COD" },
  });
  const { session, effects, ...rest } = reportPaymentResult(
    before,
    aResult({ amount: 7_380 }),
    context,
  );
  deepEqual(session.state, at("COMPLETED", "PAID").state);
  const units = [{ productId: int64(1), variantId: int64(11), quantity: 1 }];
  deepEqual(
    session.order,
    aPlacedOrder({ late: true, shortfall: { coupons: [], units, coins: 0 } }),
  );
  deepEqual(effects.map(({ kind }) => kind), ["reference.take", "stock.hold", "stock.sell"]);
  deepEqual(told({ session, effects, ...rest }), ["payment.paid", "session.completed"]);
});

Deno.test("reportPaymentResult() PAID late of a prepaid part after the end places the order", () => {
  const context = shopAs({ rules: { cod: PARTIAL_COD } });
  const before = sessionIn(context, {
    ...ABANDONED,
    payment: aPayment({ method: "COD", amount: 7_380, holds: "released" }),
    choices: { method: "COD" },
  });
  const decision = reportPaymentResult(before, aResult({ amount: 7_380 }), context);
  deepEqual(decision.session.state, at("COMPLETED", "PAID").state);
  deepEqual(decision.effects.map(({ kind }) => kind), [
    "reference.take",
    "stock.hold",
    "stock.sell",
  ]);
});

Deno.test("reportPaymentResult() FAILED after the holds were released gives nothing back a second time", () => {
  for (const [over, after] of [[{}, "IN_PROGRESS"], [ABANDONED, "ABANDONED"]] as const) {
    const context = payShop();
    const decision = reportPaymentResult(
      releasedIn(context, over),
      aResult({ status: "FAILED" }),
      context,
    );
    deepEqual(decision.session.state, at(after, "FAILED").state);
    deepEqual([decision.effects, told(decision)], [[], ["payment.failed"]]);
  }
});
