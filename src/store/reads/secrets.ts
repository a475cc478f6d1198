import type { Secret, SecretName } from "../../domain/secret.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/** Secrets of the server. */
export interface SecretReads {
  /** The secret with this name; null until it is made. */
  find(name: SecretName): MaybePromise<Secret | null>;
}
