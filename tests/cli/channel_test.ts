import assert from "node:assert/strict";
import { smsRequestFromText } from "../../src/schema/stored/endpoint.ts";
import { createShop, type Shell, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];
const MAIL = ["--url", "smtps://orders:s3cret@mail.example", "--from", "orders@demo-store.example"];
const GATEWAY = [
  ...["--url", "https://sms.example/send?key=s3cret", "--header", "Authorization: Bearer s3cret"],
  ...["--body", '{"to":"{phone}","text":"{text}","token":"s3cret"}'],
];
const addMail = ["channel", "add", "email", ...SHOP, ...MAIL];
const addSms = ["channel", "add", "sms", ...SHOP, ...GATEWAY];

async function withChannels(test: (shell: Shell) => Promise<void>): Promise<void> {
  await withShell(async (shell) => {
    await createShop(shell);
    await shell.json(...addMail);
    await shell.json(...addSms);
    await test(shell);
  });
}

Deno.test("channel add says what it did, and no command shows a secret", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const ran = [
      await shell.run(...addMail),
      await shell.run(...addSms),
      await shell.run(...addSms),
      await shell.run("channel", "list", ...SHOP),
      await shell.run("channel", "list", ...SHOP, "--json"),
      await shell.run("channel", "template", "sms", "placed", ...SHOP),
      await shell.run("channel", "test", "sms", ...SHOP, "--to", "+919876543210"),
      await shell.run("channel", "test", "email", ...SHOP, "--to", "a@b.example"),
      await shell.run("channel", "remove", "sms", ...SHOP, "--yes"),
      await shell.run("channel", "remove", "email", ...SHOP, "--yes", "--json"),
    ];
    for (const { code, out, err } of ran) {
      assert.equal(code, 0, err);
      assert.doesNotMatch(out + err, /s3cret/);
    }
    assert.deepEqual(ran.slice(0, 3).map(({ out }) => out), [
      "Added the channel email: smtps://orders@mail.example:465\n",
      "Added the channel sms: https://sms.example/send\n",
      "Changed the channel sms: https://sms.example/send\n",
    ]);
    assert.equal((await shell.run("channel", "list", ...SHOP)).out, "No channels yet\n");
  }));

Deno.test("channel list has what a channel sends; webhook list does not have channels", () =>
  withChannels(async (shell) => {
    const [mail, sms] = await shell.json("channel", "list", ...SHOP);
    const { id, merchant_id: _, ...rest } = mail;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      channel: "email",
      url: "smtps://orders@mail.example:465",
      from: "orders@demo-store.example",
      messages: ["placed", "cancelled", "refunded"],
      templates: {},
      insecure: false,
      disabled_at: null,
      created_at: "2026-01-02T03:04:05.000Z",
    });
    assert.deepEqual([sms.channel, sms.from, sms.messages], ["sms", null, [
      "code",
      "placed",
      "cancelled",
      "refunded",
    ]]);
    const { out } = await shell.run("channel", "list", ...SHOP);
    assert.match(
      out,
      /^sms +https:\/\/sms\.example\/send +active +code, placed, cancelled, refunded +/m,
    );
    assert.deepEqual(await shell.json("webhook", "list", ...SHOP), []);
  }));

Deno.test("a second channel add keeps id and texts; its settings are the new ones", () =>
  withChannels(async (shell) => {
    await shell.json("channel", "template", "sms", "code", ...SHOP, "--text", "{code} for you");
    const [, before] = await shell.json("channel", "list", ...SHOP);
    await shell.json("webhook", "disable", before.id);
    const after = await shell.json(
      ...["channel", "add", "sms", ...SHOP, "--url", "https://new.example/?p={phone}&t={text}"],
      ...["--method", "get", "--message", "code"],
    );
    assert.deepEqual(after, { ...before, url: "https://new.example/", messages: ["code"] });
    const found = await shell.store.webhooks.find(after.id);
    assert.ok(found?.kind === "sms");
    assert.deepEqual(smsRequestFromText(found.request.stored, found.id), {
      method: "GET",
      url: "https://new.example/?p={phone}&t={text}",
      headers: {},
      body: "",
    });
  }));

