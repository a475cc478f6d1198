import { Webhook } from "standardwebhooks";
import type { Attempt, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { weaknessOf, weaknessOfAddress } from "./address.ts";
import { NoAnswer, type WebhookTransport } from "./transport.ts";

/** Time limit for an answer. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** A webhook message: its id, the same for every attempt, and the exact body. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** Dependencies of {@link WebhookSender}. */
export interface SenderDeps {
  readonly transport: WebhookTransport;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** True if the server may use endpoints that were added as insecure. */
  readonly allowInsecure: boolean;
  /** Name and version of the program, `checkoutd/1.2.3`. */
  readonly userAgent: string;
  /** Logs a defect (default: not logged). */
  readonly warn?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Signs messages and sends them (Standard Webhooks 1.0), to public addresses only. */
export class WebhookSender {
  readonly #deps: SenderDeps;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /**
   * Makes one attempt. Never throws: every failure is an attempt with an error.
   *
   * @param signal aborts the attempt
   */
  async send(
    endpoint: Pick<WebhookEndpoint, "url" | "secret" | "allowInsecure">,
    { id, body }: WebhookMessage,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { transport, now, userAgent, warn } = this.#deps;
    // Both must agree: the endpoint and the server's operator.
    const allowInsecure = endpoint.allowInsecure && this.#deps.allowInsecure;
    try {
      const url = new URL(endpoint.url);
      const weakness = weaknessOf(url);
      if (weakness !== null && !allowInsecure) throw new NoAnswer(`Refused: ${weakness}`);
      const sentAt = new Date(now());
      const answer = await transport({
        url,
        headers: {
          "content-type": "application/json",
          "user-agent": userAgent,
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
          "webhook-signature": new Webhook(endpoint.secret).sign(id, sentAt, body),
        },
        body,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        signal,
        checkAddresses: (addresses) => {
          if (!allowInsecure) requirePublic(addresses);
        },
      });
      return {
        status: answer.status,
        error: errorOf(answer.status),
        retryAfterMs: parseRetryAfter(answer.retryAfter, now()),
      };
    } catch (error) {
      if (error instanceof NoAnswer) return unanswered(error.message);
      warn?.("A webhook could not be sent because of a bug", { event: id, error });
      return unanswered("Could not be sent");
    }
  }
}

function requirePublic(addresses: readonly string[]): void {
  for (const address of addresses) {
    const weakness = weaknessOfAddress(address);
    if (weakness !== null) throw new NoAnswer(`Refused: ${weakness}`);
  }
}

function unanswered(error: string): Attempt {
  return { status: null, error, retryAfterMs: null };
}

function errorOf(status: number): string {
  if (status >= 200 && status < 300) return "";
  return status >= 300 && status < 400
    ? `HTTP ${status}: redirects are not followed`
    : `HTTP ${status}`;
}

/** HTTP dates by RFC 9110, 5.6.7: the current form and the two obsolete ones. */
const HTTP_DATE =
  /^[A-Z][a-z]{2}(?:, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT| [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$|^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT$/;

/**
 * Reads the pause of a `Retry-After` header (RFC 9110, 10.2.3): seconds or a date.
 *
 * @returns milliseconds, 0 for a past date; null if absent or invalid
 */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // The asctime form has no zone; it is UTC.
  const date = HTTP_DATE.test(text)
    ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
    : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
