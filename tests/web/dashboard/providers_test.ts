/** Payment providers in the dashboard: tested, removed, and seen by each role. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { StripeDouble } from "../../support/payments/stripe_double.ts";
import { withShop } from "../api/shop.ts";
import { RULES, seen as amountSeen } from "../checkout_page/at_provider.ts";
import { BASE, LinkedPage } from "../checkout_page/link.ts";
import { dashboardOf, roleAt } from "./dashboard.ts";
import { audited, fieldsOf, location, withOwner } from "./owner.ts";
import { accountsOf, add, KEYS, NEW, requireNoSecret, withStripe } from "./provider_forms.ts";

Deno.test("a test names account and mode, or says why not, and changes nothing", () =>
  withStripe(async (scene) => {
    const { owner, stripe } = scene;
    const own = await add(scene);
    const before = await accountsOf(scene);
    const good = await owner.post(`${own}/test`);
    assert.equal(good.status, 200);
    assert.match(good.text, /Stripe takes the key, for live payments of <bdi>acct_double<\/bdi>\./);
    stripe.faults.push("down");
    const silent = await owner.post(`${own}/test`);
    assert.equal(silent.status, 503);
    assert.match(silent.text, /role="alert">The payment provider does not answer/);
    assert.deepEqual(await accountsOf(scene), before);
    assert.deepEqual(await audited(scene), ["anna provider.add stripe"]);
    assert.deepEqual(stripe.requests.map(({ method }) => method), ["GET", "GET", "GET"]);
    assert.equal(location(await owner.get(`${own}/test`)), own);
    requireNoSecret([good, silent]);
  }));

Deno.test("removed, an account keeps its key until it is deleted at once or later", () =>
  withStripe(async (scene) => {
    const { owner, path, store } = scene;
    const own = await add(scene);
    const page = await owner.get(own);
    assert.match(page.text, /It starts no more live payments\. None are under way there\./);
    assert.match(page.text, /Its key is deleted 180 days later/);
    const removed = location(await owner.post(`${own}/remove`));
    assert.equal(removed, `${own}?done=removed`);
    const kept = await owner.get(removed);
    assert.match(kept.text, /Removed\. It starts no more payments\./);
    assert.match(kept.text, />Delete key</);
    assert.doesNotMatch(kept.text, /Enter a new key|Address of the hook/);
    assert.notEqual((await accountsOf(scene))[0]?.secret, null);
    // Not twice.
    assert.match((await owner.post(`${own}/remove`)).text, /The shop has no such provider in use/);
    location(
      await owner.post(
        `${own}/remove`,
        fieldsOf(kept.text.slice(kept.text.indexOf("remove-window"))),
      ),
    );
    const gone = await owner.get(removed);
    assert.match(gone.text, /Removed\. Its key is deleted\./);
    assert.doesNotMatch(gone.text, /method="post" action="\/shops/);
    assert.equal((await accountsOf(scene))[0]?.secret, null);
    // Another account follows, and goes with its key at once.
    const next = await add(scene, { key: KEYS.other });
    location(await owner.post(`${next}/remove`, { now: "on" }));
    assert.deepEqual(
      (await accountsOf(scene)).map(({ secret, removedAt }) => [secret, removedAt !== null]),
      [[null, true], [null, true]],
    );
    assert.match((await owner.get(path)).text, /Removed/);
    assert.deepEqual(
      await audited(scene),
      ["add", "remove", "remove", "add", "remove"].map((verb) => `anna provider.${verb} stripe`),
    );
    assert.equal(await store.providers.openPayments(own.split("/").at(-1)!), 0);
  }));

Deno.test("the removal names the payments under way, and what becomes of them", () => {
  const clock = { now: () => 0 };
  const stripe = new StripeDouble(() => clock.now(), { [KEYS.live]: { account: "acct_double" } });
  return withShop(async (world) => {
    clock.now = world.clock.now;
    const { services, merchant } = world;
    services.pages.servedAt(BASE);
    const secrets = { key: KEYS.live, hookSecret: null };
    const { id } = await services.providers.add(
      merchant,
      { kind: "stripe", livemode: true, secrets },
      OPERATOR,
    );
    const customer = await LinkedPage.open(world);
    assert.equal((await customer.post("pay", await amountSeen(customer))).status, 200);
    const dashboard = dashboardOf(world);
    const owner = await dashboard.visitor("anna", roleAt(merchant.id, "owner"));
    const own = `/shops/${merchant.id}/providers/${id}`;
    const { text } = await owner.get(own);
    assert.match(text, /1 payment under way there will still be looked at\./);
    assert.match(
      text,
      /1 payment under way there would be ended there first; what is not ended would get/,
    );
    assert.match(text, /<dt>Payments under way<\/dt><dd>1<\/dd>/);
    const table = /<table role="table" aria-label="Payments under way">[^]*?<\/table>/.exec(text);
    assert.ok(table?.[0].includes(`/sessions/${customer.checkout.id}"`), text);
    assert.ok(text.includes(`<code>${BASE}/hooks/demo-store.example/stripe</code>`));
    assert.match(text, /Their results are still to come\./);
    const kept = await owner.get(location(await owner.post(`${own}/remove`)));
    assert.match(kept.text, /Removed\. 1 payment under way there will still be looked at\./);
    stripe.faults.push("down");
    const lost = await owner.get(location(await owner.post(`${own}/remove`, { now: "on" })));
    assert.match(lost.text, /Removed\. 1 payment under way there will get no result\./);
    assert.match(lost.text, /They get no result, because the key is deleted/);
  }, { rules: RULES, callProvider: stripe.send });
});

Deno.test("an account of another shop is not found, tested or removed", () =>
  withStripe(async (scene) => {
    const { owner, path, store, services, stripe } = scene;
    const merchant = aMerchant({
      id: uuid<MerchantId>(2),
      name: "Other",
      domains: ["other.example"],
    });
    await store.commit([{ kind: "merchant.put", merchant }]);
    const secrets = { key: KEYS.live, hookSecret: null };
    const theirs = await services.providers.add(
      merchant,
      { kind: "stripe", livemode: true, secrets },
      OPERATOR,
    );
    const calls = stripe.requests.length;
    for (const id of [theirs.id, theirs.id.toUpperCase(), uuid(77), "x"]) {
      assert.equal((await owner.get(`${path}/${id}`)).status, 404);
      for (const action of ["test", "remove"]) {
        assert.equal((await owner.post(`${path}/${id}/${action}`, { now: "on" })).status, 404);
      }
    }
    assert.equal(stripe.requests.length, calls);
    assert.deepEqual(await services.providers.list(merchant), [theirs]);
    await add(scene);
    assert.ok(!(await owner.get(path)).text.includes(theirs.id));
  }));

Deno.test("viewers and staff see the accounts, without a button, and are refused the forms", () =>
  withStripe(async (scene) => {
    const { path, dashboard, merchant } = scene;
    const own = await add(scene);
    for (const role of ["viewer", "staff"] as const) {
      const visitor = await dashboard.visitor(role, roleAt(merchant.id, role));
      for (const place of [path, own]) {
        const { status, text } = await visitor.get(place);
        assert.equal(status, 200);
        assert.match(text, /acct_double/);
        assert.doesNotMatch(text, /method="post" action="\/shops|providers\/new/);
      }
      assert.equal((await visitor.get(`${path}/new/stripe`)).status, 403);
      for (const action of [`${path}/new/stripe`, `${own}/test`, `${own}/remove`]) {
        const refused = await visitor.post(action, NEW);
        assert.equal(refused.status, 403);
        assert.match(refused.text, /does not allow this\. An owner can change it/);
        requireNoSecret([refused]);
      }
    }
    assert.equal((await accountsOf(scene))[0]?.removedAt, null);
  }));

Deno.test("the demo provider takes test payments, and is offered until it is there", () =>
  withOwner("providers", async (scene) => {
    const { owner, path } = scene;
    const empty = await owner.get(path);
    assert.match(empty.text, /No providers yet\. Add the one where the shop has an account/);
    assert.match(empty.text, /new\/stripe">Add Stripe<[^]*>Add Razorpay<[^]*>Add Demo provider</);
    const form = await owner.get(`${path}/new/demo`);
    assert.doesNotMatch(form.text, /type="password"|class="secret"/);
    const led = location(await owner.post(`${path}/new/demo`, fieldsOf(form.text)));
    const [account] = await accountsOf(scene);
    assert.deepEqual([account?.kind, account?.livemode, account?.secret], ["demo", false, null]);
    const page = await owner.get(led);
    assert.match(page.text, /It takes the shop&#39;s test payments from now on/);
    assert.doesNotMatch(page.text, /Delete its key|Enter a new key|Address of the hook/);
    assert.doesNotMatch((await owner.get(path)).text, /Add Demo/);
    const again = await owner.post(`${path}/new/demo`, { mode: "test" });
    assert.match(again.text, /Demo provider takes the shop&#39;s test payments: remove it first</);
    const tested = await owner.post(`${path}/${account?.id}/test`);
    assert.match(tested.text, /The demo provider works, for test payments\./);
    location(await owner.post(`${path}/${account?.id}/remove`));
    assert.doesNotMatch((await owner.get(led)).text, /method="post" action="\/shops/);
    assert.match((await owner.get(path)).text, /Add Demo/);
  }));

Deno.test("without the address of the checkout pages the hook's has a gap, and says so", () =>
  withOwner("providers", async ({ owner, path, services }) => {
    const before = await owner.get(`${path}/new/razorpay`);
    assert.ok(before.text.includes("<code>https://PAGES/hooks/demo-store.example/razorpay</code>"));
    assert.match(before.text, /CHECKOUT_CHECKOUT_URL/);
    services.pages.servedAt("https://pay.example/shop");
    const { text } = await owner.get(`${path}/new/razorpay`);
    assert.ok(text.includes("<code>https://pay.example/shop/hooks/demo-store.example/razorpay<"));
    assert.doesNotMatch(text, /PAGES|CHECKOUT_CHECKOUT_URL/);
    for (const said of ["/docs/guides/razorpay", "API Keys", "payment_link.paid"]) {
      assert.ok(text.includes(said), said);
    }
  }));
