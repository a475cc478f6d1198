/** The page of a shop's mail server and SMS gateway. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { Channel } from "../../../src/domain/shop/webhook.ts";
import { anEmailChannel, anSmsChannel } from "../../support/channels.ts";
import { withWorld } from "../../support/app.ts";
import { equip } from "./factor.ts";
import { dashboardOf, roleAt, type Seen } from "./dashboard.ts";
import { mailBox } from "./mails.ts";
import { location, type Scene, withOwner } from "./owner.ts";

const MAIL = {
  host: "Mail.Hill.example",
  port: "465",
  security: "smtps",
  user: "orders@hill.example",
  password: "p@ss/word",
  from: "orders@hill.example",
  "messages.placed": "on",
};
const SMS = {
  method: "POST",
  url: "https://sms.example/send?key=s3cret",
  headers: "Authorization: Bearer t0ken",
  body: '{"to":"{phone}","text":"{text}"}',
  "messages.code": "on",
};
/** Texts that no page may have. */
const SECRET = /p@ss|p%40ss|s3cret|t0ken/;

/** Sends a form with what the page says is saved. */
async function send(
  { owner, path }: Pick<Scene, "owner" | "path">,
  form: "mail" | "sms",
  fields: Readonly<Record<string, string>>,
): Promise<Seen> {
  const { text } = await owner.get(path);
  const seen = [...text.matchAll(/name="seen" value="(\w+)"/g)][form === "mail" ? 0 : 1]?.[1] ?? "";
  const answer = await owner.post(`${path}/${form}`, { seen, ...fields });
  assert.doesNotMatch(text + answer.text, SECRET);
  return answer;
}

async function channelsOf({ store, merchant }: Scene): Promise<Channel[]> {
  return (await store.webhooks.of(merchant.id)).filter((one) => one.kind !== "webhook");
}

/** The opened URL of the shop's mail server. */
async function serverOf(scene: Scene): Promise<string> {
  const [channel] = await channelsOf(scene);
  assert.ok(channel?.kind === "email");
  return channel.server.stored;
}

Deno.test("an owner sets the mail server; the password is never shown, and entries have the hosts", () =>
  withOwner("settings/messages", async (scene) => {
    const { owner, store, path } = scene;
    assert.equal(location(await send(scene, "mail", MAIL)), `${path}?done=mail`);
    const url = "smtps://orders%40hill.example:p%40ss%2Fword@mail.hill.example:465";
    assert.equal(await serverOf(scene), url);
    const { text } = await owner.get(`${path}?done=mail`);
    assert.match(text, /Saved: Mail server/);
    assert.match(text, /value="mail\.hill\.example"/);
    assert.match(text, /value="orders@hill\.example"/);
    const changed = { ...MAIL, password: "", from: "shop@hill.example", security: "smtp" };
    await send(scene, "mail", { ...changed, "messages.cancelled": "on" });
    assert.equal(await serverOf(scene), url.replace("smtps", "smtp"));
    const [channel] = await channelsOf(scene);
    assert.deepEqual(channel?.events, ["session.completed", "order.cancelled"]);
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, action: "channel.add" }, {
      limit: 9,
    });
    assert.equal(rows.length, 2);
    assert.equal(rows[1]?.after?.["host"], "mail.hill.example:465");
    assert.deepEqual(rows[0]?.before?.["events"], ["session.completed"]);
    assert.doesNotMatch(JSON.stringify(rows), SECRET);
  }));

Deno.test("another server, port or user asks for the password again, and is public", () =>
  withOwner("settings/messages", async (scene) => {
    await send(scene, "mail", MAIL);
    const stored = await serverOf(scene);
    const refused = [
      [{ host: "other.example" }, /Password must be entered/],
      [{ port: "587" }, /Password must be entered/],
      [{ user: "else" }, /Password must be entered/],
      [{ port: "0" }, /Port must be from 1 to 65535/],
      [{ from: "Shop <a@b.example>" }, /The sender must be an e-mail address alone/],
      ...["localhost", "127.0.0.1", "10.0.0.7", "[::1]"].map((host) =>
        [{ host, password: "x" }, /Server must be public: another one is set by/] as const
      ),
      ...["a@b.example", "a.example/x", "a.example:25", ""].map((host) =>
        [{ host, password: "x" }, /Server must be a name or an address alone/] as const
      ),
    ] as const;
    for (const [over, message] of refused) {
      const { status, text } = await send(scene, "mail", { ...MAIL, password: "", ...over });
      assert.equal(status, 422, JSON.stringify(over));
      assert.match(text, message);
    }
    assert.equal(await serverOf(scene), stored);
    assert.equal((await send(scene, "mail", { ...MAIL, host: "other.example" })).status, 303);
  }));

Deno.test("a private server of the command line stays, and is not replaced by another", () =>
  withOwner("settings/messages", async (scene) => {
    const { store, merchant } = scene;
    const server = { stored: "smtp://10.0.0.7:25" };
    const endpoint = anEmailChannel({
      merchantId: merchant.id,
      url: "smtp://10.0.0.7:25",
      server,
      allowInsecure: true,
    });
    await store.commit([{ kind: "webhook.put", endpoint }]);
    const same = { ...MAIL, host: "10.0.0.7", port: "25", security: "smtp", user: "" };
    assert.equal((await send(scene, "mail", same)).status, 303);
    assert.deepEqual((await channelsOf(scene)).map((one) => one.allowInsecure), [true]);
    const off = { ...endpoint, disabledAt: 1 };
    await store.commit([{ kind: "webhook.put", endpoint: off }]);
    assert.match((await scene.owner.get(scene.path)).text, /Nothing is sent\./);
    await send(scene, "mail", same);
    assert.deepEqual((await channelsOf(scene)).map((one) => one.disabledAt), [null]);
    for (const over of [{ host: "10.0.0.8" }, { port: "26" }]) {
      assert.equal((await send(scene, "mail", { ...same, ...over })).status, 422);
    }
    assert.equal((await send(scene, "mail", MAIL)).status, 303);
    assert.deepEqual((await channelsOf(scene)).map((one) => one.allowInsecure), [false]);
  }));