Deno.test("channel add sends reminders of carts only if they are asked for", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const chosen = await shell.json(...addMail, "--message", "idle", "--message", "placed");
    assert.deepEqual(chosen.messages, ["placed", "idle"]);
    const again = await shell.json(...addMail);
    assert.deepEqual(again.messages, ["placed", "idle"], "another password changes no choice");
  }));

Deno.test("channel add reads values from files, so that no secret is in a command line", () =>
  withShell(async (shell) => {
    await createShop(shell);
    shell.files.set("mail.txt", "smtps://orders:s3cret@mail.example\n");
    shell.files.set("headers.txt", "Authorization: Bearer s3cret\nX-Sender: TEA\n\n");
    shell.files.set("body.json", '{"to":"{phone}",\n"text":"{text}"}');
    await shell.json(
      ...["channel", "add", "email", ...SHOP, "--url", "@mail.txt", "--from", "a@b.example"],
    );
    const { id } = await shell.json(
      ...["channel", "add", "sms", ...SHOP, "--url", "https://sms.example/"],
      ...["--header", "@headers.txt", "--header", "X-More: 1", "--body", "@body.json"],
    );
    const sms = await shell.store.webhooks.find(id);
    assert.ok(sms?.kind === "sms");
    assert.deepEqual(smsRequestFromText(sms.request.stored, id).headers, {
      "authorization": "Bearer s3cret",
      "x-sender": "TEA",
      "x-more": "1",
      "content-type": "application/json",
    });
  }));

Deno.test("channel template shows a text with its placeholders, changes it, and resets it", () =>
  withChannels(async (shell) => {
    const template = ["channel", "template", "email", "placed", ...SHOP];
    const first = await shell.json(...template);
    assert.deepEqual([first.custom, first.subject], [false, "Your order {order} at {shop}"]);
    const changed = await shell.json(...template, "--subject", "Thanks, {name}");
    assert.deepEqual([changed.custom, changed.text], [true, first.text], "the text stays");
    const { out } = await shell.run(...template);
    assert.match(out, /^Subject +Thanks, \{name\}$/m);
    assert.match(out, /^Custom +yes$/m);
    assert.match(out, /^Placeholders +\{shop\} \{order\} \{name\}/m);
    shell.files.set("text.txt", "Hello {name},\nTotal {total}\n");
    const own = await shell.json(...template, "--text", "@text.txt");
    assert.equal(own.text, "Hello {name},\nTotal {total}\n");
    await shell.run("channel", "test", "email", ...SHOP, "--to", "a@b.example");
    assert.deepEqual(
      shell.mails.map(({ subject, text, to }) => [subject, text, to]),
      [["Thanks, Asha Rao", "Hello Asha Rao,\nTotal 1330.28 INR\n", "a@b.example"]],
    );
    assert.deepEqual(await shell.json(...template, "--default"), first);
    assert.deepEqual(await shell.json(...template), first);
  }));

Deno.test("channel test sends a sample at once, and fails if it is not accepted", () =>
  withChannels(async (shell) => {
    const test = ["channel", "test", "sms", ...SHOP, "--to", "98765 43210"];
    const { code, out } = await shell.run(...test, "--message", "code");
    assert.deepEqual([code, out], [0, "The message was accepted in 0 ms: HTTP 204\n"]);
    assert.deepEqual(JSON.parse(shell.posts[0]?.body ?? ""), {
      to: "+919876543210",
      text: "123456 is your code for Demo Store, valid for 5 minutes. Do not share it.",
      token: "s3cret",
    });
    shell.webhookAnswer = { status: 401, retryAfter: null };
    const failed = await shell.run(...test);
    assert.equal(failed.code, 1);
    assert.equal(
      failed.err,
      "error: The message was not accepted: HTTP 401 (error.unavailable)\n",
    );
  }));

