/** The client of mail servers against a real server, which is a process of its own. */
import assert from "node:assert/strict";
import { smtpClient } from "../../src/process/smtp_client.ts";
import type { MailAnswer, MailPost } from "../../src/service/channels/mail_transport.ts";
import { NoAnswer } from "../../src/service/webhooks/transport.ts";
import { type ReceivedMail, withMailServer } from "../support/mail_server_process.ts";
import { CERT } from "../support/tls.ts";
import { HERE } from "../support/webhook_client.ts";

const TRUSTING = { ...HERE, caCerts: [CERT] };
const OTHER_MACHINE = "orders:secret@hooks.example";

function post(
  server: string,
  over: Partial<MailPost> = {},
  options: typeof HERE = TRUSTING,
): Promise<MailAnswer> {
  return smtpClient(options)({
    server: new URL(server),
    isLocal: false,
    from: { name: "Tëa, Hut", address: "orders@shop.example" },
    to: "buyer@home.example",
    subject: "Your order",
    text: "Thank you for 2 x Mugs\n.\nTotal: 698.00 INR\n",
    messageId: "<m1@shop.example>",
    date: new Date(0),
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    checkAddresses: () => {},
    ...over,
  });
}

const ACCEPTED: MailAnswer = { status: 250, error: "" };

/** The reason why there was no answer. */
async function why(answer: Promise<MailAnswer>): Promise<string> {
  const error = await answer.then(() => assert.fail("It answered"), (error: unknown) => error);
  assert.ok(error instanceof NoAnswer, String(error));
  return error.message;
}

/** Headers of a mail by their name in lower case, and its text. */
function parts({ raw }: ReceivedMail): { headers: Map<string, string>; text: string } {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = lines.map((line) => {
    const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value] as const;
  });
  assert.equal(new Set(headers.map(([name]) => name)).size, headers.length, "no header twice");
  return { headers: new Map(headers), text: raw.slice(end + 4) };
}

Deno.test("smtpClient() sends a mail by STARTTLS, signed in, with its text as it is", () =>
  withMailServer({ password: "secret" }, async (server) => {
    assert.deepEqual(await post(`smtp://${OTHER_MACHINE}:${server.port}`), ACCEPTED);
    const mail = await server.take();
    const { isSecure, user, from, to } = mail;
    assert.deepEqual({ isSecure, user, from, to }, {
      isSecure: true,
      user: "orders",
      from: "orders@shop.example",
      to: ["buyer@home.example"],
    });
    const { headers, text } = parts(mail);
    assert.equal(headers.get("from"), "=?UTF-8?Q?T=C3=ABa=2C_Hut?= <orders@shop.example>");
    assert.equal(headers.get("to"), "buyer@home.example");
    assert.equal(headers.get("message-id"), "<m1@shop.example>");
    assert.equal(headers.get("date"), "Thu, 01 Jan 1970 00:00:00 +0000");
    assert.equal(headers.get("auto-submitted"), "auto-generated");
    assert.equal(text, "Thank you for 2 x Mugs\r\n.\r\nTotal: 698.00 INR\r\n");
  }));

Deno.test("smtpClient() sends over TLS from the start, and needs the certificate of the name", () =>
  withMailServer({ secure: true, password: "p@ss: %/" }, async (server) => {
    const url = `smtps://orders:${encodeURIComponent("p@ss: %/")}@hooks.example:${server.port}`;
    assert.deepEqual(await post(url), ACCEPTED);
    assert.equal((await server.take()).isSecure, true);
    const rows: [string, typeof HERE][] = [
      [url, HERE],
      [url.replace("hooks.example", "other.example"), TRUSTING],
      [url.replace("hooks.example", "127.0.0.1"), TRUSTING],
    ];
    for (const [wrong, options] of rows) {
      assert.equal(await why(post(wrong, {}, options)), "Certificate not trusted", wrong);
    }
  }));

Deno.test("smtpClient() checks the certificate after STARTTLS too, and sends nothing", () =>
  withMailServer({ password: "secret" }, async (server) => {
    const rows: [string, typeof HERE][] = [
      [`smtp://${OTHER_MACHINE}:${server.port}`, HERE],
      [`smtp://orders:secret@other.example:${server.port}`, TRUSTING],
    ];
    for (const [url, options] of rows) {
      assert.equal(await why(post(url, {}, options)), "Certificate not trusted", url);
    }
  }));

Deno.test("smtpClient() sends without TLS to this machine alone", () =>
  withMailServer({ starttls: false, password: "secret" }, async (server) => {
    const refused = post(`smtp://${OTHER_MACHINE}:${server.port}`);
    assert.equal(await why(refused), "No TLS: the server refused STARTTLS");
    for (const host of ["localhost", "127.0.0.1"]) {
      const url = `smtp://orders:secret@${host}:${server.port}`;
      assert.deepEqual(await post(url, { isLocal: true }, HERE), ACCEPTED);
      assert.equal((await server.take()).isSecure, false);
    }
  }));

