/** Links to choose a password with, by e-mail: of an owner, and for who has forgotten it. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { MailSender } from "../../../src/service/channels/mail_post.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { anEmailChannel } from "../../support/channels.ts";
import { OPERATOR } from "../../support/operator.ts";
import { putEmail } from "../../store/contract/emails.ts";
import {
  cookieOf,
  type Dashboard,
  dashboardOf,
  OWN_FORM,
  roleAt,
  type Visitor,
} from "./dashboard.ts";
import { equip } from "./factor.ts";
import { linkIn, type MailBox, mailBox, OPERATOR_MAIL, told } from "./mails.ts";
import { location } from "./owner.ts";

const OTHER = uuid<MerchantId>(2);
const LINK_PATH = "/sign-in/link";
const NEW = "an entirely new sentence";
const MINUTE_MS = 60_000;

interface Scene extends World {
  readonly dashboard: Dashboard;
  readonly mail: MailBox;
  /** An owner of the shop. */
  readonly anna: Visitor;
  /** Staff of the shop, with an address. */
  readonly ben: Visitor;
  /** Path of the form of a link for Ben. */
  readonly path: string;
  /** Asks for a link for a login, as a stranger does. */
  ask(login: string, peer?: string): Promise<{ readonly status: number; readonly text: string }>;
}

function withLinks(
  test: (scene: Scene) => Promise<void>,
  operator: MailSender | null = OPERATOR_MAIL,
): Promise<void> {
  return withWorld(async (world) => {
    const { store, merchant } = world;
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const mail = mailBox(world, operator);
    const dashboard = dashboardOf(world, { mail });
    const anna = await dashboard.visitor("anna", roleAt(merchant.id, "owner"));
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    await store.commit([putEmail("ben@hill.example", ben.person.id)]);
    const path = `/shops/${merchant.id}/people/${ben.person.id}/link`;
    const ask: Scene["ask"] = async (login, peer = "203.0.113.9") => {
      const form = { login };
      const seen = await dashboard.send("POST", "/sign-in/forgot", {
        form,
        headers: OWN_FORM,
        peer,
      });
      await dashboard.services.linkMails.settled();
      return seen;
    };
    await test({ ...world, dashboard, mail, anna, ben, path, ask });
  });
}

function follow({ send }: Dashboard, link: string) {
  const form = { link, password: NEW, again: NEW };
  return send("POST", LINK_PATH, { form, headers: OWN_FORM });
}

async function actions({ store }: World): Promise<string[]> {
  const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, action: "user" }, { limit: 9 });
  return rows.map(({ action, subject, after }) =>
    [action, subject.label, after?.["address"]].join(" ").trim()
  );
}

