import { AppError } from "../../domain/errors.ts";
import {
  sealedBy,
  type SecretKeys,
  type SecretPlace,
  type StoredSecret,
} from "../../domain/secret.ts";
import type { Store } from "../../store/store.ts";

/** A secret that no key here opens. What needs it waits. */
export class SecretLocked extends AppError {
  constructor(secret: StoredSecret) {
    const fingerprint = sealedBy(secret);
    super(
      "error.unavailable",
      `A secret is locked: name the file of its key with --secrets-key (fingerprint ${fingerprint})`,
    );
  }
}

/** Dependencies of {@link Secrets}. */
export interface SecretsDeps {
  readonly store: Pick<Store, "secrets">;
  readonly keys: SecretKeys;
  /**
   * Seals what is plain text in the database, with a key that is made if there is none.
   *
   * @param isNeeded true to record the key although there is no secret yet
   * @param cleaning overwrites where plain text was too, until it is aborted
   * @returns why nothing was sealed; null if all is well
   */
  readonly establish: (isNeeded: boolean, cleaning?: AbortSignal) => Promise<string | null>;
}

/** Opened secrets that are kept in memory. */
const MAX_OPENED = 1000;

/** Seals secrets before they are stored, and opens them where they are used. */
export class Secrets {
  readonly #deps: SecretsDeps;
  /** By stored text and place. */
  readonly #opened = new Map<string, string>();

  constructor(deps: SecretsDeps) {
    this.#deps = deps;
  }

  /**
   * Seals a secret for the database. Without any key it stays plain text, which the database takes
   * until it has the fingerprint of a key.
   *
   * @throws {AppError} `error.unavailable` if the database has another key than this program
   */
  async seal(text: string, place: SecretPlace): Promise<StoredSecret> {
    const { store, keys, establish } = this.#deps;
    let known = await store.secrets.keys();
    if (known.length === 0) {
      await establish(true);
      known = await store.secrets.keys();
      if (known.length === 0) return { stored: text };
    }
    const own = keys.fingerprints();
    const key = known.find(({ fingerprint }) => own.includes(fingerprint));
    if (key === undefined) throw otherKey(known.map(({ fingerprint }) => fingerprint), keys);
    return keys.seal(text, place, key.fingerprint);
  }

  /**
   * Says what is missing if no key here is one of the database.
   *
   * @returns the reason; null if secrets can be sealed, or none ever was
   */
  async missingKey(): Promise<string | null> {
    const { store, keys } = this.#deps;
    const known = (await store.secrets.keys()).map(({ fingerprint }) => fingerprint);
    const own = keys.fingerprints();
    const isKnown = known.length === 0 || known.some((one) => own.includes(one));
    return isKnown ? null : otherKey(known, keys).message;
  }

  /**
   * Seals what an earlier program left as plain text, as soon as that can be done.
   *
   * @param cleaning overwrites where it was too, which may take long, until it is aborted
   * @returns why secrets are still plain text; null if none is
   */
  async settle(cleaning?: AbortSignal): Promise<string | null> {
    const { store, establish } = this.#deps;
    const known = await store.secrets.keys();
    if (known.length === 0) {
      return await store.secrets.exist() ? await establish(false, cleaning) : null;
    }
    const isClean = known.every(({ cleanedAt }) => cleanedAt !== null);
    // All rows are sealed: without the key the rest waits for it.
    if (!isClean && cleaning !== undefined) await establish(false, cleaning);
    return null;
  }

  /**
   * Opens a stored secret.
   *
   * @throws {SecretLocked}
   */
  open(secret: StoredSecret, place: SecretPlace): string {
    if (sealedBy(secret) === null) return secret.stored;
    const name = JSON.stringify([secret.stored, place.merchantId, place.kind, place.row]);
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const text = this.#deps.keys.open(secret, place);
    if (text === null) throw new SecretLocked(secret);
    if (this.#opened.size >= MAX_OPENED) this.#opened.clear();
    this.#opened.set(name, text);
    return text;
  }

  /** True if {@link open} would fail. */
  isLocked(secret: StoredSecret, place: SecretPlace): boolean {
    try {
      this.open(secret, place);
      return false;
    } catch (error) {
      if (!(error instanceof SecretLocked)) throw error;
      return true;
    }
  }
}

function otherKey(known: readonly string[], { problem }: SecretKeys): AppError {
  const own = problem ?? "its key is another one";
  return new AppError(
    "error.unavailable",
    `This program cannot seal secrets, ${own}: name the file of the key with --secrets-key ` +
      `(fingerprint ${known.join(", ")})`,
  );
}
