import assert from "node:assert/strict";
import type { CouponId, KeyId, MerchantId } from "../../../src/domain/ids.ts";
import { envelope } from "../../../src/schema/api/fields.ts";
import { sessionSchema } from "../../../src/schema/api/session.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";
import {
  aCoupon,
  aMerchant,
  aProduct,
  aVariant,
  FOREVER,
  int64,
  uuid,
} from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";

const HOUR_MS = 3_600_000;

async function create({ send }: World, over: Record<string, unknown> = {}): Promise<string> {
  const { status, json, text } = await send("POST", "/session", { body: aCart(over) });
  assert.equal(status, 201, text);
  return `/session/${json.data.session_id}`;
}

Deno.test("GET /session/{id} shows every field of the contract and nothing else", () =>
  withWorld(async (world) => {
    const { status, json } = await world.send("GET", await create(world));
    assert.equal(status, 200);
    envelope(sessionSchema).parse(json);
    assert.deepEqual(Object.keys(json.data), [
      "id",
      "items",
      "pricing",
      "merchant_id",
      "payment_state",
      "session_state",
      "redirect_url",
      "coupons",
      "add_ons",
      "country_code",
      "currency_code",
      "coin",
      // Fields that the checkout steps add to the contract.
      ...["customer", "buyer", "address", "shipping_options", "shipping_option", "payment"],
      ...["resting_coupons", "requires", "order", "amount_refunded", "refunds", "disputes"],
      // Fields of the order from the store.
      ...["reference", "note", "attributes", "livemode"],
      "expires_at",
    ]);
    assert.equal(json.data.payment_state, "DRAFT");
    assert.equal(json.data.session_state, "INITIATED");
  }));

Deno.test("GET /session/{id} prices the plain cart: 2 x 349.00", () =>
  withWorld(async (world) => {
    const { json: { data } } = await world.send("GET", await create(world));
    assert.deepEqual(data.items, [{
      title: "Mug",
      handle: "",
      product_id: 1,
      variant_id: 11,
      quantity: 2,
      properties: {},
      variant: { title: "", variant_id: 11, compare_at_price: null, price: 349 },
      grams: 0,
      single_variant: false,
      item_price: 349,
      total_discount: 0,
      sub_total_price: 698,
      total_price: 698,
      out_of_stock: false,
      taxable: true,
      image: "",
      source: "MANUAL",
    }]);
    assert.deepEqual(data.pricing, {
      cart_total: 698,
      sub_total: 698,
      discount: 0,
      payment_offer_discount: 0,
      shipping: -1,
      cod_price: 0,
      cod_available: false,
      cod_order: false,
      total: 698,
      tax: 0,
      taxes_included: true,
      total_payable: 698,
      partial_cod_price: 0,
      is_partial_cod: false,
      amount_paid: 0,
      coin_discount: 0,
      coupon_discount: 0,
    });
    assert.deepEqual(data.coin, {
      coin_ratio: { base_currency_value: 1, coin_value: 1 },
      config: { provider: "NONE", name: "", logo: "" },
      coin_available: 0,
      coin_redeemable: 0,
      coin_used: 0,
      coins_processing: 0,
    });
  }));

Deno.test("GET /session/{id} shows an automatic coupon and an unlocked gift", () =>
  withWorld(async (world) => {
    const gift = {
      targetType: "PURCHASE_AMOUNT",
      target: 60_000,
      maxQuantity: 1,
      productIds: [int64(5)],
    } as const;
    const variants = [
      aVariant({
        variantId: int64(51),
        productId: int64(5),
        inventoryQuantity: -2,
        inventoryPolicy: "continue",
      }),
    ];
    await world.store.commit([
      {
        kind: "product.put",
        merchantId: world.merchant.id,
        product: aProduct({ productId: int64(5), variants }),
      },
      { kind: "coupon.put", coupon: aCoupon({ code: "TEN" }) },
      { kind: "coupon.put", coupon: aCoupon({ id: uuid<CouponId>(21), code: "GIFT", gift }) },
    ]);
    const { json } = await world.send("GET", await create(world));
    envelope(sessionSchema).parse(json);
    assert.deepEqual(json.data.coupons, [{
      coupon_id: uuid(20),
      code: "TEN",
      application_type: "AUTOMATIC",
      combine: false,
      discount_type: "PERCENTAGE",
      discount_amount: 10,
      discount_max_cap: null,
      cart_discounted_amount: 628.2,
      cart_discount_amount: 69.8,
      previous_coupon_code: null,
      coupon_type: "ORDER_AMOUNT",
      coupon_platform: "SERVICE",
      applied_from: "AUTOMATIC",
      disable_cod: false,
      id: uuid(20),
      _id: uuid(20),
    }]);
    const [offer] = json.data.add_ons;
    assert.equal(offer.coupon_id, uuid(21));
    assert.equal(offer.target, 600);
    assert.deepEqual(offer.products[0].variants, [{
      title: "Default Title",
      variant_id: 51,
      image_id: 1,
      compare_at_price: null,
      product_id: 5,
      item_price: 0,
      price: 349,
      image: "https://cdn.example/mug.png",
      inventory_quantity: -2,
    }]);
  }));

