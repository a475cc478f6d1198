import { deepEqual, equal, match, notEqual, throws } from "node:assert/strict";
import {
  composeSecret,
  digestSecret,
  hashSecret,
  isUsable,
  isWellFormedSecret,
  rotatedUntil,
  SECRET_ENTROPY_BYTES,
} from "../../../src/domain/shop/api_key.ts";
import type { KeyId } from "../../../src/domain/ids.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";

/** The bytes 0 to 63 and what they make; the CRC-32 was computed with Python's zlib. */
const BYTES = Uint8Array.from({ length: SECRET_ENTROPY_BYTES }, (_, i) => i);
const SECRET = "ck_live_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp";

Deno.test("composeSecret() is ck_live_, 30 base62 characters and their CRC-32 in base62", () => {
  equal(composeSecret(BYTES), SECRET);
  equal(composeSecret(new Uint8Array(64)), "ck_live_0000000000000000000000000000002C8GjS");
  match(composeSecret(BYTES), /^ck_live_[0-9A-Za-z]{36}$/);
});

Deno.test("composeSecret() is ck_test_ and the same characters for test data", () => {
  const secret = composeSecret(BYTES, false);
  equal(secret, SECRET.replace("ck_live_", "ck_test_"));
  equal(isWellFormedSecret(secret), true);
  equal(digestSecret(secret).prefix, "ck_test_0123");
});

Deno.test("composeSecret() skips bytes that would favour some characters", () => {
  equal(composeSecret(Uint8Array.of(248, 255, ...BYTES)), SECRET);
  // 247 is the last byte in use: 247 = 3 x 62 + 61, the last character.
  match(composeSecret(Uint8Array.of(247, ...BYTES)), /^ck_live_z012/);
});

Deno.test("composeSecret() refuses to go on with too little randomness", () => {
  equal(composeSecret(BYTES.slice(0, 30)), SECRET);
  const tooLittle = { name: "RangeError", message: "Too little randomness for an API key" };
  throws(() => composeSecret(BYTES.slice(0, 29)), tooLittle);
  throws(() => composeSecret(new Uint8Array(64).fill(250)), tooLittle);
});

Deno.test("isWellFormedSecret() takes what composeSecret() made", () => {
  equal(isWellFormedSecret(SECRET), true);
  // A checksum with leading zeros.
  equal(isWellFormedSecret("ck_live_drrYjTdd6emrCGjTGYv3HF2s7u0rih00gEpD"), true);
});

Deno.test("isWellFormedSecret() sees every typo of one character", () => {
  for (let i = 0; i < SECRET.length; i++) {
    const other = SECRET[i] === "x" ? "y" : "x";
    equal(isWellFormedSecret(SECRET.slice(0, i) + other + SECRET.slice(i + 1)), false, `at ${i}`);
  }
});

Deno.test("isWellFormedSecret() refuses what is longer, shorter or padded", () => {
  const bad = ["", SECRET.slice(0, -1), `${SECRET}0`, ` ${SECRET}`, `${SECRET}\n`];
  for (const text of [...bad, SECRET.toUpperCase(), SECRET.replace("ck_live", "ck_demo")]) {
    equal(isWellFormedSecret(text), false, JSON.stringify(text));
  }
});

Deno.test("digestSecret() keeps the SHA-256 and four characters of the secret", () => {
  const kept = digestSecret(SECRET);
  equal(kept.hash, "63457bdaf5f76f8d28111b85a5dea3edd747380a705f047d4ff9f1c3f2eefd4d");
  equal(kept.prefix, "ck_live_0123");
  deepEqual(Object.keys(kept).sort(), ["hash", "prefix"]);
});

Deno.test("hashSecret() tells two secrets apart", () => {
  equal(hashSecret(SECRET), digestSecret(SECRET).hash);
  notEqual(hashSecret(SECRET), hashSecret(SECRET.toLowerCase()));
});

Deno.test("isUsable() ends at the very moment of expiry", () => {
  equal(isUsable(aKey({ expiresAt: NOW + 1 }), NOW), true);
  equal(isUsable(aKey({ expiresAt: NOW }), NOW), false);
  equal(isUsable(aKey({ expiresAt: null }), NOW), true);
});

Deno.test("isUsable() never holds for a revoked key", () => {
  equal(isUsable(aKey({ revokedAt: NOW + 1 }), NOW), false);
  equal(isUsable(aKey({ revokedAt: NOW - 1, expiresAt: NOW + 1 }), NOW), false);
});

/** End of a key, overlap from {@link NOW}, and the end once it is rotated. */
const ROTATED: readonly (readonly [own: number | null, overlapMs: number, end: number])[] = [
  [null, 24, NOW + 24],
  [null, 0, NOW],
  [NOW + 100, 24, NOW + 24],
  [NOW + 24, 24, NOW + 24],
  [NOW + 23, 24, NOW + 23],
  [NOW + 1, 0, NOW],
];

for (const [expiresAt, overlapMs, end] of ROTATED) {
  Deno.test(`rotatedUntil() ends a key of ${expiresAt} after ${overlapMs} ms at ${end}`, () => {
    equal(rotatedUntil(aKey({ expiresAt }), { now: NOW, overlapMs }), end);
  });
}

Deno.test("rotatedUntil() refuses a key that is rotated, revoked or expired", () => {
  const refused = (over: Parameters<typeof aKey>[0], message: RegExp) =>
    throws(() => rotatedUntil(aKey(over), { now: NOW, overlapMs: 1 }), {
      code: "error.conflict",
      message,
    });
  const successorId = uuid<KeyId>(11);
  refused({ successorId, expiresAt: NOW + 1 }, /^Key was replaced by .+11 already: .+10$/);
  // The successor is what the operator looks for.
  refused({ successorId, expiresAt: NOW, revokedAt: NOW }, /^Key was replaced by /);
  refused({ revokedAt: NOW }, /^Key is revoked: .+10$/);
  refused({ expiresAt: NOW }, /^Key has expired: .+10$/);
});
