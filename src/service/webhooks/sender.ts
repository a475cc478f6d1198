import { Webhook } from "standardwebhooks";
import { type Attempt, endpointPlace, type WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { signingSecrets } from "../../domain/shop/webhook_secret.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { type AttemptDeps, attempted, attemptPost } from "./attempt.ts";
import type { WebhookTransport } from "./transport.ts";

/** A webhook message: its id, the same for every attempt, and the exact body. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** An endpoint with its opened secrets, of which each signs. */
export interface SigningEndpoint extends Pick<WebhookEndpoint, "url" | "allowInsecure"> {
  readonly secrets: readonly string[];
}

/**
 * Opens the secrets that sign now.
 *
 * @throws {SecretLocked} without the key of one
 */
export function signingEndpoint(
  endpoint: WebhookEndpoint,
  { secrets, now }: { readonly secrets: Pick<Secrets, "open">; readonly now: () => number },
): SigningEndpoint {
  const { url, allowInsecure } = endpoint;
  const place = endpointPlace(endpoint);
  const opened = signingSecrets(endpoint, now()).map((secret) => secrets.open(secret, place));
  return { url, allowInsecure, secrets: opened };
}

/** Dependencies of {@link WebhookSender}. */
export interface SenderDeps extends AttemptDeps {
  readonly transport: WebhookTransport;
  /** Name and version of the program, `checkoutd/1.2.3`. */
  readonly userAgent: string;
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
    { url, secrets, allowInsecure }: SigningEndpoint,
    { id, body }: WebhookMessage,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { now, userAgent } = this.#deps;
    const context = { eventId: id, allowInsecure, signal };
    return await attempted(
      async () => {
        const sentAt = new Date(now());
        const headers = {
          "content-type": "application/json",
          "user-agent": userAgent,
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
          "webhook-signature": secrets.map((one) => new Webhook(one).sign(id, sentAt, body))
            .join(" "),
        };
        return await attemptPost({ url: new URL(url), headers, body }, this.#deps, context);
      },
      this.#deps,
      id,
    );
  }
}