Deno.test("an owner sends a link to the person, sees no token, and can still hand one over", () =>
  withLinks(async (scene) => {
    const { dashboard, mail, anna, path, merchant } = scene;
    const people = `/shops/${merchant.id}/people`;
    assert.match((await anna.get(people)).text, /To ben@hill\.example\. You do not see the link/);
    assert.equal(location(await anna.post(path, { by: "mail" })), `${people}?done=sent`);
    const again = await anna.post(path, { by: "mail" });
    assert.deepEqual([again.status, /is on its way already/.test(again.text)], [422, true]);
    assert.ok((await actions(scene)).includes("user.link anna"));
    const [post, ...others] = await mail.send();
    assert.deepEqual([told([post!]), others], [
      ["ben@hill.example: Your link to choose a password"],
      [],
    ]);
    assert.match(post!.text, /It was made by anna\./);
    assert.equal(location(await follow(dashboard, linkIn(post!, LINK_PATH))), "/");
    assert.equal((await follow(dashboard, linkIn(post!, LINK_PATH))).status, 422);
    const handed = await anna.post(path, { by: "hand" });
    assert.match(handed.text, /sign-in\/link#[\w-]{43}/);
  }));

Deno.test("who forgot the password gets a link by e-mail; the answer is the same for every login", () =>
  withLinks(async (scene) => {
    const { dashboard, mail, ask, services: { people } } = scene;
    const answers = [];
    for (const login of [" Ben ", "anna", "nobody", "", "x".repeat(5000)]) {
      answers.push(await ask(login));
    }
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.match(answers[0]!.text, /If this login has a verified e-mail address/);
    const [post, ...others] = await mail.send();
    assert.deepEqual([told([post!]), others], [
      ["ben@hill.example: Your link to choose a password"],
      [],
    ]);
    assert.match(post!.text, /asked for from 203\.0\.113\.9, probably by you/);
    assert.deepEqual((await actions(scene))[0], "user.link-asked ben 203.0.113.9");
    // One address asks five times in 15 minutes, for whatever login.
    assert.equal((await ask("nobody")).status, 429);
    // And a login gets one link in 15 minutes, so that strangers fill no mailbox.
    await ask("ben", "203.0.113.10");
    assert.deepEqual(await mail.send(), []);
    const link = linkIn(post!, LINK_PATH);
    assert.equal(location(await follow(dashboard, link)), "/");
    const { token } = await people.makeLink(await people.byLogin("ben"), OPERATOR);
    await ask("ben", "203.0.113.11");
    assert.deepEqual((await mail.send()).filter(({ text }) => text.includes(LINK_PATH)), []);
    assert.equal(location(await follow(dashboard, token)), "/");
  }));

Deno.test("a link by e-mail passes over no second factor", () =>
  withLinks(async ({ dashboard, mail, ask, ben, clock }) => {
    await equip(dashboard, clock, ben);
    await mail.send();
    await ask("ben");
    const [post] = await mail.send();
    const seen = await follow(dashboard, linkIn(post!, LINK_PATH));
    assert.match(location(seen), /^\/sign-in\/factor/);
    const cookie = cookieOf(seen);
    assert.notEqual((await dashboard.send("GET", "/account", { cookie })).status, 200);
  }));

Deno.test("a link goes only to the address that the person has when it is sent", () =>
  withLinks(async ({ mail, ask, ben, store, clock }) => {
    await ask("ben");
    await store.commit([putEmail("new@hill.example", ben.person.id)]);
    assert.deepEqual(await mail.send(), []);
    clock.advance(15 * MINUTE_MS);
    assert.deepEqual(await mail.send(), []);
    await ask("ben");
    assert.deepEqual(told(await mail.send()), ["new@hill.example: Your link to choose a password"]);
  }));

Deno.test("a shop's mail server carries links for people of this one shop, and for nobody else", () =>
  withLinks(async ({ dashboard, mail, ask, anna, ben, path, store, merchant, services, clock }) => {
    const endpoint = anEmailChannel({ merchantId: merchant.id });
    await store.commit([{ kind: "webhook.put", endpoint }]);
    await ask("ben");
    const [post] = await mail.send();
    assert.equal(post?.from.address, endpoint.from);
    clock.advance(15 * MINUTE_MS);
    await ask("ben");
    // Before it is sent, the other shop lets Ben in: its access must not leave by the first shop.
    const grant = { merchantId: OTHER, role: "owner" } as const;
    await services.people.grant(ben.person, [grant], OPERATOR);
    assert.deepEqual(await mail.send(), []);
    clock.advance(15 * MINUTE_MS);
    await ask("ben");
    assert.deepEqual(await mail.send(), []);
    await anna.confirm();
    const zoe = await dashboard.visitor("zoe", roleAt(OTHER, "owner"));
    for (const [owner, of] of [[anna, merchant.id], [zoe, OTHER]] as const) {
      const { status, text } = await owner.post(path.replace(merchant.id, of), { by: "mail" });
      assert.deepEqual([status, /has roles in other shops too/.test(text)], [422, true]);
    }
  }, null));

Deno.test("without a mail server for a person the owner hands the link over", () =>
  withLinks(async ({ anna, mail, ask, path, merchant }) => {
    const { text } = await anna.get(`/shops/${merchant.id}/people`);
    assert.doesNotMatch(text, /By e-mail/);
    const refused = await anna.post(path, { by: "mail" });
    assert.match(refused.text, /No mail can be sent to this person: hand the link over/);
    assert.equal((await anna.post(path)).status, 200);
    await ask("ben");
    assert.deepEqual(await mail.send(), []);
  }, null));
