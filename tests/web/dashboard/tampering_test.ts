/** Attacks by a person with a role in one shop: keys of other shops, slow forms, odd queries. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { AppError } from "../../../src/domain/errors.ts";
import { aMerchant, FOREVER, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { anEndpoint, anEvent } from "../../support/webhooks.ts";
import {
  type Dashboard,
  dashboardOf,
  PASSWORD,
  roleAt,
  signIn,
  type Visitor,
} from "./dashboard.ts";
import { newForm } from "./key_forms.ts";
import { type Scene, withOwner } from "./owner.ts";
import { withSales } from "./sales.ts";
import { withWorld } from "../../support/app.ts";

const OTHER = uuid<MerchantId>(2);

/** Answers of lists to the key of a page, by section. */
async function continued(owner: Visitor, shopId: string, keys: Readonly<Record<string, string>>) {
  const seen = await Promise.all(
    Object.entries(keys).map(async ([section, after]) => {
      const path = `/shops/${shopId}/${section}?after=${encodeURIComponent(after)}`;
      const { status, text } = await owner.get(path);
      return [section, status, text.replaceAll(after, "KEY")] as const;
    }),
  );
  return seen;
}

Deno.test("the key of another shop's page is answered like an unknown one", () =>
  withSales("sessions", async ({ owner, store, services, merchant, sold }) => {
    const other = aMerchant({ id: OTHER, name: "Third", domains: ["third.example"] });
    await store.commit([
      { kind: "merchant.put", merchant: other },
      { kind: "webhook.put", endpoint: anEndpoint(1, { merchantId: OTHER }) },
      { kind: "event.add", event: anEvent(1, { merchantId: OTHER }) },
    ]);
    await services.keys.create({ merchantId: OTHER, name: "theirs", ...FOREVER }, OPERATOR);
    const { rows: [entry] } = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: OTHER }, {
      limit: 1,
    });
    assert.ok(entry);
    const theirs = {
      "sessions": sold.foreign,
      "orders": sold.foreign,
      "audit": entry.id,
      "webhooks/deliveries": `${uuid(1)}/${anEndpoint(1).id}`,
    };
    const unknown = {
      "sessions": uuid(404),
      "orders": uuid(404),
      "audit": uuid(404),
      "webhooks/deliveries": `${uuid(404)}/${uuid(405)}`,
    };
    const [seen, expected] = await Promise.all(
      [theirs, unknown].map((keys) => continued(owner, merchant.id, keys)),
    );
    assert.deepEqual(seen, expected);
    assert.ok(seen?.every(([, status]) => status === 400 || status === 404));
  }));

