import type { PersonId } from "../ids.ts";
import type { SecretPlace, StoredSecret } from "../secret.ts";
import type { PersonSession } from "./sign_in.ts";

/** Time for which a sign-in waits for its second factor. */
export const FACTOR_WAIT_MS = 10 * 60_000;
/** Passkeys that a person may have. */
export const MAX_PASSKEYS = 10;

/** An authenticator app of a person. */
export interface Authenticator {
  readonly personId: PersonId;
  /** In base32. */
  readonly secret: StoredSecret;
  /** Time step of the last code that was used. */
  readonly lastStep: number;
  readonly createdAt: number;
}

/** The owner of an app's secret. */
export function authenticatorPlace(personId: PersonId): SecretPlace {
  return { merchantId: null, kind: "authenticator", row: personId };
}

/** A sign-in with a right password or link that waits for the second factor. */
export interface SignInWait
  extends Pick<PersonSession, "tokenHash" | "personId" | "method" | "createdAt"> {}

/** True while a sign-in waits. */
export function isWaitingForFactor({ createdAt }: SignInWait, now: number): boolean {
  return now < createdAt + FACTOR_WAIT_MS;
}

/** Second factors by which a person signs in. */
export type FactorName = "authenticator" | "recovery-code" | "passkey";

/** A code that a person enters as the second factor. */
export type EnteredFactor =
  | { readonly kind: "authenticator"; readonly code: string }
  | { readonly kind: "recovery-code"; readonly code: string };

/** Reads a code, with spaces and dashes or without; undefined for other text. */
export function readFactor(text: string): EnteredFactor | undefined {
  const code = text.replaceAll(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: "authenticator", code };
  return /^[A-Z2-7]{24}$/.test(code) ? { kind: "recovery-code", code } : undefined;
}
