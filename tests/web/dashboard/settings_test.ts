/** Every field of every page of settings: changed, seen to act, audited, refused, not replaced unseen. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { fieldAt } from "../../../src/domain/values/json.ts";
import { writeMerchant } from "../../../src/schema/seed/merchant.ts";
import type { SettingForm } from "../../../src/things/setting.ts";
import { SETTINGS_PAGES, settingsOf } from "../../../src/things/settings/pages.ts";
import type { World } from "../../support/app.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { roleAt } from "./dashboard.ts";
import { audited, fieldsOf, location, type Scene, withOwner } from "./owner.ts";
import { REFUSED } from "./setting_refusals.ts";
import { SAVED } from "./setting_values.ts";

/** The settings of the stored shop, in the form of a seed file. */
async function stored({ store, merchant }: World) {
  const shop = await store.merchants.find(merchant.id);
  assert.ok(shop);
  return writeMerchant(shop);
}

/** The fields of a form of a page, as a browser sends them. */
async function formAt({ owner }: Scene, path: string): Promise<Map<string, string>> {
  const { status, text } = await owner.get(path.replace(/\/[^/]*$/, ""));
  assert.equal(status, 200);
  const form = text.split('<form class="action"').find((one) => one.includes(`action="${path}"`));
  assert.ok(form !== undefined, path);
  return new Map(fieldsOf(`<form class="action"${form}`));
}

/** Lays fields over those of a form; undefined takes a box away. */
function laid(
  fields: ReadonlyMap<string, string>,
  over: Readonly<Record<string, string | undefined>>,
): [string, string][] {
  return Object.entries({ ...Object.fromEntries(fields), ...over })
    .flatMap(([name, value]) => value === undefined ? [] : [[name, value] as [string, string]]);
}

/** Runs a test for each form, with a shop whose codes can be delivered and an owner just asked. */
function withForms(
  test: (scene: Scene, form: SettingForm, path: string) => Promise<void>,
): Promise<void> {
  return withOwner("settings", async (scene) => {
    const { dashboard, merchant, owner, path } = scene;
    await dashboard.services.webhooks.add({
      merchantId: merchant.id,
      allowInsecure: true,
      url: "https://hooks.example/",
      events: ["otp.requested"],
    }, OPERATOR);
    await owner.confirm();
    for (const page of SETTINGS_PAGES) {
      for (const form of page.forms) {
        await test(scene, form, `${path}/${page.name}/${form.name}`);
      }
    }
  });
}

Deno.test("every setting of every page is changed, acts in the stored shop, and is audited", () =>
  withForms(async (scene, form, path) => {
    const settings = form.settings.filter(({ isFixed }) => !isFixed);
    const own = settings.map(({ field }) => {
      const values = SAVED[field];
      assert.ok(values, `No values to test ${field} with`);
      return { field, ...values };
    });
    const before = await stored(scene);
    const sent = laid(await formAt(scene, path), Object.assign({}, ...own.map((one) => one.sent)));
    const answer = await scene.owner.post(path, sent);
    assert.equal(answer.status, 303, `${path}: ${/class="error"[^>]*>([^<]*)/.exec(answer.text)}`);
    assert.equal(location(answer), `${path.replace(/\/[^/]*$/, "")}?saved=${form.name}`);
    const after = await stored(scene);
    const { rows: [entry] } = await scene.store.audit.list(
      { ...NO_AUDIT_FILTER, merchantId: scene.merchant.id },
      { limit: 1 },
    );
    assert.equal(entry?.action, "merchant.update");
    assert.equal(entry.subject.label, "anna");
    for (const { field, saved, shown } of own) {
      assert.deepEqual(fieldAt(after, field), saved, field);
      assert.notDeepEqual(fieldAt(before, field), saved, `${field} was changed`);
      const [old, now] = [entry.before, entry.after].map((one) => JSON.stringify(one));
      assert.ok(now?.includes(shown), `${field}: ${shown} in ${now}`);
      assert.notEqual(old, now);
    }
    // Saved again as it is shown: the same, and no entry.
    const entries = (await audited(scene)).length;
    await scene.owner.post(path, laid(await formAt(scene, path), {}));
    assert.deepEqual(await stored(scene), after, path);
    assert.equal((await audited(scene)).length, entries, path);
    const page = await scene.owner.get(location(answer));
    assert.ok(page.text.includes(`Saved: ${form.title.replace("&", "&amp;")}.`));
  }));

