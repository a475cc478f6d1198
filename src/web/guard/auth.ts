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
