import { deepEqual, equal, notEqual } from "node:assert/strict";
import fc from "fast-check";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { PAY_WAYS, payOrder, prepaidWays, wayOf } from "../../../src/domain/shop/pay_ways.ts";
import { orderMark } from "../../../src/domain/steps/pay.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { choosePaymentMethod } from "../../../src/domain/steps/payment_method.ts";
import { sessionIn, shopAs } from "../steps/cases.ts";

const MANUAL = { instructions: "To 12345", upi: null, days: 3 };

Deno.test("prepaidWays() are those that the shop has, in its order", () => {
  const ways = (over: Partial<typeof NO_CHECKOUT_FORM>, hasProvider: boolean) =>
    prepaidWays({ ...NO_CHECKOUT_FORM, ...over }, hasProvider);
  deepEqual(ways({}, false), []);
  deepEqual(ways({}, true), ["PROVIDER"]);
  deepEqual(ways({ manual: MANUAL }, false), ["MANUAL"]);
  deepEqual(ways({ manual: MANUAL }, true), ["PROVIDER", "MANUAL"]);
  deepEqual(ways({ manual: MANUAL, payOrder: payOrder(["MANUAL"]) }, true), ["MANUAL", "PROVIDER"]);
  // Manual payment is in use if there is no payment page.
  deepEqual(ways({ manual: MANUAL, paymentUrl: "https://a.example" }, false), ["PROVIDER"]);
});

Deno.test("wayOf() is the chosen way if the shop has it, else its first", () => {
  equal(wayOf("MANUAL", ["PROVIDER", "MANUAL"]), "MANUAL");
  equal(wayOf("MANUAL", ["PROVIDER"]), "PROVIDER");
  equal(wayOf(null, ["MANUAL", "PROVIDER"]), "MANUAL");
  equal(wayOf(null, []), null);
});

Deno.test("payOrder() has every way once, those first that are named", () => {
  fc.assert(fc.property(fc.shuffledSubarray([...PAY_WAYS]), (named) => {
    const all = payOrder(named);
    deepEqual(all.slice(0, named.length), named);
    deepEqual(all.toSorted(), PAY_WAYS.toSorted());
  }));
});

Deno.test("the way to pay changes the order that was seen, and no amount of it", () => {
  const shops = fc.record({
    percent: fc.integer({ min: 0, max: 1_000_000 }),
    tax: fc.integer({ min: 0, max: 500_000 }),
  });
  fc.assert(fc.property(shops, ({ percent, tax }) => {
    const discount = { type: "PERCENTAGE", rate: percent, cap: null } as const;
    const rules = {
      tax: { rate: tax, included: true },
      paymentOffers: [{ method: "PREPAID" as const, discount }],
    };
    const context = shopAs({ rules });
    const by = (choice: "PREPAID" | "PROVIDER" | "MANUAL") =>
      choosePaymentMethod(sessionIn(context), choice, context).session;
    const [prepaid, provider, manual] = [by("PREPAID"), by("PROVIDER"), by("MANUAL")];
    deepEqual(provider.priced, prepaid.priced);
    deepEqual(manual.priced, prepaid.priced);
    notEqual(orderMark(provider), orderMark(manual));
    const { payment } = startPayment(manual, MANUAL, context).session;
    equal(payment?.amount, prepaid.priced.totals.totalPayable);
  }));
});
