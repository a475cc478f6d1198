import type { MerchantId, PersonId } from "../../domain/ids.ts";
import type { EmailLink } from "../../domain/people/email.ts";
import type { Authenticator, SignInWait } from "../../domain/people/factor.ts";
import type { Invitation } from "../../domain/people/invitation.ts";
import type { PersonMail } from "../../domain/people/mail.ts";
import type { Passkey } from "../../domain/people/passkey.ts";
import type { Person } from "../../domain/people/person.ts";
import type { PersonSession, SignInLink } from "../../domain/people/sign_in.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { PageRequest } from "../../domain/values/page.ts";

/** People with access to the dashboard. */
export interface PersonReads {
  /** The person with this id; null for none. */
  find(id: PersonId): MaybePromise<Person | null>;
  /** The person with this login (as `readLogin` returns it). */
  byLogin(login: string): MaybePromise<Person | null>;
  /** All people, by login. */
  all(): MaybePromise<Person[]>;
  /** The sign-in whose cookie has this SHA-256, also if it has ended. */
  signIn(tokenHash: string): MaybePromise<PersonSession | null>;
  /** All sign-ins of a person, also ended ones, by their beginning. */
  signIns(personId: PersonId): MaybePromise<PersonSession[]>;
  /** The link whose token has this SHA-256, also if it has expired. */
  signInLink(tokenHash: string): MaybePromise<SignInLink | null>;
  /** The authenticator app of a person; null for none. */
  authenticator(personId: PersonId): MaybePromise<Authenticator | null>;
  /** The passkey with this id; null for none. */
  passkey(id: string): MaybePromise<Passkey | null>;
  /** The passkeys of a person, oldest first. */
  passkeys(personId: PersonId): MaybePromise<Passkey[]>;
  /** SHA-256 of the recovery codes of a person that are not used. */
  recoveryCodes(personId: PersonId): MaybePromise<string[]>;
  /** The sign-in whose cookie has this SHA-256 and that waits for a factor, also if it has ended. */
  signInWait(tokenHash: string): MaybePromise<SignInWait | null>;
  /** The link of an e-mail address whose token has this SHA-256, also if it has expired. */
  emailLink(tokenHash: string): MaybePromise<EmailLink | null>;
  /** The link of an e-mail address of a person, also if it has expired; null for none. */
  emailLinkOf(personId: PersonId): MaybePromise<EmailLink | null>;
  /** Mails that are due by a time, the longest due first. */
  dueMails(at: number, page: PageRequest<PersonMail>): MaybePromise<PersonMail[]>;
  /** The invitation whose token has this SHA-256, in whatever state. */
  invitation(tokenHash: string): MaybePromise<Invitation | null>;
  /** Invitations of an owner to a shop in whatever state, oldest first. */
  invitations(of: {
    readonly merchantId: MerchantId;
    readonly invitedBy: PersonId;
  }): MaybePromise<Invitation[]>;
}
