import type { CheckoutEvent } from "../../domain/events.ts";
import { type Attempt, webhookBody } from "../../domain/shop/webhook.ts";
import type { Deps } from "../deps.ts";
import { newSecret } from "./endpoint.ts";
import type { WebhookSender } from "./sender.ts";

/** Events read at a time. */
const AT_A_TIME = 100;

/** Dependencies of {@link EventFeed}. */
export interface EventFeedDeps extends Pick<Deps, "store" | "monotonicMs" | "randomBytes"> {
  readonly sender: Pick<WebhookSender, "send">;
}

/** An attempt to forward an event, and its time. */
export interface ForwardedEvent {
  readonly attempt: Attempt;
  readonly tookMs: number;
}

/** New events of all shops as they are committed, to look at and to forward; writes nothing. */
export class EventFeed {
  readonly #deps: EventFeedDeps;

  constructor(deps: EventFeedDeps) {
    this.#deps = deps;
  }

  /** Makes a reader of the events from now on; each call returns those since the last one. */
  async open(): Promise<() => Promise<readonly CheckoutEvent[]>> {
    const { webhooks } = this.#deps.store;
    let last = await webhooks.lastEvent();
    return async () => {
      const found = await webhooks.eventsAfter(last, AT_A_TIME);
      // The numbers of the last events are given again if those were deleted.
      last = found.at(-1)?.number ?? Math.min(last, await webhooks.lastEvent());
      return found.map(({ event }) => event);
    };
  }

  /** Makes a secret that forwarded events are signed with. */
  newSecret(): string {
    return newSecret(this.#deps);
  }

  /** Sends an event to a URL of the operator, once. */
  async forward(
    event: CheckoutEvent,
    to: { readonly url: string; readonly secret: string },
    signal: AbortSignal,
  ): Promise<ForwardedEvent> {
    const { sender, monotonicMs } = this.#deps;
    const beganAt = monotonicMs();
    const message = { id: event.id, body: webhookBody(event) };
    const attempt = await sender.send(
      { url: to.url, secrets: [to.secret], allowInsecure: true },
      message,
      signal,
    );
    return { attempt, tookMs: monotonicMs() - beganAt };
  }
}
