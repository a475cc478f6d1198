import assert from "node:assert/strict";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { DEFAULT_LIMITS } from "../../../src/domain/shop/limits.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import { ADDRESS } from "../api/shop.ts";
import { pagesOf } from "./pages.ts";

const FORM = { ...ADDRESS, email: "", line2: "", state: "" };
const CHECKOUT: CheckoutForm = {
  ...NO_CHECKOUT_FORM,
  cartLinks: true,
  manual: { instructions: "Transfer to account 12345", upi: null, days: 3 },
};

/** A shop with cart links and so many units of its mug. */
function withStock(
  inventoryQuantity: number,
  test: (world: World) => Promise<void>,
  maxQuantity = DEFAULT_LIMITS.maxQuantity,
): Promise<void> {
  const limits = { ...DEFAULT_LIMITS, maxQuantity };
  return withWorld(async (world) => {
    const product = aProduct({ variants: [aVariant({ inventoryQuantity })] });
    await world.store.commit([{ kind: "product.put", merchantId: world.merchant.id, product }]);
    world.clock.advance(1000);
    await test(world);
  }, { merchant: { checkout: { ...CHECKOUT, limits }, catalogue: "strict" } });
}

/** A stranger who orders by a cart link; each of them has the same pages. */
function stranger(world: World, pages = pagesOf(world)) {
  return async (
    units: number,
    address: Partial<typeof FORM> = {},
    peer = "192.0.2.1",
  ): Promise<{ readonly status: number; readonly text: string; readonly token: string }> => {
    const opened = await pages.send("POST", `/buy?v=11:${units}`, { peer });
    if (opened.status !== 303) return { ...opened, token: "" };
    const token = opened.headers.get("location")?.replace("c/", "") ?? "";
    const post = (form: string, fields: Record<string, string>) =>
      pages.send("POST", `/c/${token}/${form}`, { form: fields, peer });
    const entered = await post("address", { ...FORM, ...address });
    assert.equal(entered.status, 303, entered.text);
    const { session } = (await world.services.checkoutLinks.open(token))!;
    const paid = await post("pay", { seen: String(session.priced.totals.totalPayable) });
    return { status: paid.status, text: paid.text, token };
  };
}

/** Units that are held. */
async function held({ store, merchant }: World): Promise<number> {
  const id = int64(11);
  const all = (await store.catalog.stock(merchant.id, [id])).get(id) ?? 0;
  const { variant } = (await store.catalog.variants(merchant.id, [id])).get(id)!;
  return all - (variant.inventoryQuantity ?? 0);
}

/** What the limits refused. */
async function refusals({ services, store, merchant }: World): Promise<Record<string, number>> {
  await services.refusals.flush();
  const found = await store.attention.refused(merchant.id, 0);
  return Object.fromEntries(found.map(({ refusal, count }) => [refusal, count]));
}

Deno.test("five anonymous requests that hold 200 of 1,000 units each hold none", () =>
  withStock(1000, async (world) => {
    const order = stranger(world);
    for (let n = 0; n < 5; n++) {
      const { status, text } = await order(200);
      assert.equal(status, 400);
      assert.match(text, /Too many units/);
      assert.match(text, /v\[0\]: an order may have at most 50 units of variant 11, got 200/);
    }
    assert.equal(await held(world), 0);
    assert.deepEqual(await refusals(world), { maxQuantity: 5 });
  }));

Deno.test("unpaid units of one phone, and of one delivery address, are at most max_quantity", () =>
  withStock(1000, async (world) => {
    const order = stranger(world);
    const elsewhere = { line1: "9 Other Road", phone: ADDRESS.phone };
    assert.equal((await order(30)).status, 303);
    const refused = await order(21, elsewhere);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Too many units of an item wait for payment/);
    const { session } = (await world.services.checkoutLinks.open(refused.token))!;
    assert.deepEqual([session.payment, session.choices.address?.line1], [null, "9 Other Road"]);
    assert.equal((await order(20, elsewhere)).status, 303);
    const same = { line1: ` ${ADDRESS.line1.toUpperCase()} `, phone: "+919876500001" };
    assert.equal((await order(21, same)).status, 409);
    assert.equal(await held(world), 50);
    assert.deepEqual(await refusals(world), { holdsPerPhone: 1, holdsPerDelivery: 1 });
  }));

Deno.test("a client with any number of phones and addresses holds a quarter of the free units", () =>
  withStock(1000, async (world) => {
    const order = stranger(world);
    const another = (n: number) => ({ line1: `${n} Lane`, phone: `+9198765001${10 + n}` });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push((await order(50, another(n))).status);
    assert.deepEqual(statuses, [303, 303, 303, 303, 303, 409, 409, 409]);
    assert.equal(await held(world), 250);
    assert.equal((await order(50, another(9), "192.0.2.9")).status, 303, "another client");
    assert.deepEqual(await refusals(world), { holdsPerClient: 3 });
  }));

Deno.test("a shop of few units is not limited by the client, and max_quantity is the shop's", () =>
  withStock(40, async (world) => {
    const order = stranger(world);
    assert.equal((await order(21)).status, 400);
    for (let n = 0; n < 2; n++) {
      const own = { line1: `${n} Lane`, phone: `+9198765001${10 + n}` };
      assert.equal((await order(20, own)).status, 303);
    }
    assert.equal(await held(world), 40);
  }, 20));
