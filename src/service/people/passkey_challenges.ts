import { AppError, invalid } from "../../domain/errors.ts";
import {
  CHALLENGE_BYTES,
  type ChallengeUse,
  composeChallenge,
  type ExpectedAnswer,
  type PasskeyPlace,
} from "../../domain/people/passkey.ts";
import { hashToken } from "../../domain/values/token.ts";
import { ServerSecret } from "../secrets/server_secret.ts";
import type { FactorDeps } from "./factor_proofs.ts";

/** The request of a browser that uses a passkey. */
export interface PasskeyVisit {
  /** Undefined where the dashboard's host is no name: no passkey is taken. */
  readonly passkeyPlace: PasskeyPlace | undefined;
  readonly cookie: string | undefined;
  /** The client's address. */
  readonly address: string;
}

/** Options of a browser's passkeys, with bytes as base64url; those of a new one have a `user`. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Challenges of passkeys: under a secret of the server, so that none is stored. */
export class PasskeyChallenges {
  readonly #deps: FactorDeps;
  readonly #secret: ServerSecret;

  constructor(deps: FactorDeps) {
    this.#deps = deps;
    this.#secret = new ServerSecret(deps, "passkey");
  }

  /**
   * A challenge, for the first passkey too.
   *
   * @throws {AppError} `error.unavailable` without the key of the secrets
   */
  async make(use: ChallengeUse): Promise<string> {
    return this.#compose(await this.#secret.findOrMake(), use);
  }

  /** A challenge; null before the first passkey, and without the key of the secrets. */
  async find(use: ChallengeUse): Promise<string | null> {
    try {
      const secret = await this.#secret.find();
      return secret && this.#compose(secret, use);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  }

  /**
   * The data that the answer to a challenge must agree with.
   *
   * @throws {AppError} `error.invalid-request` before the first challenge was made;
   *   `error.conflict` where the dashboard's host is no name; `error.unavailable` without the key of the secrets
   */
  async expect(use: ChallengeUse, visit: PasskeyVisit): Promise<ExpectedAnswer> {
    const place = requirePlace(visit);
    const secret = await this.#secret.find();
    if (secret === null) throw wrongPasskey();
    return { secret, place, use, now: this.#deps.now() };
  }

  #compose(secret: Uint8Array, use: ChallengeUse): string {
    const { now, randomBytes } = this.#deps;
    return composeChallenge(secret, use, { at: now(), random: randomBytes(CHALLENGE_BYTES) });
  }
}

/** The use of a challenge in a browser that is signed in. */
export function useIn({ cookie = "" }: PasskeyVisit, verb: "create" | "get"): ChallengeUse {
  return { type: `webauthn.${verb}`, cookieHash: hashToken(cookie) ?? "" };
}

/**
 * Where the browser is.
 *
 * @throws {AppError} `error.conflict` where the dashboard's host is no name
 */
export function requirePlace({ passkeyPlace }: PasskeyVisit): PasskeyPlace {
  if (passkeyPlace !== undefined) return passkeyPlace;
  throw new AppError("error.conflict", "Passkeys need a dashboard at a name, over https");
}

/** The refusal of a form without an answer. */
export function noPasskey(): AppError {
  return invalid("Your browser sent no passkey: it needs to run the scripts of this page");
}

/** The refusal of a wrong answer. */
export function wrongPasskey(): AppError {
  return invalid("The passkey was not accepted, or too much time has passed: try again");
}
