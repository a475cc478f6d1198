import type { MerchantId } from "./ids.ts";

/** Names of the server's secrets. */
export const SECRET_NAMES = ["recovery", "code", "passkey"] as const;
/** One of {@link SECRET_NAMES}. */
export type SecretName = (typeof SECRET_NAMES)[number];

/** Length of a secret. */
export const SECRET_BYTES = 32;

/**
 * A secret as the database keeps it: sealed by a key outside of the database, or plain text while
 * there is no key. An object, so that it is never taken for the secret itself.
 */
export interface StoredSecret {
  readonly stored: string;
}

/** The owner of a secret: a sealed one opens for this owner alone. */
export interface SecretPlace {
  /** Null for a secret of the server. */
  readonly merchantId: MerchantId | null;
  readonly kind: "webhook" | "email" | "sms" | "provider" | "authenticator" | SecretName;
  /** Id of the row, or name of the secret. */
  readonly row: string;
}

/** A secret of the server, made once. It must not be logged or shown. */
export interface Secret {
  readonly name: SecretName;
  /** {@link SECRET_BYTES} as base64url. */
  readonly value: StoredSecret;
  readonly createdAt: number;
}

/** A key of which the database has the fingerprint. */
export interface RecordedKey {
  readonly fingerprint: string;
  /** When plain text from before it was overwritten; null until then. */
  readonly cleanedAt: number | null;
}

/** The place of a secret of the server. */
export function serverPlace(name: SecretName): SecretPlace {
  return { merchantId: null, kind: name, row: name };
}

/** Why a secret is not stored: another program has recorded a key, or a new one, since it was sealed. */
export const NOT_SEALED = "The secret is not sealed by a key of the database";

/** Text of a sealed secret: `sealed:`, the fingerprint of its key, and base64url. */
const SEALED = /^sealed:([0-9a-f]{16}):[\w-]+$/;

/** Fingerprint of the key that sealed a secret; null for plain text. */
export function sealedBy({ stored }: StoredSecret): string | null {
  return SEALED.exec(stored)?.[1] ?? null;
}

/** Keys that seal secrets, kept outside of the database. No key leaves them. */
export interface SecretKeys {
  /** Fingerprints of the keys, that of the newest first; reads the file again if it has changed. */
  fingerprints(): readonly string[];
  /** Makes the first key, unless there is one. If that fails, {@link problem} has the reason. */
  make(): void;
  /**
   * Puts a new key before the others.
   *
   * @throws {AppError} `error.unavailable` if its file cannot be written
   */
  add(): void;
  /** Their file; null if none is named and there is no place for one. */
  readonly path: string | null;
  /** Why there is no key, in one line; null with one. */
  readonly problem: string | null;
  /**
   * Seals a text.
   *
   * @throws {RangeError} without the key
   */
  seal(text: string, place: SecretPlace, fingerprint: string): StoredSecret;
  /** Opens a sealed secret, and gives back plain text; null without its key, or if it was moved. */
  open(secret: StoredSecret, place: SecretPlace): string | null;
}
