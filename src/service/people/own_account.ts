import { AppError, invalid } from "../../domain/errors.ts";
import { type Person, subjectOf } from "../../domain/people/person.ts";
import { isConfirmed, isSignedIn, type PersonSession } from "../../domain/people/sign_in.ts";
import { soleShop } from "../../domain/people/role.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { auditedPerson } from "../../domain/trail/person.ts";
import { hashToken } from "../../domain/values/token.ts";
import { commitOrRefuse } from "../commit.ts";
import {
  newSession,
  type NewSignIn,
  purgeEnded,
  requireStrongPassword,
} from "./sign_in_session.ts";
import { auditedWithNews } from "./news.ts";
import type { Visit } from "./passwords.ts";
import type { SignInDeps } from "./sign_ins.ts";

/** A browser of a person, for the person. */
export interface OwnSignIn extends Pick<PersonSession, "createdAt" | "lastSeenAt" | "address"> {
  /** Beginning of its hash, which is unique among a person's. */
  readonly id: string;
  /** True for the browser that asks. */
  readonly isThis: boolean;
}

const ID_LENGTH = 16;

/** What signed-in people do with their own account, by the cookie of their browser. */
export class OwnAccount {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /** True if the password, or the second factor, was entered in this browser a moment ago. */
  async isConfirmed(cookie: string): Promise<boolean> {
    const { store, now } = this.#deps;
    const tokenHash = hashToken(cookie);
    const session = tokenHash === undefined ? null : await store.persons.signIn(tokenHash);
    return session !== null && isConfirmed(session, now());
  }

  /**
   * Confirms with the password that it is the person who uses this browser.
   *
   * @throws {AppError} `error.invalid-request` for a wrong password; `error.unavailable`
   */
  async confirm(cookie: string, person: Person, password: string, visit: Visit): Promise<void> {
    await this.#require(person, { password, field: "own_password", visit });
    const { store, now } = this.#deps;
    const tokenHash = hashToken(cookie) ?? "";
    await store.commit([{ kind: "signIn.confirm", tokenHash, at: now() }]);
  }

  /**
   * Changes the password: every other browser is signed out, and this one gets a new cookie.
   *
   * @throws {AppError} `error.invalid-request` for a wrong or a poor password; `error.unavailable`
   */
  async changePassword(
    person: Person,
    { current, password, visit }: {
      readonly current: string;
      readonly password: string;
      readonly visit: Visit;
    },
  ): Promise<NewSignIn> {
    const { store, passwords, now } = this.#deps;
    await this.#require(person, { password: current, field: "current", visit });
    await requireStrongPassword(this.#deps, person, password);
    const after = { ...person, passwordHash: await visit.apart(passwords.hash(password)) };
    const { session, token } = newSession(this.#deps, person.id, {
      method: "password",
      address: visit.address,
    });
    const fact = factOf(auditedPerson(soleShop(person)), "user.password", {
      before: person,
      after,
    });
    // The form may have arrived slowly: after the password was replaced in another browser.
    await commitOrRefuse(store, [
      {
        kind: "person.password",
        personId: person.id,
        hash: after.passwordHash,
        expect: person.passwordHash,
      },
      { kind: "signIn.removeAll", personId: person.id },
      { kind: "signInLink.remove", personId: person.id },
      purgeEnded(now()),
      { kind: "signIn.add", ...ofFactor(session, person) },
      ...auditedWithNews(this.#deps, subjectOf(person), fact),
    ], { code: "error.conflict", message: "Your password was replaced meanwhile: sign in again" });
    return { person: after, token, awaitsFactor: false };
  }

  /** The browsers in which a person is signed in, this one first, then the last used. */
  async signIns({ id }: Person, cookie: string | undefined): Promise<OwnSignIn[]> {
    const all = await this.#live(id);
    const own = cookie === undefined ? undefined : hashToken(cookie);
    return all.map(({ tokenHash, createdAt, lastSeenAt, address }) => ({
      id: tokenHash.slice(0, ID_LENGTH),
      isThis: tokenHash === own,
      createdAt,
      lastSeenAt,
      address,
    })).sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt);
  }

  /**
   * Signs out other browsers of a person: one, or all but this.
   *
   * @param signInId null for all
   */
  async endOthers(
    { id }: Person,
    cookie: string | undefined,
    signInId: string | null,
  ): Promise<void> {
    const own = cookie === undefined ? undefined : hashToken(cookie);
    const ended = (await this.#live(id)).filter(({ tokenHash }) =>
      tokenHash !== own && (signInId === null || tokenHash.slice(0, ID_LENGTH) === signInId)
    );
    if (ended.length === 0) {
      throw new AppError("error.not-found", "This sign-in has ended already");
    }
    await this.#deps.store.commit(
      ended.map(({ tokenHash }) => ({ kind: "signIn.remove", tokenHash })),
    );
  }

  async #live(id: Person["id"]): Promise<PersonSession[]> {
    const { store, now } = this.#deps;
    return (await store.persons.signIns(id)).filter((one) => isSignedIn(one, now()));
  }

  async #require(
    person: Person,
    { password, field, visit: { address, apart } }: {
      readonly password: string;
      readonly field: string;
      readonly visit: Visit;
    },
  ): Promise<void> {
    const { passwords, trail } = this.#deps;
    if (await apart(passwords.verify(password, person.passwordHash))) return;
    await trail.wrong(person.login, person, address);
    throw invalid("The password is wrong", field);
  }
}

/** A sign-in after a new password, which is no proof of a second factor. */
function ofFactor(session: PersonSession, { hasFactor }: Person) {
  return hasFactor ? { session: { ...session, confirmedAt: 0 }, withFactor: true } : { session };
}
