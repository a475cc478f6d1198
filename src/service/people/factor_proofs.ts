import type { Change } from "../../domain/changes.ts";
import { invalid } from "../../domain/errors.ts";
import {
  type Authenticator,
  authenticatorPlace,
  type FactorName,
  readFactor,
} from "../../domain/people/factor.ts";
import { hashRecoveryCode } from "../../domain/people/recovery_code.ts";
import type { Person } from "../../domain/people/person.ts";
import { bytesOfBase32, totpStep } from "../../domain/people/totp.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { SignInDeps } from "./sign_ins.ts";

/** Dependencies of second factors. */
export interface FactorDeps extends SignInDeps {
  readonly secrets: Secrets;
}

/** A factor that a person has entered, to be used up with what it allows. */
interface UsedFactor {
  readonly name: FactorName;
  readonly changes: readonly Change[];
}

/** Codes that people enter as their second factor. */
export class FactorProofs {
  readonly #deps: FactorDeps;

  constructor(deps: FactorDeps) {
    this.#deps = deps;
  }

  /**
   * Reads a code of the person's app, or a recovery code; undefined if it is neither. The commit
   * refuses one that was used.
   *
   * @throws {AppError} `error.unavailable` without the key of the secrets
   */
  async read(person: Person, text: string): Promise<UsedFactor | undefined> {
    const { store: { persons }, secrets, now } = this.#deps;
    const { id: personId } = person;
    const entered = readFactor(text);
    if (entered?.kind === "recovery-code") {
      const hash = hashRecoveryCode(personId, entered.code);
      return { name: entered.kind, changes: [{ kind: "recoveryCode.take", personId, hash }] };
    }
    const app = entered && await persons.authenticator(personId);
    if (!app) return undefined;
    const secret = bytesOfBase32(secrets.open(app.secret, authenticatorPlace(personId)));
    const step = totpStep(secret, entered.code, now());
    if (step === undefined) return undefined;
    const { createdAt } = app;
    const use: Change = { kind: "authenticator.use", personId, createdAt, step };
    return { name: entered.kind, changes: [use] };
  }

  /**
   * Commits what a factor allows. One that is wrong, or that another request used, is recorded.
   *
   * @throws {AppError} `error.invalid-request` with the field for a wrong or used code
   */
  async commit(
    { person, address, used, field = "code" }: {
      readonly person: Person;
      readonly address: string;
      readonly used: UsedFactor | undefined;
      readonly field?: string;
    },
    changes: readonly Change[],
  ): Promise<void> {
    const { store, trail } = this.#deps;
    try {
      if (used !== undefined) return await store.commit([...used.changes, ...changes]);
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
    }
    await trail.wrong(person.login, person, address, "wrong-factor");
    throw invalid("The code is wrong, or was used", field);
  }
}

/**
 * Requires that the code of an app that is set up again from an old offer was not used.
 *
 * @param before the app that is set up now
 * @throws {AppError} `error.invalid-request` with the field `code`
 */
export function requireUnused(
  secrets: Pick<Secrets, "open">,
  { secret, personId, lastStep }: Authenticator,
  { text, step }: { readonly text: string; readonly step: number },
): void {
  if (step > lastStep || secrets.open(secret, authenticatorPlace(personId)) !== text) return;
  throw invalid("The code was used before: wait for the next one", "code");
}