Deno.test("GET /session/{id} returns 64-bit ids and large amounts digit for digit", () =>
  withWorld(async (world) => {
    const text = JSON.stringify(aCart()).replace(
      '"product_id":1,"variant_id":11,"quantity":2,"price":349',
      '"product_id":9223372036854775807,"variant_id":-9223372036854775808,"quantity":1,"price":90071992547409.91',
    );
    const created = await world.send("POST", "/session", { text });
    const read = await world.send("GET", created.headers.get("location") ?? "");
    assert.match(read.text, /"product_id":9223372036854775807,"variant_id":-9223372036854775808,/);
    assert.match(read.text, /"total_payable":90071992547409\.91,/);
  }));

Deno.test("GET /session/{id} gives one answer for unknown, foreign, malformed and disguised ids", () =>
  withWorld(async (world) => {
    const path = await create(world);
    const other = aMerchant({ id: uuid<MerchantId>(2), domains: ["other.example"] });
    await world.store.commit([{ kind: "merchant.put", merchant: other }]);
    const key = { merchantId: other.id, name: "x", ...FOREVER };
    const { secret } = await world.services.keys.create(key, OPERATOR);
    const rows: [string, string | undefined][] = [
      [`/session/${uuid<KeyId>(999)}`, undefined],
      ["/session/nonsense", undefined],
      [path.replace("-7000-", "%2d7000-"), undefined],
      [path, secret],
    ];
    for (const [target, as] of rows) {
      const { status, json } = await world.send(
        "GET",
        target,
        as === undefined ? {} : { secret: as },
      );
      assert.equal(status, 404, target);
      assert.equal(json.error.code, "error.session-not-found", target);
      assert.equal(
        json.error.message,
        `No session has this id: ${target.slice("/session/".length)}`,
      );
    }
    const upper = `/session/${path.slice("/session/".length).toUpperCase()}`;
    assert.equal((await world.send("GET", upper)).status, 200);
  }));

Deno.test("a session ends an hour after its last call, reads included, without any sweep", () =>
  withWorld(async (world) => {
    const path = await create(world);
    world.clock.advance(HOUR_MS - 1);
    assert.equal((await world.send("GET", path)).status, 200);
    world.clock.advance(HOUR_MS - 1);
    assert.equal((await world.send("GET", path)).status, 200);
    world.clock.advance(HOUR_MS);
    const { status, json } = await world.send("GET", path);
    assert.deepEqual([status, json.error.code], [404, "error.session-not-found"]);
  }));

Deno.test("a refused read is no activity", () =>
  withWorld(async (world) => {
    const path = await create(world);
    world.clock.advance(HOUR_MS - 1);
    assert.equal((await world.send("GET", path, { secret: null })).status, 401);
    world.clock.advance(1);
    assert.equal((await world.send("GET", path)).status, 404);
  }));

Deno.test("HEAD /session/{id} answers as GET without a body", () =>
  withWorld(async (world) => {
    const path = await create(world);
    const { status, text, headers } = await world.send("HEAD", path);
    assert.deepEqual([status, text, headers.get("content-type")], [200, "", "application/json"]);
  }));

Deno.test("GET /session/{id} is answered in the turn that brings the request", () =>
  withWorld(async (world) => {
    const path = await create(world);
    const headers = { host: "checkout.example", authorization: `Bearer ${world.secret}` };
    for (let i = 0; i < 3; i++) {
      const request = new Request(`http://checkout.example${path}`, { headers });
      let isLater = false;
      const nextTurn = setTimeout(() => isLater = true, 0);
      const { status } = await world.app.fetch(request, () => assert.fail("no address is needed"));
      clearTimeout(nextTurn);
      assert.deepEqual([status, isLater], [200, false]);
    }
  }));
