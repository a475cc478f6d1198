/** Deliveries in the dashboard: the list with its filters, one delivery, and replays. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { Delivery } from "../../../src/domain/shop/webhook.ts";
import { listCsv } from "../../../src/schema/list.ts";
import { deliveryList } from "../../../src/things/delivery.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { anEndpoint, anEvent, anOtpEvent } from "../../support/webhooks.ts";
import { roleAt } from "./dashboard.ts";
import { audited, location, type Scene, withOwner } from "./owner.ts";

const A = anEndpoint(1);
const B = anEndpoint(2);

/** Adds events; all deliveries of those with the numbers in `failed` have failed. */
async function fill(
  { store }: Scene,
  count: number,
  failed: readonly number[] = [],
): Promise<void> {
  await store.commit([A, B].map((endpoint) => ({ kind: "webhook.put", endpoint })));
  for (let n = 1; n <= count; n++) {
    const event = n === 2 ? anOtpEvent(2) : anEvent(n, { at: NOW + n * 86_400_000 });
    await store.commit([{ kind: "event.add", event }]);
    if (!failed.includes(n)) continue;
    for (const { id } of [A, B]) await change(store, n, id, { state: "FAILED", attempts: 8 });
  }
}

async function change(
  store: Scene["store"],
  n: number,
  endpointId: string,
  over: Partial<Delivery>,
): Promise<void> {
  const found = await store.webhooks.delivery(uuid(n), endpointId);
  assert.ok(found);
  const delivery = { ...found.delivery, lastStatus: 500, lastError: "HTTP 500", ...over };
  await store.commit([{ kind: "delivery.put", delivery }]);
}

/** Events and endpoints of the links of a list. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/deliveries\/[0-9-]*?0*(\d+)\/[0-9-]*?0*(\d+)"/g)]
    .map(([, event, endpoint]) => `${event} ${endpoint}`);
}

const LIST = deliveryList({ showsEndpoint: true });

Deno.test("the list is read in pages by its filters, and as CSV has the same rows", () =>
  withOwner("webhooks/deliveries", async (scene) => {
    const { owner, path } = scene;
    assert.match((await owner.get(path)).text, /No deliveries yet/);
    await fill(scene, 60, [3, 4]);
    const all = async (query: string) => {
      const found: string[] = [];
      for (let next: string | undefined = `${path}?${query}`; next !== undefined;) {
        const { text } = await owner.get(next);
        found.push(...linksOf(text));
        next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
      }
      const [head, ...rows] = parseCsv((await owner.get(`${path}.csv?${query}`)).text);
      assert.deepEqual(head, parseCsv(listCsv(LIST, () => "").head)[0]);
      const short = (id = "") => id.replace(/^[0-]*(?:7000-8000-)?[0-]*/, "");
      assert.deepEqual(rows.map((row) => `${short(row[0])} ${short(row[3])}`), found);
      return found;
    };
    assert.equal((await all("")).length, 120);
    assert.equal((await all(`endpoint=${A.id}`)).length, 60);
    assert.deepEqual(await all("state=FAILED"), ["4 502", "4 501", "3 502", "3 501"]);
    assert.deepEqual(await all(`event=otp.requested&endpoint=${A.id}`), ["2 501"]);
    // A day begins in the shop's time zone.
    assert.deepEqual(await all(`since=2026-03-03&endpoint=${A.id}`), ["60 501"]);
    assert.match((await owner.get(`${path}?since=2027-01-01`)).text, /No deliveries match/);
    assert.equal((await owner.get(`${path}?endpoint=${uuid(9)}`)).status, 404);
  }));