/** Sends a form whose body ends only after something else has happened. */
async function slowly(
  { dashboard, owner }: Pick<Scene, "owner"> & { readonly dashboard: Dashboard },
  path: string,
  form: readonly (readonly [string, string])[],
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const bytes = new TextEncoder().encode(
    new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
  );
  const began = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      began.resolve();
      await happened;
      controller.enqueue(bytes);
      controller.close();
    },
  }, { highWaterMark: 0 });
  const happened = began.promise.then(meanwhile);
  const request = new Request(`${dashboard.origin}${path}`, {
    method: "POST",
    body,
    headers: {
      "host": new URL(dashboard.origin).host,
      "cookie": `ck=${owner.cookie}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(bytes.length),
    },
  });
  const { status } = await dashboard.fetch(request, () => "192.0.2.1");
  await happened;
  return status;
}

Deno.test("a form that arrives after its sender was removed or demoted does nothing", () =>
  withOwner("keys", async (scene) => {
    const { owner, path, services, merchant, dashboard } = scene;
    const keys = (await services.keys.list(merchant.id)).length;
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "owner"));
    const demoted = await slowly(
      { dashboard, owner: ben },
      `${path}/new`,
      await newForm(ben, path),
      () =>
        services.people.grant(ben.person, [{ merchantId: merchant.id, role: "staff" }], OPERATOR),
    );
    const removed = await slowly(
      scene,
      `${path}/new`,
      await newForm(owner, path),
      () => services.people.remove(owner.person, OPERATOR),
    );
    assert.deepEqual([demoted, removed], [401, 401]);
    assert.equal((await services.keys.list(merchant.id)).length, keys);
    assert.match((await owner.get("/")).headers.get("location") ?? "", /^\/sign-in/);
  }));

Deno.test("who knows the old password keeps no access by forms that arrive after it was replaced", () =>
  withOwner("", async ({ dashboard, owner }) => {
    const [NEW, THEIRS] = ["an entirely new sentence", "a sentence of somebody else"];
    const change = (password: string) => ({ current: PASSWORD, password, again: password });
    const late = await slowly(
      { dashboard, owner },
      "/account/password",
      Object.entries(change(THEIRS)),
      () => owner.post("/account/password", change(NEW)),
    );
    assert.equal(late, 422);
    const tries = [PASSWORD, THEIRS, NEW].map((password) => signIn(dashboard, "anna", password));
    assert.deepEqual((await Promise.all(tries)).map(({ status }) => status), [422, 422, 303]);
  }));

Deno.test("a sign-in whose password is replaced right before its commit is refused", () =>
  withWorld(async (world) => {
    const { store } = world;
    let before = () => Promise.resolve();
    const raced: typeof store = Object.create(store, {
      commit: {
        value: async (changes: Parameters<typeof store.commit>[0]) => {
          const act = before;
          before = () => Promise.resolve();
          await act();
          await store.commit(changes);
        },
      },
    });
    const dashboard = dashboardOf({ ...world, store: raced });
    const { person } = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
    before = async () => {
      const { passwordHash: expect = null } = await store.persons.find(person.id) ?? {};
      await store.commit([
        { kind: "person.password", personId: person.id, hash: "another", expect },
        { kind: "signIn.removeAll", personId: person.id },
      ]);
    };
    assert.equal((await signIn(dashboard, "anna", PASSWORD)).status, 422);
    assert.deepEqual(await store.persons.signIns(person.id), []);
  }));

Deno.test("an attempt that was refused because too many wait does not count", () =>
  withWorld(async (world) => {
    let isBusy = true;

    const dashboard = dashboardOf(world, {
      passwords: {
        hash: () => Promise.resolve("hash"),
        verify: () =>
          isBusy
            ? Promise.reject(new AppError("error.unavailable", "Too many people sign in at once"))
            : Promise.resolve(true),
      },
    });
    await dashboard.visitor("anna", { everywhere: "owner" });
    for (let n = 0; n < 8; n++) assert.equal((await signIn(dashboard, "anna", "x")).status, 503);
    isBusy = false;
    assert.equal((await signIn(dashboard, "anna", "x")).status, 303);
  }));

Deno.test("odd and very long queries are answered, by HEAD as by GET", () =>
  withOwner("", async ({ dashboard, owner, merchant }) => {
    const long = encodeURIComponent("é%_'\"<".repeat(2_000));
    const lists = [
      "orders",
      "sessions",
      "coupons",
      "products",
      "customers",
      "audit",
      "keys",
      "providers",
    ];
    const names = ["q", "since", "phone", "subject", "state", "days", "after", "done", "removed"];
    for (const section of ["", ...lists, "webhooks", "webhooks/deliveries", "people"]) {
      for (const name of names) {
        const path = `/shops/${merchant.id}/${section}?${name}=${long}`;
        const { status, text } = await owner.get(path);
        assert.ok(status < 500, `${section} ${name}: ${status}`);
        assert.ok(!text.includes("'\"<"), path.slice(0, 80));
        const head = await dashboard.send("HEAD", path, { cookie: owner.cookie });
        assert.deepEqual([head.status, head.text], [status, ""]);
      }
    }
  }));
