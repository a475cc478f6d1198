/** The e-mail address of a person: verified by a link, and the mail servers that may carry it. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { EmailChannel } from "../../../src/domain/shop/webhook.ts";
import type { MailSender } from "../../../src/service/channels/mail_post.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { anEmailChannel } from "../../support/channels.ts";
import { aPersonMail, aVisit } from "../../support/people.ts";
import { plain } from "../../support/secrets.ts";
import { type Dashboard, dashboardOf, roleAt, type Visitor } from "./dashboard.ts";
import { linkIn, type MailBox, mailBox, OPERATOR_MAIL, told } from "./mails.ts";
import { location } from "./owner.ts";

const LINK_PATH = "/account/email/link";
const OTHER = uuid<MerchantId>(2);
/** Sealed by a key that is not here. */
const LOCKED = `sealed:${"0".repeat(16)}:AAAA`;

interface Scene extends World {
  readonly dashboard: Dashboard;
  readonly mail: MailBox;
  readonly anna: Visitor;
}

/** Runs a test with an owner of a shop and, unless there is none, the operator's mail server. */
function withMail(
  test: (scene: Scene) => Promise<void>,
  operator: MailSender | null = OPERATOR_MAIL,
): Promise<void> {
  return withWorld(async (world) => {
    const mail = mailBox(world, operator);
    const dashboard = dashboardOf(world, { mail });
    const anna = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
    await test({ ...world, dashboard, mail, anna });
  });
}

async function enter(person: Visitor, email: string): Promise<void> {
  assert.equal(location(await person.post("/account/email", { email })), "/account?done=sent");
}

/** Verifies an address by the link of its mail. */
async function verify({ mail }: Pick<Scene, "mail">, person: Visitor, email: string) {
  await enter(person, email);
  const [post] = await mail.send();
  assert.ok(post);
  const verified = await person.post(LINK_PATH, { link: linkIn(post, LINK_PATH) });
  assert.equal(location(verified), "/account?done=verified");
  return post;
}

Deno.test("an address is verified by its link, once, by the signed-in person alone", () =>
  withMail(async ({ dashboard, mail, anna, merchant, store, clock }) => {
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "staff"));
    assert.match((await anna.get("/account")).text, /None\./);
    await enter(anna, " anna@hill.example ");
    assert.match((await anna.get("/account")).text, /Not verified.*anna@hill\.example/s);
    const [post] = await mail.send();
    assert.ok(post);
    assert.deepEqual([post.to, post.from, post.subject], [
      "anna@hill.example",
      OPERATOR_MAIL.from,
      "Verify your e-mail address",
    ]);
    assert.deepEqual(await mail.send(), []);
    const link = linkIn(post, LINK_PATH);
    const token = link.slice(link.indexOf("#") + 1);
    assert.ok(!JSON.stringify(await store.persons.emailLinkOf(anna.person.id)).includes(token));
    const wrong = await ben.post(LINK_PATH, { link });
    assert.deepEqual([wrong.status, /of another account/.test(wrong.text)], [422, true]);
    const signedOut = await dashboard.send("GET", LINK_PATH);
    assert.equal(location(signedOut), `/sign-in?next=${encodeURIComponent(LINK_PATH)}`);
    clock.advance(24 * 60 * 60_000 - 1);
    const fresh = await dashboard.visitor("cat", roleAt(merchant.id, "staff"));
    await enter(fresh, "cat@hill.example");
    const [late] = await mail.send();
    assert.ok(late);
    clock.advance(1);
    const { emails } = dashboard.services;
    const visit = aVisit("192.0.2.1");
    await assert.rejects(emails.verify(anna.person, token, visit), /has expired/);
    const used = linkIn(late, LINK_PATH);
    assert.equal(location(await fresh.post(LINK_PATH, { link: used })), "/account?done=verified");
    assert.equal((await fresh.post(LINK_PATH, { link: used })).status, 422);
    assert.equal((await store.persons.find(fresh.person.id))?.email, "cat@hill.example");
    assert.match((await fresh.get("/account")).text, /Verified.*cat@hill\.example/s);
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, action: "user.email" }, {
      limit: 9,
    });
    assert.deepEqual(rows.map(({ subject, after }) => [subject.label, after]), [
      ["cat", { email: "(hidden)" }],
    ]);
  }));

