import { deepEqual } from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { obstaclesOf } from "../../../src/domain/shop/obstacles.ts";

const MANUAL = { instructions: "By transfer", upi: null, days: 3 };
const RULES = { cod: null, shipping: [] };
const IN = { countries: ["IN"] };
const OUT = { countries: ["US", "CA"] };

Deno.test("obstaclesOf() names what keeps every customer of a shop's links from buying", () => {
  const of = (
    over: { checkout?: object; rules?: object; hasProvider?: boolean } = {},
  ) =>
    obstaclesOf({
      countryCode: "IN",
      rules: { ...RULES, ...over.rules },
      checkout: { ...NO_CHECKOUT_FORM, cartLinks: true, ...over.checkout },
    }, over.hasProvider ?? false);
  deepEqual(of(), ["payment"]);
  deepEqual(of({ hasProvider: true }), []);
  deepEqual(of({ checkout: { paymentUrl: "https://shop.example/pay" } }), []);
  deepEqual(of({ checkout: { manual: MANUAL } }), []);
  deepEqual(of({ rules: { cod: {} } }), []);
  deepEqual(of({ rules: { cod: {}, shipping: [OUT] } }), ["delivery"]);
  deepEqual(of({ rules: { cod: {}, shipping: [OUT, IN] } }), []);
  deepEqual(of({ rules: { shipping: [OUT] } }), ["payment", "delivery"]);
  // A shop's own backend takes the money in its own way.
  deepEqual(of({ checkout: { cartLinks: false }, rules: { shipping: [OUT] } }), []);
});
