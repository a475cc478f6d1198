import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../../support/arbitraries.ts";
import { requireReached } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { balances, BETWEEN_CODES_MS, books, DOOR } from "./books.ts";
import { Checkout } from "./checkout.ts";
import { CARTS, place } from "./placing.ts";
import { KNOWN_PHONE, mugs, putBowl, withShop } from "./shop.ts";

Deno.test("placing and cancelling any cart leaves stock, uses and coins as they were", () =>
  withShop(async (world) => {
    const { merchant, services } = world;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(CARTS, async (cart) => {
        const before = await books(world);
        const checkout = await place(world, cart);
        const ordered = await books(world);
        assert.ok(ordered.stock[0]! < before.stock[0]!);
        const { choices, collected, priced } = await checkout.stored();
        seen.add(choices.method ?? "");
        if (collected !== null) seen.add("cash");
        if (priced.coins.used > 0) seen.add("coins used");
        const spent = Math.min(cart.spent, ordered.coins);
        const spend = { coins: -spent, reason: "spent elsewhere", by: OPERATOR };
        if (spent > 0) await services.customers.correct(merchant.id, KNOWN_PHONE, spend);
        await checkout.step("POST /cancel", DOOR);
        // Spent ones stay spent, or are owed.
        const coins = before.coins - spent;
        if (before.coins < spent) seen.add("earned coins spent");
        assert.deepEqual(await books(world), { ...before, coins });
        const { PROCESSING, USED } = await balances(world);
        assert.deepEqual([PROCESSING, USED], [0, 0]);
        if (coins < 500) {
          const refill = { coins: 500 - coins, reason: "for the next cart", by: OPERATOR };
          await services.customers.correct(merchant.id, KNOWN_PHONE, refill);
        }
      }),
      runs(120),
    );
    const wanted = ["COD", "PREPAID", "cash", "coins used", "earned coins spent"];
    for (const one of wanted) requireReached(seen.has(one), one);
  }, { more: [putBowl()] }));

/** Orders are placed, cancelled and paid for in vain, in any order. */
const HISTORIES = fc.array(
  fc.record({
    // The rest is given to a payment that fails, or to an earlier order that is cancelled.
    does: fc.constantFrom("order", "order", "fail", "cancel"),
    cart: CARTS.map((cart) => {
      return { ...cart, mugs: Math.ceil(cart.mugs / 3), gift: false, phone: true };
    }),
    which: fc.nat({ max: 100 }),
  }),
  { minLength: 2, maxLength: 6 },
);

Deno.test("all orders of a customer, cancelled in any order, leave the opening balance", () =>
  withShop(async (world) => {
    const opening = await books(world);
    let debts = 0;
    await fc.assert(
      fc.asyncProperty(HISTORIES, fc.infiniteStream(fc.nat({ max: 100 })), async (all, picks) => {
        const orders: Checkout[] = [];
        const cancel = async (which: number) => {
          const [order] = orders.splice(which % orders.length, 1);
          const { coin, order: { shortfall } } = await order!.step("POST /cancel", DOOR);
          const { coins } = await books(world);
          assert.equal(coin.coin_available, Math.max(0, coins));
          if (shortfall !== null) debts += 1;
          if (coins >= 0) return;
          const next = await Checkout.open(world, { items: mugs(1) });
          world.clock.advance(BETWEEN_CODES_MS);
          assert.equal((await next.verify()).coin.coin_available, 0);
          await next.refused("PUT /coins", { coins: 1 }, "error.coins-not-available");
        };
        for (const { does, cart, which } of all) {
          if (does === "order") orders.push(await place(world, cart));
          else if (does === "fail") await place(world, { ...cart, method: "PREPAID" }, "FAILED");
          else if (orders.length > 0) await cancel(which);
        }
        while (orders.length > 0) await cancel(picks.next().value ?? 0);
        assert.deepEqual(await books(world), opening);
      }),
      runs(60, 60),
    );
    requireReached(debts > 0, "a debt");
  }, { more: [putBowl()] }));
