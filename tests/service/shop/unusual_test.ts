import assert from "node:assert/strict";
import { type CountedMessage, messageLimitsAt } from "../../../src/domain/message_limits.ts";
import { uuid } from "../../support/builders.ts";
import { place, plainCart } from "../../web/api/placing.ts";
import { HOUR_MS, withShop } from "../../web/api/shop.ts";
import { dashboardOf, roleAt } from "../../web/dashboard/dashboard.ts";

const CART = plainCart(1);

Deno.test("orders and messages of an hour are unusual above what the shop expects, and no longer", () =>
  withShop(async (world) => {
    const { services, store, merchant, clock } = world;
    const stored = await store.merchants.find(merchant.id);
    const shop = { ...stored!, ordersHourly: 2, messagesHourly: 1 };
    const unusual = async () => (await services.attention.of(shop)).unusual;
    const first = clock.now();
    for (let n = 0; n < 2; n++) await place(world, CART);
    assert.deepEqual(await unusual(), []);
    await place(world, CART);
    const orders = { what: "orders", count: 3, expected: 2 };
    assert.deepEqual(await unusual(), [orders]);
    assert.deepEqual((await services.attention.of(stored!)).unusual, [], "0 is never");
    for (const n of [1, 2]) {
      const message: CountedMessage = {
        eventId: uuid(n),
        kind: "email",
        merchantId: merchant.id,
        sessionId: uuid(n),
        recipient: `r${n}`,
        isUnverified: false,
        at: clock.now(),
        client: null,
      };
      const limits = messageLimitsAt(shop, clock.now());
      await store.commit([{ kind: "message.sent", message, limits }]);
    }
    const messages = { what: "messages", count: 2, expected: 1 };
    assert.deepEqual(await unusual(), [orders, messages]);
    await store.commit([{ kind: "merchant.put", merchant: shop }]);
    const viewer = await dashboardOf(world).visitor("vera", roleAt(merchant.id, "viewer"));
    const { text } = await viewer.get(`/shops/${merchant.id}/`);
    assert.match(text, /3 orders in the last hour/);
    assert.match(text, /2 messages in the last hour[^]*The shop expects at most 1\./);
    clock.advance(first + HOUR_MS * 2 - clock.now());
    assert.deepEqual(await unusual(), []);
  }));
