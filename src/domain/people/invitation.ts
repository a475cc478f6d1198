import type { MerchantId, PersonId } from "../ids.ts";
import type { Role } from "./role.ts";

/** Time for which an invitation may be accepted, and then be confirmed. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;
/** Invitations of an owner to a shop that wait at the same time. */
export const MAX_INVITATIONS = 20;

/**
 * A link with which somebody applies for a role in a shop, with an account of their own choice. The
 * role begins when the owner who made the link confirms the login that accepted.
 */
export interface Invitation {
  /** UUID, lower case. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly invitedBy: PersonId;
  readonly role: Role;
  /** The owner's own note on who is meant; may be empty. */
  readonly name: string;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
  /** Null until it is accepted, which is possible once. */
  readonly acceptance: Acceptance | null;
}

/** Who has accepted an invitation. */
export interface Acceptance {
  readonly personId: PersonId;
  readonly at: number;
}

/** True while an invitation waits: to be accepted, or to be confirmed. */
export function isWaiting({ createdAt, acceptance }: Invitation, now: number): boolean {
  return now < (acceptance?.at ?? createdAt) + INVITATION_MS;
}

/** True while an invitation may be accepted. */
export function isAcceptable(invitation: Invitation, now: number): boolean {
  return invitation.acceptance === null && isWaiting(invitation, now);
}
