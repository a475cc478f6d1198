import { createHmac, timingSafeEqual } from "node:crypto";
import { parseSessionId, type SessionId } from "../ids.ts";

/** Bytes of a session id. */
const ID_BYTES = 16;
/** Bytes of the truncated HMAC: 160 bits, and with the id no padding in base64url. */
const MAC_BYTES = 20;
const TOKEN = /^[A-Za-z0-9_-]{48}$/;

/**
 * The token of a session's recovery link: its id and an HMAC-SHA256 of it, as base64url. A session
 * has one, and every server of the database derives the same.
 *
 * @param secret the secret for recovery, which is used for nothing else
 */
export function recoveryToken(id: SessionId, secret: Uint8Array): string {
  const bytes = Uint8Array.fromHex(id.replaceAll("-", ""));
  const token = new Uint8Array(ID_BYTES + MAC_BYTES);
  token.set(bytes);
  token.set(macOf(bytes, secret), ID_BYTES);
  return token.toBase64({ alphabet: "base64url" });
}

/** The session of a token; undefined for text that is no token of this secret. */
export function readRecoveryToken(text: string, secret: Uint8Array): SessionId | undefined {
  if (!TOKEN.test(text)) return undefined;
  const token = Uint8Array.fromBase64(text, { alphabet: "base64url" });
  const bytes = token.subarray(0, ID_BYTES);
  if (!timingSafeEqual(token.subarray(ID_BYTES), macOf(bytes, secret))) return undefined;
  return parseSessionId(bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
}

function macOf(id: Uint8Array, secret: Uint8Array): Uint8Array {
  return createHmac("sha256", secret).update(id).digest().subarray(0, MAC_BYTES);
}
