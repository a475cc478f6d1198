import type { Change } from "../../domain/changes.ts";
import { invalid } from "../../domain/errors.ts";
import type { PersonId } from "../../domain/ids.ts";
import { EMAIL_LINK_MS } from "../../domain/people/email.ts";
import { FACTOR_WAIT_MS } from "../../domain/people/factor.ts";
import { type OwnWords, type Person, requireGoodPassword } from "../../domain/people/person.ts";
import { type Access, roleIn } from "../../domain/people/role.ts";
import {
  IDLE_MS,
  type PersonSession,
  SIGN_IN_LINK_MS,
  SIGNED_IN_MS,
} from "../../domain/people/sign_in.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import type { Deps } from "../deps.ts";
import type { PasswordGuesses } from "./passwords.ts";
import type { SignInTrail } from "./sign_in_trail.ts";

/** A new sign-in; the value of its cookie is known only now. */
export interface NewSignIn {
  readonly person: Person;
  readonly token: string;
  /** True if no page is shown with it before the second factor. */
  readonly awaitsFactor: boolean;
}

/** A sign-in that a right password or link begins, and the changes to commit with it. */
interface BegunSignIn extends NewSignIn {
  readonly changes: readonly Change[];
}

/** Begins a sign-in: of a person with a second factor one that waits for it. */
export function beginSignIn(
  deps: Pick<Deps, "now" | "randomBytes"> & { readonly trail: SignInTrail },
  person: Person,
  how: Pick<PersonSession, "method" | "address">,
): BegunSignIn {
  const { session, token } = newSession(deps, person.id, how);
  const { tokenHash, personId, method, createdAt } = session;
  const own: readonly Change[] = person.hasFactor
    ? [{ kind: "signInWait.add", wait: { tokenHash, personId, method, createdAt } }]
    : [{ kind: "signIn.add", session }, ...deps.trail.right(person, how.address, null)];
  const changes = [purgeEnded(createdAt), ...own];
  return { person, token, awaitsFactor: person.hasFactor, changes };
}

/** A sign-in that begins now, with a password that was just entered. */
export function newSession(
  { now, randomBytes }: Pick<Deps, "now" | "randomBytes">,
  personId: PersonId,
  how: Pick<PersonSession, "method" | "address">,
): { readonly session: PersonSession; readonly token: string } {
  const token = composeToken(randomBytes(TOKEN_BYTES));
  const at = now();
  const tokenHash = hashToken(token) ?? "";
  const times = { createdAt: at, lastSeenAt: at, confirmedAt: at };
  return { session: { tokenHash, personId, ...how, ...times }, token };
}

/** Deletes what has ended: with each sign-in, so that no job is needed. */
export function purgeEnded(at: number): Change {
  return {
    kind: "signIn.purge",
    createdBefore: at - SIGNED_IN_MS,
    seenBefore: at - IDLE_MS,
    linksBefore: at - SIGN_IN_LINK_MS,
    waitsBefore: at - FACTOR_WAIT_MS,
    emailsBefore: at - EMAIL_LINK_MS,
  };
}

/** Guesses that a password must withstand: five of an address in 15 minutes leave it for years. */
const MIN_GUESSES = 1e8;

/**
 * Requires a new password to be long enough and not easily guessed; the message does not repeat it.
 *
 * @throws {AppError} `error.invalid-request` with the field `password`
 */
export async function requireStrongPassword(
  { store, guesses }: Pick<Deps, "store"> & { readonly guesses: PasswordGuesses },
  person: Access & Pick<Person, "login">,
  password: string,
): Promise<void> {
  const own = await ownWords({ store }, person);
  requireGoodPassword(password, own);
  if (await guesses(password, [own.login, ...own.shops]) >= MIN_GUESSES) return;
  const message = "This password is guessed too soon: add words that do not belong together";
  throw invalid(message, "password");
}

/** The login of a person, and the names of the shops in which they have a role. */
async function ownWords(
  { store }: Pick<Deps, "store">,
  person: Access & Pick<Person, "login">,
): Promise<OwnWords> {
  const shops = (await store.merchants.heads()).filter(({ id }) => roleIn(person, id) !== null)
    .flatMap(({ name, domains }) => [name, ...domains]);
  return { login: person.login, shops };
}
