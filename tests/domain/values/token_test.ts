import { equal, match } from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { composeToken, hashToken } from "../../../src/domain/values/token.ts";
import { runs } from "../../support/arbitraries.ts";

Deno.test("composeToken() is 256 bits as base64url, and hashToken() its SHA-256", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
      const token = composeToken(random);
      match(token, /^[A-Za-z0-9_-]{43}$/);
      equal(Uint8Array.fromBase64(token, { alphabet: "base64url" }).toHex(), random.toHex());
      equal(hashToken(token), createHash("sha256").update(token).digest("hex"));
    }),
    runs(200),
  );
});

for (
  const text of [
    "",
    "x",
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}+`,
    `${"A".repeat(43)}\n`,
  ]
) {
  Deno.test(`hashToken() refuses ${JSON.stringify(text)}`, () => {
    equal(hashToken(text), undefined);
  });
}
