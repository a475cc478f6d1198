import { type Caller, SCOPES } from "../../domain/caller.ts";
import type { ApiKey } from "../../domain/shop/api_key.ts";

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * The token of an `Authorization: Bearer` header (spec section 5, RFC 6750 section 2.1).
 *
 * @returns undefined for a missing header or one of another form, like two headers joined by a
 *   comma
 */
export function bearerToken(header: string | null): string | undefined {
  return header === null ? undefined : BEARER.exec(header)?.[1];
}

const ALL_SCOPES: Caller["scopes"] = new Set(SCOPES);

/** Caller of a request with this key; every key has all scopes. */
export function callerOf({ id, merchantId, prefix }: ApiKey): Caller {
  return { merchantId, subject: { kind: "key", id, label: prefix }, scopes: ALL_SCOPES };
}
