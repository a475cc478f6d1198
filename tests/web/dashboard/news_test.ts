/** News of accounts and shops, by e-mail. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { networkOf } from "../../../src/service/people/news.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { aVisit } from "../../support/people.ts";
import { putEmail } from "../../store/contract/emails.ts";
import {
  cookieOf,
  type Dashboard,
  dashboardOf,
  OWN_FORM,
  PASSWORD,
  roleAt,
  signIn,
  type Visitor,
} from "./dashboard.ts";
import { equip } from "./factor.ts";
import { invite, waiting } from "./invitations.ts";
import { withPasskey } from "./passkeys.ts";
import { type MailBox, mailBox, OPERATOR_MAIL, told } from "./mails.ts";

const OTHER = uuid<MerchantId>(2);
const NEW = "an entirely new sentence";

interface Scene extends World {
  readonly dashboard: Dashboard;
  readonly mail: MailBox;
  readonly anna: Visitor;
  /** What was sent since the last call, as recipient and subject. */
  news(): Promise<string[]>;
}

/** Runs a test with two owners of a shop, one of another shop, and their addresses. */
function withNews(test: (scene: Scene) => Promise<void>): Promise<void> {
  return withWorld(async (world) => {
    const { store, merchant } = world;
    const mail = mailBox(world, OPERATOR_MAIL);
    const dashboard = dashboardOf(world, { mail });
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const at = roleAt(merchant.id, "owner");
    const [anna, ben] = [await dashboard.visitor("anna", at), await dashboard.visitor("ben", at)];
    const zoe = await dashboard.visitor("zoe", roleAt(OTHER, "owner"));
    for (const { person: { id, login } } of [anna, ben, zoe]) {
      await store.commit([
        putEmail(`${login}@hill.example`, id),
        { kind: "place.put", personId: id, place: "192.0.2.0/24", at: world.clock.now() },
      ]);
    }
    await test({ ...world, dashboard, mail, anna, news: async () => told(await mail.send()) });
  });
}

