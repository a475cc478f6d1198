import type { Change } from "../../domain/changes.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import {
  type Authenticator,
  authenticatorPlace,
  type FactorName,
  isWaitingForFactor,
  readFactor,
} from "../../domain/people/factor.ts";
import type { Passkey } from "../../domain/people/passkey.ts";
import { type Person, subjectOf } from "../../domain/people/person.ts";
import { soleShop } from "../../domain/people/role.ts";
import {
  base32Of,
  bytesOfBase32,
  TOTP_SECRET_BYTES,
  totpStep,
  totpUri,
} from "../../domain/people/totp.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { auditedPerson } from "../../domain/trail/person.ts";
import { hashToken } from "../../domain/values/token.ts";
import { commitOrConflict } from "../commit.ts";
import { auditedWithNews } from "./news.ts";
import type { Visit } from "./passwords.ts";
import { type FactorDeps, FactorProofs, requireUnused } from "./factor_proofs.ts";
import { newRecoveryCodes } from "./recovery_codes.ts";
import { newSession, type NewSignIn, purgeEnded } from "./sign_in_session.ts";

/** The second factor of a person: an app, passkeys, or both. */
export interface OwnFactor {
  /** When the app was set up; null without one. */
  readonly appSince: number | null;
  readonly passkeys: readonly Passkey[];
  /** Recovery codes that are not used. */
  readonly codesLeft: number;
}

/** The secret of an app that is not set up yet. */
export interface OfferedApp {
  /** In base32, for an app without a camera. */
  readonly secret: string;
  /** For a QR code. */
  readonly uri: string;
  /** The secret for the form that sets it up: sealed for this person, if there is a key. */
  readonly sealed: string;
}

/** Name of the installation in an authenticator app. */
const ISSUER = "checkoutd";

/** Second factors of people: authenticator apps, and recovery codes. */
export class Factors {
  readonly #deps: FactorDeps;
  readonly #proofs: FactorProofs;

  constructor(deps: FactorDeps) {
    this.#deps = deps;
    this.#proofs = new FactorProofs(deps);
  }

  /** The second factor of a person; null for none. */
  async of({ id, hasFactor }: Person): Promise<OwnFactor | null> {
    if (!hasFactor) return null;
    const { persons } = this.#deps.store;
    const app = await persons.authenticator(id);
    return {
      appSince: app?.createdAt ?? null,
      passkeys: await persons.passkeys(id),
      codesLeft: (await persons.recoveryCodes(id)).length,
    };
  }

  /**
   * A new secret for an app; nothing is stored before {@link setUp}.
   *
   * @param sealed of an offer that is shown again
   * @throws {AppError} `error.unavailable` without the key of the secrets
   */
  async offer(person: Person, sealed?: string): Promise<OfferedApp> {
    const { secrets, randomBytes } = this.#deps;
    const place = authenticatorPlace(person.id);
    const secret = sealed === undefined
      ? base32Of(randomBytes(TOTP_SECRET_BYTES))
      : this.#offered(person, sealed);
    return {
      secret,
      uri: totpUri({ secret, issuer: ISSUER, login: person.login }),
      sealed: sealed ?? (await secrets.seal(secret, place)).stored,
    };
  }

