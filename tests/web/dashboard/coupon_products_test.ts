/** The products of coupons in the dashboard: those that are not stored, and the search for them. */
import assert from "node:assert/strict";
import { couponKey } from "../../../src/domain/shop/coupon.ts";
import type { World } from "../../support/app.ts";
import { aProduct } from "../../support/builders.ts";
import { aMug } from "../../support/shop.ts";
import { audited, location, withOwner } from "./owner.ts";

/** The form with products ticked. */
function formFor(products: readonly string[], over: Readonly<Record<string, string>> = {}) {
  const form = { code: "SAVE10", application_type: "CODE", discount_type: "FIXED", ...over };
  return [
    ...Object.entries({ ...form, discount_amount: "50" }),
    ...products.map((id): [string, string] => ["product_ids", id]),
  ];
}

async function idsOf({ store, merchant }: World) {
  const [found] = await store.coupons.entered(merchant.id, { ids: [], code: couponKey("SAVE10") });
  return found?.productIds;
}

const UNKNOWN = formFor(["1", "2"]);

Deno.test("the dashboard warns of a coupon for products that an open catalogue has not stored", () =>
  withOwner("coupons", async ({ owner, path, store, merchant }) => {
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: aProduct() }]);
    const made = location(await owner.post(`${path}/new`, UNKNOWN));
    const { text } = await owner.get(made);
    const warning = "Warning: the shop has not stored product 2; the coupon applies to carts";
    assert.equal(text.split("Warning:").length, 2);
    assert.ok(text.includes(warning), text);
    const known = location(
      await owner.post(`${path}/new`, formFor(["1"], { code: "K" })),
    );
    assert.doesNotMatch((await owner.get(known)).text, /Warning:/);
  }));

Deno.test("the dashboard refuses a coupon for products that a strict catalogue has not stored", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, store, merchant } = scene;
    await store.commit([{ kind: "merchant.put", merchant: { ...merchant, catalogue: "strict" } }]);
    const { status, text } = await owner.post(`${path}/new`, UNKNOWN);
    assert.equal(status, 422);
    assert.match(text, /must be a product of the shop, got 1/);
    assert.equal(await idsOf(scene), undefined);
  }));

Deno.test("products are found by a part of their title, or by an id that is not stored, and ticked", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, store, merchant } = scene;
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: aMug() }]);
    const find = async (search: string, ticked: readonly string[] = []) =>
      await owner.post(`${path}/new`, formFor(ticked, { "product_ids.find": search }));
    const mug = /<input type="checkbox"[^>]* name="product_ids"[^>]* value="1"/;
    const found = await find("mu");
    assert.equal(found.status, 422);
    assert.match(found.text, mug);
    assert.match(found.text, /<span>Mug<\/span>/);
    assert.match((await find("vase")).text, /No product has vase in its title or vendor/);
    assert.match((await find("77", ["1"])).text, /77, which the shop has not stored/);
    assert.deepEqual(await audited(scene), []);
    const sent = formFor(["1"], { "product_ids.find": "mu", "product_ids.found": "mu" });
    location(await owner.post(`${path}/new`, sent));
    assert.deepEqual(await idsOf(scene), ["1"]);
  }));

Deno.test("a gift offer is made of products that were found and ticked", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, store, merchant } = scene;
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: aMug() }]);
    const gift = { code: "SAVE10", "gift.target_type": "QUANTITY", "gift.target": "2" };
    const form = { ...gift, application_type: "AUTOMATIC", "gift.max_quantity": "1" };
    const found = await owner.post(`${path}/new?kind=gift`, {
      ...form,
      "gift.product_ids.find": "mug",
    });
    assert.match(found.text, /<input type="checkbox"[^>]* name="gift\.product_ids"[^>]* value="1"/);
    const sent = { ...form, "gift.product_ids": "1" };
    location(await owner.post(`${path}/new?kind=gift`, sent));
    const key = couponKey("SAVE10");
    const [coupon] = await store.coupons.entered(merchant.id, { ids: [], code: key });
    assert.deepEqual(coupon?.gift?.productIds, ["1"]);
  }));
