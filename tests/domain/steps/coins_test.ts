import { deepEqual, equal } from "node:assert/strict";
import { redeemCoins } from "../../../src/domain/steps/coins.ts";
import { at, refuses, sessionIn, shopAs, told, verified } from "./cases.ts";
import { COINS } from "../../support/shop.ts";

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
      `At most ${most} coins can be used on this cart, got ${asked}`,
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
    "At most 0 coins can be used on this cart, got 5",
  );
});
