/** The overview of a new shop: what it needs until its first sale, and today beside other days. */
import assert from "node:assert/strict";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aProduct } from "../../support/builders.ts";
import { anEndpoint, anEvent } from "../../support/webhooks.ts";
import { place, plainCart } from "../api/placing.ts";
import { withShop } from "../api/shop.ts";
import { dashboardOf, roleAt } from "./dashboard.ts";

const LINKS: CheckoutForm = { ...NO_CHECKOUT_FORM, cartLinks: true };

async function change({ store, merchant }: World, over: Partial<Merchant>) {
  const shop = await store.merchants.find(merchant.id);
  await store.commit([{ kind: "merchant.put", merchant: { ...shop!, ...over } }]);
}

/** State and title of each step; none without the list. */
function stepsIn(text: string): string[] {
  const [, list = ""] =
    /<h2>Until the first sale<[^]*?<ul class="problems">([^]*?)<\/ul>/.exec(text) ??
      [];
  return [...list.matchAll(/<span class="badge \w+">([^<]*)<[^]*?<(?:a|strong)[^>]*>([^<]*)</g)]
    .map(([, state, title]) => `${state}: ${title}`);
}

Deno.test("the overview lists what a shop needs until its first sale, until all of it is done", () =>
  withWorld(async (world) => {
    const { store, merchant, services } = world;
    const abroad = {
      ...merchant.rules,
      cod: null,
      shipping: [{ countries: ["NP"], postalPrefixes: [], options: [] }],
    };
    await change(world, { checkout: LINKS, catalogue: "strict", rules: abroad });
    const dashboard = dashboardOf(world);
    const everyone = await dashboard.visitor("otto", { everywhere: "owner" });
    const path = `/shops/${merchant.id}/`;
    const steps = async () => stepsIn((await everyone.get(path)).text);
    const names = [
      "A product",
      "A way to be paid",
      "Delivery to the shop&#39;s own country",
      "A message that arrived",
      "Pages over HTTPS",
      "A backup that ran",
    ];
    const marked = (done: number) =>
      names.map((name, i) => `${i < done ? "Done" : "To do"}: ${name}`);
    assert.deepEqual(await steps(), marked(0));
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: aProduct() }]);
    assert.deepEqual(await steps(), marked(1));
    const paid = { ...abroad, cod: { fee: 0, min: 0, max: null, countries: [], prepaid: null } };
    await change(world, { rules: paid });
    assert.deepEqual(await steps(), marked(2));
    await change(world, { rules: { ...paid, shipping: [] } });
    assert.deepEqual(await steps(), marked(3));
    const event = { ...anEvent(1), merchantId: merchant.id, sessionId: null };
    await store.commit([
      { kind: "webhook.put", endpoint: anEndpoint(1, { merchantId: merchant.id }) },
      { kind: "event.add", event: { ...event, type: "limit.crossed" } },
    ]);
    assert.deepEqual(await steps(), marked(3), "it waits");
    const ids = [anEndpoint(1).id];
    const { rows: [due] } = await store.webhooks.deliveries(ids, NO_DELIVERY_FILTER, { limit: 1 });
    const delivery = { ...due!.delivery, state: "DELIVERED", attempts: 1 } as const;
    await store.commit([{ kind: "delivery.put", delivery }]);
    assert.deepEqual(await steps(), marked(4));
    const owner = await dashboard.visitor("anna", roleAt(merchant.id, "owner"));
    assert.deepEqual(stepsIn((await owner.get(path)).text), [], "the rest is the operator's");
    services.pages.servedAt("https://pay.example");
    assert.deepEqual(await steps(), marked(5));
    dashboard.backups.made = true;
    assert.deepEqual(await steps(), []);
  }));

Deno.test("a shop without links needs no product here, and staff see no list", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const path = `/shops/${world.merchant.id}/`;
    const owner = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
    assert.deepEqual(stepsIn((await owner.get(path)).text), ["To do: A message that arrived"]);
    const staff = await dashboard.visitor("sam", roleAt(world.merchant.id, "staff"));
    assert.deepEqual(stepsIn((await staff.get(path)).text), []);
  }));

Deno.test("today stands beside yesterday and the same day of last week", () =>
  withShop(async (world) => {
    const { clock, merchant } = world;
    const cart = plainCart(1);
    const dayMs = 86_400_000;
    await place(world, cart);
    clock.advance(6 * dayMs);
    await place(world, cart);
    await place(world, cart);
    clock.advance(dayMs);
    for (let n = 0; n < 3; n++) await place(world, cart);
    const dashboard = dashboardOf(world);
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    for (const query of ["", "?days=1"]) {
      const { text } = await viewer.get(`/shops/${merchant.id}/${query}`);
      for (const what of ["Orders", "Sessions"]) {
        const [, figures] = new RegExp(`<dt>${what} today</dt><dd>(.*?)</dd>`).exec(text) ?? [];
        assert.match(
          figures ?? "",
          />3<\/span><span class="soft">2 yesterday, 1 on [A-Z][a-z]{2}, \d/,
        );
      }
    }
  }));
