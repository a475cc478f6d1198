import { deepEqual, equal } from "node:assert/strict";
import type { CodRule, ShippingRule, ShopRules } from "../../../src/domain/shop/merchant.ts";
import { setAddress } from "../../../src/domain/steps/address.ts";
import { anAddress } from "../../support/builders.ts";
import { at, refuses, sessionIn, shopAs, told } from "./cases.ts";
import { shippingAt } from "../../support/shop.ts";

const SHIPPING: readonly ShippingRule[] = [
  shippingAt(9_000),
  shippingAt(6_000, { postalPrefixes: ["5600"], freeAbove: 100_000 }),
  shippingAt(50_000, { countries: ["AE"] }),
];
const COD: CodRule = { fee: 4_000, min: 20_000, max: null, countries: ["IN"], prepaid: null };
const RULES: Partial<ShopRules> = { shipping: SHIPPING, cod: COD };

Deno.test("setAddress() prices shipping by the longest postal prefix", () => {
  const context = shopAs({ rules: RULES });
  const decision = setAddress(sessionIn(context), anAddress(), context);
  const { totals } = decision.session.priced;
  deepEqual([totals.shipping, totals.totalPayable], [6_000, 75_800]);
  deepEqual(decision.session.choices.address, anAddress());
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  const elsewhere = setAddress(sessionIn(context), anAddress({ postalCode: "400001" }), context);
  equal(elsewhere.session.priced.totals.shipping, 9_000);
});

Deno.test("setAddress() replaces an earlier address and prices shipping once", () => {
  const context = shopAs({ rules: RULES });
  const before = sessionIn(context, { choices: { address: anAddress() } });
  const next = setAddress(before, anAddress({ postalCode: "400001" }), context);
  equal(next.session.priced.totals.totalPayable, 78_800);
});

Deno.test("setAddress() refuses where the shop does not deliver and keeps the old address", () => {
  const context = shopAs({ rules: RULES });
  const there = anAddress({ countryCode: "US", postalCode: "94107\u0000" });
  refuses(
    () => setAddress(sessionIn(context), there, context),
    "error.address-not-serviceable",
    "The shop does not deliver to this address: 94107?, US",
  );
});

Deno.test("setAddress() lets a choice of cash on delivery go where there is none", () => {
  const context = shopAs({ rules: RULES });
  const before = sessionIn(context, { choices: { method: "COD" } });
  deepEqual([before.choices.method, before.priced.totals.codOrder], ["COD", true]);
  const { session } = setAddress(before, anAddress({ countryCode: "AE" }), context);
  const { codAvailable, codOrder, totalPayable } = session.priced.totals;
  deepEqual([session.choices.method, codAvailable, codOrder], [null, false, false]);
  equal(totalPayable, 119_800); // 698.00 + 500.00, without the fee
  const near = setAddress(before, anAddress(), context).session;
  deepEqual([near.choices.method, near.priced.totals.totalPayable], ["COD", 79_800]);
});
