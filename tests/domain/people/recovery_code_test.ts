import assert from "node:assert/strict";
import type { PersonId } from "../../../src/domain/ids.ts";
import { readFactor } from "../../../src/domain/people/factor.ts";
import {
  composeRecoveryCode,
  hashRecoveryCode,
  RECOVERY_CODE_BYTES,
} from "../../../src/domain/people/recovery_code.ts";
import { uuid } from "../../support/builders.ts";

Deno.test("a recovery code has 120 random bits, and what is stored is a hash of it for its person", () => {
  assert.equal(RECOVERY_CODE_BYTES * 8, 120);
  const bytes = Uint8Array.from({ length: RECOVERY_CODE_BYTES }, (_, i) => 17 * i);
  const codes = bytes.map((_, i) => i).reduce((seen, i) => {
    // Each byte counts.
    const other = bytes.with(i, bytes[i]! ^ 1);
    return seen.add(composeRecoveryCode(other));
  }, new Set([composeRecoveryCode(bytes)]));
  assert.equal(codes.size, RECOVERY_CODE_BYTES + 1);
  const [code = ""] = codes;
  assert.match(code.replaceAll("-", ""), /^[A-Z2-7]{24}$/i);
  assert.equal(readFactor(code)?.kind, "recovery-code");
  const [one, two] = [uuid<PersonId>(1), uuid<PersonId>(2)];
  assert.match(hashRecoveryCode(one, code), /^[0-9a-f]{64}$/);
  assert.notEqual(hashRecoveryCode(one, code), hashRecoveryCode(two, code));
});
