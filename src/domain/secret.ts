/** Names of the server's secrets. */
export const SECRET_NAMES = ["recovery"] as const;
/** One of {@link SECRET_NAMES}. */
export type SecretName = (typeof SECRET_NAMES)[number];

/** Length of a secret. */
export const SECRET_BYTES = 32;

/** A secret of the server, made once. It must not be logged or shown. */
export interface Secret {
  readonly name: SecretName;
  readonly value: Uint8Array;
  readonly createdAt: number;
}