for (
  const [address, network] of [
    ["192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3::4", "2001:db8:1::/48"],
    ["2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["unix", "unix"],
  ] as const
) {
  Deno.test(`networkOf() takes the /24 or the /48: ${address}`, () => {
    assert.equal(networkOf(address), network);
  });
}

Deno.test("a sign-in from a new network is news, once, with the address; one with a wrong password is none", () =>
  withNews(async ({ dashboard, mail, news }) => {
    await signIn(dashboard, "anna", PASSWORD, { peer: "192.0.2.9" });
    await signIn(dashboard, "anna", "wr0ng", { peer: "198.51.100.1" });
    assert.deepEqual(await news(), []);
    await signIn(dashboard, "anna", PASSWORD, { peer: "198.51.100.1" });
    const [post] = await mail.send();
    assert.deepEqual(told([post!]), ["anna@hill.example: New sign-in to your account"]);
    assert.match(post!.text, /198\.51\.100\.1\.\n\nIf it was not you, change your password/);
    await signIn(dashboard, "anna", PASSWORD, { peer: "198.51.100.2" });
    assert.deepEqual(await news(), []);
  }));

Deno.test("with a second factor the sign-in is news when it is complete", () =>
  withNews(async ({ dashboard, clock, anna, news }) => {
    const { codes } = await equip(dashboard, clock, anna);
    assert.deepEqual(await news(), ["anna@hill.example: Your second factor was set up"]);
    const peer = "198.51.100.1";
    const cookie = cookieOf(await signIn(dashboard, "anna", PASSWORD, { peer }));
    assert.deepEqual(await news(), []);
    const form = { code: codes[0] ?? "" };
    await dashboard.send("POST", "/sign-in/factor", { cookie, headers: OWN_FORM, form, peer });
    assert.deepEqual(await news(), ["anna@hill.example: New sign-in to your account"]);
  }));

Deno.test("a new password, a link, and changes of the factor are news to the person alone", () =>
  withNews(async ({ dashboard, services: { people }, anna, clock, news }) => {
    const one = (subject: string) => [`anna@hill.example: ${subject}`];
    const change = { current: PASSWORD, password: NEW, again: NEW };
    await anna.post("/account/password", change);
    assert.deepEqual(await news(), one("Your password was changed"));
    const person = await people.byLogin("anna");
    const { token } = await people.makeLink(person, OPERATOR);
    assert.deepEqual(await news(), one("A sign-in link was made for your account"));
    await dashboard.services.signIns.withLink(token, PASSWORD, aVisit("192.0.2.1"));
    assert.deepEqual(await news(), one("Your password was changed"));
    const cookie = cookieOf(await signIn(dashboard, "anna", PASSWORD)) ?? "";
    const post: Visitor["post"] = (path, form = {}) =>
      dashboard.send("POST", path, { cookie, form, headers: OWN_FORM });
    const { codes } = await equip(dashboard, clock, { ...anna, cookie, post });
    assert.deepEqual(await news(), one("Your second factor was set up"));
    const { factors } = dashboard.services;
    const withFactor = await people.byLogin("anna");
    await factors.renewCodes(withFactor);
    assert.deepEqual(await news(), one("You have new recovery codes"));
    assert.ok(codes.length > 0);
    await people.resetFactor(withFactor, OPERATOR);
    assert.deepEqual(await news(), one("Your second factor was removed"));
  }));

Deno.test("the first passkey is one mail, not of a factor too", () =>
  withNews(async ({ dashboard, anna, news }) => {
    await withPasskey(dashboard, anna, 1);
    assert.deepEqual(await news(), ["anna@hill.example: A passkey was added to your account"]);
  }));

Deno.test("a new owner is news to the other owners of the shop, and to none of another shop", () =>
  withNews(async (scene) => {
    const { dashboard, services: { people }, anna, merchant, news } = scene;
    const cat = await dashboard.visitor("cat", roleAt(merchant.id, "staff"));
    const path = `/shops/${merchant.id}/people/${cat.person.id}/role`;
    await anna.post(path, { role: "owner" });
    const both = ["anna", "ben"].map((one) => `${one}@hill.example: New owner: Demo Store`);
    assert.deepEqual(await news(), both);
    await anna.post(path, { role: "owner" });
    await anna.post(path, { role: "staff" });
    assert.deepEqual(await news(), []);
    await people.add({
      login: "dan",
      everywhere: null,
      shops: [{ merchantId: merchant.id, role: "owner" }],
    }, OPERATOR);
    assert.deepEqual(await news(), both);
    const eve = await dashboard.visitor("eve", roleAt(OTHER, "viewer"));
    const page = { owner: anna, path: `/shops/${merchant.id}/people` };
    await eve.post("/invitation/accept", { link: await invite(page, { role: "owner" }) });
    assert.deepEqual(await news(), []);
    const { confirm: [action = ""], people: [accepted = ""] } = await waiting(page);
    await anna.post(action, { person: accepted });
    assert.deepEqual(await news(), both);
    await people.grant(eve.person, [{ merchantId: null, role: "owner" }], OPERATOR);
    assert.deepEqual(await news(), [
      ...["anna", "ben", "zoe"].map((one) => `${one}@hill.example: New owner: all shops`),
    ]);
  }));

Deno.test("where money goes is news to the owners of the shop: provider, UPI account, payment page", () =>
  withNews(async ({ services: { merchants, providers }, merchant, mail, news }) => {
    const added = await providers.add(merchant, { kind: "demo", livemode: false }, OPERATOR);
    const [post, other] = await mail.send();
    assert.deepEqual(told([post!, other!]), [
      "anna@hill.example: New payment provider: Demo Store",
      "ben@hill.example: New payment provider: Demo Store",
    ]);
    assert.match(post!.text, /of Demo Store was added, by the operator\./);
    await providers.remove(merchant, added.id, { isAtOnce: false, by: OPERATOR });
    const toldOwners = (subject: string) =>
      ["anna", "ben"].map((one) => `${one}@hill.example: ${subject}: Demo Store`);
    assert.deepEqual(await news(), toldOwners("Payment provider removed"));
    const upi = { id: "shop@bank", name: "Shop" };
    const manual = { instructions: "Pay by UPI", upi, days: 3 };
    await merchants.update(
      merchant.id,
      (shop) => ({ ...shop, checkout: { ...shop.checkout, manual } }),
      OPERATOR,
    );
    assert.deepEqual(await news(), toldOwners("Where money goes was changed"));
    await merchants.update(
      merchant.id,
      (shop) => ({ ...shop, checkout: { ...shop.checkout, manual: { ...manual, days: 4 } } }),
      OPERATOR,
    );
    assert.deepEqual(await news(), []);
  }));