Deno.test("the old address is told of a new one, by its masked form, and of a removal", () =>
  withMail(async (scene) => {
    const { anna, mail } = scene;
    await verify(scene, anna, "anna@hill.example");
    assert.deepEqual(await mail.send(), []);
    await verify(scene, anna, "new@lake.example");
    const [changed] = await mail.send();
    assert.deepEqual(told([changed!]), ["anna@hill.example: Your e-mail address was changed"]);
    assert.match(changed!.text, /n…@l…/);
    assert.doesNotMatch(changed!.text, /lake/);
    const removed = await anna.post("/account/email/remove");
    assert.equal(location(removed), "/account?done=removed");
    assert.deepEqual(told(await mail.send()), [
      "new@lake.example: Your e-mail address was changed",
    ]);
    assert.match((await anna.get("/account")).text, /None\./);
  }));

Deno.test("an address takes the password again; poor and known ones, and a sixth mail, are refused", () =>
  withMail(async (scene) => {
    const { anna, mail, clock } = scene;
    await verify(scene, anna, "anna@hill.example");
    for (const email of ["", "anna", "a@b\r\nBcc: x@y", "<a@b.example>", "anna@hill.example"]) {
      assert.equal((await anna.post("/account/email", { email })).status, 422, email);
    }
    for (const n of [2, 3, 4, 5]) await enter(anna, `a${n}@hill.example`);
    const seen = await anna.post("/account/email", { email: "a6@hill.example" });
    assert.equal(seen.status, 429);
    // Only the last address gets a link.
    assert.deepEqual(told(await mail.send()), ["a5@hill.example: Verify your e-mail address"]);
    clock.advance(15 * 60_000);
    for (const path of ["/account/email", "/account/email/remove"]) {
      assert.equal((await anna.post(path, { email: "a6@hill.example" })).status, 403, path);
    }
  }));

Deno.test("owners of other shops see an address masked, and none that is not verified", () =>
  withMail(async (scene) => {
    const { dashboard, store, merchant, anna } = scene;
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const ben = await dashboard.visitor("ben", {
      shops: [{ merchantId: merchant.id, role: "staff" }, { merchantId: OTHER, role: "staff" }],
    });
    const cat = await dashboard.visitor("cat", roleAt(merchant.id, "staff"));
    await verify(scene, ben, "ben@lake.example");
    await verify(scene, cat, "cat@lake.example");
    await enter(anna, "anna@hill.example");
    const { text } = await anna.get(`/shops/${merchant.id}/people`);
    assert.match(text, /b…@l…/);
    assert.doesNotMatch(text, /ben@lake|anna@hill/);
    assert.match(text, /cat@lake\.example/);
    const operator = await dashboard.visitor("root", { everywhere: "owner" });
    assert.match((await operator.get(`/shops/${merchant.id}/people`)).text, /ben@lake\.example/);
  }));

Deno.test("a shop's mail server is used only for people of this one shop", () =>
  withMail(async ({ dashboard, mail, store, merchant, services, anna }) => {
    const other = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    const channel = anEmailChannel({ merchantId: merchant.id });
    await store.commit([{ kind: "merchant.put", merchant: other }]);
    const offers = async (person: Visitor) =>
      /action="\/account\/email"/.test((await person.get("/account")).text);
    assert.equal(await offers(anna), false);
    assert.match((await anna.get("/account")).text, /No mail can be sent to you/);
    const refused = await anna.post("/account/email", { email: "anna@hill.example" });
    assert.equal(refused.status, 422);
    await store.commit([{ kind: "webhook.put", endpoint: channel }]);
    const both = await dashboard.visitor("ben", {
      shops: [{ merchantId: merchant.id, role: "viewer" }, { merchantId: OTHER, role: "viewer" }],
    });
    const elsewhere = await dashboard.visitor("cat", roleAt(OTHER, "owner"));
    const everywhere = await dashboard.visitor("dan", { everywhere: "viewer" });
    const all = [anna, both, elsewhere, everywhere];
    assert.deepEqual(await Promise.all(all.map(offers)), [true, false, false, false]);
    await enter(anna, "anna@hill.example");
    // Before it is sent, the other shop lets her in: nothing leaves by the first one's server.
    await services.people.grant(anna.person, [{ merchantId: OTHER, role: "viewer" }], {
      kind: "operator",
      label: "cli",
    });
    assert.deepEqual(await mail.send(), []);
    await store.commit([{ kind: "webhook.put", endpoint: { ...channel, disabledAt: 1 } }]);
    const eve = await dashboard.visitor("eve", roleAt(merchant.id, "staff"));
    assert.equal(await offers(eve), false);
  }, null));

