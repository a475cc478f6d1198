import type { Change } from "../../domain/changes.ts";
import { readFactor } from "../../domain/people/factor.ts";
import {
  composeRecoveryCode,
  hashRecoveryCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
} from "../../domain/people/recovery_code.ts";
import type { Person } from "../../domain/people/person.ts";
import type { Deps } from "../deps.ts";

/** Makes recovery codes of a person, and the change by which those before end. */
export function newRecoveryCodes(
  { randomBytes }: Pick<Deps, "randomBytes">,
  { id: personId }: Pick<Person, "id">,
): { readonly texts: readonly string[]; readonly change: Change } {
  const texts = Array.from(
    { length: RECOVERY_CODES },
    () => composeRecoveryCode(randomBytes(RECOVERY_CODE_BYTES)),
  );
  const hashes = texts.map((text) => hashRecoveryCode(personId, readFactor(text)?.code ?? ""));
  return { texts, change: { kind: "recoveryCodes.set", personId, hashes } };
}
