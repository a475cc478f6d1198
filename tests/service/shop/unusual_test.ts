import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { type CountedMessage, messageLimitsAt } from "../../../src/domain/message_limits.ts";
import { lastHours } from "../../../src/domain/shop/hourly.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import type { World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { place, plainCart } from "../../web/api/placing.ts";
import { HOUR_MS, withShop } from "../../web/api/shop.ts";
import { dashboardOf, OWN_FORM, roleAt } from "../../web/dashboard/dashboard.ts";

const CART = plainCart(1);

/** What the events of crossed limits say. */
async function crossed({ store }: World) {
  const events = (await store.webhooks.eventsAfter(0, 999)).map(({ event }) => event);
  return events.filter(({ type }) => type === "limit.crossed")
    .map(({ data }) => [data["limit"], data["value"], data["count"], data["begins_at"]]);
}

Deno.test("a shop is told of numbers above its limits of an hour, and of each once an hour", () =>
  withShop(async (world) => {
    const { services: { attention, hourlyLimits }, store, merchant, clock } = world;
    const hour = clock.now() - clock.now() % HOUR_MS + HOUR_MS;
    clock.advance(hour - clock.now());
    const stored = await store.merchants.find(merchant.id);
    const shop = { ...stored!, ordersHourly: 1, messagesHourly: 1, signInsHourly: 1 };
    await store.commit([{ kind: "merchant.put", merchant: shop }]);
    const unusual = async () => (await attention.of(shop)).unusual;
    await place(world, CART);
    assert.deepEqual(await unusual(), []);
    assert.equal(await hourlyLimits.tellAll(), 0);
    await place(world, CART);
    const orders = { limit: "ordersHourly", hour, count: 2, expected: 1 };
    assert.deepEqual(await unusual(), [orders]);
    assert.deepEqual((await attention.of(stored!)).unusual, [], "0 is never");
    // Two servers that look at once.
    const told = await Promise.all([hourlyLimits.tellAll(), hourlyLimits.tellAll()]);
    assert.deepEqual(told.toSorted(), [0, 1]);
    for (const n of [1, 2]) await store.commit([messageSent(n, shop, clock.now())]);
    const dashboard = dashboardOf(world);
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    const { text } = await viewer.get(`/shops/${merchant.id}/`);
    assert.match(text, /2 orders in the hour from/);
    assert.match(text, /2 messages in the hour from[^]*The shop expects at most 1\./);
    // The hour has ended since the last look, and the next one begins.
    clock.advance(hour + HOUR_MS - clock.now());
    assert.equal(await hourlyLimits.tellAll(), 1, "the messages; the orders are told");
    for (let n = 0; n < 2; n++) await place(world, CART);
    assert.equal(await hourlyLimits.tellAll(), 1);
    const at = [hour, hour + HOUR_MS].map((ms) => new Date(ms).toISOString());
    assert.deepEqual(await crossed(world), [
      ["orders_hourly", "1", "2", at[0]],
      ["messages_hourly", "1", "2", at[0]],
      ["orders_hourly", "1", "2", at[1]],
    ]);
    clock.advance(3 * HOUR_MS);
    assert.deepEqual(await unusual(), []);
  }));

Deno.test("a shop is told of sign-ins of its people, right and wrong", () =>
  withShop(async (world) => {
    const { services: { attention }, store, merchant } = world;
    const shop = { ...await store.merchants.find(merchant.id), signInsHourly: 1 } as Merchant;
    const dashboard = dashboardOf(world);
    await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    const before = await store.attention.hourly(merchant.id, lastHours(world.clock.now())[0]);
    for (const login of ["vera", "vera", "nobody"]) {
      const form = { login, password: "wrong password of hers" };
      await dashboard.send("POST", "/sign-in", { form, headers: OWN_FORM });
    }
    const [found] = (await attention.of(shop)).unusual;
    assert.deepEqual([found?.limit, found?.count], [
      "signInsHourly",
      before.signInsHourly + 2,
    ]);
  }));

function messageSent(n: number, shop: Merchant, at: number): Change {
  const message: CountedMessage = {
    eventId: uuid(n),
    kind: "email",
    merchantId: shop.id,
    sessionId: uuid(n),
    recipient: `r${n}`,
    isUnverified: false,
    at,
    client: null,
  };
  return { kind: "message.sent", message, limits: messageLimitsAt(shop, at) };
}
