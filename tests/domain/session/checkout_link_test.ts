import { equal, match } from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import {
  composeLinkToken,
  hashLinkToken,
  linkEndsAt,
} from "../../../src/domain/session/checkout_link.ts";
import { runs } from "../../support/arbitraries.ts";

Deno.test("composeLinkToken() is 256 bits as base64url, and hashLinkToken() its SHA-256", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
      const token = composeLinkToken(random);
      match(token, /^[A-Za-z0-9_-]{43}$/);
      equal(Uint8Array.fromBase64(token, { alphabet: "base64url" }).toHex(), random.toHex());
      equal(hashLinkToken(token), createHash("sha256").update(token).digest("hex"));
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
  Deno.test(`hashLinkToken() refuses ${JSON.stringify(text)}`, () => {
    equal(hashLinkToken(text), undefined);
  });
}

Deno.test("linkEndsAt() is a day after the link was made, and a day after a manual payment was due", () => {
  const day = 86_400_000;
  const createdAt = 10 * day;
  equal(linkEndsAt({ createdAt }), 11 * day);
  equal(linkEndsAt({ createdAt }, { dueAt: null, status: "PAID" }), 11 * day);
  equal(linkEndsAt({ createdAt }, { dueAt: 13 * day, status: "PENDING" }), 14 * day);
  equal(linkEndsAt({ createdAt }, { dueAt: 13 * day, status: "FAILED" }), 11 * day);
  // Due before the link was made.
  equal(linkEndsAt({ createdAt }, { dueAt: 9 * day, status: "PAID" }), 11 * day);
});
