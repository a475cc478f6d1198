import { AppError } from "../../domain/errors.ts";
import type { PersonId } from "../../domain/ids.ts";
import { type Person, readLogin, readPersonName, subjectOf } from "../../domain/people/person.ts";
import {
  isLinkUsable,
  isSignedIn,
  type PersonSession,
  SEEN_EVERY_MS,
} from "../../domain/people/sign_in.ts";
import type { Change } from "../../domain/changes.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { auditedPerson } from "../../domain/trail/person.ts";
import { hashToken } from "../../domain/values/token.ts";
import { CommitRefused } from "../../store/store.ts";
import { audited } from "../audit.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { acceptance, badInvitation, findAcceptable } from "./invitations.ts";
import { auditedWithNews } from "./news.ts";
import { loginTaken } from "./people.ts";
import type { PasswordGuesses, Passwords, Visit } from "./passwords.ts";
import { beginSignIn, type NewSignIn, requireStrongPassword } from "./sign_in_session.ts";
import type { SignInTrail } from "./sign_in_trail.ts";

/** Dependencies of {@link SignIns}. */
export interface SignInDeps extends Pick<Deps, "store" | "now" | "newId" | "randomBytes"> {
  readonly passwords: Passwords;
  readonly guesses: PasswordGuesses;
  readonly trail: SignInTrail;
}

/** An account that a person makes for themselves. */
export interface AccountRequest {
  readonly login: string;
  /** Default: the login. */
  readonly name?: string | undefined;
  readonly password: string;
}

/** People who are signed in to the dashboard. */
export class SignIns {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * Signs a person in with a password; one with a second factor waits for it.
   *
   * @returns null if the login or the password is wrong
   * @throws {AppError} `error.unavailable` when too many sign in at once
   */
  async withPassword(
    login: string,
    password: string,
    { address, apart }: Visit,
  ): Promise<NewSignIn | null> {
    const { store, passwords, trail } = this.#deps;
    const person = await store.persons.byLogin(login.trim().toLowerCase());
    const hash = person?.passwordHash ?? null;
    const isRight = await apart(passwords.verify(password, hash));
    if (!isRight || person === null || hash === null) {
      await trail.wrong(login, person, address);
      return null;
    }
    const { changes, ...begun } = beginSignIn(this.#deps, person, { method: "password", address });
    try {
      await store.commit([
        // Refused if it was replaced, or the person removed, while it was hashed.
        { kind: "person.password", personId: person.id, hash, expect: hash },
        ...changes,
      ]);
    } catch (error) {
      if (error instanceof CommitRefused) return null;
      throw error;
    }
    if (!begun.awaitsFactor) trail.logRight(person, address);
    return begun;
  }

  /**
   * Uses up a link: sets the person's password and signs the person in, here only. It leaves a second
   * factor as it is, and the sign-in waits for it.
   *
   * @throws {AppError} `error.unauthorized` for a link that is unknown, used or expired;
   *   `error.invalid-request` for a poor password, which leaves the link as it is
   */
  async withLink(
    linkToken: string,
    password: string,
    { address, apart }: Visit,
  ): Promise<NewSignIn> {
    const { store, passwords, trail } = this.#deps;
    const tokenHash = hashToken(linkToken.trim());
    const person = tokenHash === undefined ? null : await this.#personOfLink(tokenHash);
    if (person === null || tokenHash === undefined) throw badLink();
    await requireStrongPassword(this.#deps, person, password);
    const hash = await apart(passwords.hash(password));
    const change = { before: person, after: { ...person, passwordHash: hash } };
    const begun = beginSignIn(this.#deps, change.after, { method: "link", address });
    const changes: readonly Change[] = [
      { kind: "signInLink.take", tokenHash },
      { kind: "person.password", personId: person.id, hash, expect: person.passwordHash },
      { kind: "signIn.removeAll", personId: person.id },
      // Who made the link may have used it, and is not who accepted.
      { kind: "invitation.lapse", personId: person.id },
      ...auditedWithNews(
        this.#deps,
        subjectOf(person),
        factOf(auditedPerson(null), "user.password", change),
      ),
      ...begun.changes,
    ];
    const { code, message } = badLink();
    await commitOrRefuse(store, changes, { code, message });
    if (!begun.awaitsFactor) trail.logRight(person, address);
    return begun;
  }

  /**
   * Accepts an invitation with a new account, and signs it in. It has no role yet.
   *
   * @throws {AppError} `error.unauthorized` for an invitation that cannot be accepted;
   *   `error.person-exists`; `error.invalid-request` for a malformed field
   */
  async withInvitation(
    invitationToken: string,
    { login: loginText, name, password }: AccountRequest,
    { address, apart }: Visit,
  ): Promise<NewSignIn> {
    const { store, passwords, newId, now, trail } = this.#deps;
    const invitation = await findAcceptable(this.#deps, invitationToken);
    const login = readLogin(loginText);
    const named = readPersonName(name || login);
    const { merchantId, role } = invitation;
    const shops = [{ merchantId, role }];
    await requireStrongPassword(this.#deps, { login, everywhere: null, shops }, password);
    const person: Person = {
      id: newId() as PersonId,
      login,
      name: named,
      everywhere: null,
      shops: [],
      passwordHash: await apart(passwords.hash(password)),
      hasFactor: false,
      email: null,
      createdAt: now(),
    };
    const { changes, ...begun } = beginSignIn(this.#deps, person, { method: "password", address });
    const added = factOf(auditedPerson(invitation.merchantId), "user.add", {
      before: null,
      after: person,
    });
    try {
      await store.commit([
        { kind: "person.add", person },
        ...acceptance(this.#deps, invitation, person),
        audited(this.#deps, subjectOf(person), added),
        ...changes,
      ]);
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      throw error.change.kind === "person.add" ? loginTaken(login) : badInvitation();
    }
    trail.logRight(person, address);
    return begun;
  }

  /** Notes an attempt that was refused before it was tried. */
  locked(login: string, address: string): void {
    this.#deps.trail.logLocked(login, address);
  }

  /** The person who is signed in with a cookie; null if it is unknown or has ended. */
  async find(token: string): Promise<Person | null> {
    const { store, now } = this.#deps;
    const tokenHash = hashToken(token);
    const session = tokenHash === undefined ? null : await store.persons.signIn(tokenHash);
    const at = now();
    if (session === null || !isSignedIn(session, at)) return null;
    if (at - session.lastSeenAt >= SEEN_EVERY_MS) await this.#see(session, at);
    return await store.persons.find(session.personId);
  }

  /** Signs out the browser with a cookie. */
  async end(token: string): Promise<void> {
    const tokenHash = hashToken(token);
    if (tokenHash === undefined) return;
    await this.#deps.store.commit([{ kind: "signIn.remove", tokenHash }]);
  }

  async #personOfLink(tokenHash: string): Promise<Person | null> {
    const { store, now } = this.#deps;
    const link = await store.persons.signInLink(tokenHash);
    return link === null || !isLinkUsable(link, now())
      ? null
      : await store.persons.find(link.personId);
  }

  /** Pages are readable while the database cannot write. */
  async #see({ tokenHash }: PersonSession, at: number): Promise<void> {
    try {
      await this.#deps.store.commit([{ kind: "signIn.seen", tokenHash, at }]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

function badLink(): AppError {
  return new AppError(
    "error.unauthorized",
    "This link was used, was replaced by a later one, or has expired",
    { field: "link" },
  );
}
