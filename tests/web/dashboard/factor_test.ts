/** The second factor: set up, asked for at each sign-in, removed by a recovery code alone. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { OPERATOR } from "../../support/operator.ts";
import { cookieOf, type Dashboard, OWN_FORM, PASSWORD, type Seen, signIn } from "./dashboard.ts";
import { requireGuarded } from "./guarded.ts";
import { codeAt, equip } from "./factor.ts";
import { audited, location, type Scene, withOwner } from "./owner.ts";

const MINUTE_MS = 60_000;
const STEP = "/sign-in/factor";

/** Sends the second step with the cookie of the first. */
function second({ send }: Dashboard, first: Seen, code: string, next = "/"): Promise<Seen> {
  return send("POST", STEP, { cookie: cookieOf(first), headers: OWN_FORM, form: { code, next } });
}

/** True if a browser is signed in. */
async function isIn({ dashboard }: Scene, cookie: string | undefined): Promise<boolean> {
  return location(await dashboard.send("GET", "/", { cookie })) !== "/sign-in";
}

Deno.test("an app is set up with a code of it; other browsers are signed out", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock, store } = scene;
    const elsewhere = cookieOf(await signIn(dashboard, "anna", PASSWORD));
    const codes = await owner.post("/account/factor/codes");
    assert.equal(codes.status, 422);
    assert.match(codes.text, /Set up a second factor first/);
    const offer = await owner.post("/account/factor/app");
    requireGuarded(offer);
    assert.match(offer.text, /<svg class="qr"/);
    const sealed = /name="sealed" value="([^"]+)"/.exec(offer.text)?.[1] ?? "";
    const wrong = await owner.post("/account/factor/confirm", { sealed, code: "000000" });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /The code is wrong: enter the one that the app shows now/);
    assert.ok(wrong.text.includes(`name="sealed" value="${sealed}"`));
    assert.equal((await store.persons.find(owner.person.id))?.hasFactor, false);
    const anna = await equip(dashboard, clock, owner);
    assert.equal(new Set(anna.codes).size, 10);
    assert.deepEqual([await isIn(scene, owner.cookie), await isIn(scene, elsewhere)], [
      false,
      false,
    ]);
    assert.ok(await isIn(scene, anna.cookie));
    assert.match((await anna.get("/account/factor")).text, /10 of 10 are left/);
    assert.ok((await audited(scene)).includes("anna factor.add anna"));
    // Neither the secret nor a code is in the audit trail.
    const text = JSON.stringify(await store.audit.list(NO_AUDIT_FILTER, { limit: 50 }));
    for (const one of [anna.secret, ...anna.codes]) assert.ok(!text.includes(one));
  }));

Deno.test("a password leads to the second step, which shows no page before a right code", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock, merchant } = scene;
    const anna = await equip(dashboard, clock, owner);
    const first = await signIn(dashboard, "anna", PASSWORD);
    assert.equal(location(first), `${STEP}?next=%2F`);
    const cookie = cookieOf(first);
    for (const path of ["/", "/account", `/shops/${merchant.id}/`]) {
      const seen = await dashboard.send("GET", path, { cookie });
      assert.match(location(seen), /^\/sign-in/);
    }
    const shown = await dashboard.send("GET", `${STEP}?next=/account`, { cookie });
    assert.match(shown.text, /name="next" value="\/account"/);
    const wrong = await second(dashboard, first, "123456");
    assert.deepEqual([wrong.status, cookieOf(wrong)], [422, undefined]);
    const done = await second(dashboard, first, anna.next(), "/account");
    assert.equal(location(done), "/account");
    assert.ok(await isIn(scene, cookieOf(done)));
    assert.equal(await isIn(scene, cookie), false);
    assert.deepEqual(
      dashboard.attempts.map(({ outcome }) => outcome).slice(-2),
      ["wrong-factor", "right"],
    );
    // Without the first step there is no second one.
    assert.match(
      location(await dashboard.send("GET", STEP, { cookie: "A".repeat(43) })),
      /^\/sign-in/,
    );
  }));

