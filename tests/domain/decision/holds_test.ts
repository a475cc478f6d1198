import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { HOLD, RELEASE, showingCoins, USE } from "../../../src/domain/decision/holds.ts";
import { runs } from "../../support/arbitraries.ts";
import { COINS, sessionIn, shopAs, verified } from "../steps/cases.ts";

/** A session on 698.00 in a shop whose coins are worth 0.10 each: 6,980 fit. */
function sessionWith(coins: number, wanted: number) {
  const context = shopAs({ rules: { coin: { ...COINS, earnRate: 0 } }, coins });
  return sessionIn(context, { ...verified(), choices: { coins: wanted } });
}

Deno.test("showingCoins() tells of one moment: what is held, and what of it fits the cart", () => {
  const { priced } = sessionWith(7_000, 300);
  deepEqual(priced.coins, { available: 7_000, redeemable: 6_980, used: 300, processing: 0 });
  const pending = showingCoins(sessionWith(7_000, 300), HOLD);
  deepEqual(pending.priced.coins, {
    available: 6_700,
    redeemable: 6_700,
    used: 300,
    processing: 300,
  });
  deepEqual(showingCoins(pending, RELEASE).priced.coins, priced.coins);
  deepEqual(showingCoins(pending, USE).priced.coins, { ...pending.priced.coins, processing: 0 });
});

Deno.test("showingCoins() never calls more coins redeemable than there are, or than fit", () => {
  const count = fc.nat({ max: 10_000 });
  fc.assert(
    fc.property(count, count, (coins, wanted) => {
      const session = sessionWith(coins, wanted);
      const { used } = session.priced.coins;
      const pending = showingCoins(session, HOLD);
      deepEqual(pending.priced.coins, {
        available: coins - used,
        redeemable: Math.min(coins - used, 6_980),
        used,
        processing: used,
      });
      deepEqual(showingCoins(pending, RELEASE).priced.coins, session.priced.coins);
    }),
    runs(300),
  );
});
