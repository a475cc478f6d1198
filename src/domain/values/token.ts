import { hash } from "node:crypto";

/** Random bytes of a token: 256 bits. */
export const TOKEN_BYTES = 32;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Makes a token of a link or a cookie.
 *
 * @param random {@link TOKEN_BYTES} bytes from a cryptographic source
 */
export function composeToken(random: Uint8Array): string {
  return random.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 of a token, lower-case hexadecimal; undefined for text that is no token. */
export function hashToken(token: string): string | undefined {
  return TOKEN.test(token) ? hash("sha256", token, "hex") : undefined;
}

/** Makes a token for one purpose from another token, which it does not reveal. */
export function deriveToken(token: string, purpose: string): string {
  return hash("sha256", `${purpose}:${token}`, "base64url");
}
