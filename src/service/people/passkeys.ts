import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import {
  base64url,
  type NewPasskeyAnswer,
  type Passkey,
  PASSKEY_ALGORITHMS,
  readNewPasskey,
} from "../../domain/people/passkey.ts";
import { type Person, subjectOf } from "../../domain/people/person.ts";
import { soleShop } from "../../domain/people/role.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { auditedPasskey, auditedPerson } from "../../domain/trail/person.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { FactorDeps } from "./factor_proofs.ts";
import { auditedWithNews } from "./news.ts";
import {
  noPasskey,
  PasskeyChallenges,
  type PasskeyOptions,
  type PasskeyVisit,
  requirePlace,
  useIn,
  wrongPasskey,
} from "./passkey_challenges.ts";
import { newRecoveryCodes } from "./recovery_codes.ts";
import { newSession, type NewSignIn, purgeEnded } from "./sign_in_session.ts";

/** Passkeys of people, as they add and remove them. */
export class Passkeys {
  readonly #deps: FactorDeps;
  readonly #challenges: PasskeyChallenges;

  constructor(deps: FactorDeps) {
    this.#deps = deps;
    this.#challenges = new PasskeyChallenges(deps);
  }

  /**
   * Options to make a passkey with; nothing of it is stored before {@link add}.
   *
   * @throws {AppError} `error.conflict` where the dashboard's host is no name; `error.unavailable`
   *   without the key of the secrets
   */
  async offer(person: Person, visit: PasskeyVisit): Promise<PasskeyOptions> {
    const { host } = requirePlace(visit);
    const known = await this.#deps.store.persons.passkeys(person.id);
    const challenge = await this.#challenges.make(useIn(visit, "create"));
    return {
      challenge,
      rp: { id: host, name: "checkoutd" },
      user: {
        id: base64url(new TextEncoder().encode(person.id)),
        name: person.login,
        displayName: person.name,
      },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      attestation: "none",
      excludeCredentials: known.filter((one) => one.host === host).map(({ id }) => id),
    };
  }

  /**
   * Adds a passkey. With the first factor of a person other browsers are signed out, this one gets a
   * new cookie, and there are recovery codes, which are known only now.
   *
   * @returns null if the person had a factor before
   * @throws {AppError} `error.invalid-request` for a wrong answer; `error.conflict` beyond the limit,
   *   or if a factor was set up or removed meanwhile
   */
  async add(
    person: Person,
    { answer, name }: { readonly answer: NewPasskeyAnswer | undefined; readonly name: string },
    visit: PasskeyVisit,
  ): Promise<NewSignIn & { readonly codes: readonly string[] } | null> {
    const { store, now } = this.#deps;
    const { id: personId, hasFactor } = person;
    const expected = await this.#challenges.expect(useIn(visit, "create"), visit);
    if (answer === undefined) throw noPasskey();
    const right = readNewPasskey(answer, expected);
    if (right === undefined) throw wrongPasskey();
    const passkey: Passkey = {
      id: answer.id,
      personId,
      name,
      host: expected.place.host,
      publicKey: base64url(answer.publicKey),
      counter: right.counter,
      createdAt: now(),
      lastUsedAt: right.at,
    };
    const add: Change[] = [
      { kind: "passkey.add", passkey, hasFactor },
      ...this.#entry(person, null, passkey),
    ];
    if (hasFactor) {
      await commitOrConflict(store, add);
      return null;
    }
    const codes = newRecoveryCodes(this.#deps, person);
    const how = { method: "password", address: visit.address } as const;
    const { session, token } = newSession(this.#deps, personId, how);
    const after = { ...person, hasFactor: true };
    const added = factOf(auditedPerson(soleShop(person)), "factor.add", { before: person, after });
    await commitOrConflict(store, [
      ...add,
      codes.change,
      { kind: "signIn.removeAll", personId },
      purgeEnded(now()),
      { kind: "signIn.add", session, withFactor: true },
      audited(this.#deps, subjectOf(person), added),
    ]);
    return { person: after, token, awaitsFactor: false, codes: codes.texts };
  }

  /**
   * Removes a passkey, unless it is the last factor of the person.
   *
   * @throws {AppError} `error.not-found`; `error.conflict` for the last factor
   */
  async remove(person: Person, id: string): Promise<void> {
    const { persons } = this.#deps.store;
    const passkey = (await persons.passkeys(person.id)).find((one) => one.id === id);
    if (passkey === undefined) throw new AppError("error.not-found", "This passkey is removed");
    await commitOrConflict(this.#deps.store, [
      { kind: "passkey.remove", personId: person.id, id },
      ...this.#entry(person, passkey, null),
    ]);
  }

  #entry(person: Person, before: Passkey | null, after: Passkey | null): Change[] {
    const action = after === null ? "passkey.remove" : "passkey.add";
    const fact = factOf(auditedPasskey(soleShop(person)), action, { before, after });
    return auditedWithNews(this.#deps, subjectOf(person), fact);
  }
}
