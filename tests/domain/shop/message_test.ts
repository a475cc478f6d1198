import assert from "node:assert/strict";
import fc from "fast-check";
import {
  CHANNEL_KINDS,
  defaultTemplate,
  MESSAGE_NAMES,
  messagesOf,
  requireTemplate,
  type Template,
} from "../../../src/domain/shop/message.ts";
import { fill, oneLine, placeholdersOf } from "../../../src/domain/shop/template.ts";
import { runs } from "../../support/arbitraries.ts";
import { anyText } from "../../support/texts.ts";

Deno.test("every built-in text passes the check of its channel", () => {
  for (const kind of CHANNEL_KINDS) {
    for (const name of messagesOf(kind)) requireTemplate(kind, name, defaultTemplate(kind, name));
  }
  assert.deepEqual(messagesOf("sms"), MESSAGE_NAMES);
  assert.equal(messagesOf("email").includes("code"), false, "a code proves the phone");
});

Deno.test("requireTemplate() names what is wrong", () => {
  const mail = { subject: "Order {order}", text: "Thanks" };
  const rows: [Parameters<typeof requireTemplate>[0], "code" | "placed", Template, RegExp][] = [
    [
      "sms",
      "code",
      { subject: "", text: "{code} {token}" },
      /^The text has an unknown placeholder \{token\}; known here: \{shop\}, \{code\}, \{minutes\}$/,
    ],
    ["sms", "placed", { subject: "", text: "{Order}" }, /unknown placeholder \{Order\};/],
    ["sms", "placed", { subject: "", text: "{order no.}" }, /placeholder \{order no\.\};/],
    ["sms", "code", { subject: "", text: "Hello" }, /^The text must contain \{code\}$/],
    ["sms", "placed", { subject: "", text: " " }, /^The text must not be empty$/],
    ["sms", "placed", { subject: "", text: "x".repeat(501) }, /at most 500 characters: 501$/],
    ["sms", "placed", { subject: "x", text: "x" }, /^An SMS has no subject$/],
    ["email", "placed", { ...mail, subject: "" }, /^The subject must not be empty$/],
    ["email", "placed", { ...mail, subject: "{x}" }, /^The subject has an unknown placeholder/],
    ["email", "placed", { ...mail, subject: "a\nb" }, /^The subject must be one line$/],
    ["email", "placed", { ...mail, text: "x".repeat(10_001) }, /at most 10000 characters: 10001$/],
    ["email", "code", mail, /^The message code is not sent by email: placed/],
  ];
  for (const [kind, name, template, message] of rows) {
    assert.throws(() => requireTemplate(kind, name, template), { message }, message.source);
  }
});

Deno.test("fill() replaces in one pass, so that no value is read as a template", () => {
  const values = { shop: "{code}", code: "123456" };
  assert.equal(fill("{shop}: {code} {other} {", values), "{code}: 123456 {other} {");
  assert.equal(fill("{constructor}{__proto__}", values), "{constructor}{__proto__}");
  assert.equal(fill("a={shop}", values, encodeURIComponent), "a=%7Bcode%7D");
  assert.deepEqual(placeholdersOf('{"to": "{phone}", "n": {"a": 1}}'), ["phone"]);
});

Deno.test("oneLine() leaves no character that ends a line or turns it around", () => {
  assert.equal(oneLine("Mug\r\nBcc: x\u2028y\u202e"), "Mug Bcc: x y");
  fc.assert(
    fc.property(anyText(), (text) => {
      assert.doesNotMatch(oneLine(text), /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
    }),
    runs(300),
  );
});
