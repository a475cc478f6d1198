import { Webhook } from "standardwebhooks";
import type { Attempt, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { weaknessOf, weaknessOfAddress } from "./address.ts";
import { NoAnswer, type WebhookTransport } from "./transport.ts";

/** An endpoint has this long to answer. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** Message of a webhook: an id that is the same on every attempt, and the exact body. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** Dependencies of {@link WebhookSender}. */
export interface SenderDeps {
  readonly transport: WebhookTransport;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** True if endpoints that were added as insecure ones are used. */
  readonly allowInsecure: boolean;
  /** Name and version of the program: `checkoutd/1.2.3`. */
  readonly userAgent: string;
  /** Logs a defect (default: only the attempt says so). */
  readonly warn?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Signs messages and sends them (Standard Webhooks 1.0), to public addresses only. */
export class WebhookSender {
  readonly #deps: SenderDeps;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /**
   * Makes one attempt. Never throws: whatever keeps a message from being delivered is
   * an attempt with an error.
   *
   * @param signal gives the attempt up when aborted
   */
  async send(
    endpoint: Pick<WebhookEndpoint, "url" | "secret" | "allowInsecure">,
    { id, body }: WebhookMessage,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { transport, now, userAgent, warn } = this.#deps;
    // Both have to agree: who added the endpoint, and who runs the server.
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

/** RFC 9110, 5.6.7: the form that is sent, and the two obsolete ones that must be understood. */
const HTTP_DATE =
  /^[A-Z][a-z]{2}(?:, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT| [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$|^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT$/;

/**
 * The pause that a `Retry-After` asks for (RFC 9110, 10.2.3): seconds or a date.
 *
 * @returns milliseconds, 0 for a date that is past; null when there is none or it is neither
 */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // The asctime form has no zone and is in UTC like the others.
  const date = HTTP_DATE.test(text)
    ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
    : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
