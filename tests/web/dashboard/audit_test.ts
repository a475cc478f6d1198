/** The audit trail in the dashboard: what its owner sees, filtered, paged and as CSV. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { parseCsv } from "../../support/csv.ts";
import { aMerchant, FOREVER, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { roleAt } from "./dashboard.ts";
import { location, type Scene, withOwner } from "./owner.ts";

const OTHER = uuid<MerchantId>(2);
const HOUR_MS = 3_600_000;

/** Keys that the operator and the owner make, an hour apart. */
async function makeKeys({ services, merchant, owner, clock, path }: Scene, count: number) {
  for (let n = 0; n < count; n++) {
    clock.advance(HOUR_MS);
    // Stays signed in.
    if (n % 10 === 0) await owner.get(path);
    const by = n % 2 === 0
      ? OPERATOR
      : { kind: "person", id: owner.person.id, label: "anna" } as const;
    await services.keys.create({ merchantId: merchant.id, name: `key ${n}`, ...FOREVER }, by);
  }
}

Deno.test("the trail shows who changed what, latest first, in the shop alone", () =>
  withOwner("audit", async (scene) => {
    const { owner, path, store, services } = scene;
    await makeKeys(scene, 2);
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    await services.keys.create({ merchantId: OTHER, name: "foreign", ...FOREVER }, OPERATOR);
    const { text } = await owner.get(path);
    assert.ok(text.indexOf("key 1") < text.indexOf("key 0"));
    assert.match(text, /operator <bdi>cli:asha<\/bdi>/);
    assert.match(text, /<bdi>anna<\/bdi>/);
    assert.match(text, /key: create <bdi>key 1<\/bdi>/);
    assert.ok(!text.includes("foreign"));
  }));

Deno.test("the trail is filtered by subject, action and day, and paged with its filter", () =>
  withOwner("audit", async (scene) => {
    const { owner, path, merchant, services } = scene;
    await makeKeys(scene, 120);
    const [key] = await services.keys.list(merchant.id);
    await services.keys.revoke(key!.id, OPERATOR);
    const rows = async (query: string) =>
      [...(await owner.get(`${path}?${query}`)).text.matchAll(/<th scope="row"/g)].length;
    assert.equal(await rows("action=key.revoke"), 1);
    assert.equal(await rows("subject=anna&action=key"), 50);
    assert.equal(await rows("subject=zoe"), 0);
    // 03:04 UTC and 120 hours later: the last day of Kolkata began 18:30 UTC before.
    assert.equal(await rows("action=key.create&since=2026-01-07"), 9);
    const bad = await owner.get(`${path}?since=yesterday`);
    assert.equal(bad.status, 422);
    assert.match(bad.text, /id="filter-since-error">From must be a day, such as 2026-01-31, got/);
    await owner.confirm();
    assert.equal(location(await owner.get(`${path}.csv?since=x`)), `${path}?since=x`);
    const first = await owner.get(`${path}?subject=anna&action=key.create`);
    const [, next = ""] = /href="([^"]*after=[^"]*)"/.exec(first.text) ?? [];
    assert.match(next, /subject=anna&amp;action=key\.create&amp;after=/);
    const second = await owner.get(next.replaceAll("&amp;", "&"));
    assert.equal([...second.text.matchAll(/<th scope="row"/g)].length, 10);
    assert.equal((await owner.get(`${path}?after=${uuid(999)}`)).status, 400);
  }));

Deno.test("the trail as CSV has every entry of the filter, and is for owners", () =>
  withOwner("audit", async (scene) => {
    const { owner, path, dashboard, merchant } = scene;
    await makeKeys(scene, 70);
    await owner.confirm();
    const csv = await owner.get(`${path}.csv?subject=anna&action=key.create`);
    assert.match(csv.headers.get("content-disposition") ?? "", /filename="audit\.csv"/);
    const [head, ...rows] = parseCsv(csv.text.replace(/^\uFEFF/, ""));
    assert.equal(rows.length, 35);
    const row = Object.fromEntries((head ?? []).map((name, i) => [name, rows[0]?.[i]]));
    assert.deepEqual([row["subject"], row["action"], row["object"]], [
      "anna",
      "key.create",
      "key 69",
    ]);
    assert.equal(JSON.parse(row["after"] ?? "").name, "key 69");
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    for (const place of [path, `${path}.csv`]) assert.equal((await ben.get(place)).status, 403);
  }));

Deno.test("a text of the trail is text, whatever it contains", () =>
  withOwner("audit", async ({ owner, path, services, merchant }) => {
    const name = "<script>alert(1)</script>";
    await services.keys.create({ merchantId: merchant.id, name, ...FOREVER }, OPERATOR);
    const { text } = await owner.get(path);
    assert.ok(!text.includes(name));
    assert.match(text, /&lt;script&gt;alert\(1\)/);
  }));
