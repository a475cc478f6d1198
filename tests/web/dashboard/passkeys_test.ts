/** Passkeys: added, used in place of the password or after it, and removed. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { newPasskeyOf } from "../../../src/schema/passkey.ts";
import { OPERATOR } from "../../support/operator.ts";
import { FakePasskey, optionsIn } from "../../support/passkeys.ts";
import { cookieOf, OWN_FORM, PASSWORD, signIn } from "./dashboard.ts";
import { requireGuarded } from "./guarded.ts";
import { equip } from "./factor.ts";
import { audited, location, withOwner } from "./owner.ts";
import { addPasskey, browserOf, enterPasskey, withPasskey } from "./passkeys.ts";

const MINUTE_MS = 60_000;
const FACTOR = "/account/factor";
const STEP = "/sign-in/factor";
const REFUSED = /The passkey was not accepted, or too much time has passed: try again/;

Deno.test("the first passkey is a factor, with recovery codes; other browsers are signed out", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, store } = scene;
    // No page offers one before anyone has one.
    assert.doesNotMatch((await dashboard.send("GET", "/sign-in")).text, /data-passkey/);
    const elsewhere = cookieOf(await signIn(dashboard, "anna", PASSWORD)) ?? "";
    const anna = await withPasskey(dashboard, owner);
    assert.equal(new Set(anna.codes).size, 10);
    for (const { cookie } of [owner, { cookie: elsewhere }]) {
      assert.match(location(await browserOf(dashboard, cookie).get("/")), /^\/sign-in/);
    }
    const shown = await anna.get(FACTOR);
    requireGuarded(shown);
    assert.match(shown.text, /<bdi>Phone<\/bdi>[^]*10 of 10 are left/);
    assert.equal((await store.persons.find(owner.person.id))?.hasFactor, true);
    const entries = await audited(scene);
    assert.ok(entries.includes("anna factor.add anna"), entries.join());
    assert.ok(entries.some((one) => one.startsWith("anna passkey.add")), entries.join());
    const text = JSON.stringify(await store.audit.list(NO_AUDIT_FILTER, { limit: 50 }));
    assert.ok(!text.includes("Phone"));
    // Another one asks for no new codes.
    const more = await addPasskey(anna, new FakePasskey({ number: 2 }), "Key");
    assert.equal(location(more), `${FACTOR}?done=passkey`);
    // A device is offered once.
    const { excludeCredentials } = optionsIn((await anna.post(`${FACTOR}/passkey`)).text) as never;
    assert.deepEqual(excludeCredentials, [anna.key.id, new FakePasskey({ number: 2 }).id]);
  }));

Deno.test("a passkey is refused that is not made here and now, or has no name", () =>
  withOwner("", async ({ dashboard, owner, clock, store }) => {
    const offer = optionsIn((await owner.post(`${FACTOR}/passkey`)).text);
    const key = new FakePasskey();
    const add = (passkey: string, name = "Phone") =>
      owner.post(`${FACTOR}/passkey/add`, { name, passkey });
    for (const text of ["", "{}", key.make(offer, { origin: "https://evil.example" })]) {
      const seen = await add(text);
      assert.equal(seen.status, 422);
      assert.match(seen.text, text.length > 2 ? REFUSED : /Your browser sent no passkey/);
    }
    assert.match((await add(key.make(offer), " ")).text, /The name must have 1 to 50 characters/);
    // An offer to another browser of the person.
    const other = cookieOf(await signIn(dashboard, "anna", PASSWORD)) ?? "";
    const { text } = await browserOf(dashboard, other).post(`${FACTOR}/passkey`);
    assert.equal((await add(key.make(optionsIn(text)))).status, 422);
    clock.advance(10 * MINUTE_MS);
    await owner.confirm();
    assert.equal((await add(key.make(offer))).status, 422);
    assert.equal((await store.persons.find(owner.person.id))?.hasFactor, false);
    // An offer from before another factor was set up.
    const late = optionsIn((await owner.post(`${FACTOR}/passkey`)).text);
    const { passkeys } = dashboard.services;
    await equip(dashboard, clock, owner);
    const place = { origin: dashboard.origin, host: "localhost" };
    const visit = { passkeyPlace: place, cookie: owner.cookie, address: "192.0.2.1" };
    const answer = newPasskeyOf(key.make(late));
    await assert.rejects(
      passkeys.add(owner.person, { answer, name: "Phone" }, visit),
      /your factors have changed meanwhile/,
    );
  }));

Deno.test("a passkey signs in without the password, once for each challenge", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock } = scene;
    const { key } = await withPasskey(dashboard, owner);
    clock.advance(1);
    const done = await enterPasskey(dashboard, key, { next: "/account" });
    assert.equal(location(done), "/account");
    const browser = browserOf(dashboard, cookieOf(done) ?? "");
    assert.equal((await browser.get(FACTOR)).status, 200);
    assert.deepEqual(dashboard.attempts.at(-1)?.outcome, "right");
    // A sign-in with it is fresh: no form asks again.
    assert.match((await browser.post(`${FACTOR}/codes`)).text, /Recovery codes/);
    clock.advance(1);
    const options = optionsIn((await dashboard.send("GET", "/sign-in")).text);
    const send = (passkey: string) =>
      dashboard.send("POST", "/sign-in/passkey", { form: { passkey }, headers: OWN_FORM });
    const answer = key.use(options);
    assert.equal((await send(answer)).status, 303);
    const again = await send(answer);
    assert.equal(again.status, 422);
    assert.match(again.text, REFUSED);
    // A later answer to the same challenge.
    assert.equal((await send(key.use(options))).status, 422);
    clock.advance(1);
    const late = optionsIn((await dashboard.send("GET", "/sign-in")).text);
    clock.advance(10 * MINUTE_MS);
    assert.equal((await send(key.use(late))).status, 422);
    // Without a script the field is empty.
    assert.equal((await send("")).status, 422);
    assert.equal(
      (await dashboard.send("GET", "/sign-in/passkey")).headers.get("location"),
      "/sign-in",
    );
  }));

Deno.test("after the password a passkey takes the place of the code, and ends the wait", () =>
  withOwner("", async ({ dashboard, owner, clock, services }) => {
    const { key } = await withPasskey(dashboard, owner);
    clock.advance(1);
    const first = await signIn(dashboard, "anna", PASSWORD);
    assert.equal(location(first), `${STEP}?next=%2F`);
    const cookie = cookieOf(first);
    const wrong = { use: (options: never) => key.use(options, { flags: 0x01 }) };
    const refused = await enterPasskey(dashboard, wrong, { path: STEP, cookie });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /<h1>Second factor<\/h1>/);
    clock.advance(1);
    assert.equal(location(await enterPasskey(dashboard, key, { path: STEP, cookie })), "/");
    assert.match(location(await dashboard.send("GET", STEP, { cookie })), /^\/sign-in\?/);
    // A link and a new password skip no passkey, and remove none.
    const { token: link } = await services.people.makeLink(owner.person, OPERATOR);
    const form = { link, password: "an entirely new sentence", again: "an entirely new sentence" };
    const linked = await dashboard.send("POST", "/sign-in/link", { form, headers: OWN_FORM });
    assert.equal(location(linked), `${STEP}?next=%2F`);
    clock.advance(1);
    const second = await enterPasskey(dashboard, key, { path: STEP, cookie: cookieOf(linked) });
    assert.equal(location(second), "/");
  }));

Deno.test("a copy of an authenticator is refused, in the log and in the audit trail", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock, store } = scene;
    const { key } = await withPasskey(dashboard, owner);
    const enter = async (counter: number) => {
      clock.advance(1);
      key.counter = counter;
      return (await enterPasskey(dashboard, key)).status;
    };
    assert.equal(await enter(10), 303);
    assert.equal(await enter(9), 422);
    assert.equal(await enter(10), 422);
    assert.deepEqual(
      dashboard.attempts.map(({ outcome }) => outcome).slice(-3),
      ["right", "copied-passkey", "copied-passkey"],
    );
    const { rows } = await store.audit.list(NO_AUDIT_FILTER, { limit: 1 });
    assert.deepEqual(rows[0]?.after, { address: "192.0.2.1", second_factor: "copied passkey" });
    // The true one, which counts on.
    assert.equal(await enter(20), 303);
  }));

Deno.test("a passkey that is removed signs in no more, and the last one takes a recovery code", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock } = scene;
    const anna = await withPasskey(dashboard, owner);
    const removePath = (id: string) => `${FACTOR}/passkeys/${id}/remove`;
    const last = await anna.post(removePath(anna.key.id));
    assert.equal(last.status, 422);
    assert.match(last.text, /This passkey is removed, or is your only factor/);
    const other = new FakePasskey({ number: 2 });
    await addPasskey(anna, other, "Key");
    clock.advance(5 * MINUTE_MS);
    assert.equal((await anna.post(removePath(anna.key.id))).status, 403);
    const options = optionsIn((await anna.post(removePath(anna.key.id))).text);
    const own_passkey = other.use(options);
    assert.equal(
      location(await anna.post(removePath(anna.key.id), { own_passkey })),
      `${FACTOR}?done=no-passkey`,
    );
    assert.equal((await enterPasskey(dashboard, anna.key)).status, 422);
    assert.equal((await anna.post(removePath(anna.key.id))).status, 422);
    clock.advance(1);
    assert.equal((await enterPasskey(dashboard, other)).status, 303);
    const code = anna.codes[0] ?? "";
    assert.equal(location(await anna.post(`${FACTOR}/remove`, { code })), `${FACTOR}?done=removed`);
    assert.equal((await enterPasskey(dashboard, other)).status, 422);
    assert.equal(location(await signIn(dashboard, "anna", PASSWORD)), "/");
    assert.ok((await audited(scene)).some((one) => one.startsWith("anna passkey.remove")));
  }));
