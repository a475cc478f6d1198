import { equal, match, notEqual } from "node:assert/strict";
import fc from "fast-check";
import type { SessionId } from "../../../src/domain/ids.ts";
import { readRecoveryToken, recoveryToken } from "../../../src/domain/session/recovery_token.ts";
import { runs } from "../../support/arbitraries.ts";
import { uuid } from "../../support/builders.ts";

const SECRET = new Uint8Array(32).fill(7);
const ID = uuid<SessionId>(1);

Deno.test("recoveryToken() is the id and 160 bits of its HMAC-SHA256, as base64url", () => {
  // As Python's hmac module computes it.
  const token = recoveryToken(ID, SECRET);
  match(token, /^[A-Za-z0-9_-]{48}$/);
  const bytes = Uint8Array.fromBase64(token, { alphabet: "base64url" });
  equal(bytes.subarray(0, 16).toHex(), "00000000000070008000000000000001");
  equal(bytes.subarray(16).toHex(), "1d7a05c5367779d3e20e9800928ccbbd832b61fc");
});

Deno.test("readRecoveryToken() reads every token of its secret, and of no other", () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.uuid(), secrets, secrets, (id, secret, other) => {
      const token = recoveryToken(id as SessionId, secret);
      equal(readRecoveryToken(token, secret), id);
      if (secret.toHex() !== other.toHex()) equal(readRecoveryToken(token, other), undefined);
    }),
    runs(200),
  );
});

Deno.test("readRecoveryToken() refuses a token with any bit changed", () => {
  const token = recoveryToken(ID, SECRET);
  const bytes = Uint8Array.fromBase64(token, { alphabet: "base64url" });
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    const text = changed.toBase64({ alphabet: "base64url" });
    notEqual(text, token);
    equal(readRecoveryToken(text, SECRET), undefined, `bit ${bit}`);
  }
});

for (
  const text of ["", "x", "A".repeat(47), "A".repeat(48), "A".repeat(49), `${"A".repeat(47)}+`]
) {
  Deno.test(`readRecoveryToken() refuses ${JSON.stringify(text)}`, () => {
    equal(readRecoveryToken(text, SECRET), undefined);
  });
}
