/** Signing in with a password: what is right, what is counted, and what it looks like. */
import assert from "node:assert/strict";
import { safePath } from "../../../src/web/dashboard/sign_in/pages.ts";
import type { Passwords } from "../../../src/service/people/passwords.ts";
import { withWorld } from "../../support/app.ts";
import { cookieOf, dashboardOf, OWN_FORM, PASSWORD, signIn } from "./dashboard.ts";
import { location } from "./owner.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OWNER = { everywhere: "owner" } as const;

Deno.test("a password signs in, with a cookie for this site alone", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    await dashboard.visitor("anna", OWNER);
    const seen = await signIn(dashboard, " Anna ", PASSWORD);
    assert.equal(location(seen), "/");
    const cookie = cookieOf(seen);
    assert.equal(
      seen.headers.get("set-cookie"),
      `ck=${cookie}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict`,
    );
    assert.match(cookie ?? "", /^[\w-]{43}$/);
    assert.equal(
      location(await dashboard.send("GET", "/", { cookie })),
      `/shops/${world.merchant.id}/`,
    );
    assert.equal(location(await dashboard.send("GET", "/sign-in", { cookie })), "/");
  }));

Deno.test("over https the cookie is of this host and of TLS alone, and no other name counts", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world, { origin: "https://dash.example" });
    const { cookie } = await dashboard.visitor("anna", OWNER);
    const seen = await signIn(dashboard, "anna", PASSWORD);
    assert.match(
      seen.headers.get("set-cookie") ?? "",
      /^__Host-ck=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    assert.equal(
      (await dashboard.send("GET", "/", { cookie })).headers.get("location"),
      `/shops/${world.merchant.id}/`,
    );
    const plain = { headers: { cookie: `ck=${cookie}` } };
    assert.equal(location(await dashboard.send("GET", "/", plain)), "/sign-in");
    const mixed = { headers: { cookie: `ck=x; a=b; __Host-ck=${cookie}; c=d` } };
    assert.equal(location(await dashboard.send("GET", "/", mixed)), `/shops/${world.merchant.id}/`);
  }));

Deno.test("a wrong password and an unknown login are answered alike, after the same work", () =>
  withWorld(async (world) => {
    const verified: (string | null)[] = [];
    const passwords: Passwords = {
      hash: () => Promise.resolve("hash"),
      verify: (password, hash) => {
        verified.push(hash);
        return Promise.resolve(hash !== null && password === PASSWORD);
      },
    };
    const dashboard = dashboardOf(world, { passwords });
    await dashboard.visitor("anna", OWNER);
    await dashboard.services.people.add(
      { login: "new", everywhere: "owner", shops: [] },
      { kind: "operator", label: "cli" },
    );
    const logins = ["anna", "zoe", "new", "", "\u0000"];
    const texts = await Promise.all(
      logins.map(async (login, n) => {
        const seen = await signIn(dashboard, login, "wrong", { peer: `192.0.2.${n}` });
        assert.equal(cookieOf(seen), undefined);
        return `${seen.status} ${seen.text.replaceAll(`value="${login}"`, 'value=""')}`;
      }),
    );
    // U+0000 is refused as any form would be.
    assert.equal(new Set(texts.slice(0, 4)).size, 1);
    assert.match(texts[0] ?? "", /^422 .*The login or the password is wrong/);
    assert.match(texts[4] ?? "", /^400 /);
    assert.deepEqual(verified, ["hash", null, null, null]);
    assert.ok(!(await signIn(dashboard, "anna", "s3cret-wrong")).text.includes("s3cret-wrong"));
  }));

Deno.test("a sign-in ends 12 hours after the last request, and 7 days after the first", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const { clock } = world;
    const anna = await dashboard.visitor("anna", OWNER);
    const isIn = async () => location(await anna.get("/")) !== "/sign-in";
    clock.advance(12 * HOUR_MS - 1);
    assert.ok(await isIn());
    clock.advance(12 * HOUR_MS - MINUTE_MS);
    assert.ok(await isIn());
    for (let hours = 24; hours < 7 * 24; hours += 11) {
      assert.ok(await isIn(), `${hours} h`);
      clock.advance(11 * HOUR_MS);
    }
    const ended = await anna.get("/");
    assert.equal(location(ended), "/sign-in");
    assert.match(ended.headers.get("set-cookie") ?? "", /^ck=; Path=\/; Max-Age=0; /);
    const ben = await dashboard.visitor("ben", OWNER);
    clock.advance(12 * HOUR_MS);
    assert.equal(location(await ben.get("/")), "/sign-in");
  }));

Deno.test("each sign-in has a new cookie, and ends the one before it in that browser alone", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const anna = await dashboard.visitor("anna", OWNER);
    const home = `/shops/${world.merchant.id}/`;
    const elsewhere = cookieOf(await signIn(dashboard, "anna", PASSWORD));
    const again = cookieOf(await signIn(dashboard, "anna", PASSWORD, { cookie: anna.cookie }));
    assert.notEqual(again, anna.cookie);
    const whereWith = async (cookie: string | undefined) =>
      location(await dashboard.send("GET", "/", { cookie }));
    assert.equal(await whereWith(anna.cookie), "/sign-in");
    assert.equal(await whereWith(again), home);
    assert.equal(await whereWith(elsewhere), home);
    const out = await dashboard.send("POST", "/sign-out", {
      cookie: again,
      headers: OWN_FORM,
      form: {},
    });
    assert.equal(location(out), "/sign-in?done");
    assert.equal(cookieOf(out), "");
    assert.equal(await whereWith(again), "/sign-in");
    assert.equal(await whereWith(elsewhere), home);
    // A planted cookie never becomes a sign-in.
    const planted = "A".repeat(43);
    assert.notEqual(
      cookieOf(await signIn(dashboard, "anna", PASSWORD, { cookie: planted })),
      planted,
    );
  }));

Deno.test("user remove signs out of every browser at once", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const anna = await dashboard.visitor("anna", OWNER);
    const other = cookieOf(await signIn(dashboard, "anna", PASSWORD));
    await dashboard.services.people.remove(anna.person, { kind: "operator", label: "cli" });
    for (const cookie of [anna.cookie, other]) {
      assert.equal(location(await dashboard.send("GET", "/", { cookie })), "/sign-in");
    }
    assert.equal((await signIn(dashboard, "anna", PASSWORD)).status, 422);
  }));

for (
  const [next, path] of [
    ["/shops/1/coupons?q=A%20B", "/shops/1/coupons?q=A%20B"],
    ["/", "/"],
    ["", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["/a\r\nSet-Cookie: x=y", "/"],
    ["/a#b", "/"],
    ["/\t/evil.example", "/"],
  ] as const
) {
  Deno.test(`after signing in ${JSON.stringify(next)} leads to ${path}`, () =>
    withWorld(async (world) => {
      assert.equal(safePath(next), path);
      const dashboard = dashboardOf(world);
      await dashboard.visitor("anna", OWNER);
      const form = { login: "anna", password: PASSWORD, next };
      const seen = await dashboard.send("POST", "/sign-in", { form, headers: OWN_FORM });
      assert.equal(location(seen), path);
    }));
}

Deno.test("a new installation has no account that anyone knows", () =>
  withWorld(async (world) => {
    assert.deepEqual(await world.store.persons.all(), []);
    const dashboard = dashboardOf(world);
    for (const login of ["admin", "root", "checkoutd"]) {
      assert.equal((await signIn(dashboard, login, login)).status, 422, login);
    }
  }));
