import assert from "node:assert/strict";
import { createdWith, isReplay, named } from "./idempotency.ts";
import { Checkout } from "./steps/checkout.ts";
import { withShop } from "./steps/shop.ts";

Deno.test("an Idempotency-Key counts per merchant: another of its API keys gets the replay", () =>
  withShop(async (world) => {
    const request = { merchantId: world.merchant.id, name: "2", lifetimeMs: null, rateLimit: null };
    const { secret } = await world.services.keys.create(request);
    const first = await createdWith(world, "same");
    const second = await createdWith(world, "same", secret);
    assert.deepEqual([isReplay(second), second.text], [true, first.text]);
  }));

Deno.test("an Idempotency-Key counts per method and path: each does its own work under it", () =>
  withShop(async (world) => {
    const [one, two] = [await Checkout.open(world), await Checkout.open(world)];
    const calls: [Checkout, string, unknown][] = [
      [one, "POST /coupons", { code: "FLAT50" }],
      [two, "POST /coupons", { code: "FLAT50" }],
      [one, "PUT /payment-method", { method: "PREPAID" }],
      [one, "POST /abandon", undefined],
      [two, "DELETE /coupons/FLAT50", undefined],
    ];
    for (const replayed of [false, true]) {
      for (const [checkout, call, data] of calls) {
        const answer = await checkout.send(call, data, named("order-4711"));
        assert.deepEqual([answer.status, isReplay(answer)], [200, replayed], call);
      }
    }
  }));

Deno.test("bodies under an Idempotency-Key are compared as parsed JSON", () =>
  withShop(async ({ send, store }) => {
    const post = (text: string) => send("POST", "/session", { text, headers: named("cart") });
    const cart = (price: string, id = "9223372036854775807") =>
      `{"data":{"shop_domain":"demo-store.example","items":[{"product_id":${id},"variant_id":77,` +
      `"quantity":2,"price":${price}}]}}`;
    const first = await post(cart("120.5"));
    assert.deepEqual([first.status, isReplay(first)], [201, false], first.text);
    const same = [
      cart("120.50"),
      cart("1205e-1"),
      `{ "data": {"items": [ {"price":120.5, "quantity":2, "variant_id":77,\n` +
      `"product_id":9223372036854775807}], "shop_domain": "demo-store.ex\\u0061mple"}}`,
    ];
    for (const text of same) {
      const again = await post(text);
      assert.deepEqual([again.status, isReplay(again), again.text], [201, true, first.text], text);
    }
    for (const text of [cart("120.51"), cart('"120.5"'), cart("120.5", "9223372036854775806")]) {
      const other = await post(text);
      assert.deepEqual([other.status, other.json.error.code], [
        422,
        "error.idempotency-key-reused",
      ], text);
    }
    assert.equal((await store.sessions.list({ limit: 9 })).length, 1);
  }));
