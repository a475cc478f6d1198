/** Rate limits that several servers share: a server takes tokens on lease, one for each request. */

/** A request for tokens of a subject. */
export interface QuotaRequest {
  /** Kind and name: a key's id, a client's address. */
  readonly subject: string;
  /** Tokens in any window. */
  readonly quota: number;
  readonly windowMs: number;
  /** Tokens for requests that wait, at least 1. */
  readonly need: number;
  /** With tokens for requests expected during the lease; given only while many are left. */
  readonly want: number;
  /** Milliseconds from the start of this request in which the server may use the tokens. */
  readonly leaseMs: number;
}

/** Answer to a {@link QuotaRequest}. Its spans begin when it was made. */
export interface QuotaGrant {
  readonly tokens: number;
  /** Number by which unused tokens are given back. */
  readonly lease: number;
  /** Tokens left for other requests. */
  readonly left: number;
  /** Milliseconds until the tokens that were taken first are free again. */
  readonly freeInMs: number;
  /** Milliseconds in which servers may give back unused tokens; 0 if none can. */
  readonly returnsInMs: number;
}
