/** Links to choose a password with. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { Person } from "../../../src/domain/people/person.ts";
import { withWorld, type World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { cookieOf, type Dashboard, dashboardOf, OWN_FORM, PASSWORD } from "./dashboard.ts";
import { requireGuarded } from "./guarded.ts";
import { location } from "./owner.ts";

const MINUTE_MS = 60_000;
const NEW = "an entirely new sentence";

async function person({ services: { people } }: World, login = "anna"): Promise<Person> {
  return await people.add({ login, everywhere: "owner", shops: [] }, OPERATOR);
}

function follow(
  { send }: Dashboard,
  link: string,
  { password = PASSWORD, again = password, peer = "192.0.2.1" }: {
    readonly password?: string;
    readonly again?: string;
    readonly peer?: string;
  } = {},
) {
  return send("POST", "/sign-in/link", {
    form: { link, password, again },
    headers: OWN_FORM,
    peer,
  });
}

Deno.test("a link chooses the first password, once, also pasted as a whole", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const anna = await person(world);
    const { token } = await world.services.people.makeLink(anna, OPERATOR);
    const show = await dashboard.send("GET", "/sign-in/link");
    assert.equal(show.status, 200);
    assert.match(show.text, /<script type="module" src="\/assets\/page\.\w+\.js">/);
    requireGuarded(show);
    const seen = await follow(dashboard, ` http://localhost:8081/sign-in/link#${token} `);
    assert.equal(location(seen), "/");
    const cookie = cookieOf(seen);
    assert.equal(
      location(await dashboard.send("GET", "/", { cookie })),
      `/shops/${world.merchant.id}/`,
    );
    const again = await follow(dashboard, token);
    assert.deepEqual([again.status, cookieOf(again)], [422, undefined]);
    assert.match(again.text, /This link was used, was replaced by a later one, or has expired/);
    const { rows } = await world.store.audit.list(NO_AUDIT_FILTER, { limit: 10 });
    const last = rows.find(({ action }) => action === "user.password");
    assert.deepEqual([last?.action, last?.subject.label, last?.after], [
      "user.password",
      "anna",
      { password: "(hidden)" },
    ]);
  }));

Deno.test("a link works for 15 minutes, and ends when the next is made", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const anna = await person(world);
    const { people } = world.services;
    const first = await people.makeLink(anna, OPERATOR);
    const second = await people.makeLink(anna, OPERATOR);
    assert.equal((await follow(dashboard, first.token)).status, 422);
    world.clock.advance(15 * MINUTE_MS);
    assert.equal((await follow(dashboard, second.token)).status, 422);
    const third = await people.makeLink(anna, OPERATOR);
    world.clock.advance(15 * MINUTE_MS - 1);
    assert.equal((await follow(dashboard, third.token)).status, 303);
  }));

Deno.test("a new password ends the old one, and every sign-in with it", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const anna = await dashboard.visitor("anna", { everywhere: "owner" });
    const { token } = await world.services.people.makeLink(anna.person, OPERATOR);
    // The link itself changes nothing.
    assert.notEqual(location(await anna.get("/")), "/sign-in");
    const seen = await follow(dashboard, token, { password: NEW });
    assert.equal(seen.status, 303);
    assert.equal(location(await anna.get("/")), "/sign-in");
    const signIn = async (password: string) =>
      (await dashboard.send("POST", "/sign-in", {
        form: { login: "anna", password },
        headers: OWN_FORM,
      })).status;
    assert.deepEqual([await signIn(PASSWORD), await signIn(NEW)], [422, 303]);
  }));

Deno.test("a poor password, or two that differ, leave the link as it is", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const { token } = await world.services.people.makeLink(await person(world), OPERATOR);
    for (let n = 0; n < 10; n++) {
      const short = await follow(dashboard, token, { password: "short" });
      assert.equal(short.status, 422);
      assert.match(short.text, /must have 12 to 200 characters/);
      assert.match(short.text, new RegExp(`value="${token}"`));
      assert.ok(!short.text.includes('"short"'));
    }
    for (const poor of ["password1234", "my Demo-Store 1", "anna sees the sea"]) {
      const { status, text } = await follow(dashboard, token, { password: poor });
      assert.equal(status, 422);
      assert.match(text, /Many people use such a password|must not contain your login or/);
      assert.ok(!text.includes(poor));
    }
    const differ = await follow(dashboard, token, { again: NEW });
    assert.match(differ.text, /The passwords differ/);
    assert.equal((await follow(dashboard, token)).status, 303);
  }));

Deno.test("five wrong links in 15 minutes lock an address", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const { token } = await world.services.people.makeLink(await person(world), OPERATOR);
    for (const wrong of ["", "x", "A".repeat(43), `${token}x`, token.toLowerCase()]) {
      assert.equal((await follow(dashboard, wrong)).status, 422);
    }
    assert.equal((await follow(dashboard, token)).status, 429);
    assert.equal((await follow(dashboard, token, { peer: "192.0.2.2" })).status, 303);
  }));

Deno.test("of two browsers that follow a link at once, one signs in", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const { token } = await world.services.people.makeLink(await person(world), OPERATOR);
    const both = await Promise.all(
      [1, 2].map((n) => follow(dashboard, token, { peer: `192.0.2.${n}` })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422]);
  }));

Deno.test("no password, token or cookie is in the log, and none in the database", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const { token } = await world.services.people.makeLink(await person(world), OPERATOR);
    const cookie = cookieOf(await follow(dashboard, token)) ?? "";
    await dashboard.send("GET", "/", { cookie });
    await follow(dashboard, "wrong", { password: NEW });
    const log = JSON.stringify(dashboard.log);
    const { store } = world;
    const { id } = await world.services.people.byLogin("anna");
    const stored = JSON.stringify([await store.persons.find(id), await store.persons.all()]);
    const audit = JSON.stringify((await store.audit.list(NO_AUDIT_FILTER, { limit: 50 })).rows);
    for (const secret of [PASSWORD, NEW, token, cookie]) {
      for (const text of [log, stored, audit]) assert.ok(!text.includes(secret));
    }
    assert.match(log, /"person":"anna"/);
    assert.match(log, /"route":"\/sign-in\/link","status":422,.*"error":"error\.unauthorized"/);
  }));
