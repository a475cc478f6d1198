/** Limits of what a shop gives in a day, by the services and the API. */
import assert from "node:assert/strict";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { OPERATOR } from "../support/operator.ts";
import { place, plainCart } from "../web/api/placing.ts";
import { KNOWN_PHONE, withShop } from "../web/api/shop.ts";
import type { World } from "../support/app.ts";

const REASON = { reason: "a gift", by: OPERATOR };

/** The events of crossed limits, and what they say. */
async function crossed({ store }: World) {
  const events = (await store.webhooks.eventsAfter(0, 999)).map(({ event }) => event);
  return events.filter(({ type }) => type === "limit.crossed").map(({ data }) => data);
}

async function limited({ store, merchant }: World, limits: Partial<Merchant>) {
  const shop = await store.merchants.find(merchant.id);
  await store.commit([{ kind: "merchant.put", merchant: { ...shop!, ...limits } }]);
}

Deno.test("coins of a day stop at the shop's limit until its day ends, and are noted", () =>
  withShop(async (world) => {
    const { services: { customers }, merchant, clock, store } = world;
    const give = (coins: number) =>
      customers.correct(merchant.id, KNOWN_PHONE, { coins, ...REASON });
    await limited(world, { coinsDaily: 500, timeZone: "Asia/Kolkata" });
    // The day after that of the opening coins, which count too.
    clock.advance(86_400_000);
    const since = clock.now();
    const { balances } = await give(300);
    await assert.rejects(give(201), {
      code: "error.conflict",
      message: new RegExp(
        "^The shop may give at most 500 coins a day, of which 300 coins are used until " +
          "20..-..-..T18:30:00.000Z: got 201 coins$",
      ),
    });
    // Coins that are taken give no room, and need none.
    await give(-50);
    const full = await give(200);
    assert.equal(full.balances.AVAILABLE, balances.AVAILABLE + 150);
    await assert.rejects(give(1), { code: "error.conflict" });
    assert.deepEqual(await store.attention.refused(merchant.id, since - 3_600_000), [
      { refusal: "coinsDaily", count: 2 },
    ]);
    const [first, ...others] = await crossed(world);
    assert.deepEqual(others, [], "one event a day");
    assert.deepEqual({ ...first, begins_at: 0, ends_at: 0 }, {
      merchant_id: merchant.id,
      limit: "coins_daily",
      value: "500",
      count: "501",
      currency_code: null,
      begins_at: 0,
      ends_at: 0,
      livemode: true,
    });
    assert.match(String(first!["begins_at"]), /T18:30:00\.000Z$/);
    assert.match(String(first!["ends_at"]), /T18:30:00\.000Z$/);
    clock.advance(86_400_000);
    await give(500);
    await assert.rejects(give(1), { code: "error.conflict" });
    assert.equal((await crossed(world)).length, 2, "another day");
    await limited(world, { coinsDaily: 0 });
    await give(10_000);
  }));

const CART = plainCart(5);

Deno.test("refunds of a day stop at the shop's limit, by the API, by people and by cancellation", () =>
  withShop(async (world) => {
    const { services: { orderAdmin }, store, merchant, clock } = world;
    await limited(world, { refundsDaily: 500_00, timeZone: "UTC" });
    const since = clock.now();
    const first = await place(world, CART);
    const second = await place(world, CART);
    await first.step("POST /refund", { amount: 300 });
    const byOperator = (amount: number) =>
      orderAdmin.refund(second.id, () => ({
        ...{ amount, lines: [], all: false, reason: null, reference: null },
        ...{ disputed: false, allowance: null },
      }), OPERATOR);
    const message = (got: string) =>
      new RegExp(
        "^The shop may refund at most 500\\.00 INR a day, of which 300\\.00 INR are used until " +
          `20..-..-..T00:00:00.000Z: got ${got} INR$`,
      );
    const refused = await second.send("POST /refund", { amount: "200.01" });
    assert.deepEqual([refused.status, refused.json.error.code], [409, "error.refund-exceeded"]);
    assert.match(refused.json.error.message, message("200\\.01"));
    const code = "error.refund-exceeded";
    await assert.rejects(byOperator(200_01), { code, message: message("200\\.01") });
    const version = (await second.stored()).version;
    const refund = { reference: null, disputed: false, allowance: null };
    await assert.rejects(orderAdmin.cancel(second.id, { reason: "x", refund }, OPERATOR), { code });
    assert.equal((await second.stored()).version, version, "nothing is written");
    await byOperator(200_00);
    assert.equal(await store.refunds.sumSince(merchant.id, since), 500_00);
    // A cancellation without money, and the next day.
    clock.advance(86_400_000);
    await first.step("POST /refund", { amount: 500 });
    await second.step("POST /cancel", { reason: "x", refund: false });
    assert.deepEqual(await store.attention.refused(merchant.id, since - 3_600_000), [
      { refusal: "refundsDaily", count: 3 },
    ]);
    const events = (await crossed(world)).map((
      { limit, value, count, currency_code: currency },
    ) => [
      ...[limit, value, count, currency],
    ]);
    assert.deepEqual(events, [["refunds_daily", "500.00", "500.01", "INR"]]);
  }));
