/** One message on its way to an endpoint. */
export interface WebhookPost {
  /** `https:`, or `http:` where that is allowed; without user info. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time for all of it: finding the host, connecting, sending, and the answer. */
  readonly timeoutMs: number;
  /** When aborted, nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /**
   * Judges what the host's name stands for before anything is connected to. The connection
   * goes to one of these addresses and to no other: the name is not looked up again.
   *
   * @throws {NoAnswer} when one of them may not be connected to
   */
  readonly checkAddresses: (addresses: readonly string[]) => void;
}

/** Answer of an endpoint, without its body. */
export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After` as it was received. */
  readonly retryAfter: string | null;
}

/**
 * The port to whatever carries messages to endpoints. Follows no redirect.
 *
 * @throws {NoAnswer} when there was none
 */
export type WebhookTransport = (post: WebhookPost) => Promise<WebhookAnswer>;

/** An endpoint did not answer, or was not asked; the message says why in a few words. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}
