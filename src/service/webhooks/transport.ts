/** A request to an endpoint. */
export interface WebhookPost {
  /** Default: POST. A GET has no body. */
  readonly method?: "POST" | "GET" | "PUT";
  /** `https:`, or `http:` where allowed; without user info. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit for everything: resolving, connecting, sending and the answer. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /**
   * Checks the resolved addresses before connecting. The connection uses one of these addresses;
   * the name is not resolved again.
   *
   * @throws {NoAnswer} if one of them is not allowed
   */
  readonly checkAddresses: (addresses: readonly string[]) => void;
  /** Most bytes of the answer's body, of which the whole is needed (default: its body is not). */
  readonly bodyBytes?: number;
}

/** An endpoint's answer. */
export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After` as it was received. */
  readonly retryAfter: string | null;
  /** Its body as UTF-8, if it is needed. */
  readonly body?: string;
}

/**
 * Port for sending messages to endpoints. Follows no redirect.
 *
 * @throws {NoAnswer} without an answer
 */
export type WebhookTransport = (post: WebhookPost) => Promise<WebhookAnswer>;

/** An endpoint did not answer or was not contacted; the message says why. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}