Deno.test("a delivery shows its answer and no data of its event; staff replays it", () =>
  withOwner("webhooks/deliveries", async (scene) => {
    const { path, store, dashboard, merchant } = scene;
    await fill(scene, 3, [2, 3]);
    const staff = await dashboard.visitor("sam", roleAt(merchant.id, "staff"));
    const own = `${path}/${uuid(3)}/${A.id}`;
    assert.match((await staff.get(own)).text, /Failed[^]*HTTP 500[^]*>Replay</);
    const done = location(await staff.post(`${own}/replay`));
    assert.equal(done, `${own}?done=replayed`);
    assert.match((await staff.get(done)).text, /Waiting[^]*Sent again/);
    const states = async (endpointId: string) =>
      (await store.webhooks.delivery(uuid(3), endpointId))?.delivery.state;
    assert.deepEqual([await states(A.id), await states(B.id)], ["PENDING", "FAILED"]);
    for (const page of [`${path}/${uuid(2)}/${A.id}`, path, `${path}.csv`]) {
      assert.doesNotMatch((await staff.get(page)).text, /123456|\+919876543210/);
    }
    assert.deepEqual((await audited(scene)).map((one) => one.split(" ")[1]), ["webhook.replay"]);

    await store.commit([{ kind: "webhook.put", endpoint: { ...B, disabledAt: NOW } }]);
    const off = `${path}/${uuid(3)}/${B.id}`;
    assert.match((await staff.get(off)).text, /Not possible while the endpoint is disabled/);
    const refused = await staff.post(`${off}/replay`);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enable the endpoint first/);
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    assert.doesNotMatch((await viewer.get(own)).text, /Replay/);
    assert.equal((await viewer.post(`${own}/replay`)).status, 403);
  }));

Deno.test("failed deliveries of a filter are replayed, with one entry", () =>
  withOwner("webhooks/deliveries", async (scene) => {
    const { owner, path, store } = scene;
    await fill(scene, 5, [3, 4, 5]);
    const failed = async () => linksOf((await owner.get(`${path}?state=FAILED`)).text);
    const one = location(await owner.post(`${path}/replay`, { endpoint: A.id, since: "" }));
    assert.equal(one, `${path}?endpoint=${A.id}&replayed=3`);
    assert.match((await owner.get(one)).text, /3 deliveries are sent again/);
    assert.deepEqual(await failed(), ["5 502", "4 502", "3 502"]);
    location(await owner.post(`${path}/replay`, { since: "2026-01-07" }));
    assert.deepEqual(await failed(), ["4 502", "3 502"]);
    location(await owner.post(`${path}/replay`));
    assert.deepEqual(await failed(), []);
    assert.equal((await audited(scene)).length, 3);
    const none = location(await owner.post(`${path}/replay`));
    assert.match((await owner.get(none)).text, /No failed deliveries/);
    await store.commit([{ kind: "webhook.put", endpoint: { ...A, disabledAt: NOW } }]);
    const refused = await owner.post(`${path}/replay`, { endpoint: A.id });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enable the endpoint first/);
    assert.equal(location(await owner.get(`${path}/replay`)), path);
  }));

Deno.test("a day that cannot be read is refused beside its field, in the list and for a replay", () =>
  withOwner("webhooks/deliveries", async (scene) => {
    const { owner, path } = scene;
    await fill(scene, 5, [3]);
    const list = await owner.get(`${path}?since=soon&state=FAILED`);
    const replay = await owner.post(`${path}/replay`, { since: "soon" });
    for (const { status, text } of [list, replay]) {
      assert.equal(status, 422);
      assert.match(
        text,
        /id="filter-since-error">From must be a day, such as 2026-01-31, got &quot;soon&quot;/,
      );
      assert.deepEqual(linksOf(text), []);
    }
    assert.match(list.text, /Correct the filter to see the list/);
    assert.equal(
      location(await owner.get(`${path}.csv?since=soon`)),
      `${path}?since=soon`,
    );
    assert.deepEqual(await audited(scene), []);
  }));

Deno.test("a delivery of another shop is not found", () =>
  withOwner("webhooks/deliveries", async (scene) => {
    const { owner, path, store } = scene;
    const merchantId = uuid<MerchantId>(2);
    const merchant = aMerchant({ id: merchantId, name: "Other", domains: ["other.example"] });
    const endpoint = anEndpoint(3, { merchantId });
    await store.commit([
      { kind: "merchant.put", merchant },
      { kind: "webhook.put", endpoint },
      { kind: "event.add", event: anEvent(1, { merchantId }) },
    ]);
    const own = `${path}/${uuid(1)}/${endpoint.id}`;
    const seen = [
      await owner.get(own),
      await owner.post(`${own}/replay`),
      await owner.get(`${path}?endpoint=${endpoint.id}`),
      await owner.post(`${path}/replay`, { endpoint: endpoint.id }),
      await owner.get(`${path}/x/y`),
    ];
    assert.deepEqual(seen.map(({ status }) => status), [404, 404, 404, 404, 404]);
    assert.deepEqual(await audited(scene), []);
  }));