Deno.test("webhook deliveries, enable and disable work on a channel, webhook test does not", () =>
  withChannels(async (shell) => {
    const [{ id }] = await shell.json("channel", "list", ...SHOP);
    assert.deepEqual(await shell.json("webhook", "deliveries", id), []);
    await shell.json("webhook", "disable", id);
    assert.match((await shell.run("channel", "list", ...SHOP)).out, / disabled /);
    await shell.json("webhook", "enable", id);
    const { code, err } = await shell.run("webhook", "test", id);
    assert.equal(code, 1);
    assert.match(err, /A channel is tested with channel test/);
  }));

/** A wrong command line, and what its message says. */
const WRONG: readonly (readonly [argv: readonly string[], message: RegExp])[] = [
  [["add", "fax", ...MAIL], /'fax' is invalid.+email, sms/],
  [["add", "email", "--url", "smtps://mail.example"], /--from is required for the channel email/],
  [
    ["add", "email", ...MAIL, "--body", "x"],
    /--method, --header and --body are for the channel sms/,
  ],
  [["add", "sms", ...GATEWAY, "--from", "a@b.example"], /--from is for the channel email/],
  [["add", "email", ...MAIL, "--message", "code"], /The message code is not sent by email/],
  [["add", "email", ...MAIL, "--message", "hello"], /--message.+one of code, placed/],
  [
    ["add", "email", "--url", "smtp://10.0.0.1", "--from", "a@b.example"],
    /\(add --allow-insecure-webhooks to allow it\)/,
  ],
  [
    ["add", "sms", "--url", "http://sms.example/", "--body", '"{phone} {text}"'],
    /https and public.+\(add --allow/,
  ],
  [["add", "sms", "--url", "https://sms.example/"], /must contain \{text\}/],
  [["template", "email", "code"], /The message code is not sent by email/],
  [["template", "sms", "hello"], /'hello' is invalid/],
  [["template", "sms", "code", "--text", "x", "--default"], /--default excludes/],
  [["test", "email", "--to", "a@b.example", "--message", "code"], /not sent by email/],
  [["test", "sms"], /--to/],
];

for (const [argv, message] of WRONG) {
  Deno.test(`checkoutctl channel ${argv.join(" ")} is wrong usage: ${message.source}`, () =>
    withShell(async (shell) => {
      const { code, out, err } = await shell.run("channel", ...argv, ...SHOP);
      assert.deepEqual([code, out], [2, ""], err);
      assert.match(err.split("\n")[0] ?? "", message);
      assert.doesNotMatch(err, /s3cret/);
      assert.deepEqual(shell.opened, [], "no database is touched");
    }));
}

Deno.test("channel commands name a missing channel and a bad text or recipient", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const none = await shell.run("channel", "remove", "sms", ...SHOP, "--yes");
    assert.equal(none.code, 1);
    assert.match(
      none.err,
      /The shop has no channel of this kind: sms \(error\.webhook-not-found\)/,
    );
    await shell.json(...addSms);
    const unknown = await shell.run("channel", "template", "sms", "code", ...SHOP, "--text", "{x}");
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /unknown placeholder \{x\}; known here: \{shop\}, \{code\}/);
    const badNumber = await shell.run("channel", "test", "sms", ...SHOP, "--to", "12");
    assert.equal(badNumber.code, 2);
    await shell.json(...addMail);
    const bad = await shell.run(
      "channel",
      "test",
      "email",
      ...SHOP,
      "--to",
      "a@b.example, c@d.example",
    );
    assert.equal(bad.code, 1);
    assert.match(bad.err, /The recipient must be an e-mail address/);
    assert.deepEqual([shell.posts, shell.mails], [[], []]);
  }));
