/** API keys in the dashboard: listed, created, rotated and revoked. */
import assert from "node:assert/strict";
import type { KeyId, MerchantId } from "../../../src/domain/ids.ts";
import { aMerchant, FOREVER, NOW, uuid } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { OPERATOR } from "../../support/operator.ts";
import { clicked, roleAt } from "./dashboard.ts";
import { NEW_KEY, newForm, ROTATE, secretOf } from "./key_forms.ts";
import { audited, fieldsOf, location, type Scene, withOwner } from "./owner.ts";

const DAY_MS = 86_400_000;

async function madeKey({ services, merchant }: Scene, name = "Shop backend") {
  const found = (await services.keys.list(merchant.id)).filter((key) => key.name === name);
  assert.equal(found.length, 1);
  return found[0]!;
}

Deno.test("a key is created: its secret is in one answer, no-store, and works", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, services, merchant } = scene;
    const made = await owner.post(`${path}/new`, await newForm(owner, path));
    const secret = secretOf(made);
    assert.match(secret, /^ck_live_/);
    assert.equal(made.headers.get("cache-control"), "no-store");
    assert.equal(made.text.split(secret).length, 2);
    const { scopes, ...key } = await madeKey(scene);
    assert.deepEqual([...scopes], ["sessions:read"]);
    assert.deepEqual(key, {
      id: key.id,
      merchantId: merchant.id,
      name: "Shop backend",
      hash: key.hash,
      prefix: secret.slice(0, 12),
      rateLimit: 250,
      livemode: true,
      createdAt: NOW,
      allowedFrom: [],
      lastUsedAt: null,
      lastUsedFrom: null,
      expiresAt: NOW + 90 * DAY_MS,
      revokedAt: null,
      successorId: null,
    });
    assert.equal((await services.authentication.identify(secret))?.id, key.id);
    assert.deepEqual(await audited(scene), ["anna key.create Shop backend"]);
  }));

Deno.test("a form that is sent again makes no second key and shows no secret", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, services, merchant } = scene;
    const form = await newForm(owner, path);
    secretOf(await owner.post(`${path}/new`, form));
    const { id } = await madeKey(scene);
    for (const again of [form, form.map(([name, value]) => [name, value.trim()] as const)]) {
      const led = location(await owner.post(`${path}/new`, again));
      assert.equal(led, `${path}/${id}?done=made`);
      const { text } = await owner.get(led);
      assert.match(text, /This key was made already/);
      assert.doesNotMatch(text, /ck_live_\w{5}/);
    }
    const rotated = secretOf(await owner.post(`${path}/${id}/rotate`, ROTATE));
    assert.match(rotated, /^ck_live_/);
    const successor = (await services.keys.list(merchant.id)).at(-1);
    const later = location(await owner.post(`${path}/${id}/rotate`, ROTATE));
    assert.equal(later, `${path}/${successor?.id}?done=made`);
    assert.equal((await services.keys.list(merchant.id)).length, 3);
    assert.deepEqual(
      await audited(scene),
      ["create", "rotate"].map((verb) => `anna key.${verb} Shop backend`),
    );
    // The address of the form's answer, typed again.
    assert.equal(location(await owner.get(`${path}/${id}/rotate`)), `${path}/${id}`);
    assert.doesNotMatch((await owner.get(`${path}/new`)).text, /ck_live_/);
  }));

Deno.test("a double click makes one key, and its second answer has the secret too", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, dashboard, services, merchant } = scene;
    const form = await newForm(owner, path);
    const made = await clicked(dashboard, 3, () => owner.post(`${path}/new`, form));
    const [secret = "", ...others] = made.map(secretOf);
    assert.deepEqual(others, [secret, secret]);
    assert.ok(await services.authentication.identify(secret));
    const { id } = await madeKey(scene);
    const rotated = (await clicked(
      dashboard,
      2,
      () => owner.post(`${path}/${id}/rotate`, ROTATE),
    )).map(secretOf);
    assert.equal(rotated[0], rotated[1]);
    assert.notEqual(rotated[0], secret);
    assert.equal((await services.keys.list(merchant.id)).length, 3);
    // Another person's, or another browser's, same form is another one.
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "owner"));
    let isBen = false;
    const both = await clicked(dashboard, 2, () => {
      isBen = !isBen;
      return (isBen ? ben : owner).post(`${path}/${scene.key.id}/rotate`, ROTATE);
    });
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 303]);
  }));