Deno.test("an owner sets the SMS gateway; without URL, headers and body the stored ones stay", () =>
  withOwner("settings/messages", async (scene) => {
    const none = await send(scene, "sms", { ...SMS, url: "", headers: "", body: "" });
    assert.deepEqual([none.status, /URL must be given/.test(none.text)], [422, true]);
    assert.equal((await send(scene, "sms", SMS)).status, 303);
    const request = async () => {
      const [channel] = await channelsOf(scene);
      assert.ok(channel?.kind === "sms");
      return [JSON.parse(channel.request.stored), channel.events];
    };
    const [stored, events] = await request();
    assert.deepEqual([stored.url, events], [SMS.url, ["otp.requested"]]);
    const kept = { ...SMS, url: "", headers: "", body: "", "messages.placed": "on" };
    assert.equal((await send(scene, "sms", kept)).status, 303);
    assert.deepEqual(await request(), [stored, ["otp.requested", "session.completed"]]);
    for (const url of ["http://sms.example/{phone}", "https://10.0.0.7/?t={text}&p={phone}"]) {
      assert.equal((await send(scene, "sms", { ...SMS, url })).status, 422, url);
    }
  }));

Deno.test("forms of messages ask for the factor again, and forget what no page may have", () =>
  withOwner("settings/messages", async (scene) => {
    const { dashboard, owner, clock, path } = scene;
    const person = await equip(dashboard, clock, owner);
    clock.advance(5 * 60_000);
    const asked = await person.post(`${path}/mail`, MAIL);
    assert.equal(asked.status, 403);
    assert.match(asked.text, /Enter a code/);
    assert.doesNotMatch(asked.text, SECRET);
    const { password: _, ...rest } = MAIL;
    const seen = /name="seen" value="(\w+)"/.exec((await person.get(path)).text)?.[1] ?? "";
    const lost = await person.post(`${path}/mail`, { ...rest, seen, own_code: person.next() });
    assert.deepEqual([lost.status, /It is you/.test(lost.text)], [422, true]);
    assert.deepEqual(await channelsOf(scene), []);
    assert.equal(
      location(await person.post(`${path}/mail`, { ...MAIL, seen })),
      `${path}?done=mail`,
    );
    clock.advance(5 * 60_000);
    assert.equal((await person.post(`${path}/mail/remove`)).status, 403);
    const removed = await person.post(`${path}/mail/remove`, { own_code: person.next() });
    assert.equal(location(removed), `${path}?done=removed`);
    assert.deepEqual(await channelsOf(scene), []);
  }));

Deno.test("a form that another owner has saved meanwhile is refused with what is saved now", () =>
  withOwner("settings/messages", async (scene) => {
    const { owner, path } = scene;
    const stale = /name="seen" value="(\w+)"/.exec((await owner.get(path)).text)?.[1] ?? "";
    await send(scene, "mail", MAIL);
    const form = { ...MAIL, seen: stale, from: "else@hill.example" };
    const { status, text } = await owner.post(`${path}/mail`, form);
    assert.equal(status, 422);
    assert.match(text, /was changed since you loaded it/);
    assert.match(text, /orders@hill\.example/);
  }));

Deno.test("a test goes to the person's own verified address, five times an hour, and answers in own words", () =>
  withWorld(async (world) => {
    const { store, merchant, clock } = world;
    const mail = mailBox(world, null);
    const dashboard = dashboardOf(world, { mail });
    const owner = await dashboard.visitor("anna", roleAt(merchant.id, "owner"));
    const path = `/shops/${merchant.id}/settings/messages`;
    const test = () => owner.post(`${path}/test`);
    const channels = [anEmailChannel({ merchantId: merchant.id }), anSmsChannel()];
    await store.commit(channels.map((endpoint) => ({ kind: "webhook.put", endpoint })));
    assert.match((await test()).text, /Verify an e-mail address in Your account first/);
    const email = { personId: owner.person.id, address: "anna@hill.example", verifiedAt: 0 };
    await store.commit([{ kind: "email.put", email }]);
    assert.match((await owner.get(path)).text, /A test goes to/);
    mail.answers.push(
      { status: 250, error: "" },
      { status: 535, error: "SMTP 535 5.7.8 to AUTH" },
      { status: 550, error: "SMTP 550 5.9.9 to DATA" },
      { status: 451, error: "SMTP 451 to RCPT TO" },
    );
    const answers = [
      /The mail server has taken the test/,
      /The test was not sent\. The mail server refuses the user or the password\./,
      /The test was not sent\. The mail server refuses the mail \(SMTP 550\)\./,
      /SMTP 451/,
      /has taken/,
      /5 tests an hour: try again later/,
    ];
    for (const answer of answers) {
      const { text } = await test();
      assert.match(text, answer);
      assert.doesNotMatch(text, /5\.7\.8|5\.9\.9|AUTH|DATA/);
    }
    assert.deepEqual(mail.sent.map(({ to }) => to), Array(5).fill("anna@hill.example"));
    clock.advance(3_600_000);
    assert.match((await test()).text, /has taken/);
  }));
