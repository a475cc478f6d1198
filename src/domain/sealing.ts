import type { Subject } from "./caller.ts";
import type { RecordedKey, SecretKeys, SecretPlace, StoredSecret } from "./secret.ts";

/** Options of sealing a database. */
export interface SealOptions {
  readonly keys: SecretKeys;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** True to record a key although there is no secret yet. */
  readonly isNeeded?: boolean;
  /** Seals everything with the newest key, and names who has asked for it in the audit trail. */
  readonly rotatedBy?: Subject;
  /** True to delete the server's own secrets that no key here opens; new ones are made when needed. */
  readonly forgetsOwn?: boolean;
  /**
   * Overwrites where plain text was too, in slices, until it is done or the signal is aborted.
   * Without it that is left to the next server.
   */
  readonly cleaning?: AbortSignal;
  /** Called before tables are locked to write them anew. */
  readonly onProgress?: (text: string) => void;
}

/** Result of sealing. */
export interface SealReport {
  readonly sealed: number;
  /** Secrets that no key here opens. */
  readonly locked: number;
  /** Why nothing was sealed, in one line; null if all is well. */
  readonly problem: string | null;
}

/** A secret of a database. */
export interface SecretFact {
  /** Address of its endpoint for people; its name, for a secret of the server. */
  readonly label: string;
  readonly place: SecretPlace;
  readonly secret: StoredSecret;
}

/** Secrets of a database, and its keys. */
export interface SecretFacts {
  readonly keys: readonly RecordedKey[];
  readonly secrets: readonly SecretFact[];
}
