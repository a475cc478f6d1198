import assert from "node:assert/strict";
import fc from "fast-check";
import {
  base32Of,
  bytesOfBase32,
  totpCode,
  totpStep,
  totpUri,
} from "../../../src/domain/people/totp.ts";

const SECRET = new TextEncoder().encode("12345678901234567890");
const STEP_MS = 30_000;

// RFC 6238, appendix B, SHA-1: its 8 digits end in the 6 of ours.
for (
  const [seconds, code] of [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ] as const
) {
  Deno.test(`totpCode() is the one of RFC 6238 at ${seconds} s`, () => {
    const step = Math.floor(seconds / 30);
    assert.equal(totpCode(SECRET, step), code.slice(-6));
    assert.equal(totpStep(SECRET, code.slice(-6), seconds * 1000), step);
  });
}

// RFC 4226, appendix D.
Deno.test("totpCode() is the one of RFC 4226 for the first counts", () => {
  const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583"];
  assert.deepEqual(codes.map((_, count) => totpCode(SECRET, count)), codes);
});

Deno.test("a code counts in its step and in those beside it, and in no other", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.integer({ min: 10, max: 2 ** 40 }),
      fc.integer({ min: 0, max: STEP_MS - 1 }),
      fc.integer({ min: -4, max: 4 }),
      (secret, step, ms, off) => {
        const found = totpStep(secret, totpCode(secret, step), (step + off) * STEP_MS + ms);
        if (Math.abs(off) <= 1) {
          // Two steps of a window have the same code once in a million: the later one is used up.
          assert.ok(found !== undefined && found >= step);
          assert.equal(totpCode(secret, found), totpCode(secret, step));
        } else if (found !== undefined) {
          assert.equal(totpCode(secret, found), totpCode(secret, step));
        }
      },
    ),
  );
  for (const text of ["", "12345", "1234567", "abcdef", "１２３４５６"]) {
    assert.equal(totpStep(SECRET, text, 0), undefined);
  }
});

Deno.test("base32 is that of RFC 4648, and is read back", () => {
  const of = (text: string) => base32Of(new TextEncoder().encode(text));
  const expected = ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"];
  assert.deepEqual(["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(of), expected);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
    assert.deepEqual(bytesOfBase32(base32Of(bytes)), Uint8Array.from(bytes));
  }));
});

Deno.test("totpUri() names issuer, login and secret, encoded", () => {
  assert.equal(
    totpUri({ secret: "MZXW6YTB", issuer: "My shop", login: "a@b" }),
    "otpauth://totp/My%20shop:a%40b?secret=MZXW6YTB&issuer=My%20shop",
  );
});
