import assert from "node:assert/strict";
import type { CouponId } from "../../../src/domain/ids.ts";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import { aPoster } from "../../support/shop.ts";
import { Checkout, left, linesOf } from "./checkout.ts";
import { ADDRESS, GIFT, mugs, POSTER, withShop } from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

interface Offer {
  readonly products: readonly {
    readonly single_variant: boolean;
    readonly variants: readonly { readonly variant_id: number }[];
  }[];
}

function claim(quantity: number, over: Record<string, unknown> = {}): { add_ons: unknown[] } {
  return { add_ons: [{ coupon_id: GIFT, variant_id: 91, quantity, ...over }] };
}

Deno.test("PUT /add-ons claims a gift as a line of its own, beside a paid unit of it", () =>
  withShop(async (world) => {
    const poster = { product_id: 9, variant_id: 91, quantity: 1 };
    const checkout = await Checkout.open(world, { items: [...mugs(2), poster] });
    const session = await checkout.step("PUT /add-ons", claim(1));
    assert.deepEqual(linesOf(session), [
      [11, 2, 698, "MANUAL"],
      [91, 1, 99, "MANUAL"],
      [91, 1, 0, "ADD_ON"],
    ]);
    assert.equal(session.items[2].variant.compare_at_price, 99);
    assert.deepEqual(session.coupons.map((one: { code: string }) => one.code), ["FREEPOSTER"]);
    assert.equal(session.pricing.total_payable, 797);
  }));

Deno.test("PUT /add-ons is not doubled by a repeat, and an empty list gives the gift back", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /add-ons", claim(1));
    const again = await checkout.step("PUT /add-ons", claim(1));
    assert.deepEqual(linesOf(again), [[11, 2, 698, "MANUAL"], [91, 1, 0, "ADD_ON"]]);
    const none = await checkout.step("PUT /add-ons", { add_ons: [] });
    assert.deepEqual(linesOf(none), [[11, 2, 698, "MANUAL"]]);
  }));

Deno.test("a gift leaves when the cart falls below its target and does not come back by itself", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /add-ons", claim(1));
    const below = await checkout.step("PUT /items", { items: mugs(1) });
    assert.deepEqual([linesOf(below), below.add_ons], [[[11, 1, 349, "MANUAL"]], []]);
    const above = await checkout.step("PUT /items", { items: mugs(2) });
    assert.deepEqual([linesOf(above).length, above.add_ons.length], [1, 1]);
  }));

Deno.test("PUT /add-ons refuses what the offer does not give", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const rows: [Record<string, unknown>, string][] = [
      [claim(2), "This offer gives at most 1, got 2"],
      [claim(1, { variant_id: 11 }), "This offer does not include the variant: 11"],
      [
        claim(1, { coupon_id: uuid<CouponId>(20) }),
        `This offer is not unlocked: ${uuid(20)}`,
      ],
      [
        { add_ons: [...claim(1).add_ons, ...claim(1).add_ons] },
        "This offer gives at most 1, got 2",
      ],
    ];
    for (const [data, message] of rows) {
      assert.equal(
        await checkout.refused("PUT /add-ons", data, "error.gift-not-available"),
        message,
      );
    }
    await checkout.step("PUT /items", { items: mugs(1) });
    assert.equal(
      await checkout.refused("PUT /add-ons", claim(1), "error.gift-not-available"),
      `This offer is not unlocked: ${GIFT}`,
    );
  }));

Deno.test("add_ons leaves out what is sold out, and keeps a gift that was claimed before", () =>
  withShop(async (world) => {
    const [first, second] = [await Checkout.open(world), await Checkout.open(world)];
    await first.step("PUT /add-ons", claim(1));
    const variants = [[91, 0], [92, 7]].map(([id, inventoryQuantity]) =>
      aVariant({
        productId: int64(9),
        variantId: int64(id!),
        inventoryQuantity: inventoryQuantity!,
      })
    );
    const poster = aProduct({ productId: int64(9), id: uuid(39), title: "Poster", variants });
    await world.services.catalog.import(world.merchant.id, [poster], { by: OPERATOR });
    world.clock.advance(SETTLE_MS);

    const offered = ({ add_ons: [offer] }: { add_ons: Offer[] }) =>
      offer?.products.map(({ single_variant, variants }) => [
        single_variant,
        ...variants.map(({ variant_id }) => variant_id),
      ]);
    const other = await second.step("PUT /items", { items: mugs(2) });
    assert.deepEqual(offered(other), [[false, 92]]);
    assert.equal(
      await second.refused("PUT /add-ons", claim(1), "error.out-of-stock"),
      "Only 0 left of Poster",
    );
    const own = await first.step("PUT /items", { items: mugs(2) });
    assert.deepEqual(offered(own), [[false, 91, 92]]);
    assert.deepEqual(linesOf(own), [[11, 2, 698, "MANUAL"], [91, 1, 0, "ADD_ON"]]);

    const gone = { ...poster, variants: variants.slice(0, 1) };
    await world.services.catalog.import(world.merchant.id, [gone], { by: OPERATOR });
    world.clock.advance(SETTLE_MS);
    assert.deepEqual((await second.step("PUT /items", { items: mugs(2) })).add_ons, []);
    assert.equal(
      await second.refused("PUT /add-ons", claim(1), "error.out-of-stock"),
      "Only 0 left of Poster",
    );
  }));

Deno.test("PUT /add-ons counts gifts and paid units of one variant together", () =>
  withShop(async (world) => {
    const poster = { product_id: 9, variant_id: 91, quantity: 5 };
    const checkout = await Checkout.open(world, { items: [...mugs(2), poster] });
    assert.equal(
      await checkout.refused("PUT /add-ons", claim(1), "error.out-of-stock"),
      "Only 5 left of Poster",
    );
  }));

Deno.test("a gift is set aside with the payment and leaves the stock with the order", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /add-ons", claim(1, { coupon_id: GIFT.toUpperCase() }));
    await checkout.step("PUT /address", ADDRESS);
    await checkout.pay();
    assert.deepEqual([await left(world), await left(world, POSTER)], [18, 4]);
  }));

Deno.test("add_ons shows 100000 units of a gift whose stock is not tracked", () =>
  withShop(async (world) => {
    const product = aPoster(null);
    const { merchant: { id: merchantId }, store } = world;
    await store.commit([{ kind: "product.put", merchantId, product }]);
    const { path } = await Checkout.open(world);
    const { json } = await world.send("GET", path);
    const [variant] = json.data.add_ons[0].products[0].variants;
    assert.equal(variant.inventory_quantity, 100_000);
  }));
