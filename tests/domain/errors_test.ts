import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { AppError, ERROR_CODES, got, invalid, shown } from "../../src/domain/errors.ts";
import { runs } from "../support/arbitraries.ts";
import { anyText } from "../support/texts.ts";

Deno.test("ERROR_CODES are kebab-case, each once, with the three that spec section 7 names", () => {
  equal(new Set(ERROR_CODES).size, ERROR_CODES.length);
  for (const code of ERROR_CODES) match(code, /^error(?:\.[a-z]+(?:-[a-z]+)*)$/);
  const named = ["error.shop-not-found", "error.session-not-found", "error.invalid-request"];
  deepEqual(named.filter((code) => !ERROR_CODES.some((one) => one === code)), []);
});

Deno.test("AppError carries its code, its cause and when to retry", () => {
  const cause = new Error("disk full");
  const error = new AppError("error.unavailable", "Busy", { cause, retryAfterSeconds: 2 });
  equal(error.code, "error.unavailable");
  equal(error.message, "Busy");
  equal(error.name, "AppError");
  equal(error.cause, cause);
  equal(error.retryAfterSeconds, 2);
  ok(error instanceof Error);
});

Deno.test("AppError has neither cause nor delay unless given", () => {
  const error = new AppError("error.internal", "Failed");
  equal("cause" in error, false);
  equal(error.retryAfterSeconds, undefined);
});

Deno.test("invalid() is error.invalid-request", () => {
  const { code, message } = invalid("data.note must be a string, got 1");
  deepEqual([code, message], ["error.invalid-request", "data.note must be a string, got 1"]);
});

Deno.test("shown() renders each kind of value in a few words", () => {
  equal(shown("SAVE10"), "SAVE10");
  equal(shown(1.5), "1.5");
  equal(shown(12n), "12");
  equal(shown(null), "null");
  equal(shown(undefined), "undefined");
  equal(shown(true), "true");
  equal(shown([1, 2]), "an array");
  equal(shown({ a: 1 }), "an object");
});

Deno.test('got() quotes text, so that "1" is not taken for 1', () => {
  equal(got("1"), 'got "1"');
  equal(got(1), "got 1");
  equal(got(""), 'got ""');
  equal(got("a\nb"), 'got "a?b"');
  equal(got(null), "got null");
  equal(got([1]), "got an array");
});

Deno.test("shown() hides what could forge a line or turn text around", () => {
  equal(shown("a\nb\r\u001b[31m\u0000\u007f\u0085"), "a?b??[31m???");
  equal(shown("\u2028\u2029\u202e\u2066\u200f"), "?????");
  equal(shown("\ud800x"), "?x");
  equal(shown("प्याला ☕"), "प्याला ☕");
});

Deno.test("shown() cuts after 80 characters and never inside one", () => {
  equal(shown("a".repeat(80)), "a".repeat(80));
  equal(shown("a".repeat(81)), `${"a".repeat(77)}...`);
  equal(shown("😀".repeat(81)), `${"😀".repeat(77)}...`);
});

Deno.test("shown() is one printable line for any text", () => {
  fc.assert(
    fc.property(anyText(200), (text) => {
      const rendered = shown(text);
      ok([...rendered].length <= 80);
      ok(!/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(rendered));
    }),
    runs(300),
  );
});
