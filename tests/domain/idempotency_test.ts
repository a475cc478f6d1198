import { equal, match, notEqual } from "node:assert/strict";
import { fingerprint, isIdempotencyKey } from "../../src/domain/idempotency.ts";

Deno.test("isIdempotencyKey() takes 1 to 255 visible ASCII characters", () => {
  for (const key of ["a", "~", "!", "8e03978e-40d5-43e8-bc93-6894a57f9324", "k".repeat(255)]) {
    equal(isIdempotencyKey(key), true, key);
  }
});

Deno.test("isIdempotencyKey() refuses anything else", () => {
  const bad = ["", "k".repeat(256), "a b", " a", "a\n", "a\u0000", "\u007f", "schlüssel", "ключ"];
  for (const key of bad) equal(isIdempotencyKey(key), false, key);
});

Deno.test("fingerprint() is SHA-256 over method, path and body", () => {
  equal(
    fingerprint("POST", "/session", '{"data":{}}'),
    "95065e2633897202e20bd9b853ec0d3ed8e718b73640069cc24ae03668170586",
  );
  match(fingerprint("POST", "/session", ""), /^[0-9a-f]{64}$/);
});

Deno.test("fingerprint() is another one when any of them differs by a byte", () => {
  const own = fingerprint("POST", "/session", "{}");
  equal(fingerprint("POST", "/session", "{}"), own);
  notEqual(fingerprint("PUT", "/session", "{}"), own);
  notEqual(fingerprint("POST", "/session/", "{}"), own);
  notEqual(fingerprint("POST", "/session", "{ }"), own);
  notEqual(fingerprint("POST", "/ab", ""), fingerprint("POST", "/a", "b"));
});