Deno.test("a key that an earlier sending has made is replaced in one click", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, services } = scene;
    const form = await newForm(owner, path);
    const lost = secretOf(await owner.post(`${path}/new`, form));
    const { text } = await owner.get(location(await owner.post(`${path}/new`, form)));
    assert.match(text, /<button class="button" type="submit">Rotate now</);
    const { id } = await madeKey(scene);
    assert.ok(text.includes(`action="${path}/${id}/rotate"`));
    const secret = secretOf(await owner.post(`${path}/${id}/rotate`, fieldsOf(text)));
    assert.equal(await services.authentication.identify(lost), undefined);
    assert.ok(await services.authentication.identify(secret));
  }));

Deno.test("a key is rotated with an overlap, then revoked: one entry for each", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, key: old, secret, services, clock, merchant } = scene;
    const own = `${path}/${old.id}`;
    const at = clock.at;
    const rotated = await owner.post(`${own}/rotate`, { overlap: "7d", expires: "30d" });
    const newSecret = secretOf(rotated);
    assert.match(rotated.text, /Old key works until/);
    assert.equal(rotated.headers.get("cache-control"), "no-store");
    const [ended, successor] = await services.keys.list(merchant.id);
    assert.equal(ended?.expiresAt, at + 7 * DAY_MS);
    assert.equal(ended?.successorId, successor?.id);
    assert.equal(successor?.expiresAt, at + 30 * DAY_MS);
    assert.ok(await services.authentication.identify(newSecret));
    assert.ok(await services.authentication.identify(secret));
    const page = await owner.get(own);
    assert.match(page.text, /Rotated/);
    assert.ok(page.text.includes(`${path}/${successor?.id}`));
    assert.doesNotMatch(page.text, /Rotate key/);

    const led = location(await owner.post(`${path}/${successor?.id}/revoke`));
    assert.match((await owner.get(led)).text, /Servers refuse it now/);
    assert.equal(await services.authentication.identify(newSecret), undefined);
    // A revoked key has nothing to do, and says why.
    const refused = await owner.post(`${path}/${successor?.id}/rotate`, ROTATE);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Key is revoked: [^<]*<[^]*Back to the page/);
    location(await owner.post(`${path}/${successor?.id}/revoke`));
    assert.deepEqual(await audited(scene), ["anna key.rotate test", "anna key.revoke test"]);
  }));

