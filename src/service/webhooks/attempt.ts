import type { Attempt } from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { weaknessOf, weaknessOfAddress } from "./address.ts";
import { NoAnswer, type WebhookPost, type WebhookTransport } from "./transport.ts";

/** Time limit for an answer. */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** Time limit for a mail: servers may take seconds to greet and to accept. */
export const MAIL_TIMEOUT_MS = 30_000;

/** Dependencies of attempts. */
export interface AttemptDeps extends Pick<Deps, "now"> {
  /** True if the server may use endpoints that were added as insecure. */
  readonly allowInsecure: boolean;
  /** Logs a defect (default: not logged). */
  readonly warn?: Deps["warn"];
}

/** A message to send, for the log. */
export interface AttemptContext {
  readonly eventId: string;
  /** True if the endpoint was added as insecure. */
  readonly allowInsecure: boolean;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
}

/** Makes an attempt. Never throws: every failure is an attempt with an error. */
export async function attempted(
  send: () => Promise<Attempt>,
  { warn }: Pick<AttemptDeps, "warn">,
  eventId: string,
): Promise<Attempt> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NoAnswer) return unanswered(error.message);
    warn?.("A webhook could not be sent because of a bug", { event: eventId, error });
    return unanswered("Could not be sent");
  }
}

/** Sends a request by HTTP, to public addresses only. Never throws. */
export async function attemptPost(
  request: Pick<WebhookPost, "method" | "url" | "headers" | "body">,
  deps: AttemptDeps & { readonly transport: WebhookTransport },
  { eventId, signal, ...endpoint }: AttemptContext,
): Promise<Attempt> {
  // Both must agree: the endpoint and the server's operator.
  const allowInsecure = endpoint.allowInsecure && deps.allowInsecure;
  return await attempted(
    async () => {
      const weakness = weaknessOf(request.url);
      if (weakness !== null && !allowInsecure) throw new NoAnswer(`Refused: ${weakness}`);
      const { status, retryAfter } = await deps.transport({
        ...request,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        signal,
        checkAddresses: allowInsecure ? () => {} : requirePublic,
      });
      return {
        status,
        error: errorOf(status),
        retryAfterMs: parseRetryAfter(retryAfter, deps.now()),
      };
    },
    deps,
    eventId,
  );
}

/**
 * Refuses private addresses.
 *
 * @throws {NoAnswer} naming the first one
 */
export function requirePublic(addresses: readonly string[]): void {
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
