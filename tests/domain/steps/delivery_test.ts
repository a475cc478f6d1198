import { deepEqual, equal } from "node:assert/strict";
import type { CodRule, ShippingRule, ShopRules } from "../../../src/domain/merchant.ts";
import { chooseMethod, redeemCoins, setAddress } from "../../../src/domain/steps/delivery.ts";
import { anAddress } from "../../support/builders.ts";
import { coupon, percent } from "../pricing/cases.ts";
import { at, COINS, refuses, sessionIn, shopAs, told, verified } from "./cases.ts";

const SHIPPING: readonly ShippingRule[] = [
  { countries: ["IN"], postalPrefixes: [], price: 9_000, freeAbove: null },
  { countries: ["IN"], postalPrefixes: ["5600"], price: 6_000, freeAbove: 100_000 },
  { countries: ["AE"], postalPrefixes: [], price: 50_000, freeAbove: null },
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
    "The shop does not deliver there: 94107?, US",
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

Deno.test("setAddress() and chooseMethod() do not touch a cart that is being paid", () => {
  const context = shopAs();
  const frozen = sessionIn(context, at("IN_PROGRESS", "PENDING"));
  const message = "The session does not allow this step in its state: IN_PROGRESS, payment PENDING";
  refuses(() => setAddress(frozen, anAddress(), context), "error.invalid-state", message);
  refuses(() => chooseMethod(frozen, "COD", context), "error.invalid-state", message);
  refuses(() => redeemCoins(frozen, 0, context), "error.invalid-state", message);
});

Deno.test("chooseMethod() adds the fee of cash on delivery", () => {
  const context = shopAs({ rules: { cod: COD } });
  const decision = chooseMethod(sessionIn(context), "COD", context);
  const { codOrder, totalPayable } = decision.session.priced.totals;
  deepEqual([decision.session.choices.method, codOrder, totalPayable], ["COD", true, 73_800]);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  const back = chooseMethod(decision.session, "PREPAID", context).session;
  deepEqual([back.choices.method, back.priced.totals.totalPayable], ["PREPAID", 69_800]);
});

Deno.test("chooseMethod() brings the method's own offer", () => {
  const offer = { method: "PREPAID", discount: percent(5) } as const;
  const context = shopAs({ rules: { paymentOffers: [offer] } });
  equal(sessionIn(context).priced.totals.totalPayable, 69_800);
  const { session } = chooseMethod(sessionIn(context), "PREPAID", context);
  equal(session.priced.totals.totalPayable, 66_310);
});

Deno.test("chooseMethod() refuses cash on delivery where it is not to be had", () => {
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
    const choose = () => chooseMethod(sessionIn(context), "COD", context);
    refuses(choose, "error.cod-not-available", message);
  }
});

Deno.test("redeemCoins() takes the worth of the coins off, and 0 takes them back", () => {
  const context = shopAs({ rules: { coin: COINS }, coins: 500 });
  const decision = redeemCoins(sessionIn(context, verified()), 300, context);
  const { coins, totals } = decision.session.priced;
  deepEqual(coins, { available: 500, redeemable: 500, used: 300, processing: 0 });
  deepEqual([totals.coinDiscount, totals.totalPayable], [3_000, 66_800]);
  // Nothing is set aside before the payment.
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  const back = redeemCoins(decision.session, 0, context).session;
  deepEqual([back.choices.coins, back.priced.totals.totalPayable], [0, 69_800]);
});

Deno.test("redeemCoins() needs a verified customer unless there are none to use", () => {
  const context = shopAs({ rules: { coin: COINS }, coins: 500 });
  refuses(
    () => redeemCoins(sessionIn(context), 1, context),
    "error.customer-required",
    "Verify a phone number first",
  );
  equal(redeemCoins(sessionIn(context), 0, context).session.choices.coins, 0);
});

Deno.test("redeemCoins() refuses more than the customer holds or the cart takes", () => {
  const refusesAt = (held: number, asked: number, most: number) => {
    const context = shopAs({ rules: { coin: COINS }, coins: held });
    refuses(
      () => redeemCoins(sessionIn(context, verified()), asked, context),
      "error.coins-not-available",
      `At most ${most} coins can be used on this cart: ${asked}`,
    );
    return redeemCoins(sessionIn(context, verified()), most, context).session.priced.coins.used;
  };
  equal(refusesAt(500, 501, 500), 500);
  equal(refusesAt(10_000, 6_981, 6_980), 6_980); // 698.00 / 0.10
  equal(refusesAt(0, 1, 0), 0);
});

Deno.test("redeemCoins() refuses in a shop without coins", () => {
  const context = shopAs({ coins: 500 });
  refuses(
    () => redeemCoins(sessionIn(context, verified()), 5, context),
    "error.coins-not-available",
    "At most 0 coins can be used on this cart: 5",
  );
});
