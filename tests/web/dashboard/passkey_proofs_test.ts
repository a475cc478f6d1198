/** Passkeys where forms ask again, under attack, and at an address. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { SignInTrail } from "../../../src/service/people/sign_in_trail.ts";
import { FakePasskey, optionsIn } from "../../support/passkeys.ts";
import { cookieOf, dashboardOf, OWN_FORM, PASSWORD, signIn } from "./dashboard.ts";
import { withOwner } from "./owner.ts";
import { addPasskey, browserOf, enterPasskey, withPasskey } from "./passkeys.ts";

const MINUTE_MS = 60_000;
const FACTOR = "/account/factor";
const STEP = "/sign-in/factor";
const REFUSED = /The passkey was not accepted, or too much time has passed: try again/;
/** The form of a new key. */
const KEY = { name: "Backend", mode: "live", scopes: "sessions:read", expires: "90d" };

Deno.test("forms and exports that ask again take a passkey of the person, or a recovery code", () =>
  withOwner("keys", async ({ dashboard, owner, clock, path, merchant }) => {
    const anna = await withPasskey(dashboard, owner);
    const ben = await dashboard.visitor("ben", { everywhere: "owner" });
    const bens = new FakePasskey({ number: 3 });
    await addPasskey(ben, bens);
    clock.advance(5 * MINUTE_MS);
    const asking = await anna.post(`${path}/new`, {
      ...KEY,
      id: crypto.randomUUID(),
      own_password: PASSWORD,
    });
    assert.equal(asking.status, 403);
    assert.match(asking.text, /<h1>Confirm that it is you<\/h1>/);
    assert.match(asking.text, /name="name" value="Backend"/);
    const options = optionsIn(asking.text);
    for (const own_passkey of ["", bens.use(options)]) {
      const refused = await anna.post(`${path}/new`, {
        ...KEY,
        id: crypto.randomUUID(),
        own_passkey,
      });
      assert.equal(refused.status, 422);
      assert.match(refused.text, own_passkey ? REFUSED : /Your browser sent no passkey/);
    }
    // The challenge of a sign-in confirms nothing.
    const open = optionsIn((await dashboard.send("GET", "/sign-in")).text);
    const stray = await anna.post(`${path}/new`, { own_passkey: anna.key.use(open) });
    assert.equal(stray.status, 422);
    const made = await anna.post(`${path}/new`, {
      ...KEY,
      id: crypto.randomUUID(),
      own_passkey: anna.key.use(options),
    });
    assert.match(made.text, /ck_live_/);
    clock.advance(5 * MINUTE_MS);
    const file = `/shops/${merchant.id}/customers.csv`;
    const again = optionsIn((await anna.get(file)).text);
    const form = { next: file, own_passkey: anna.key.use(again) };
    assert.match((await anna.post("/password", form)).text, /Download CSV/);
    assert.equal((await anna.get(file)).status, 200);
    clock.advance(5 * MINUTE_MS);
    const own_code = anna.codes[0] ?? "";
    assert.match(
      (await anna.post(`${path}/new`, { ...KEY, id: crypto.randomUUID(), own_code })).text,
      /ck_live_/,
    );
    // The form of a provider's key asks at once, as it is shown again without the key.
    const provider = await anna.get(`/shops/${merchant.id}/providers/new/stripe`);
    assert.match(provider.text, /name="own_passkey" value="" data-passkey=/);
  }));

Deno.test("wrong passwords and codes from anywhere keep no passkey out", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const { key, ...anna } = await withPasskey(dashboard, owner);
    for (let n = 0; n < 6; n++) await signIn(dashboard, "anna", "a wrong password");
    assert.equal((await signIn(dashboard, "anna", PASSWORD)).status, 429);
    clock.advance(1);
    for (let n = 0; n < 10; n++) {
      const wrong = { use: () => "{}" };
      assert.equal((await enterPasskey(dashboard, wrong)).status, 422);
    }
    assert.equal((await enterPasskey(dashboard, key)).status, 303);
    clock.advance(5 * MINUTE_MS);
    for (let n = 0; n < 6; n++) await anna.post(`${FACTOR}/codes`, { own_code: "000000" });
    const asking = await anna.post(`${FACTOR}/codes`, { own_code: "000000" });
    assert.equal(asking.status, 429);
    const own_passkey = key.use(optionsIn(asking.text));
    assert.equal((await anna.post(`${FACTOR}/codes`, { own_passkey })).status, 200);
  }));

Deno.test("strangers fill no audit trail with passkeys of a person: 1,000 entries a day", () =>
  withOwner("", async ({ owner: { person }, clock, store }) => {
    let logged = 0;
    const log = () => logged++;
    const trail = new SignInTrail({ store, now: clock.now, newId: () => crypto.randomUUID(), log });
    const wrong = () => trail.wrong("anna", person, "192.0.2.1", "wrong-passkey");
    for (let n = 0; n < 1010; n++) await wrong();
    const count = async () =>
      (await store.audit.list(
        { ...NO_AUDIT_FILTER, action: "user.sign-in-refused" },
        { limit: 2000 },
      )).rows.length;
    assert.deepEqual([await count(), logged], [1000, 1010]);
    // A copy has the true key.
    await trail.wrong("anna", person, "192.0.2.1", "copied-passkey");
    assert.equal(await count(), 1001);
  }));

Deno.test("an address takes no passkey, and says why; recovery codes still work there", () =>
  withOwner("", async ({ dashboard, owner, clock, ...scene }) => {
    const { key, codes } = await withPasskey(dashboard, owner);
    const there = dashboardOf({ ...scene, clock }, { origin: "http://127.0.0.1:8081" });
    assert.doesNotMatch((await there.send("GET", "/sign-in")).text, /data-passkey/);
    const cookie = cookieOf(await signIn(there, "anna", PASSWORD));
    assert.doesNotMatch((await there.send("GET", STEP, { cookie })).text, /data-passkey/);
    clock.advance(1);
    const options = optionsIn((await dashboard.send("GET", "/sign-in")).text);
    const form = { passkey: key.use(options) };
    const refused = await there.send("POST", "/sign-in/passkey", { form, headers: OWN_FORM });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Passkeys need a dashboard at a name, over https/);
    const done = await there.send("POST", STEP, {
      cookie,
      form: { code: codes[0] ?? "" },
      headers: OWN_FORM,
    });
    const browser = browserOf(there, cookieOf(done) ?? "");
    assert.match((await browser.get(FACTOR)).text, /open the dashboard at a name over https/);
  }));