Deno.test("smtpClient() tells a reply by its code, without the address that it repeats", () =>
  withMailServer({ password: "secret" }, async (server) => {
    const url = `smtp://${OTHER_MACHINE}:${server.port}`;
    for (const reply of [450, 550]) {
      await server.behave(reply);
      const error = `SMTP ${reply} ${Math.floor(reply / 100)}.1.1 to RCPT TO`;
      assert.deepEqual(await post(url), { status: reply, error });
      assert.deepEqual(await server.takeRefused(), { refused: "buyer@home.example", reply });
    }
    const wrong = await post(url.replace("secret", "guess"));
    assert.deepEqual(wrong, { status: 535, error: "SMTP 535 5.7.8 to AUTH PLAIN" });
    assert.deepEqual(await post(url), ACCEPTED, "the server is there again");
    await server.take();
  }));

Deno.test("smtpClient() gives up after its limit and when it is told to", () =>
  withMailServer({}, async (server) => {
    const url = `smtp://hooks.example:${server.port}`;
    await server.behave("hang", "hang");
    assert.equal(await why(post(url, { timeoutMs: 1500 })), "No answer within 1.5 s");
    const stop = new AbortController();
    const stopped = post(url, { signal: stop.signal, checkAddresses: () => stop.abort() });
    assert.equal(await why(stopped), "Cancelled");
    assert.equal(await why(post(url, { signal: stop.signal })), "Cancelled");
  }));

Deno.test("smtpClient() connects to the addresses that were judged, the next one if one is dead", () =>
  withMailServer({}, async (server) => {
    const url = `smtp://hooks.example:${server.port}`;
    const judged: string[][] = [];
    const checkAddresses = (addresses: readonly string[]) => void judged.push([...addresses]);
    const resolve = () => Promise.resolve(["127.0.0.2", "127.0.0.1"]);
    assert.deepEqual(await post(url, { checkAddresses }, { ...TRUSTING, resolve }), ACCEPTED);
    await server.take();
    const refuse = (addresses: readonly string[]) => {
      throw new NoAnswer(`Refused: ${addresses}`);
    };
    assert.equal(await why(post(url, { checkAddresses: refuse })), "Refused: 127.0.0.1");
    const literal = post(`smtp://127.0.0.1:${server.port}`, { checkAddresses: refuse });
    assert.equal(await why(literal), "Refused: 127.0.0.1");
    assert.deepEqual(judged, [["127.0.0.2", "127.0.0.1"]]);
  }));

/** Runs a server that greets with these bytes, and then only listens. */
async function withGreeting(text: string, test: (port: number) => Promise<void>): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const greeting = (async () => {
    using conn = await listener.accept();
    await conn.write(new TextEncoder().encode(text)).catch(() => {});
    while (await conn.read(new Uint8Array(4096)).catch(() => null) !== null);
  })();
  try {
    await test(listener.addr.port);
    await greeting;
  } finally {
    listener.close();
  }
}

Deno.test("smtpClient() survives what is no mail server", async () => {
  const rows: [string, RegExp][] = [
    ["HTTP/1.1 400 Bad Request\r\n\r\n", /^No answer/],
    ["220 ready\r\n" + "x".repeat(100_000), /^No answer/],
    ["554 5.3.2 not today\r\n", /^SMTP 554 5\.3\.2/],
  ];
  for (const [text, reason] of rows) {
    await withGreeting(text, async (port) => {
      const answer = post(`smtp://hooks.example:${port}`, { timeoutMs: 1500 });
      const found = await answer.then(({ error }) => error, (error) => error.message);
      assert.match(found, reason, text.slice(0, 20));
    });
  }
  assert.equal(await why(post("smtp://hooks.example:9")), "Connection refused");
});

Deno.test("no text of a mail becomes a header, a recipient or a command", () =>
  withMailServer({}, async (server) => {
    const url = `smtp://hooks.example:${server.port}`;
    const evil = "x\r\nBcc: evil@evil.example\r\n\r\nHello\r\n.\r\nRCPT TO:<evil@evil.example>";
    const name = `"Shop" <evil@evil.example>, ${evil}`;
    const from = { name, address: "orders@shop.example" };
    assert.deepEqual(await post(url, { subject: evil, from, text: evil }), ACCEPTED);
    const mail = await server.take();
    assert.deepEqual([mail.from, mail.to], ["orders@shop.example", ["buyer@home.example"]]);
    const { headers } = parts(mail);
    assert.equal(headers.has("bcc"), false);
    assert.match(headers.get("from") ?? "", / <orders@shop\.example>$/);
    assert.deepEqual([...headers.keys()].sort(), [
      "auto-submitted",
      "content-transfer-encoding",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    for (const to of ["a@b.example>\r\nRCPT TO:<evil@evil.example", "a@b.example\r\nDATA"]) {
      await assert.rejects(post(url, { to }), NoAnswer);
    }
  }));
