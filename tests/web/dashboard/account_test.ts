/** A person's own account, and sign-ins in audit trail and log. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { withWorld } from "../../support/app.ts";
import { cookieOf, dashboardOf, PASSWORD, roleAt, signIn } from "./dashboard.ts";
import { equip } from "./factor.ts";
import { location, withOwner } from "./owner.ts";
import { aVisit } from "../../support/people.ts";

const NEW = "an entirely new sentence";
const CHANGE = { current: PASSWORD, password: NEW, again: NEW };

Deno.test("sign-ins, right and wrong, are in audit trail and log with login and address", () =>
  withOwner("", async ({ dashboard, store, merchant }) => {
    await signIn(dashboard, "Anna", PASSWORD, { peer: "192.0.2.7" });
    await signIn(dashboard, "anna", "wr0ng", { peer: "192.0.2.8" });
    await signIn(dashboard, "nobody", "wr0ng", { peer: "192.0.2.9" });
    // Somebody who has typed the password as the login.
    await signIn(dashboard, "my secret Pa55word", "x", { peer: "192.0.2.9" });
    for (let n = 0; n < 4; n++) await signIn(dashboard, "zoe", "x", { peer: "192.0.2.10" });
    await signIn(dashboard, "zoe", "x", { peer: "192.0.2.10" });
    await signIn(dashboard, "zoe", "x", { peer: "192.0.2.10" });
    assert.deepEqual(dashboard.attempts.filter(({ login }) => login !== "zoe"), [
      { login: "anna", address: "192.0.2.7", outcome: "right" },
      { login: "anna", address: "192.0.2.8", outcome: "wrong" },
      { login: "nobody", address: "192.0.2.9", outcome: "wrong" },
      { login: "(malformed)", address: "192.0.2.9", outcome: "wrong" },
    ]);
    assert.equal(dashboard.attempts.at(-1)?.outcome, "locked");
    const { rows } = await store.audit.list(NO_AUDIT_FILTER, { limit: 50 });
    const entries = rows.filter(({ action }) => action.startsWith("user.sign-in"))
      .map(({ action, subject, merchantId, after }) =>
        [action, subject.label, merchantId === merchant.id, after?.["address"]].join(" ")
      );
    assert.deepEqual(entries.filter((one) => !one.includes("zoe")).sort(), [
      "user.sign-in anna true 192.0.2.7",
      "user.sign-in-refused (malformed) false 192.0.2.9",
      "user.sign-in-refused anna true 192.0.2.8",
      "user.sign-in-refused nobody false 192.0.2.9",
    ]);
    assert.equal(entries.filter((one) => one.includes("zoe")).length, 5);
    assert.ok(!JSON.stringify(rows).includes("Pa55"));
  }));

Deno.test("strangers add at most 1,000 entries a day by unknown logins; the log has all", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
    const { signIns } = dashboard.services;
    const count = async () =>
      (await world.store.audit.list({ ...NO_AUDIT_FILTER, action: "user.sign-in-refused" }, {
        limit: 2000,
      })).rows
        .length;
    for (let n = 0; n < 1010; n++) await signIns.withPassword(`x${n}`, "x", aVisit("192.0.2.1"));
    assert.deepEqual([await count(), dashboard.attempts.length], [1000, 1010]);
    await signIns.withPassword("anna", "x", aVisit("192.0.2.1"));
    assert.equal(await count(), 1001);
    world.clock.advance(24 * 60 * 60_000);
    await signIns.withPassword("y", "x", aVisit("192.0.2.1"));
    assert.equal(await count(), 1002);
  }));

Deno.test("a person changes their password, which ends links and other sign-ins, and keeps this one", () =>
  withOwner("", async ({ dashboard, owner, services, store }) => {
    const other = cookieOf(await signIn(dashboard, "anna", PASSWORD));
    const { token } = await services.people.makeLink(owner.person, {
      kind: "operator",
      label: "cli",
    });
    const refused = [
      [{ ...CHANGE, current: "wr0ng" }, /The password is wrong/],
      [{ ...CHANGE, again: "else" }, /The passwords differ/],
      [{ ...CHANGE, password: "password1234", again: "password1234" }, /Many people use such/],
    ] as const;
    for (const [form, message] of refused) {
      const { status, text } = await owner.post("/account/password", form);
      assert.equal(status, 422);
      assert.match(text, message);
      assert.ok(!text.includes(PASSWORD) && !text.includes("wr0ng"));
    }
    const changed = await owner.post("/account/password", CHANGE);
    assert.equal(location(changed), "/account?done=password");
    const cookie = cookieOf(changed);
    const at = async (cookie: string | undefined) =>
      (await dashboard.send("GET", "/account?done=password", { cookie })).text;
    assert.match(await at(cookie), /The password is changed/);
    assert.equal(await at(owner.cookie), "");
    assert.equal(await at(other), "");
    await assert.rejects(dashboard.services.signIns.withLink(token, NEW, aVisit("192.0.2.1")));
    const tries = [PASSWORD, NEW].map((password) => signIn(dashboard, "anna", password));
    assert.deepEqual((await Promise.all(tries)).map(({ status }) => status), [422, 303]);
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, action: "user.password" }, {
      limit: 5,
    });
    assert.deepEqual(rows.map(({ subject }) => subject.label), ["anna"]);
  }));

Deno.test("a person sees their sign-ins with their addresses, and ends the others, not those of others", () =>
  withOwner("", async ({ dashboard, owner, merchant, clock }) => {
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    const cookies: (string | undefined)[] = [];
    for (const peer of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) {
      cookies.push(cookieOf(await signIn(dashboard, "anna", PASSWORD, { peer })));
    }
    const page = await owner.get("/account");
    assert.match(page.text, /198\.51\.100\.1.*198\.51\.100\.2|198\.51\.100\.2.*198\.51\.100\.1/s);
    assert.equal([...page.text.matchAll(/This browser/g)].length, 1);
    const ends = [...page.text.matchAll(/action="(\/account\/sign-ins\/[0-9a-f]+\/end)"/g)]
      .map(([, action = ""]) => action);
    assert.equal(ends.length, 3);
    assert.equal((await ben.post(ends[0] ?? "")).status, 422);
    assert.equal(location(await owner.post(ends[0] ?? "")), "/account?done=ended");
    assert.equal((await owner.post(ends[0] ?? "")).status, 422);
    const alive = async () => {
      const seen = cookies.map((cookie) => dashboard.send("GET", "/account", { cookie }));
      return (await Promise.all(seen)).filter(({ status }) => status === 200).length;
    };
    assert.equal(await alive(), 2);
    clock.advance(5 * 60_000);
    assert.equal((await owner.post("/account/sign-ins/end-others")).status, 403);
    assert.equal(await alive(), 2);
    await owner.confirm();
    assert.equal(location(await owner.post("/account/sign-ins/end-others")), "/account?done=ended");
    assert.equal(await alive(), 0);
    assert.equal((await owner.get("/account")).status, 200);
    assert.equal((await ben.get("/account")).status, 200);
  }));

Deno.test("with a factor a new password takes it too, in the form itself or asked for", () =>
  withOwner("", async ({ dashboard, owner, clock }) => {
    const person = await equip(dashboard, clock, owner);
    assert.doesNotMatch((await person.get("/account")).text, /name="own_code"/);
    clock.advance(5 * 60_000);
    const asked = await person.post("/account/password", CHANGE);
    assert.equal(asked.status, 403);
    assert.match(asked.text, /<h1>Enter a code<\/h1>/);
    assert.ok(!asked.text.includes(PASSWORD) && !asked.text.includes(NEW));
    assert.equal((await signIn(dashboard, "anna", NEW)).status, 422);
    // The page lost the passwords, and they are entered again on the next.
    const confirmed = await person.post("/account/password", { own_code: person.next() });
    assert.deepEqual([confirmed.status, /now enter the passwords/.test(confirmed.text)], [
      422,
      true,
    ]);
    clock.advance(5 * 60_000);
    assert.match((await person.get("/account")).text, /name="own_code"/);
    const wrong = await person.post("/account/password", { ...CHANGE, own_code: "000000" });
    assert.equal(wrong.status, 422);
    const form = { ...CHANGE, own_code: person.next() };
    assert.equal(location(await person.post("/account/password", form)), "/account?done=password");
  }));
