import type { RecordedKey, Secret, SecretName } from "../../domain/secret.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/** Secrets of the server. */
export interface SecretReads {
  /** The secret with this name; null until it is made. */
  find(name: SecretName): MaybePromise<Secret | null>;
  /** True if there is any secret, of the server or of an endpoint. */
  exist(): MaybePromise<boolean>;
  /** Keys that may seal secrets; empty while they are plain text. */
  keys(): MaybePromise<RecordedKey[]>;
}
