import type { MerchantId, PersonId } from "../ids.ts";
import type { EmailLink, PersonEmail } from "./email.ts";
import type { Authenticator, SignInWait } from "./factor.ts";
import type { Invitation } from "./invitation.ts";
import type { MailMatter, PersonMail } from "./mail.ts";
import type { Passkey } from "./passkey.ts";
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
  /**
   * Signs a person in. Refused for an unknown person, and for one with a second factor unless the
   * same commit uses it.
   */
  | {
    readonly kind: "signIn.add";
    readonly session: PersonSession;
    /** True if the second factor is used (default: false). */
    readonly withFactor?: boolean;
  }
  /** Notes a request of a signed-in person; never moves back in time. */
  | { readonly kind: "signIn.seen"; readonly tokenHash: string; readonly at: number }
  /** Notes that a signed-in person has entered the password; never moves back in time. */
  | { readonly kind: "signIn.confirm"; readonly tokenHash: string; readonly at: number }
  /** Signs a browser out, if it is signed in. */
  | { readonly kind: "signIn.remove"; readonly tokenHash: string }
  /** Signs a person out of every browser, also where the second factor is awaited. */
  | { readonly kind: "signIn.removeAll"; readonly personId: PersonId }
  /** Deletes sign-ins that were made or last seen before these times, links and waits by age. */
  | {
    readonly kind: "signIn.purge";
    readonly createdBefore: number;
    readonly seenBefore: number;
    readonly linksBefore: number;
    readonly waitsBefore: number;
    /** Links of e-mail addresses. */
    readonly emailsBefore: number;
  }
  /** Lets a sign-in wait for the second factor. Refused for an unknown person. */
  | { readonly kind: "signInWait.add"; readonly wait: SignInWait }
  /** Ends a wait. Refused if it has ended. */
  | { readonly kind: "signInWait.take"; readonly tokenHash: string }
  /**
   * Sets the authenticator app of a person. Refused unless it replaces the expected one, and if the
   * person got or lost their factors meanwhile.
   */
  | {
    readonly kind: "authenticator.put";
    readonly authenticator: Authenticator;
    /** True for a person who has a factor. */
    readonly hasFactor: boolean;
    /** When the app that it replaces was set up; null for none. */
    readonly replaces: number | null;
  }
  /** Uses a code of an app up. Refused if it or a later one was used, or the app was replaced. */
  | {
    readonly kind: "authenticator.use";
    readonly personId: PersonId;
    /** Of the app. */
    readonly createdAt: number;
    readonly step: number;
  }
  /**
   * Adds a passkey. Refused for an id that is known, beyond the limit of a person, and if the person
   * got or lost their factors meanwhile.
   */
  | {
    readonly kind: "passkey.add";
    readonly passkey: Passkey;
    /** True for a person who has a factor. */
    readonly hasFactor: boolean;
  }
  /**
   * Uses an answer of a passkey up. Refused if it answers a challenge that is not later than the last
   * one, and for a counter that does not count on, as that of a copy.
   */
  | {
    readonly kind: "passkey.use";
    readonly id: string;
    readonly counter: number;
    /** When the challenge was made. */
    readonly at: number;
  }
  /** Removes a passkey of a person. Refused if it is unknown, and for the last factor. */
  | { readonly kind: "passkey.remove"; readonly personId: PersonId; readonly id: string }
  /** Removes the app, the passkeys and the recovery codes of a person. Refused without a factor. */
  | { readonly kind: "factor.remove"; readonly personId: PersonId }
  /** Sets the recovery codes of a person; those before end. Refused for an unknown person. */
  | {
    readonly kind: "recoveryCodes.set";
    readonly personId: PersonId;
    readonly hashes: readonly string[];
  }
  /** Uses a recovery code up. Refused if it is unknown or was used. */
  | {
    readonly kind: "recoveryCode.take";
    readonly personId: PersonId;
    readonly hash: string;
  }
  /** Sets the e-mail address of a person. Refused for an unknown person. */
  | { readonly kind: "email.put"; readonly email: PersonEmail }
  /** Removes the address of a person and the link that would set one, if there are any. */
  | { readonly kind: "email.remove"; readonly personId: PersonId }
  /** Sets the link of an address; the one before it ends. Refused for an unknown person. */
  | { readonly kind: "emailLink.put"; readonly link: EmailLink }
  /** Gives a link another token. Refused if the person has given up its address. */
  | { readonly kind: "emailLink.renew"; readonly link: EmailLink }
  /** Uses a link up. Refused if it was used or replaced. */
  | { readonly kind: "emailLink.take"; readonly tokenHash: string }
  /** Adds a mail. Refused for an unknown person. */
  | { readonly kind: "mail.add"; readonly mail: PersonMail }
  /**
   * Adds a mail with a link to choose a password. Refused while another one waits, and if the person
   * has a link that was made after a time.
   */
  | { readonly kind: "mail.link"; readonly mail: PersonMail; readonly createdAfter: number }
  /** Adds a mail to the address of a person; none to a person without one. */
  | {
    readonly kind: "mail.news";
    readonly matter: MailMatter;
    readonly personId: PersonId;
    /** None if the person has signed in from this network (default: whatever is known). */
    readonly unlessPlace?: string;
  }
  /** Adds a mail to each owner of a shop with an address. */
  | {
    readonly kind: "mail.owners";
    readonly matter: MailMatter;
    /** Null for the owners of every shop. */
    readonly merchantId: MerchantId | null;
    /** The one whom it is about, if they are an owner; null for none. */
    readonly unlessPerson: PersonId | null;
  }
  /** Notes the network of a sign-in of a person with an address; those long not used end. */
  | {
    readonly kind: "place.put";
    readonly personId: PersonId;
    readonly place: string;
    readonly at: number;
  }
  /** Begins an attempt at a mail. Refused if another process has begun it. */
  | {
    readonly kind: "mail.take";
    /** As read. */
    readonly mail: PersonMail;
    /** When another attempt is due. */
    readonly dueAt: number;
  }
  /** Removes a mail, if it is stored. */
  | { readonly kind: "mail.remove"; readonly mail: Pick<PersonMail, "id" | "personId"> };
