import { hash } from "node:crypto";
import type { KeyId } from "./ids.ts";

/** A recorded answer is replayed for this long. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

/** The answer to a request that named an idempotency key, for when it comes again. */
export interface IdempotencyRecord {
  readonly keyId: KeyId;
  /** As the caller named it; counts per API key. */
  readonly key: string;
  /** Of the request it belongs to: {@link fingerprint}. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  /** The header `Location`, where the answer had one. */
  readonly location: string | null;
  readonly at: number;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Whether a text can be an idempotency key: 1 to 255 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text);
}

/** What two requests have in common if they are the same: method, path and body, byte for byte. */
export function fingerprint(method: string, path: string, body: string): string {
  return hash("sha256", `${method} ${path}\n${body}`, "hex");
}
