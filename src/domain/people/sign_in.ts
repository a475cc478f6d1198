import type { PersonId } from "../ids.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Time for which a link to sign in works. */
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS;
/** Time without a request after which a person is signed out. */
export const IDLE_MS = 12 * HOUR_MS;
/** Time after which a person must sign in again. */
export const SIGNED_IN_MS = 7 * 24 * HOUR_MS;
/** Time for which an entered password is enough for forms that give access, and for exports. */
export const CONFIRMED_MS = 5 * MINUTE_MS;
/** A request is written down as the last one if the one written down is older. */
export const SEEN_EVERY_MS = MINUTE_MS;

/** A link to choose a password with; it works once. A person has one, the latest. */
export interface SignInLink {
  readonly personId: PersonId;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
}

/** Ways to sign in. */
export const SIGN_IN_METHODS = ["password", "link"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** A browser in which a person is signed in. */
export interface PersonSession {
  /** SHA-256 of the cookie's value, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly personId: PersonId;
  /** `link` also for a sign-in of a version that did not note it. */
  readonly method: SignInMethod;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** When the password was last entered here; 0 if a version before did not note it. */
  readonly confirmedAt: number;
  /** The client's address at the sign-in; empty if a version before did not note it. */
  readonly address: string;
}

/** True while a person may do without the password what an intruder would look for. */
export function isConfirmed({ confirmedAt }: PersonSession, now: number): boolean {
  return now < confirmedAt + CONFIRMED_MS;
}

/** True while a link may be used. */
export function isLinkUsable({ createdAt }: SignInLink, now: number): boolean {
  return now < createdAt + SIGN_IN_LINK_MS;
}

/** True while a person is signed in. */
export function isSignedIn({ createdAt, lastSeenAt }: PersonSession, now: number): boolean {
  return now < lastSeenAt + IDLE_MS && now < createdAt + SIGNED_IN_MS;
}