Deno.test("a code works once, also in the step before its own, and not after the window", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock } = scene;
    const anna = await equip(dashboard, clock, owner);
    const enter = async (code: string) =>
      (await second(dashboard, await signIn(dashboard, "anna", PASSWORD), code)).status;
    // The one that set the app up.
    assert.equal(await enter(codeAt(anna.secret, clock.now())), 422);
    const code = anna.next();
    assert.equal(await enter(code), 303);
    assert.equal(await enter(code), 422);
    assert.equal(await enter(codeAt(anna.secret, clock.now() - 30_000)), 422);
    const late = codeAt(anna.secret, clock.now() + 30_000);
    clock.advance(90_000);
    assert.equal(await enter(late), 422);
    // Two browsers at once: one of them is in.
    clock.advance(15 * MINUTE_MS);
    const twice = anna.next();
    const firsts = [
      await signIn(dashboard, "anna", PASSWORD),
      await signIn(dashboard, "anna", PASSWORD),
    ];
    const both = await Promise.all(firsts.map((first) => second(dashboard, first, twice)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422]);
  }));

Deno.test("a recovery code signs in once, and leads to the page that says how many are left", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock } = scene;
    const { codes: [one = "", other = ""] } = await equip(dashboard, clock, owner);
    const first = await signIn(dashboard, "anna", PASSWORD);
    const done = await second(dashboard, first, ` ${one.toUpperCase().replaceAll("-", " ")} `);
    assert.equal(location(done), "/account/factor?done=recovered");
    const cookie = cookieOf(done);
    assert.match(
      (await dashboard.send("GET", "/account/factor", { cookie })).text,
      /9 of 10 are left/,
    );
    const again = await signIn(dashboard, "anna", PASSWORD);
    assert.equal((await second(dashboard, again, one)).status, 422);
    assert.equal((await second(dashboard, again, other)).status, 303);
  }));

Deno.test("the second step ends after 10 minutes, and with a new password or role by link", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock, services } = scene;
    const anna = await equip(dashboard, clock, owner);
    const late = await signIn(dashboard, "anna", PASSWORD);
    clock.advance(10 * MINUTE_MS);
    assert.match(location(await second(dashboard, late, anna.next())), /^\/sign-in\?next/);
    const before = await signIn(dashboard, "anna", PASSWORD);
    const { token } = await services.people.makeLink(owner.person, OPERATOR);
    const form = {
      link: token,
      password: "an entirely new sentence",
      again: "an entirely new sentence",
    };
    const linked = await dashboard.send("POST", "/sign-in/link", { form, headers: OWN_FORM });
    // A link and a new password skip no factor.
    assert.equal(location(linked), `${STEP}?next=%2F`);
    assert.equal(await isIn(scene, cookieOf(linked)), false);
    assert.match(location(await second(dashboard, before, anna.next())), /^\/sign-in\?next/);
    const grant = [{ merchantId: null, role: "viewer" }] as const;
    await services.people.grant(owner.person, grant, OPERATOR);
    assert.match(location(await second(dashboard, linked, anna.next())), /^\/sign-in\?next/);
  }));

Deno.test("five wrong codes in 15 minutes, then 429", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const anna = await equip(dashboard, clock, owner);
    const first = await signIn(dashboard, "anna", PASSWORD);
    for (let n = 0; n < 5; n++) {
      assert.equal((await second(dashboard, first, `00000${n}`)).status, 422);
    }
    assert.equal((await second(dashboard, first, anna.next())).status, 429);
    clock.advance(15 * MINUTE_MS);
    const again = await signIn(dashboard, "anna", PASSWORD);
    assert.equal((await second(dashboard, again, anna.next())).status, 303);
  }));

