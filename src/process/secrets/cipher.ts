import { createCipheriv, createDecipheriv } from "node:crypto";

/** AES-256 in Galois/Counter Mode (NIST SP 800-38D), with a random nonce of 96 bits. */
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Sealing {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** The use of a text: it decrypts for this use alone. */
  readonly boundTo: Uint8Array;
}

/** Encrypts a text, to base64url of nonce, ciphertext and tag. */
export function encrypt(
  text: string,
  { key, boundTo, randomBytes }: Sealing & {
    readonly randomBytes: (length: number) => Uint8Array;
  },
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(boundTo);
  const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(parts.flatMap((part) => [...part]))
    .toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Decrypts {@link encrypt}; null for a text that is damaged, or that is for something else. */
export function decrypt(text: string, { key, boundTo }: Sealing): string | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(boundTo);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return new TextDecoder().decode(new Uint8Array([...opened, ...decipher.final()]));
  } catch {
    // An error would show what was given.
    return null;
  }
}
