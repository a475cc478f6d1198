import assert from "node:assert/strict";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aCustomer, aMerchant, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { aMug, aPoster, aStock } from "../../support/shop.ts";
import { anEndpoint } from "../../support/webhooks.ts";

const ON: CheckoutForm = { ...NO_CHECKOUT_FORM, cartLinks: true };
const SHOP: Partial<Merchant> = { catalogue: "strict", checkout: ON };
const MUG = int64(11);
const POSTER = int64(91);
const DRAFT = int64(31);

/** A shop with cart links, that offers mugs and posters and has a product that is not published. */
function withLinks(
  test: (world: World) => Promise<void>,
  merchant: Partial<Merchant> = SHOP,
): Promise<void> {
  return withWorld(async (world) => {
    const draft = aProduct({
      productId: int64(3),
      id: uuid(33),
      status: "draft",
      variants: [aVariant({ productId: int64(3), variantId: DRAFT })],
    });
    await world.store.commit([
      ...aStock({
        merchantId: world.merchant.id,
        products: [aMug(), aPoster(), draft],
        coupons: [],
        customer: aCustomer(),
      }),
      { kind: "webhook.put", endpoint: anEndpoint(1, { merchantId: world.merchant.id }) },
    ]);
    await test(world);
  }, { merchant });
}

async function sessions({ store }: World): Promise<number> {
  return (await store.sessions.counts(null)).reduce((sum, { count }) => sum + count, 0);
}

Deno.test("CartLinks.open() opens a session at the catalogue's prices, and a link to it", () =>
  withLinks(async (world) => {
    const { services: { cartLinks, checkoutLinks }, store, merchant } = world;
    const items = [{ variantId: MUG, quantity: 2 }, { variantId: POSTER, quantity: 1 }];
    for (const domain of [null, "demo-store.example"]) {
      const token = await cartLinks.open({ domain, items });
      const opened = await checkoutLinks.open(String(token));
      assert.ok(opened);
      const { session, hasEnded } = opened;
      assert.deepEqual([session.merchantId, hasEnded], [merchant.id, false]);
      assert.equal(session.priced.totals.totalPayable, 2 * 34_900 + 9_900);
      assert.deepEqual(session.lines.map(({ listed }) => listed), [true, true]);
      assert.deepEqual(
        [session.countryCode, session.redirectUrl],
        ["IN", "https://demo-store.example/thanks"],
      );
      const [created] = await store.sessions.events(session.id);
      assert.equal(created?.type, "session.created");
    }
    assert.equal(await sessions(world), 2);
  }));

Deno.test("CartLinks.open() opens nothing for what no shop with such links sells", () =>
  withLinks(async (world) => {
    const { cartLinks } = world.services;
    const open = (variantId: typeof MUG, domain: string | null = null) =>
      cartLinks.open({
        domain,
        items: [{ variantId: MUG, quantity: 1 }, { variantId, quantity: 1 }],
      });
    assert.equal(await open(int64(999)), null, "unknown");
    assert.equal(await open(DRAFT), null, "not published");
    assert.equal(await open(MUG, "other.example"), null, "another shop");
    assert.equal(await sessions(world), 0);
  }));

Deno.test("CartLinks.open() opens nothing in a shop without such links", () =>
  withLinks(async (world) => {
    const items = [{ variantId: MUG, quantity: 1 }];
    for (const domain of [null, "demo-store.example"]) {
      assert.equal(await world.services.cartLinks.open({ domain, items }), null);
    }
    assert.equal(await sessions(world), 0);
  }, { catalogue: "strict" }));

Deno.test("CartLinks.open() needs the shop's domain if several have such links", () =>
  withLinks(async (world) => {
    const { store, services: { cartLinks } } = world;
    const other = aMerchant({ ...SHOP, id: uuid(2), domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const items = [{ variantId: MUG, quantity: 1 }];
    assert.equal(await cartLinks.open({ domain: null, items }), null);
    assert.ok(await cartLinks.open({ domain: "demo-store.example", items }));
    // The other shop does not sell it.
    assert.equal(await cartLinks.open({ domain: "other.example", items }), null);
    assert.equal(await sessions(world), 1);
  }));

Deno.test("CartLinks.open() sells the sample in test mode to a shop of init, until it has a product", async () => {
  const sample = { domain: "demo-store.example", items: [], isSample: true };
  await withWorld(async ({ services, store, merchant }) => {
    const { cartLinks, checkoutLinks, providers } = services;
    await providers.add(merchant, { kind: "demo", livemode: false }, OPERATOR);
    assert.equal(await cartLinks.open({ ...sample, domain: null }), null, "names its shop");
    const opened = await checkoutLinks.open(String(await cartLinks.open(sample)));
    assert.ok(opened);
    const { livemode, lines, priced } = opened.session;
    assert.deepEqual(
      [livemode, lines.map(({ title }) => title), priced.totals.totalPayable],
      [false, ["Sample mug"], 2000],
    );
    await store.commit(
      aStock({ merchantId: merchant.id, products: [aMug()], coupons: [], customer: aCustomer() }),
    );
    assert.equal(await cartLinks.open(sample), null, "it has a product");
  });
  await withWorld(async ({ services }) => {
    assert.equal(await services.cartLinks.open(sample), null, "no demo provider in test mode");
  });
});