Deno.test("only a recovery code removes the factor in the pages", () =>
  withOwner("", async (scene) => {
    const { dashboard, owner, clock, store } = scene;
    const anna = await equip(dashboard, clock, owner);
    const remove = (code: string) => anna.post("/account/factor/remove", { code });
    for (const code of ["", "nonsense", anna.next(), "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa"]) {
      assert.equal((await remove(code)).status, 422);
    }
    assert.equal((await store.persons.find(owner.person.id))?.hasFactor, true);
    assert.equal(location(await remove(anna.codes[3] ?? "")), "/account/factor?done=removed");
    assert.deepEqual(await store.persons.recoveryCodes(owner.person.id), []);
    assert.equal(location(await signIn(dashboard, "anna", PASSWORD)), "/");
    assert.ok((await audited(scene)).includes("anna factor.remove anna"));
  }));

Deno.test("with a factor a code is asked for where the password was, and to replace the app", () =>
  withOwner("keys", async ({ dashboard, owner, clock, path }) => {
    const anna = await equip(dashboard, clock, owner);
    clock.advance(5 * MINUTE_MS);
    for (const asking of [`${path}/new`, "/account/factor/app", "/account/factor/codes"]) {
      const { status, text } = await anna.post(asking, { own_password: PASSWORD });
      assert.equal(status, 403, asking);
      assert.match(text, /<h1>Enter a code<\/h1>/);
    }
    assert.equal((await anna.post("/account/factor/codes", { own_code: "000000" })).status, 422);
    const made = await anna.post("/account/factor/codes", { own_code: anna.next() });
    const codes = [...made.text.matchAll(/<code>([a-z2-7-]{29})<\/code>/g)];
    assert.equal(codes.length, 10);
    assert.match((await anna.post("/account/factor/app")).text, /<svg class="qr"/);
    // A new password is no proof of the factor.
    const changed = await anna.post("/account/password", {
      current: PASSWORD,
      password: "an entirely new sentence",
      again: "an entirely new sentence",
    });
    const cookie = cookieOf(changed);
    const { status } = await dashboard.send("POST", "/account/factor/codes", {
      cookie,
      form: {},
      headers: OWN_FORM,
    });
    assert.equal(status, 403);
  }));

Deno.test("a form from before the factor sets no other app up", () =>
  withOwner("", async ({ dashboard, owner, clock, services: _ }) => {
    const { factors } = dashboard.services;
    const offered = await factors.offer(owner.person);
    await equip(dashboard, clock, owner);
    const code = codeAt(offered.secret, clock.now());
    const given = { sealed: offered.sealed, code, address: "192.0.2.1" };
    await assert.rejects(factors.setUp(owner.person, given), /Another app was set up or removed/);
  }));

Deno.test("a shop requires a factor once its owner has one, and shows nothing without it", () =>
  withOwner("people", async ({ dashboard, owner, clock, path, merchant }) => {
    const staff = await dashboard.visitor("ben", {
      shops: [{ merchantId: merchant.id, role: "staff" }],
    });
    const early = await owner.post(`${path}/factor`, { require: "yes" });
    assert.equal(early.status, 422);
    assert.match(early.text, /Set up a second factor of your own first/);
    const anna = await equip(dashboard, clock, owner);
    assert.equal(
      location(await anna.post(`${path}/factor`, { require: "yes" })),
      `${path}?done=required`,
    );
    const place = "/account/factor?done=required";
    for (const page of ["", "orders", "orders.csv", "sessions"]) {
      assert.equal(location(await staff.get(`/shops/${merchant.id}/${page}`)), place);
    }
    assert.match((await staff.get(place)).text, /The owner of the shop requires a second factor/);
    const ben = await equip(dashboard, clock, staff);
    assert.equal((await ben.get(`/shops/${merchant.id}/`)).status, 200);
    assert.equal(
      location(await anna.post(`${path}/factor`, { require: "no" })),
      `${path}?done=optional`,
    );
  }));