Deno.test("a mail by a shop's server has the name and the address of the shop", () =>
  withMail(async ({ mail, store, merchant, anna }) => {
    const endpoint = anEmailChannel({ merchantId: merchant.id });
    await store.commit([{ kind: "webhook.put", endpoint }]);
    await enter(anna, "anna@hill.example");
    const [post] = await mail.send();
    assert.deepEqual([post?.from, post?.server.href, post?.isLocal], [
      { name: merchant.name, address: "orders@demo-store.example" },
      "smtps://orders:s3cret@mail.example:465",
      false,
    ]);
  }, null));

Deno.test("a mail that a server does not take is tried again, with a new link, and given up", () =>
  withMail(async ({ mail, anna, clock }) => {
    await enter(anna, "anna@hill.example");
    mail.answers.push({ status: 451, error: "SMTP 451 to RCPT TO" });
    const [first] = await mail.send();
    clock.advance(60_000 - 1);
    assert.deepEqual(await mail.send(), []);
    clock.advance(1);
    const [second] = await mail.send();
    assert.equal(second?.messageId, first?.messageId);
    assert.equal((await anna.post(LINK_PATH, { link: linkIn(first!, LINK_PATH) })).status, 422);
    const link = linkIn(second!, LINK_PATH);
    assert.equal(location(await anna.post(LINK_PATH, { link })), "/account?done=verified");
    mail.answers.push({ status: 550, error: "SMTP 550 5.1.1 to RCPT TO" });
    await enter(anna, "wrong@hill.example");
    assert.equal((await mail.send()).length, 1);
    clock.advance(60 * 60_000);
    assert.deepEqual(await mail.send(), []);
    assert.deepEqual(mail.warned, [
      { kind: "verify", tries: 1, error: "SMTP 451 to RCPT TO" },
      { kind: "verify", tries: 1, error: "SMTP 550 5.1.1 to RCPT TO" },
    ]);
  }));

Deno.test("mails without a mail server here keep their tries, and delay none that has one", () =>
  withMail(async ({ dashboard, mail, store, merchant, clock, anna }) => {
    const endpoint = anEmailChannel({ merchantId: merchant.id });
    const set = (over: Partial<EmailChannel>) =>
      store.commit([{ kind: "webhook.put", endpoint: { ...endpoint, ...over } }]);
    await set({});
    const { person } = await dashboard.visitor("root", { everywhere: "viewer" });
    const dueAt = clock.now() - 1;
    const waiting = Array.from(
      { length: 25 },
      (_, n) => aPersonMail({ id: uuid(500 + n), personId: person.id, at: dueAt, dueAt }),
    );
    await store.commit(waiting.map((mail) => ({ kind: "mail.add", mail })));
    await enter(anna, "anna@hill.example");
    // Its password is locked here, or only servers that may use private hosts send by it.
    for (const over of [{ server: plain(LOCKED) }, { allowInsecure: true }]) {
      await set(over);
      assert.deepEqual(await mailBox({ store, clock }, null, false).send(), []);
    }
    await set({});
    assert.deepEqual(told(await mail.send()), ["anna@hill.example: Verify your e-mail address"]);
    assert.deepEqual(await store.persons.dueMails(clock.now(), { limit: 99 }), waiting);
    assert.equal((await mailBox({ store, clock }, OPERATOR_MAIL).send()).length, 25);
  }, null));
