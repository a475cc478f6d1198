import type { PersonId } from "../ids.ts";

/** Time for which a link works that verifies an e-mail address. */
export const EMAIL_LINK_MS = 24 * 60 * 60_000;

/** Time for which a network is known after a sign-in from it. */
export const PLACE_KNOWN_MS = 90 * EMAIL_LINK_MS;

/** An e-mail address that a person has verified. A person has one. */
export interface PersonEmail {
  readonly personId: PersonId;
  readonly address: string;
  readonly verifiedAt: number;
}

/** A link that verifies an address; it works once. A person has one, the latest. */
export interface EmailLink {
  readonly personId: PersonId;
  readonly address: string;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
}

/** True while a link verifies its address. */
export function isEmailLinkUsable({ createdAt }: EmailLink, now: number): boolean {
  return now < createdAt + EMAIL_LINK_MS;
}

/** An address for those who need not know it: `a…@h…` for `anna@hill.example`. */
export function maskedEmail(address: string): string {
  return address.split("@").map((part) => `${[...part][0] ?? ""}…`).join("@");
}
