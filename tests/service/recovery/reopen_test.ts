import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { int64, uuid } from "../../support/builders.ts";
import { aMug, aPoster, coupon, percent } from "../../support/shop.ts";
import { expire, leave, load, resume, tokenOf, withCarts } from "./left.ts";

const MUG = { product_id: 1, variant_id: 11, quantity: 2 };
const POSTER = { product_id: 9, variant_id: 91, quantity: 1 };

Deno.test("a cart is opened again at today's prices, without what left the catalogue", () => {
  const merchantId = uuid(1) as World["merchant"]["id"];
  const put = (product: ReturnType<typeof aMug>) =>
    ({ kind: "product.put", merchantId, product }) as const;
  return withCarts(async (world) => {
    const token = await tokenOf(world, await leave(world, [MUG, POSTER]));
    await expire(world);
    const [variant] = aMug().variants;
    await world.store.commit([
      put(aMug(20, { variants: [{ ...variant!, price: 39_900 }] })),
      put(aPoster(5, { status: "archived" })),
    ]);
    world.clock.advance(5);
    const cart = await world.services.recovery.show(token);
    assert.deepEqual(cart?.leftOut.map(({ title }) => title), ["Poster"]);
    assert.equal(cart.isRepriced, true);
    assert.equal(cart.session.priced.totals.subTotal, 79_800);
    const session = await load(world, await resume(world, token));
    assert.deepEqual(session.lines.map((line) => [line.variantId, line.quantity]), [[
      int64(11),
      2,
    ]]);
    assert.equal(session.priced.totals.subTotal, 79_800);
  }, { goods: [put(aMug()), put(aPoster())] });
});

Deno.test("a cart of which nothing is sold any more is not opened again", () => {
  const merchantId = uuid(1) as World["merchant"]["id"];
  return withCarts(async (world) => {
    const token = await tokenOf(world, await leave(world, [MUG]));
    await expire(world);
    await world.store.commit([
      { kind: "product.put", merchantId, product: aMug(5, { status: "archived" }) },
    ]);
    world.clock.advance(5);
    assert.equal(await world.services.recovery.show(token), null);
    assert.equal(await resume(world, token), null);
  }, { goods: [{ kind: "product.put", merchantId, product: aMug() }] });
});

Deno.test("codes come along while they apply", () => {
  const TENTH = coupon("TENTH", percent(10), { applicationType: "CODE", combine: true });
  const GONE = coupon("GONE", percent(5), { applicationType: "CODE", combine: true });
  return withCarts(async (world) => {
    const id = await leave(world);
    for (const code of ["TENTH", "GONE"]) {
      await world.send("POST", `/session/${id}/coupons`, { body: { data: { code } } });
    }
    const token = await tokenOf(world, id);
    await expire(world);
    await world.store.commit([{ kind: "coupon.put", coupon: { ...GONE, endsAt: world.clock.at } }]);
    const { choices, priced } = await load(world, await resume(world, token));
    assert.deepEqual(choices.codes.map(({ couponId }) => couponId), [TENTH.id]);
    assert.deepEqual(priced.resting, []);
    assert.equal(priced.totals.couponDiscount, 6_980);
  }, { goods: [{ kind: "coupon.put", coupon: TENTH }, { kind: "coupon.put", coupon: GONE }] });
});
