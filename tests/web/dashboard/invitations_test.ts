/** Invitations to a shop: no login is looked up, and the owner confirms the one that accepted. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { cookieOf, OWN_FORM, PASSWORD, roleAt, type Seen, signIn } from "./dashboard.ts";
import { invite, join, waiting } from "./invitations.ts";
import { audited, location, type Scene, withOwner } from "./owner.ts";
import { aVisit } from "../../support/people.ts";

const DAY_MS = 24 * 60 * 60_000;
const OTHER = uuid<MerchantId>(2);
const UNUSABLE = /This invitation was accepted or withdrawn, or has expired/;

/** A shop `Other` of the owner `mallory` beside the owner's. */
function withTwoShops(test: (scene: Scene) => Promise<void>): Promise<void> {
  return withOwner("people", async (scene) => {
    const merchant = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await scene.store.commit([{ kind: "merchant.put", merchant }]);
    await test(scene);
  });
}

const status = async ({ dashboard: { send } }: Scene, path: string, cookie: string | undefined) =>
  (await send("GET", path, { cookie })).status;

Deno.test("Add answers the same for a known and an unknown login, and gives nobody a role", () =>
  withOwner("people", async (scene) => {
    const { owner, path, dashboard, store } = scene;
    await dashboard.visitor("ben.b", {});
    const before = JSON.stringify(await store.persons.all());
    const answers: string[] = [];
    for (const login of ["ben.b", "nobody"]) {
      // As by a form of an earlier version.
      const { status, text } = await owner.post(`${path}/add`, { login, name: "B", role: "staff" });
      answers.push(`${status} ${text.replace(/#[\w-]{43}</, "#TOKEN<")}`);
    }
    assert.equal(answers[0], answers[1]);
    assert.match(answers[0] ?? "", /^200 .*\/invitation#TOKEN</);
    assert.equal(JSON.stringify(await store.persons.all()), before);
  }));

Deno.test("who registered a login elsewhere gets nothing of a shop that invites its namesake", () =>
  withTwoShops(async (scene) => {
    const { dashboard, path, merchant, services: { people }, owner } = scene;
    const mallory = await dashboard.visitor("mallory", roleAt(OTHER, "owner"));
    const others = path.replace(merchant.id, OTHER);
    // Mallory takes the login before the colleague does.
    const squat = await join(scene, await invite({ owner: mallory, path: others }), "ben.b");
    const { confirm: [action = ""], people: [id = ""] } = await waiting({
      owner: mallory,
      path: others,
    });
    await mallory.post(action, { person: id });
    assert.equal(await status(scene, others.replace("people", "orders"), squat.cookie), 200);
    // The owner invites a colleague, who may want the same login.
    const token = await invite(scene, { name: "ben.b", role: "owner" });
    assert.equal(await status(scene, path, squat.cookie), 404);
    const taken = await join(scene, token, "ben.b");
    assert.equal(taken.seen.status, 422);
    assert.match(taken.seen.text, /A person with this login exists: ben\.b/);
    const ben = await join(scene, token, "ben.rao");
    assert.equal(location(ben.seen), "/invitation/accepted");
    const page = await waiting(scene);
    assert.match(page.text, /<bdi>ben\.rao<\/bdi>/);
    assert.equal(
      location(await owner.post(page.confirm[0] ?? "", { person: page.people[0] ?? "" })),
      `${path}?done=confirmed`,
    );
    assert.equal(await status(scene, path, ben.cookie), 200);
    assert.equal(await status(scene, path, squat.cookie), 404);
    assert.deepEqual((await people.byLogin("ben.b")).shops, [
      { merchantId: OTHER, role: "staff" },
    ]);
  }));

Deno.test("the role begins with the confirmation, by the inviting owner alone, and a link works once", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path, merchant, store } = scene;
    const token = await invite(scene, { name: "Ben", role: "staff" });
    const page = await dashboard.send("GET", "/invitation");
    assert.match(page.text, /<script type="module" src="\/assets\/page\.\w+\.js">/);
    assert.ok(!(await owner.get(path)).text.includes(token));
    const { seen, cookie } = await join(
      scene,
      ` http://localhost:8081/invitation#${token} `,
      "ben",
    );
    assert.match(
      (await dashboard.send("GET", location(seen), { cookie })).text,
      /your login is <strong><bdi>ben<\/bdi>/,
    );
    assert.match(
      (await dashboard.send("GET", "/", { cookie })).text,
      /You have no role in any shop/,
    );
    const orders = path.replace("people", "orders");
    assert.equal(await status(scene, orders, cookie), 404);
    const again = await join(scene, token, "zoe");
    assert.equal(again.seen.status, 422);
    assert.match(again.seen.text, UNUSABLE);
    // Another owner of the shop neither sees it nor can confirm it.
    const cleo = await dashboard.visitor("cleo", roleAt(merchant.id, "owner"));
    const { confirm: [action = ""], people: [person = ""] } = await waiting(scene);
    assert.equal((await waiting({ owner: cleo, path })).withdraw.length, 0);
    for (const form of [{ person }, {}]) {
      assert.match((await cleo.post(action, form)).text, /This invitation has ended/);
    }
    assert.match((await owner.post(action, { person: uuid(77) })).text, /has changed or ended/);
    assert.equal(await status(scene, orders, cookie), 404);
    assert.equal(location(await owner.post(action, { person })), `${path}?done=confirmed`);
    assert.equal(await status(scene, orders, cookie), 200);
    assert.equal(await status(scene, path, cookie), 403);
    assert.equal((await owner.post(action, { person })).status, 422);
    assert.deepEqual((await audited(scene)).sort(), [
      "anna user.grant ben",
      "anna user.invite null",
      "ben user.accept null",
      "ben user.add ben",
    ]);
    const trail = JSON.stringify((await store.audit.list(NO_AUDIT_FILTER, { limit: 50 })).rows);
    assert.ok(!trail.includes(token));
  }));

