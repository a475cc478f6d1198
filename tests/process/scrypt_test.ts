import assert from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { AppError } from "../../src/domain/errors.ts";
import { scryptPasswords } from "../../src/process/machine/scrypt.ts";

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const FAST = { log2N: 4, r: 8, p: 1 };

Deno.test("a password is hashed by scrypt with N = 2^17 and a salt of its own", async () => {
  const passwords = scryptPasswords({ randomBytes });
  const hash = await passwords.hash("correct horse battery");
  const [name, log2N, r, p, salt = "", key = ""] = hash.split("$");
  assert.deepEqual([name, log2N, r, p], ["scrypt", "17", "8", "1"]);
  const options = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
  const bytes = Uint8Array.fromBase64(salt, { alphabet: "base64url" });
  assert.equal(bytes.length, 16);
  const expected = scryptSync("correct horse battery", bytes, 32, options);
  assert.equal(key, expected.toString("base64url"));
  assert.equal(await passwords.verify("correct horse battery", hash), true);
});

Deno.test("verify() takes the cost of the hash, and letters however they are typed", async () => {
  const old = scryptPasswords({ randomBytes, cost: FAST });
  const now = scryptPasswords({ randomBytes, cost: { ...FAST, log2N: 5 } });
  const hash = await old.hash("caf\u00e9 con leche");
  assert.notEqual(hash, await old.hash("caf\u00e9 con leche"));
  assert.equal(await now.verify("cafe\u0301 con leche", hash), true);
  assert.equal(await now.verify("cafe con leche", hash), false);
  for (const odd of [null, "", "hash", hash.slice(0, -1), hash.replace("scrypt", "plain")]) {
    assert.equal(await now.verify("caf\u00e9 con leche", odd), false, String(odd));
  }
});

Deno.test("hashes wait for each other, and more than 18 at once are refused for now", async () => {
  const passwords = scryptPasswords({ randomBytes, cost: FAST });
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => passwords.hash("x")));
  const refused = all.flatMap((one) => one.status === "rejected" ? [one.reason] : []);
  assert.equal(refused.length, 2);
  for (const error of refused) {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.retryAfterSeconds], ["error.unavailable", 5]);
  }
  assert.equal(await passwords.verify("x", await passwords.hash("x")), true);
});
