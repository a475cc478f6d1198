import { AppError } from "../../domain/errors.ts";
import { SECRET_BYTES, type SecretName, serverPlace } from "../../domain/secret.ts";
import { CommitRefused, type Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { Secrets } from "./secrets.ts";

/** Dependencies of {@link ServerSecret}. */
export interface ServerSecretDeps extends Pick<Deps, "now" | "randomBytes"> {
  readonly store: Store;
  readonly secrets: Pick<Secrets, "seal" | "open">;
}

/** A secret of the server: 32 random bytes, made once and then kept in memory. */
export class ServerSecret {
  readonly #deps: ServerSecretDeps;
  readonly #name: SecretName;
  #opened: Uint8Array | undefined;

  constructor(deps: ServerSecretDeps, name: SecretName) {
    this.#deps = deps;
    this.#name = name;
  }

  /**
   * The secret; null until it is made.
   *
   * @throws {SecretLocked}
   */
  async find(): Promise<Uint8Array | null> {
    if (this.#opened !== undefined) return this.#opened;
    const { store, secrets } = this.#deps;
    const known = await store.secrets.find(this.#name);
    if (known === null) return null;
    const text = secrets.open(known.value, serverPlace(this.#name));
    return this.#opened = Uint8Array.fromBase64(text, { alphabet: "base64url" });
  }

  /**
   * The secret, which is made at the first call.
   *
   * @throws {SecretLocked}
   * @throws {AppError} `error.unavailable` if it cannot be made now
   */
  async findOrMake(): Promise<Uint8Array> {
    const known = await this.find();
    if (known !== null) return known;
    try {
      return await this.#make();
    } catch (error) {
      // Another server has made it.
      if (error instanceof CommitRefused) return await this.findOrMake();
      if (error instanceof AppError) throw error;
      // As without a descriptor for the key file.
      throw new AppError("error.unavailable", "A secret cannot be made now: try again", {
        cause: error,
        retryAfterSeconds: 1,
      });
    }
  }

  async #make(): Promise<Uint8Array> {
    const { store, now, randomBytes, secrets } = this.#deps;
    const name = this.#name;
    const made = randomBytes(SECRET_BYTES);
    const text = made.toBase64({ alphabet: "base64url", omitPadding: true });
    const value = await secrets.seal(text, serverPlace(name));
    await store.commit([{ kind: "secret.add", secret: { name, value, createdAt: now() } }]);
    return this.#opened = made;
  }
}
