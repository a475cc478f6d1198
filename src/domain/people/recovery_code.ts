import { hash } from "node:crypto";
import type { PersonId } from "../ids.ts";
import { base32Of } from "./totp.ts";

/** Recovery codes that are made at once. */
export const RECOVERY_CODES = 10;
/** Random bytes of a recovery code: 120 bits, so that a fast hash is enough (ASVS 5, 6.5.2). */
export const RECOVERY_CODE_BYTES = 15;

/**
 * Makes a recovery code: six groups of four letters and digits.
 *
 * @param random {@link RECOVERY_CODE_BYTES} bytes from a cryptographic source
 */
export function composeRecoveryCode(random: Uint8Array): string {
  return (base32Of(random).toLowerCase().match(/.{4}/g) ?? []).join("-");
}

/** SHA-256 of a person's recovery code as `readFactor()` returns it, lower-case hexadecimal. */
export function hashRecoveryCode(personId: PersonId, code: string): string {
  return hash("sha256", `${personId} ${code}`, "hex");
}
