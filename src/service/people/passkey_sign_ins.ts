import type { Change } from "../../domain/changes.ts";
import {
  type ChallengeUse,
  type Passkey,
  type PasskeyAnswer,
  readPasskey,
  type RightAnswer,
} from "../../domain/people/passkey.ts";
import type { Person } from "../../domain/people/person.ts";
import { hashToken } from "../../domain/values/token.ts";
import { CommitRefused } from "../../store/store.ts";
import type { FactorDeps } from "./factor_proofs.ts";
import {
  noPasskey,
  PasskeyChallenges,
  type PasskeyOptions,
  type PasskeyVisit,
  useIn,
  wrongPasskey,
} from "./passkey_challenges.ts";
import { newSession, type NewSignIn, purgeEnded } from "./sign_in_session.ts";

/** The use of a challenge on a page that is open to everyone. */
const SIGN_IN: ChallengeUse = { type: "webauthn.get", cookieHash: "" };

/** Sign-ins and confirmations with passkeys. */
export class PasskeySignIns {
  readonly #deps: FactorDeps;
  readonly #challenges: PasskeyChallenges;

  constructor(deps: FactorDeps) {
    this.#deps = deps;
    this.#challenges = new PasskeyChallenges(deps);
  }

  /**
   * Options to use a passkey with: to sign in, or to confirm that it is the person who is signed in.
   *
   * @param to the person, if they are known; one who is signed in confirms
   * @returns null where no passkey can be used
   */
  async request(
    visit: PasskeyVisit,
    to: { readonly person: Person; readonly isSignedIn: boolean } | null,
  ): Promise<PasskeyOptions | null> {
    const { passkeyPlace: place } = visit;
    if (place === undefined) return null;
    const known = to === null ? null : await this.#deps.store.persons.passkeys(to.person.id);
    const here = known?.filter(({ host }) => host === place.host);
    if (here?.length === 0) return null;
    const challenge = await this.#challenges.find(to?.isSignedIn ? useIn(visit, "get") : SIGN_IN);
    return challenge === null ? null : {
      challenge,
      rpId: place.host,
      allowCredentials: here?.map(({ id }) => id) ?? [],
      userVerification: "required",
    };
  }

  /**
   * Signs a person in with a passkey: it needs no password, as its owner has shown a PIN or a finger.
   * A sign-in that waits in this browser ends.
   *
   * @throws {AppError} `error.invalid-request` for a wrong answer
   */
  async signIn(answer: PasskeyAnswer | undefined, visit: PasskeyVisit): Promise<NewSignIn> {
    const { store: { persons }, trail, now } = this.#deps;
    const { cookie, address } = visit;
    const { passkey, person, right } = await this.#read(answer, SIGN_IN, visit);
    const waitHash = cookie === undefined ? undefined : hashToken(cookie);
    const wait = waitHash === undefined ? null : await persons.signInWait(waitHash);
    const { session, token } = newSession(this.#deps, person.id, { method: "password", address });
    await this.#use({ passkey, person, right }, address, [
      ...wait === null ? [] : [{ kind: "signInWait.take", tokenHash: wait.tokenHash } as const],
      purgeEnded(now()),
      { kind: "signIn.add", session, withFactor: true },
      ...trail.right(person, address, "passkey"),
    ]);
    trail.logRight(person, address);
    return { person, token, awaitsFactor: false };
  }

  /**
   * Confirms with a passkey that it is the person who uses this browser.
   *
   * @throws {AppError} `error.invalid-request` for a wrong answer
   */
  async confirm(
    person: Person,
    answer: PasskeyAnswer | undefined,
    visit: PasskeyVisit,
  ): Promise<void> {
    const use = useIn(visit, "get");
    const read = await this.#read(answer, use, visit);
    if (read.person.id !== person.id) throw wrongPasskey();
    const confirm: Change = {
      kind: "signIn.confirm",
      tokenHash: use.cookieHash,
      at: this.#deps.now(),
    };
    await this.#use(read, visit.address, [confirm]);
  }

  /** Reads the answer of a known passkey. A wrong one is recorded. */
  async #read(answer: PasskeyAnswer | undefined, use: ChallengeUse, visit: PasskeyVisit) {
    const { store: { persons }, trail } = this.#deps;
    const expected = await this.#challenges.expect(use, visit);
    if (answer === undefined) throw noPasskey();
    const passkey = await persons.passkey(answer.id);
    const person = passkey && await persons.find(passkey.personId);
    const right = passkey ? readPasskey(answer, passkey, expected) : undefined;
    if (passkey && person && right !== undefined) return { passkey, person, right };
    await trail.wrong(person?.login ?? "", person, visit.address, "wrong-passkey");
    throw wrongPasskey();
  }

  /** Commits what a passkey allows. One that answers again, or counts back as a copy, is recorded. */
  async #use(
    { passkey, person, right: { at, counter } }: {
      readonly passkey: Passkey;
      readonly person: Person;
      readonly right: RightAnswer;
    },
    address: string,
    changes: readonly Change[],
  ): Promise<void> {
    const { store, trail } = this.#deps;
    try {
      await store.commit([{ kind: "passkey.use", id: passkey.id, counter, at }, ...changes]);
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      const isCopy = counter <= passkey.counter && passkey.counter > 0 && at > passkey.lastUsedAt;
      const outcome = isCopy ? "copied-passkey" : "wrong-passkey";
      await trail.wrong(person.login, person, address, outcome);
      throw wrongPasskey();
    }
  }
}
