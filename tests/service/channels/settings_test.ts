import assert from "node:assert/strict";
import fc from "fast-check";
import { parseMailSettings } from "../../../src/service/channels/mail_settings.ts";
import {
  type GatewayRequest,
  parseSmsSettings,
  smsPost,
} from "../../../src/service/channels/sms_settings.ts";
import { runs } from "../../support/arbitraries.ts";

const SAFE = { allowInsecure: false };
const FROM = "orders@shop.example";
const mail = (url: string, from = FROM) => parseMailSettings({ url, from }, SAFE);

Deno.test("parseMailSettings() keeps the password and shows the rest", () => {
  assert.deepEqual(mail("smtps://orders:p%40ss@Mail.Example"), {
    url: "smtps://orders@mail.example:465",
    server: "smtps://orders:p%40ss@mail.example:465",
    from: FROM,
  });
  assert.equal(mail("smtp://mail.example").url, "smtp://mail.example:587");
  for (const host of ["localhost:25", "127.0.0.1:25", "[::1]:25", "127.1:25"]) {
    assert.match(mail(`smtp://${host}`).url, /^smtp:\/\/(localhost|127\.0\.0\.1|\[::1\]):25$/);
  }
});

Deno.test("parseMailSettings() refuses what it cannot use, and repeats no password", () => {
  const rows: [string, string, RegExp][] = [
    ["https://u:secret@mail.example", FROM, /must be smtps:/],
    ["mail.example:25", FROM, /must be smtps:/],
    ["smtp:mail.example", FROM, /must be smtps:/],
    ["smtps://u:secret@mail.example/x", FROM, /ends after the port/],
    ["smtps://u:secret@mail.example?x=1", FROM, /ends after the port/],
    ["smtps://secret@mail.example", FROM, /both a user and a password/],
    ["smtps://:secret@mail.example", FROM, /both a user and a password/],
    ["smtps://u:secret%0d%0a@mail.example", FROM, /percent-encoded text/],
    ["smtps://u:secret%zz@mail.example", FROM, /percent-encoded text/],
    ["smtps://u:secret@10.0.0.1", FROM, /public or this machine, but is a private/],
    ["smtps://u:secret@mail.internal", FROM, /public or this machine, but is a local name/],
    ["smtps://u:secret@mail", FROM, /a local name/],
    ["smtps://u:secret@mail.example", "Shop <a@b.example>", /an e-mail address alone/],
    ["smtps://u:secret@mail.example", "a@b.example\r\nBcc: x@y.example", /address alone/],
    ["smtps://u:secret@mail.example", "a@b.example, c@d.example", /address alone/],
    ["smtps://u:secret@mail.example", '"a b"@c.example', /address alone/],
  ];
  for (const [url, from, message] of rows) {
    assert.throws(
      () => mail(url, from),
      (error: Error) => message.test(error.message) && !error.message.includes("secret"),
      url,
    );
  }
  const inside = { url: "smtp://10.0.0.1", from: FROM };
  assert.equal(parseMailSettings(inside, { allowInsecure: true }).url, "smtp://10.0.0.1:587");
});

const BODY = '{"to": "{phone}", "text": "{text}"}';
const GATEWAY: GatewayRequest = {
  url: "https://sms.example/send?key=s3cret",
  headers: [],
  body: BODY,
};
const sms = (over: Partial<GatewayRequest> = {}) => parseSmsSettings({ ...GATEWAY, ...over }, SAFE);

Deno.test("parseSmsSettings() keeps the request, and shows its address without the query", () => {
  const headers = ["Authorization: Bearer s3cret", "X-Tag:a"];
  assert.deepEqual(sms({ headers }), {
    url: "https://sms.example/send",
    request: {
      method: "POST",
      url: GATEWAY.url,
      headers: {
        "authorization": "Bearer s3cret",
        "x-tag": "a",
        "content-type": "application/json",
      },
      body: BODY,
    },
  });
});

Deno.test("parseSmsSettings() refuses what it cannot use, and repeats no header", () => {
  const form = ["content-type: application/x-www-form-urlencoded"];
  const rows: [Partial<GatewayRequest>, RegExp][] = [
    [{ method: "DELETE" }, /^The method must be one of POST, GET, PUT$/],
    [{ url: "http://sms.example/" }, /^url must be https and public, but is http, not https$/],
    [{ url: "https://10.0.0.1/" }, /^url must be https and public/],
    [{ url: "https://{phone}.example/" }, /only after its question mark$/],
    [{ url: "https://sms.example/{text}?a={phone}" }, /only after its question mark$/],
    [
      { url: "https://sms.example/?to={number}" },
      /^The URL has an unknown placeholder \{number\};/,
    ],
    [
      { body: '{"to": "{mobile}"}' },
      /^The body has an unknown placeholder \{mobile\}; known here: \{phone\}, \{phone_digits\}, \{text\}, \{id\}$/,
    ],
    [{ body: '{"to": {phone}, "text": "{text}"}' }, /^The body is not JSON;/],
    [
      { body: '{"to": "{phone}"' },
      /^The URL or the body must contain \{text\}|^The body is not JSON/,
    ],
    [{ body: '{"to": "{phone}"}' }, /must contain \{text\}, and \{phone\} or/],
    [{ body: "text={text}", headers: form }, /must contain/],
    [{ method: "GET" }, /^A GET has no body/],
    [{ body: "x", headers: ["content-type: application/xml"] }, /: application\/xml$/],
    [{ headers: ["s3cret"] }, /^A header must be/],
    [{ headers: ["X-Key: s3cret\r\nHost: evil"] }, /^A header must be/],
    [{ headers: ["Host: s3cret"] }, /^This header is set by the server: host$/],
    [{ headers: ["X-A: s3cret", "x-a: 2"] }, /^A header is given twice: x-a$/],
    [
      { headers: ["X-A: {phone}"] },
      /^The header x-a has an unknown placeholder \{phone\}; known here: none$/,
    ],
    [{ body: `"${"x".repeat(10_001)}"` }, /at most 10000 characters/],
  ];
  for (const [over, message] of rows) {
    assert.throws(
      () => sms(over),
      (error: Error) => message.test(error.message) && !error.message.includes("s3cret"),
      `${message.source} ${JSON.stringify(over)}`,
    );
  }
});

Deno.test("smsPost() encodes every value for its place: it comes out as it went in", () => {
  const json = sms({ body: '{"to": {phone_digits}, "text": "{text}", "id": "{id}"}' }).request;
  const form = sms({
    body: "to={phone}&text={text}",
    headers: ["Content-Type: application/x-www-form-urlencoded; charset=utf-8"],
  }).request;
  const url = sms({ method: "GET", url: "https://sms.example/?to={phone}&q={text}&k=1", body: "" });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const values = { phone: "+919876543210", text, id: "e1" };
      assert.deepEqual(JSON.parse(smsPost(json, values).body), {
        to: 919876543210,
        text,
        id: "e1",
      });
      const entries = [["to", "+919876543210"], ["text", text]];
      assert.deepEqual([...new URLSearchParams(smsPost(form, values).body)], entries);
      const { url: sent, body, method } = smsPost(url.request, values);
      assert.deepEqual([method, body, sent.origin], ["GET", "", "https://sms.example"]);
      assert.deepEqual([...sent.searchParams], [["to", "+919876543210"], ["q", text], ["k", "1"]]);
    }),
    runs(300),
  );
  const plain = sms({ body: "{phone}: {text}", headers: ["content-type: text/plain"] }).request;
  assert.equal(smsPost(plain, { phone: "+1", text: '"a"', id: "" }).body, '+1: "a"');
});
