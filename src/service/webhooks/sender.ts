import { Webhook } from "standardwebhooks";
import type { Attempt, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { type AttemptDeps, attempted, attemptPost } from "./attempt.ts";
import type { WebhookTransport } from "./transport.ts";

/** A webhook message: its id, the same for every attempt, and the exact body. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** An endpoint with its opened secret. */
export interface SigningEndpoint extends Pick<WebhookEndpoint, "url" | "allowInsecure"> {
  readonly secret: string;
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
    { url, secret, allowInsecure }: SigningEndpoint,
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
          "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
        };
        return await attemptPost({ url: new URL(url), headers, body }, this.#deps, context);
      },
      this.#deps,
      id,
    );
  }
}