/** Values that are refused, by field, and the message beside it. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["name", "", /Name must have 1 to 100 characters/],
  ["name", "\u200b\u3164", /Name must have 1 to 100 characters/],
  ["name", "x".repeat(101), /Name must have 1 to 100 characters/],
  ["mode", "both", /Mode must be live or test/],
  ["scopes", "", /Choose at least one scope/],
  ["scopes", "sessions:delete", /Choose at least one scope/],
  ["expires", "99y", /Choose one of the times/],
  ["rate_limit", "0", /Requests a minute must be a whole number from 1 to 1000000/],
  ["rate_limit", "1.5", /Requests a minute must be a whole number/],
];

Deno.test("a refused key is shown again with what was entered and the error at its field", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, services, merchant } = scene;
    for (const [name, value, message] of REFUSED) {
      const form = await newForm(owner, path);
      const changed = form.map(([one, old]) => [one, one === name ? value : old] as const);
      const seen = await owner.post(`${path}/new`, changed);
      assert.equal(seen.status, 422, `${name}=${value}`);
      const error = new RegExp(`id="form-${name}-error">[^<]*</`).exec(seen.text)?.[0] ?? "";
      assert.match(error, message);
      assert.doesNotMatch(seen.text, /role="alert"/);
      // The same key is created when the form is right.
      assert.ok(seen.text.includes(`value="${form[0]?.[1]}"`));
    }
    for (const id of ["", "x", uuid(1).slice(1)]) {
      const seen = await owner.post(`${path}/new`, { ...NEW_KEY, id });
      assert.equal(seen.status, 422);
      assert.match(seen.text, /load the page again/);
      assert.match(seen.text, /name="id" value="[0-9a-f-]{36}"/);
    }
    const own = `${path}/${scene.key.id}/rotate`;
    const rotation = await owner.post(own, { overlap: "2y", expires: "same" });
    assert.match(rotation.text, /id="rotate-overlap-error">Choose one of the times/);
    assert.equal((await services.keys.list(merchant.id)).length, 1);
    assert.deepEqual(await audited(scene), []);
  }));

Deno.test("a key of another shop is not found, nor taken over by its id", () =>
  withOwner("keys", async ({ owner, path, store, services }) => {
    const other = uuid<MerchantId>(2);
    const merchant = aMerchant({ id: other, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant }]);
    const request = { merchantId: other, name: "theirs", ...FOREVER };
    const { key } = await services.keys.create(request, OPERATOR);
    for (const id of [key.id, key.id.toUpperCase(), uuid<KeyId>(77)]) {
      assert.equal((await owner.get(`${path}/${id}`)).status, 404);
      assert.equal((await owner.post(`${path}/${id}/rotate`, ROTATE)).status, 404);
      assert.equal((await owner.post(`${path}/${id}/revoke`)).status, 404);
    }
    const led = location(await owner.post(`${path}/new`, { ...NEW_KEY, id: key.id }));
    assert.equal((await owner.get(led)).status, 404);
    assert.deepEqual(await services.keys.list(other), [key]);
  }));

Deno.test("the list is filtered, and as CSV has the same keys; a viewer changes none", () =>
  withOwner("keys", async ({ owner, path, dashboard, merchant, services, key }) => {
    const request = { merchantId: merchant.id, ...FOREVER };
    await services.keys.create({ ...request, name: "=EVIL()" }, OPERATOR);
    await services.keys.create({ ...request, name: "Trials", livemode: false }, OPERATOR);
    await services.keys.revoke(key.id, OPERATOR);
    const names = async (query: string) => {
      const { text } = await owner.get(`${path}?${query}`);
      const file = parseCsv((await owner.get(`${path}.csv?${query}`)).text).slice(1);
      const shown = [...text.matchAll(/<a href="[^"]*"><bdi>([^<]*)<\/bdi>/g)].map(([, one]) =>
        one
      );
      assert.deepEqual(file.map(([, name]) => name?.replace(/^'/, "")), shown);
      return shown;
    };
    assert.deepEqual((await names("")).toSorted(), ["=EVIL()", "Trials", "test"]);
    assert.deepEqual(await names("state=ended"), ["test"]);
    assert.deepEqual(await names("state=usable&mode=test"), ["Trials"]);
    assert.match((await owner.get(`${path}?state=ended&mode=test`)).text, /No keys match/);
    const { text } = await owner.get(`${path}.csv`);
    const head = "id,name,prefix,livemode,scopes,allowed_from,rate_limit,created_at,last_used_at,";
    assert.ok(
      text.startsWith(`${head}last_used_from,expires_at,revoked_at,successor_id,time_zone\r\n`),
      text,
    );
    assert.doesNotMatch(text, /[0-9a-f]{64}/);
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    for (const seen of [await viewer.get(path), await viewer.get(`${path}/${key.id}`)]) {
      assert.equal(seen.status, 200);
      assert.doesNotMatch(seen.text, /method="post" action="\/shops|\/new/);
    }
  }));