  /**
   * Sets up an app, in place of another one. Other browsers are signed out, and this one gets a new
   * cookie.
   *
   * @returns the new recovery codes too, which are known only now
   * @throws {AppError} `error.invalid-request` with the field `code`; `error.conflict` if another
   *   app was set up meanwhile
   */
  async setUp(
    person: Person,
    { sealed, code, address }: {
      readonly sealed: string;
      readonly code: string;
      readonly address: string;
    },
  ): Promise<NewSignIn & { readonly codes: readonly string[] }> {
    const { store, now, secrets } = this.#deps;
    const text = this.#offered(person, sealed);
    const entered = readFactor(code);
    const step = entered?.kind === "authenticator"
      ? totpStep(bytesOfBase32(text), entered.code, now())
      : undefined;
    if (step === undefined) {
      throw invalid("The code is wrong: enter the one that the app shows now", "code");
    }
    // The app for which the person has just shown the factor.
    const before = person.hasFactor ? await store.persons.authenticator(person.id) : null;
    if (before !== null) requireUnused(secrets, before, { text, step });
    const authenticator: Authenticator = {
      personId: person.id,
      secret: await secrets.seal(text, authenticatorPlace(person.id)),
      lastStep: step,
      createdAt: now(),
    };
    const codes = newRecoveryCodes(this.#deps, person);
    const { session, token } = newSession(this.#deps, person.id, { method: "password", address });
    const after = { ...person, hasFactor: true };
    await commitOrConflict(store, [
      {
        kind: "authenticator.put",
        authenticator,
        replaces: before?.createdAt ?? null,
        hasFactor: person.hasFactor,
      },
      codes.change,
      { kind: "signIn.removeAll", personId: person.id },
      purgeEnded(now()),
      { kind: "signIn.add", session, withFactor: true },
      ...this.#entry("factor.add", person, after),
    ]);
    return { person: after, token, awaitsFactor: false, codes: codes.texts };
  }

  /**
   * Makes new recovery codes; those before end.
   *
   * @throws {AppError} `error.conflict` without a factor
   */
  async renewCodes(person: Person): Promise<readonly string[]> {
    requireFactor(person);
    const { texts, change } = newRecoveryCodes(this.#deps, person);
    await commitOrConflict(this.#deps.store, [
      change,
      ...this.#entry("factor.codes", person, person),
    ]);
    return texts;
  }

  /**
   * Removes the app and all passkeys, with a recovery code.
   *
   * @throws {AppError} `error.invalid-request` for any other text; `error.conflict` without a factor
   */
  async remove(person: Person, text: string, { address }: Visit): Promise<void> {
    requireFactor(person);
    const used = readFactor(text)?.kind === "recovery-code"
      ? await this.#proofs.read(person, text)
      : undefined;
    const after = { ...person, hasFactor: false };
    await this.#proofs.commit({ person, address, used }, [
      { kind: "factor.remove", personId: person.id },
      ...this.#entry("factor.remove", person, after),
    ]);
  }

  /** The person whose sign-in waits for the second factor in this browser; null for none. */
  async waiting(cookie: string | undefined): Promise<Person | null> {
    return (await this.#wait(cookie))?.person ?? null;
  }

  /**
   * Ends a sign-in that waits, with a code of the app or a recovery code.
   *
   * @throws {AppError} `error.unauthorized` if none waits; `error.invalid-request` for a wrong code
   */
  async signIn(
    cookie: string | undefined,
    text: string,
    { address }: Visit,
  ): Promise<NewSignIn & { readonly factor: FactorName }> {
    const { trail, now } = this.#deps;
    const found = await this.#wait(cookie);
    if (found === null) {
      throw new AppError("error.unauthorized", "Too much time has passed: begin again");
    }
    const { person, wait: { tokenHash, method } } = found;
    const used = await this.#proofs.read(person, text);
    const { session, token } = newSession(this.#deps, person.id, { method, address });
    const name = used?.name ?? "authenticator";
    await this.#proofs.commit({ person, address, used }, [
      { kind: "signInWait.take", tokenHash },
      purgeEnded(now()),
      { kind: "signIn.add", session, withFactor: true },
      ...trail.right(person, address, name),
    ]);
    trail.logRight(person, address);
    return { person, token, awaitsFactor: false, factor: name };
  }

  /**
   * Confirms with the second factor that it is the person who uses this browser.
   *
   * @throws {AppError} `error.invalid-request` with the field `own_code` for a wrong code
   */
  async confirm(cookie: string, person: Person, text: string, { address }: Visit): Promise<void> {
    const used = await this.#proofs.read(person, text);
    const tokenHash = hashToken(cookie) ?? "";
    const confirm: Change = { kind: "signIn.confirm", tokenHash, at: this.#deps.now() };
    await this.#proofs.commit({ person, address, used, field: "own_code" }, [confirm]);
  }

  async #wait(cookie: string | undefined) {
    const { store: { persons }, now } = this.#deps;
    const tokenHash = cookie === undefined ? undefined : hashToken(cookie);
    const wait = tokenHash === undefined ? null : await persons.signInWait(tokenHash);
    if (wait === null || !isWaitingForFactor(wait, now())) return null;
    const person = await persons.find(wait.personId);
    return person && { wait, person };
  }

  #offered(person: Person, sealed: string): string {
    const text = this.#deps.secrets.open({ stored: sealed }, authenticatorPlace(person.id));
    if (/^[A-Z2-7]{32}$/.test(text)) return text;
    throw invalid("The form is damaged: begin again");
  }

  #entry(action: AuditAction, before: Person, after: Person): Change[] {
    const fact = factOf(auditedPerson(soleShop(before)), action, { before, after });
    return auditedWithNews(this.#deps, subjectOf(before), fact);
  }
}

/** Refuses a person without a factor: another browser may have removed it. */
function requireFactor({ hasFactor }: Person): void {
  if (!hasFactor) throw new AppError("error.conflict", "Set up a second factor first");
}