Deno.test("a refused setting says why beside its field, with what was entered, and saves nothing", () =>
  withForms(async (scene, form, path) => {
    const before = await stored(scene);
    for (const { field, isFixed } of form.settings) {
      if (isFixed === true) continue;
      const refused = REFUSED[field] ?? [];
      for (const [over, name, message] of refused) {
        const fields = await formAt(scene, path);
        const { status, text } = await scene.owner.post(path, laid(fields, over));
        assert.equal(status, 422, `${field} ${JSON.stringify(over)}`);
        const [, error = ""] =
          new RegExp(`id="${form.name}-${RegExp.escape(name)}-error">([^<]*)`).exec(text) ?? [];
        assert.match(error, message, `${name} in ${/role="alert">[^<]*/.exec(text)}`);
      }
    }
    assert.deepEqual(await stored(scene), before);
  }));

Deno.test("settings that were saved meanwhile are shown beside what was entered, not replaced", () =>
  withForms(async (scene, form, path) => {
    const { services, merchant, owner } = scene;
    const fields = await formAt(scene, path);
    const sent = laid(
      fields,
      Object.assign({}, ...form.settings.map(({ field }) => SAVED[field]?.sent)),
    );
    assert.equal((await owner.post(path, sent)).status, 303, path);
    const saved = await stored(scene);
    // The form as it was loaded before.
    const stale = await owner.post(path, laid(fields, {}));
    assert.equal(stale.status, 422, path);
    assert.match(stale.text, /was changed since you loaded it/);
    assert.match(stale.text, /Saved now: <bdi>/);
    assert.deepEqual(await stored(scene), saved);
    // A change of another form takes nothing away.
    const again = await formAt(scene, path);
    await services.merchants.update(merchant.id, (old) => ({
      ...old,
      ...(form.name === "refunds"
        ? { ordersHourly: old.ordersHourly + 1 }
        : { coinsDaily: old.coinsDaily + 1 }),
    }), OPERATOR);
    assert.equal((await owner.post(path, laid(again, {}))).status, 303);
  }));

Deno.test("a switch that is off takes its fields with it, and asks for none of them", () =>
  withOwner("settings", async (scene) => {
    const { owner, path } = scene;
    for (const [form, field] of [["payments/cash", "cod"], ["coins/coins", "coin"]] as const) {
      const at = `${path}/${form}`;
      const all = Object.entries(SAVED)
        .flatMap(([name, { sent }]) => name.startsWith(field) ? Object.entries(sent) : []);
      location(await owner.post(at, laid(await formAt(scene, at), Object.fromEntries(all))));
      assert.notEqual(fieldAt(await stored(scene), field), null);
      location(await owner.post(at, laid(await formAt(scene, at), { [field]: undefined })));
      assert.equal(fieldAt(await stored(scene), field), null);
      location(await owner.post(at, laid(await formAt(scene, at), {})));
    }
  }));

Deno.test("a new domain is added by a person with all shops, where others own some", () =>
  withOwner("settings", async (scene) => {
    const { dashboard, owner, path, store, merchant } = scene;
    const form = `${path}/general/shop`;
    const send = async (by: Pick<typeof owner, "get" | "post">, domains: string) =>
      await by.post(
        form,
        laid(await formAt({ ...scene, owner: { ...owner, ...by } }, form), {
          domains,
        }),
      );
    const domains = async () => (await store.merchants.find(merchant.id))?.domains;
    location(await send(owner, "demo-store.example\nnew.example"));
    const other = { ...aMerchant(), id: uuid<typeof merchant.id>(900), domains: ["b.example"] };
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const refused = await send(owner, "demo-store.example\nb2.example");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="shop-domains-error">Domains has a new one, b2\.example/);
    // Fewer are no risk to others.
    location(await send(owner, "demo-store.example"));
    assert.deepEqual(await domains(), ["demo-store.example"]);
    const operator = await dashboard.visitor("otto", { everywhere: "owner" });
    location(await send(operator, "demo-store.example\nb2.example"));
    assert.deepEqual(await domains(), ["demo-store.example", "b2.example"]);
    const both = await dashboard.visitor("bea", {
      shops: [merchant, other].flatMap(({ id }) => roleAt(id, "owner").shops ?? []),
    });
    location(await send(both, "demo-store.example\nb3.example"));
    assert.equal((await send(owner, "demo-store.example\nb.example")).status, 422);
  }));

Deno.test("every page of settings is in their list, and every setting has a value that is tested", () =>
  withOwner("settings", async ({ owner, path }) => {
    const { text } = await owner.get(path);
    for (const { name, title } of SETTINGS_PAGES) {
      assert.ok(text.includes(`<a href="${path}/${name}">${title}</a>`), title);
    }
    assert.match((await owner.get(`${path}/general`)).text, /INR, which cannot change/);
    const fields = settingsOf(SETTINGS_PAGES).map(({ field }) => field);
    assert.deepEqual(Object.keys(SAVED).filter((one) => !fields.includes(one)), []);
    assert.deepEqual(Object.keys(REFUSED).filter((one) => !fields.includes(one)), []);
  }));
