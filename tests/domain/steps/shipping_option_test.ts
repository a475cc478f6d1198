import { deepEqual, equal } from "node:assert/strict";
import type { ShippingRule, ShopRules } from "../../../src/domain/shop/merchant.ts";
import { setAddress } from "../../../src/domain/steps/address.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { chooseShippingOption } from "../../../src/domain/steps/shipping_option.ts";
import { anAddress } from "../../support/builders.ts";
import { EXPRESS, shippingAt } from "../../support/shop.ts";
import { at, keepsAndRefuses, refuses, sessionIn, shopAs, told } from "./cases.ts";

const RULES: Partial<ShopRules> = {
  shipping: [shippingAt(9_000), shippingAt(6_000, { postalPrefixes: ["56"], more: [EXPRESS] })],
};
const ADDRESSED = { choices: { address: anAddress() } };
const EXPRESSED = { choices: { address: anAddress(), shippingOption: "express" } };

Deno.test("chooseShippingOption() prices the chosen option", () => {
  const context = shopAs({ rules: RULES });
  const decision = chooseShippingOption(sessionIn(context, ADDRESSED), "express", context);
  const { choices, priced } = decision.session;
  deepEqual([choices.shippingOption, priced.shippingOption], ["express", "express"]);
  // 698.00 + 150.00
  deepEqual([priced.totals.shipping, priced.totals.totalPayable], [15_000, 84_800]);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  const back = chooseShippingOption(decision.session, "standard", context).session;
  deepEqual([back.choices.shippingOption, back.priced.totals.shipping], ["standard", 6_000]);
});

Deno.test("chooseShippingOption() needs an address, and an option that is offered there", () => {
  const context = shopAs({ rules: RULES });
  refuses(
    () => chooseShippingOption(sessionIn(context), "standard", context),
    "error.address-required",
    "Set an address before the shipping option",
  );
  refuses(
    () => chooseShippingOption(sessionIn(context, ADDRESSED), "drone\n", context),
    "error.invalid-request",
    'data.id must be one of standard, express, got "drone?"',
  );
  const moved = shopAs({ rules: { shipping: [shippingAt(1, { countries: ["AE"] })] } });
  refuses(
    () => chooseShippingOption(sessionIn(context, ADDRESSED), "standard", moved),
    "error.address-not-serviceable",
    "The shop no longer delivers to this address",
  );
});

Deno.test("a chosen option stays where it is offered, and else becomes the first for good", () => {
  const context = shopAs({ rules: RULES });
  const before = sessionIn(context, EXPRESSED);
  const near = setAddress(before, anAddress({ postalCode: "561001" }), context).session;
  deepEqual([near.choices.shippingOption, near.priced.totals.shipping], ["express", 15_000]);
  const far = setAddress(before, anAddress({ postalCode: "110001" }), context).session;
  deepEqual([far.choices.shippingOption, far.priced.shippingOption], [null, "standard"]);
  equal(far.priced.totals.totalPayable, 78_800); // 698.00 + 90.00
  const again = setAddress(far, anAddress(), context).session;
  deepEqual([again.priced.shippingOption, again.priced.totals.totalPayable], ["standard", 75_800]);
});

Deno.test("startPayment() refuses another option than the one shown, whatever its price", () => {
  const session = sessionIn(shopAs({ rules: RULES }), EXPRESSED);
  const pay = (...shipping: ShippingRule[]) =>
    startPayment(session, null, shopAs({ rules: { shipping } }));
  const changed = "The order has changed since it was shown. The price is";
  for (const [price, told] of [[7_000, "now 768.00 instead of 848.00"], [15_000, "still 848.00"]]) {
    const decision = pay(shippingAt(Number(price)));
    keepsAndRefuses(decision, "error.price-changed", `${changed} ${told}`);
    const { choices, priced } = decision.session;
    deepEqual([choices.shippingOption, priced.shippingOption], [null, "standard"]);
  }
  // The other options do not matter.
  equal(pay(shippingAt(7_000, { more: [EXPRESS] })).session.payment?.amount, 84_800);
});
