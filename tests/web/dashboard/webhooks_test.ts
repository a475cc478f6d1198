/** Webhooks in the dashboard: endpoints are added, tried, switched and removed. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { answer } from "../../support/fake_net.ts";
import { anEndpoint, SECRET } from "../../support/webhooks.ts";
import { clicked, roleAt, type Seen, type Visitor } from "./dashboard.ts";
import { audited, fieldsOf, location, type Scene, withOwner } from "./owner.ts";

const FORM = [
  ["url", " https://shop.example/hooks?shop=1 "],
  ["mode", "live"],
  ["events", "payment.paid"],
  ["events", "session.completed"],
  ["include", "buyer.email"],
] as const;

/** The form with an id, as its page makes it. */
async function newForm(owner: Visitor, path: string): Promise<[string, string][]> {
  const { text } = await owner.get(`${path}/new`);
  const id = new Map(fieldsOf(text)).get("id") ?? "";
  return [["id", id], ...FORM.map(([name, value]): [string, string] => [name, value])];
}

function secretOf({ status, text }: Seen): string {
  assert.equal(status, 200);
  return /<code>(whsec_[0-9A-Za-z+\/=]{44})<\/code>/.exec(text)?.[1] ?? "";
}

function webhooksOf({ dashboard, merchant }: Scene) {
  return dashboard.services.webhooks.list(merchant.id);
}

Deno.test("an endpoint is added once, with its secret in one answer, then switched and removed", () =>
  withOwner("webhooks", async (scene) => {
    const { owner, path } = scene;
    const form = await newForm(owner, path);
    const added = await owner.post(`${path}/new`, form);
    const secret = secretOf(added);
    assert.equal(added.headers.get("cache-control"), "no-store");
    const [endpoint, ...more] = await webhooksOf(scene);
    assert.deepEqual(more, []);
    assert.deepEqual(endpoint, {
      ...anEndpoint(1),
      id: form[0]?.[1],
      url: "https://shop.example/hooks?shop=1",
      secret: { stored: secret },
      events: ["session.completed", "payment.paid"],
      include: ["buyer.email"],
      lanes: 4,
      batch: false,
      createdAt: NOW,
    });
    const own = `${path}/${endpoint?.id}`;
    const again = await Promise.all([1, 2].map(() => owner.post(`${path}/new`, form)));
    for (const seen of again) assert.equal(location(seen), `${own}?done=added`);
    assert.deepEqual(await webhooksOf(scene), [endpoint]);
    for (const later of ["", "?done=added"]) {
      assert.ok(!(await owner.get(`${own}${later}`)).text.includes(secret));
    }
    assert.match((await owner.get(`${own}?done=added`)).text, /was added already/);

    assert.equal(location(await owner.post(`${own}/lanes`, [["lanes", "8"]])), `${own}?done=saved`);
    for (const [messages, batch] of [["batch", true], ["one", false]] as const) {
      await owner.post(`${own}/lanes`, [["lanes", "8"], ["messages", messages]]);
      assert.equal((await webhooksOf(scene))[0]?.batch, batch);
    }
    assert.equal((await webhooksOf(scene))[0]?.lanes, 8);
    const refused = await owner.post(`${own}/lanes`, [["lanes", "9"]]);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /lanes must be a whole number from 1 to 8/);
    assert.equal((await webhooksOf(scene))[0]?.lanes, 8);
    location(await owner.post(`${own}/disable`));
    assert.notEqual((await webhooksOf(scene))[0]?.disabledAt, null);
    assert.match((await owner.get(own)).text, />Enable</);
    location(await owner.post(`${own}/enable`));
    assert.equal((await webhooksOf(scene))[0]?.disabledAt, null);
    const list = location(await owner.post(`${own}/remove`));
    assert.match((await owner.get(list)).text, /The endpoint is removed\./);
    assert.deepEqual(await webhooksOf(scene), []);
    const actions = (await audited(scene)).map((entry) => entry.split(" ")[1]);
    assert.deepEqual(
      actions,
      ["add", "update", "update", "update", "disable", "enable", "remove"].map((one) =>
        `webhook.${one}`
      ),
    );
  }));

Deno.test("a secret is rotated: the new one is in one answer, and the old one's end on the page", () =>
  withOwner("webhooks", async (scene) => {
    const { owner, path, store } = scene;
    await store.commit([{ kind: "webhook.put", endpoint: anEndpoint(1) }]);
    const own = `${path}/${anEndpoint(1).id}`;
    const seen = await owner.post(`${own}/rotate`, [["overlap", "1h"]]);
    const secret = secretOf(seen);
    assert.notEqual(secret, SECRET);
    assert.equal(seen.headers.get("cache-control"), "no-store");
    assert.match(seen.text, /The old secret signs too until/);
    const { text } = await owner.get(own);
    assert.match(text, /Old secret signs until/);
    assert.ok(![secret, SECRET].some((one) => text.includes(one)));
    const again = await owner.post(`${own}/rotate`, [["overlap", "24h"]]);
    assert.equal(again.status, 422);
    assert.match(again.text, /Two secrets sign already/);
    secretOf(await owner.post(`${own}/rotate`, [["overlap", "0"]]));
    assert.doesNotMatch((await owner.get(own)).text, /Old secret signs until/);
    assert.equal((await owner.post(`${own}/rotate`, [["overlap", "x"]])).status, 422);
    assert.deepEqual((await audited(scene)).map((entry) => entry.split(" ")[1]), [
      "webhook.rotate",
      "webhook.rotate",
    ]);
  }));

