import { deepEqual, equal } from "node:assert/strict";
import type { CodRule } from "../../../src/domain/shop/merchant.ts";
import { setAddress } from "../../../src/domain/steps/address.ts";
import { redeemCoins } from "../../../src/domain/steps/coins.ts";
import { choosePaymentMethod } from "../../../src/domain/steps/payment_method.ts";
import { anAddress } from "../../support/builders.ts";
import { coupon, percent } from "../../support/shop.ts";
import { at, refuses, sessionIn, shopAs, told } from "./cases.ts";

const COD: CodRule = { fee: 4_000, min: 20_000, max: null, countries: ["IN"], prepaid: null };

Deno.test("setAddress() and choosePaymentMethod() do not touch a cart that is being paid", () => {
  const context = shopAs();
  const frozen = sessionIn(context, at("IN_PROGRESS", "PENDING"));
  const message = "A payment is pending: wait for its result or cancel it";
  refuses(() => setAddress(frozen, anAddress(), context), "error.invalid-state", message);
  refuses(() => choosePaymentMethod(frozen, "COD", context), "error.invalid-state", message);
  refuses(() => redeemCoins(frozen, 0, context), "error.invalid-state", message);
});

Deno.test("choosePaymentMethod() adds the fee of cash on delivery", () => {
  const context = shopAs({ rules: { cod: COD } });
  const decision = choosePaymentMethod(sessionIn(context), "COD", context);
  const { codOrder, totalPayable } = decision.session.priced.totals;
  deepEqual([decision.session.choices.method, codOrder, totalPayable], ["COD", true, 73_800]);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  const back = choosePaymentMethod(decision.session, "PREPAID", context).session;
  deepEqual([back.choices.method, back.priced.totals.totalPayable], ["PREPAID", 69_800]);
});

Deno.test("choosePaymentMethod() brings the method's own offer", () => {
  const offer = { method: "PREPAID", discount: percent(5) } as const;
  const context = shopAs({ rules: { paymentOffers: [offer] } });
  equal(sessionIn(context).priced.totals.totalPayable, 69_800);
  const { session } = choosePaymentMethod(sessionIn(context), "PREPAID", context);
  equal(session.priced.totals.totalPayable, 66_310);
});

Deno.test("choosePaymentMethod() refuses cash on delivery where it is not to be had", () => {
  const message = "Cash on delivery is not available for this cart";
  const withCoupon = [coupon("NOCOD", percent(1), { disableCod: true })];
  const shops = [
    shopAs(), // The shop takes none.
    shopAs({ rules: { cod: { ...COD, min: 70_000 } } }),
    shopAs({ rules: { cod: { ...COD, max: 69_000 } } }),
    shopAs({ rules: { cod: { ...COD, countries: ["AE"] } } }),
    shopAs({ rules: { cod: COD }, coupons: withCoupon }),
  ];
  for (const context of shops) {
    const choose = () => choosePaymentMethod(sessionIn(context), "COD", context);
    refuses(choose, "error.cod-not-available", message);
  }
});