Deno.test("an account of one's own accepts, signed in or by its password", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path } = scene;
    const { send } = dashboard;
    const ben = await dashboard.visitor("ben", {});
    await dashboard.visitor("cat", {});
    const own = await invite(scene);
    assert.match((await ben.get("/invitation")).text, /Accept as ben/);
    assert.equal(
      location(await ben.post("/invitation/accept", { link: own })),
      "/invitation/accepted",
    );
    const link = await invite(scene);
    const wrong = { link, login: "cat", password: "wrong" };
    const refused = await send("POST", "/invitation/sign-in", { form: wrong, headers: OWN_FORM });
    assert.deepEqual([refused.status, cookieOf(refused)], [422, undefined]);
    assert.match(refused.text, /The login or the password is wrong/);
    const form = { ...wrong, password: PASSWORD };
    const { cookie } = await send("POST", "/invitation/sign-in", { form, headers: OWN_FORM })
      .then((seen) => ({ cookie: cookieOf(seen), at: location(seen) }));
    const { confirm, people } = await waiting(scene);
    for (const [n, action] of confirm.entries()) {
      assert.equal((await owner.post(action, { person: people[n] ?? "" })).status, 303);
    }
    const orders = path.replace("people", "orders");
    assert.deepEqual(
      [await status(scene, orders, ben.cookie), await status(scene, orders, cookie)],
      [
        200,
        200,
      ],
    );
    // Neither the owner's own account nor one with a role accepts.
    const third = await invite(scene, { role: "owner" });
    assert.match((await owner.post("/invitation/accept", { link: third })).text, /your own invit/);
    assert.match(
      (await ben.post("/invitation/accept", { link: third })).text,
      /You have access to/,
    );
    const nobody = await send("POST", "/invitation/accept", {
      form: { link: third },
      headers: OWN_FORM,
    });
    assert.match(nobody.text, /You are signed out/);
    assert.equal((await join(scene, third, "dan")).seen.status, 303);
  }));

Deno.test("an invitation ends after 7 days, when withdrawn, and 20 of an owner wait at most", () =>
  withOwner("people", async (scene) => {
    const { owner, path, clock } = scene;
    const first = await invite(scene);
    clock.advance(7 * DAY_MS - 1);
    const second = await invite(scene, { name: "Cat", role: "viewer" }).catch(() => "");
    assert.equal(second, "", "the owner was signed out");
    const session = cookieOf(await signIn(scene.dashboard, "anna", PASSWORD));
    const post = (action: string, form = {}) =>
      scene.dashboard.send("POST", action, { cookie: session, form, headers: OWN_FORM });
    const get = (at: string) => scene.dashboard.send("GET", at, { cookie: session });
    const anna = { owner: { ...owner, post, get }, path };
    const kept = await invite(anna);
    const { withdraw } = await waiting(anna);
    assert.equal(withdraw.length, 2);
    clock.advance(1);
    assert.match((await join(scene, first, "zoe")).seen.text, UNUSABLE);
    assert.deepEqual((await waiting(anna)).withdraw, withdraw.slice(1));
    assert.equal(location(await post(withdraw[1] ?? "")), `${path}?done=withdrawn`);
    assert.match((await join(scene, kept, "zoe")).seen.text, UNUSABLE);
    for (let n = 0; n < 20; n++) await invite(anna);
    const more = await post(`${path}/add`, { role: "viewer" });
    assert.equal(more.status, 422);
    assert.match(more.text, /20 of your invitations to this shop wait/);
  }));

Deno.test("a new password by a link ends what the account has accepted", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, services: { people } } = scene;
    const ben = await dashboard.visitor("ben", {});
    await ben.post("/invitation/accept", { link: await invite(scene) });
    const { confirm: [action = ""], people: [person = ""] } = await waiting(scene);
    const { token } = await people.makeLink(ben.person, OPERATOR);
    await dashboard.services.signIns.withLink(token, PASSWORD, aVisit("192.0.2.1"));
    assert.match((await owner.post(action, { person })).text, /This invitation has ended/);
  }));

Deno.test("of two who accept at once one does, and wrong links and taken logins lock an address", () =>
  withOwner("people", async (scene) => {
    const token = await invite(scene);
    const both: Seen[] = (await Promise.all(["ben", "cat"].map((login) =>
      join(scene, token, login)
    )))
      .map(({ seen }) => seen);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 422]);
    const peer = "192.0.2.77";
    const link = await invite(scene);
    for (const wrong of ["", "x", "A".repeat(43)]) {
      assert.equal((await join(scene, wrong, "dan", { peer })).seen.status, 422);
    }
    for (let n = 0; n < 3; n++) {
      // Not a guess.
      assert.match((await join(scene, link, "d d", { peer })).seen.text, /The login must have/);
      assert.match(
        (await join(scene, link, "dan", { peer, password: "short" })).seen.text,
        /must have 12 to 200/,
      );
    }
    for (let n = 0; n < 2; n++) {
      assert.match((await join(scene, link, "anna", { peer })).seen.text, /this login exists/);
    }
    assert.equal((await join(scene, link, "dan", { peer })).seen.status, 429);
    assert.equal((await join(scene, link, "dan")).seen.status, 303);
  }));