Deno.test("a double click adds one endpoint, and its second answer has the secret too", () =>
  withOwner("webhooks", async (scene) => {
    const { owner, path } = scene;
    const form = await newForm(owner, path);
    const both = await clicked(scene.dashboard, 2, () => owner.post(`${path}/new`, form));
    const [endpoint, ...more] = await webhooksOf(scene);
    assert.deepEqual(more, []);
    const { stored } = endpoint!.secret;
    assert.deepEqual(both.map(secretOf), [stored, stored]);
  }));

/** Values that are refused, by field, and the message. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["url", "", /id="form-url-error">URL must be an absolute https URL/],
  ["url", "http://shop.example", /id="form-url-error">URL must be https and public/],
  ["url", "https://127.0.0.1/", /id="form-url-error">URL must be https and public/],
  ["url", "https://a:b@shop.example/", /id="form-url-error">URL must not contain a user name/],
  ["events", "session.deleted", /events must be among/],
  ["id", "x", /load the page again/],
];

Deno.test("a refused endpoint is shown again with the error, and is not added", () =>
  withOwner("webhooks", async (scene) => {
    const { owner, path } = scene;
    for (const [name, value, message] of REFUSED) {
      const form = (await newForm(owner, path))
        .map(([one, old]) => [one, one === name ? value : old] as const);
      const seen = await owner.post(`${path}/new`, form);
      assert.equal(seen.status, 422, `${name}=${value}`);
      assert.match(seen.text, message);
      assert.match(seen.text, /name="include" value="buyer.email" checked/);
    }
    assert.deepEqual(await webhooksOf(scene), []);
    assert.deepEqual(await audited(scene), []);
  }));

Deno.test("a test event is sent at once and its answer shown; nothing is stored", () =>
  withOwner("webhooks", async (scene) => {
    const { owner, path, dashboard: { net }, store } = scene;
    const endpoint = anEndpoint(1);
    await store.commit([{ kind: "webhook.put", endpoint }]);
    const own = `${path}/${endpoint.id}`;
    const good = await owner.post(`${own}/test`);
    assert.match(good.text, /It accepted the test event in \d+ ms: HTTP 200/);
    net.behaviour.set("a.example", () => answer(500));
    const bad = await owner.post(`${own}/test`);
    assert.equal(bad.status, 200);
    assert.match(bad.text, /It did not accept the test event: .*500/);
    assert.equal(net.arrived.length, 2);
    assert.match(String(net.arrived[0]?.body), /"type":"webhook.test"/);
    assert.ok(![good, bad].some(({ text }) => text.includes(SECRET)));
    assert.deepEqual(await audited(scene), []);
    assert.equal(location(await owner.get(`${own}/test`)), own);
  }));

Deno.test("an endpoint of another shop is not found, nor taken over by its id", () =>
  withOwner("webhooks", async ({ owner, path, store, dashboard }) => {
    const other = uuid<MerchantId>(2);
    const merchant = aMerchant({ id: other, name: "Other", domains: ["other.example"] });
    const endpoint = anEndpoint(1, { merchantId: other });
    await store.commit([
      { kind: "merchant.put", merchant },
      { kind: "webhook.put", endpoint },
    ]);
    for (const action of ["test", "enable", "disable", "remove"]) {
      assert.equal((await owner.post(`${path}/${endpoint.id}/${action}`)).status, 404);
    }
    assert.equal((await owner.get(`${path}/${endpoint.id}`)).status, 404);
    const form = (await newForm(owner, path))
      .map(([name, value]) => [name, name === "id" ? endpoint.id : value] as const);
    assert.equal((await owner.post(`${path}/new`, form)).status, 422);
    assert.deepEqual(await dashboard.services.webhooks.list(other), [endpoint]);
    assert.equal(dashboard.net.arrived.length, 0);
  }));

Deno.test("the list shows endpoints and not channels or secrets; a viewer changes none", () =>
  withOwner("webhooks", async ({ owner, path, store, dashboard, merchant }) => {
    assert.match((await owner.get(path)).text, /No endpoints yet\. Add the URL/);
    const endpoints = [anEndpoint(1), anEndpoint(2, { livemode: false, disabledAt: NOW })];
    await store.commit(endpoints.map((endpoint) => ({ kind: "webhook.put", endpoint })));
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    for (const own of [path, `${path}/${endpoints[1]?.id}`]) {
      const { status, text } = await viewer.get(own);
      assert.equal(status, 200);
      assert.match(text, /Disabled/);
      assert.match(text, />Test</);
      assert.doesNotMatch(text, /method="post" action="\/shops|webhooks\/new/);
      assert.ok(!text.includes(SECRET));
    }
    const { text } = await viewer.get(`${path}.csv`);
    const head =
      "id,url,livemode,events,include,lanes,batch,insecure,previous_secret_ends_at,created_at,disabled_at,time_zone";
    assert.ok(text.startsWith(`${head}\r\n`), text);
    assert.deepEqual(parseCsv(text).slice(1).map(([id]) => id), endpoints.map(({ id }) => id));
    assert.ok(!text.includes("whsec_"));
  }));
