/** People in the dashboard: added, changed and removed by an owner of the shop. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { Role } from "../../../src/domain/people/role.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { cookieOf, type Dashboard, OWN_FORM, PASSWORD, roleAt, signIn } from "./dashboard.ts";
import { invite, waiting } from "./invitations.ts";
import { audited, location, withOwner } from "./owner.ts";

const OTHER = uuid<MerchantId>(2);

/** The token of the link that a page shows. */
function tokenIn(text: string): string {
  const [, token = ""] = /http:\/\/localhost:8081\/sign-in\/link#([\w-]{43})</.exec(text) ?? [];
  assert.notEqual(token, "", text);
  return token;
}

/** Signs in with a link, in a new browser. */
async function follow({ send }: Dashboard, link: string) {
  const form = { link, password: PASSWORD, again: PASSWORD };
  const seen = await send("POST", "/sign-in/link", { form, headers: OWN_FORM });
  return { seen, cookie: cookieOf(seen) };
}

Deno.test("an owner who removes a person leaves the account that another shop has invited", () =>
  withOwner("people", async (scene) => {
    const { owner, path, dashboard, store, merchant } = scene;
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const zoe = await dashboard.visitor("zoe", roleAt(OTHER, "owner"));
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    const others = path.replace(merchant.id, OTHER);
    const link = await invite({ owner: zoe, path: others });
    await ben.post("/invitation/accept", { link });
    const removed = await owner.post(`${path}/${ben.person.id}/remove`);
    assert.equal(location(removed), `${path}?done=removed`);
    assert.deepEqual((await store.persons.find(ben.person.id))?.shops, []);
    const { confirm: [action = ""], people: [person = ""] } = await waiting({
      owner: zoe,
      path: others,
    });
    await zoe.post(action, { person });
    assert.deepEqual((await store.persons.find(ben.person.id))?.shops, [
      { merchantId: OTHER, role: "staff" },
    ]);
  }));

Deno.test("a role is changed and taken from the next page on, and a last role ends the person", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path, merchant, store } = scene;
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "owner"));
    const one = `${path}/${ben.person.id}`;
    assert.equal((await ben.get(path)).status, 200);
    assert.equal(
      location(await owner.post(`${one}/role`, { role: "viewer" })),
      `${path}?done=changed`,
    );
    assert.match((await owner.get(`${path}?done=changed`)).text, /The role is changed/);
    assert.equal((await ben.get(path)).status, 403);
    assert.equal(location(await owner.post(`${one}/remove`)), `${path}?done=removed`);
    assert.equal(location(await ben.get("/")), "/sign-in");
    assert.equal(await store.persons.byLogin("ben"), null);
    assert.equal((await owner.post(`${one}/remove`)).status, 422);
    assert.deepEqual(await audited(scene), ["anna user.grant ben", "anna user.remove ben"]);
  }));

Deno.test("a person of other shops keeps them, and gets no link from an owner of one shop", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path, merchant, store, services: { people } } = scene;
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const cat = await dashboard.visitor("cat", roleAt(OTHER, "owner"));
    assert.equal((await cat.get(path)).status, 404);
    const viewer = { merchantId: merchant.id, role: "viewer" } as const;
    await people.grant(cat.person, [viewer], OPERATOR);
    assert.equal((await cat.get(path)).status, 403);
    const one = `${path}/${cat.person.id}`;
    assert.ok(!(await owner.get(path)).text.includes(`${one}/link`));
    const link = await owner.post(`${one}/link`);
    assert.equal(link.status, 422);
    assert.match(link.text, /roles in other shops/);
    assert.equal(location(await owner.post(`${one}/remove`)), `${path}?done=removed`);
    assert.equal((await cat.get(path)).status, 404);
    assert.equal((await cat.get(path.replace(merchant.id, OTHER))).status, 200);
    // The audit trail of this shop does not show roles in the other.
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
      limit: 50,
    });
    assert.ok(!JSON.stringify(rows).includes(OTHER));
  }));

Deno.test("a grant ends the open link and the sign-in by link that an owner of another shop made", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path, merchant, store, services: { people } } = scene;
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    const grant = async (role: Role) => {
      await people.grant(await people.byLogin("ben"), [{ merchantId: OTHER, role }], OPERATOR);
    };
    const taken = await owner.post(`${path}/${ben.person.id}/link`);
    const { cookie } = await follow(dashboard, tokenIn(taken.text));
    const open = await owner.post(`${path}/${ben.person.id}/link`);
    assert.equal((await dashboard.send("GET", "/", { cookie })).status, 303);
    await grant("owner");
    assert.equal(location(await dashboard.send("GET", "/", { cookie })), "/sign-in");
    const late = await follow(dashboard, tokenIn(open.text));
    assert.deepEqual([late.seen.status, late.cookie], [422, undefined]);
    // With the password Ben signs in again, and stays signed in when the next role begins.
    const own = cookieOf(await signIn(dashboard, "ben", PASSWORD));
    await grant("staff");
    const orders = `${path.replace(merchant.id, OTHER).replace("people", "orders")}`;
    assert.equal((await dashboard.send("GET", orders, { cookie: own })).status, 200);
  }));

Deno.test("a link made while a role elsewhere is given is shown to nobody", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path, merchant, store, services: { people } } = scene;
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    const { makeLink } = people;
    people.makeLink = async (person, by) => {
      await people.grant(person, [{ merchantId: OTHER, role: "owner" }], OPERATOR);
      return await makeLink.call(people, person, by);
    };
    const seen = await owner.post(`${path}/${ben.person.id}/link`);
    assert.equal(seen.status, 422);
    assert.doesNotMatch(seen.text, /sign-in\/link#/);
  }));

Deno.test("own access and roles of all shops are not changed here, even by a form made by hand", () =>
  withOwner("people", async (scene) => {
    const { owner, dashboard, path } = scene;
    const all = await dashboard.visitor("root", { everywhere: "owner" });
    for (const id of [owner.person.id, all.person.id]) {
      for (const verb of ["role", "link", "remove"]) {
        const seen = await owner.post(`${path}/${id}/${verb}`, { role: "viewer" });
        assert.equal(seen.status, 422);
        assert.match(seen.text, /You cannot change your own access|This role is for all shops/);
      }
    }
    assert.match((await owner.get(path)).text, /of all shops/);
    assert.deepEqual(await audited(scene), []);
  }));

Deno.test("a refused invitation is shown again with what was entered", () =>
  withOwner("people", async ({ owner, path }) => {
    const seen = await owner.post(`${path}/add`, { name: "b".repeat(101), role: "staff" });
    assert.equal(seen.status, 422);
    assert.match(seen.text, /For must have at most 100 characters/);
    assert.match(seen.text, /value="bbb/);
    assert.match(seen.text, /value="staff" checked/);
    const { text } = await owner.post(`${path}/add`, { name: "Ben" });
    assert.match(text, /Choose a role/);
    assert.equal(location(await owner.get(`${path}/add`)), path);
  }));
