import assert from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { picturePath } from "../../../src/domain/shop/picture.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aCustomer } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { aMug, aPoster, aStock } from "../../support/shop.ts";
import { Checkout } from "../api/checkout.ts";
import { BASE } from "./link.ts";
import { pagesOf } from "./pages.ts";

const LARGE = new TextEncoder().encode("a large picture");
const SMALL = new TextEncoder().encode("a small one");
const { variants, ...rest } = aMug();
/** Its variants have no image of their own. */
const mug = { ...rest, variants: variants.map((variant) => ({ ...variant, imageId: null })) };

function withMug(test: (world: World, hash: string) => Promise<void>): Promise<void> {
  return withWorld(async (world) => {
    const { merchant, store, services } = world;
    await store.commit(aStock({
      merchantId: merchant.id,
      products: [mug, aPoster()],
      coupons: [],
      customer: aCustomer(),
    }));
    services.pages.servedAt(BASE);
    const made = { large: LARGE, small: SMALL };
    const hash = await services.pictures.add(merchant, mug.productId, made, OPERATOR);
    await test(world, hash);
  }, { merchant: { checkout: { ...NO_CHECKOUT_FORM, cartLinks: true } } });
}

Deno.test("GET /p/{hash}.jpg serves both sizes for a year; all other names get one answer", () =>
  withMug(async (world, hash) => {
    const { send } = pagesOf(world);
    const large = await send("GET", picturePath(hash, "large"));
    assert.deepEqual([large.status, large.text], [200, "a large picture"]);
    const headers = Object.fromEntries(
      ["content-type", "cache-control", "x-content-type-options", "cross-origin-resource-policy"]
        .map((name) => [name, large.headers.get(name)]),
    );
    assert.deepEqual(headers, {
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    });
    assert.equal((await send("GET", picturePath(hash, "small"))).text, "a small one");
    assert.equal((await send("HEAD", picturePath(hash, "large"))).status, 200);
    const unknown = await send("GET", picturePath("0".repeat(32), "large"));
    assert.equal(unknown.status, 404);
    // More than wrong tokens of carts may be.
    const names = ["x", `${hash}.png`, `${hash.toUpperCase()}.jpg`, `${hash}-1200.jpg`, `${hash}`];
    for (const name of [...names, ...names, ...names, ...names, ...names]) {
      const answer = await send("GET", `/p/${name}`);
      assert.deepEqual([answer.status, answer.text], [404, unknown.text], name);
    }
  }));

Deno.test("image is the first picture, by the URL of the page; else that of a file, else nothing", () =>
  withMug(async (world, hash) => {
    const { merchant, services } = world;
    const image = async () => {
      const items = [{ product_id: 1, variant_id: 11, quantity: 1 }];
      const { lines } = await (await Checkout.open(world, { items })).stored();
      return lines[0]?.image;
    };
    assert.equal(await image(), `${BASE}${picturePath(hash, "large")}`);
    await services.pictures.remove(merchant.id, mug.productId, hash, OPERATOR);
    world.clock.advance(1000);
    assert.equal(await image(), mug.images[0]?.src);
    // Carts from before have it for a day.
    assert.equal((await pagesOf(world).send("GET", picturePath(hash, "large"))).status, 200);
  }));
