import type { PersonId } from "../../domain/ids.ts";
import type { Person } from "../../domain/people/person.ts";
import type { PersonSession, SignInLink } from "../../domain/people/sign_in.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

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
  /** The link whose token has this SHA-256, also if it has expired. */
  signInLink(tokenHash: string): MaybePromise<SignInLink | null>;
}
