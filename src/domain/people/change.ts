import type { MerchantId, PersonId } from "../ids.ts";
import type { Invitation } from "./invitation.ts";
import type { Person } from "./person.ts";
import type { Role } from "./role.ts";
import type { PersonSession, SignInLink } from "./sign_in.ts";

/** Changes of people with access to the dashboard. */
export type PeopleChange =
  /** Adds a person with their roles. Refused if another has the login. */
  | { readonly kind: "person.add"; readonly person: Person }
  /**
   * Sets the role in a shop, or in every shop; null takes it. Ends the person's link and sign-ins by
   * link: who made the link, for the access of that time, gets nothing of the new one. Refused for
   * an unknown person.
   */
  | {
    readonly kind: "person.grant";
    readonly personId: PersonId;
    /** Null for every shop. */
    readonly merchantId: MerchantId | null;
    readonly role: Role | null;
  }
  /** Sets a password. Refused for an unknown person, and if another one was set meanwhile. */
  | {
    readonly kind: "person.password";
    readonly personId: PersonId;
    readonly hash: string;
    /** The hash that it replaces; null for none. */
    readonly expect: string | null;
  }
  /**
   * Removes a person with their links and sign-ins. Refused if unknown, and for one who has a role
   * outside the shop, or has accepted an invitation, where a shop is given.
   */
  | {
    readonly kind: "person.remove";
    readonly personId: PersonId;
    /** Null to remove a person of any shops. */
    readonly onlyIn: MerchantId | null;
  }
  /** Sets the link of a person; the one before it ends. Refused for an unknown person. */
  | { readonly kind: "signInLink.put"; readonly link: SignInLink }
  /** Ends the link of a person, if there is one. */
  | { readonly kind: "signInLink.remove"; readonly personId: PersonId }
  /** Uses a link up. Refused if it was used or replaced. */
  | { readonly kind: "signInLink.take"; readonly tokenHash: string }
  /**
   * Adds an invitation. Refused for an unknown shop or person, and beyond the owner's limit of those
   * of a shop that are stored.
   */
  | { readonly kind: "invitation.add"; readonly invitation: Invitation }
  /** Accepts an invitation. Refused if it was accepted or withdrawn, or is older than this. */
  | {
    readonly kind: "invitation.accept";
    readonly tokenHash: string;
    readonly personId: PersonId;
    readonly at: number;
    readonly createdAfter: number;
  }
  /** Removes an invitation. Refused unless the expected person, or no one, has accepted. */
  | {
    readonly kind: "invitation.remove";
    readonly id: string;
    /** Null for an invitation that is not accepted. */
    readonly acceptedBy: PersonId | null;
  }
  /** Removes invitations that a person has accepted and no owner has confirmed. */
  | { readonly kind: "invitation.lapse"; readonly personId: PersonId }
  /** Deletes invitations that were made, and not accepted, or accepted before this time. */
  | { readonly kind: "invitation.purge"; readonly before: number }
  /** Signs a person in. Refused for an unknown person. */
  | { readonly kind: "signIn.add"; readonly session: PersonSession }
  /** Notes a request of a signed-in person; never moves back in time. */
  | { readonly kind: "signIn.seen"; readonly tokenHash: string; readonly at: number }
  /** Notes that a signed-in person has entered the password; never moves back in time. */
  | { readonly kind: "signIn.confirm"; readonly tokenHash: string; readonly at: number }
  /** Signs a browser out, if it is signed in. */
  | { readonly kind: "signIn.remove"; readonly tokenHash: string }
  /** Signs a person out of every browser. */
  | { readonly kind: "signIn.removeAll"; readonly personId: PersonId }
  /** Deletes sign-ins that were made or last seen before these times, and links made before one. */
  | {
    readonly kind: "signIn.purge";
    readonly createdBefore: number;
    readonly seenBefore: number;
    readonly linksBefore: number;
  };
