import type { CheckoutEvent } from "../../domain/events.ts";
import {
  compose,
  type ComposedMessage,
  sampleFields,
  written,
} from "../../domain/customer_message.ts";
import { defaultTemplate, type MessageName } from "../../domain/shop/message.ts";
import { oneLine } from "../../domain/shop/template.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import {
  type Attempt,
  type Channel,
  type EmailChannel,
  endpointPlace,
  secretOf,
  type SmsRequest,
} from "../../domain/shop/webhook.ts";
import type { Store } from "../../store/store.ts";
import { type AttemptContext, attempted, attemptPost } from "../webhooks/attempt.ts";
import type { SenderDeps } from "../webhooks/sender.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { postMail, refusedMail } from "./mail_post.ts";
import { MessageGuard, type MessageGuardDeps } from "./message_guard.ts";
import type { MailTransport } from "./mail_transport.ts";
import { smsPost } from "./sms_settings.ts";

/** Dependencies of {@link MessageSender}. */
export interface MessageSenderDeps
  extends SenderDeps, Pick<MessageGuardDeps, "phoneOrigins" | "onRefused"> {
  readonly store: Pick<Store, "sessions" | "merchants" | "customers" | "commit">;
  readonly mail: MailTransport;
  readonly secrets: Pick<Secrets, "open">;
  /** Reads the opened secret of an SMS channel. */
  readonly readSms: (text: string, channelId: string) => SmsRequest;
}

/** A sample of a message. */
export interface Sample {
  readonly name: MessageName;
  readonly to: string;
  readonly id: string;
}

/** A message of a shop, with the id that is the same for every attempt. */
interface OutgoingMessage extends AttemptContext {
  readonly message: ComposedMessage;
  readonly shopName: string;
}

/** Writes messages to customers and sends them. No sending throws. */
export class MessageSender {
  readonly #deps: MessageSenderDeps;
  readonly #guard: MessageGuard;

  constructor(deps: MessageSenderDeps) {
    this.#deps = deps;
    this.#guard = new MessageGuard(deps);
  }

  /** Writes the message of an event; returns what sends it. */
  async write(
    channel: Channel,
    event: CheckoutEvent,
    signal: AbortSignal,
  ): Promise<() => Promise<Attempt>> {
    const { store } = this.#deps;
    const { sessionId } = event;
    const session = sessionId === null ? null : (await store.sessions.find(sessionId))?.load();
    const merchant = await store.merchants.find(event.merchantId);
    const unsent = (error: string) => () => Promise.resolve(refusedMail(error));
    if (!session || merchant === null) return unsent("The session is gone");
    const shopName = merchant.name;
    const message = compose(channel.kind, channel.templates, { event, session, shopName });
    if ("unsent" in message) return unsent(message.unsent);
    const refusal = await this.#guard.admit({
      eventId: event.id,
      kind: channel.kind,
      merchantId: merchant.id,
      sessionId: session.id,
      to: message.to,
      isCode: event.type === "otp.requested",
      client: session.client,
      isUnverified: channel.kind === "sms" && session.customer?.phone !== message.to,
    }, merchant);
    if (refusal !== null) return unsent(refusal);
    const { allowInsecure } = channel;
    const outgoing = { message, shopName, eventId: event.id, allowInsecure, signal };
    return () => attempted(() => this.#post(channel, outgoing), this.#deps, event.id);
  }

  /** Sends a message with sample values. */
  async sample(
    channel: Channel,
    { name: shopName }: Pick<Merchant, "name">,
    { name, to, id: eventId }: Sample,
  ): Promise<Attempt> {
    const { kind, templates, allowInsecure } = channel;
    const template = templates[name] ?? defaultTemplate(kind, name);
    const message = { to, ...written(template, sampleFields(name, shopName)) };
    const { signal } = new AbortController();
    const outgoing = { message, shopName, eventId, allowInsecure, signal };
    return await attempted(() => this.#post(channel, outgoing), this.#deps, eventId);
  }

  async #post(channel: Channel, outgoing: OutgoingMessage): Promise<Attempt> {
    const { secrets, readSms, userAgent } = this.#deps;
    const secret = secrets.open(secretOf(channel), endpointPlace(channel));
    if (channel.kind === "email") return await this.#mail(channel, secret, outgoing);
    const { message: { to, text }, eventId } = outgoing;
    const gateway = readSms(secret, channel.id);
    const { headers, ...request } = smsPost(gateway, { phone: to, text, id: eventId });
    const named = { "user-agent": userAgent, ...headers };
    return await attemptPost({ ...request, headers: named }, this.#deps, outgoing);
  }

  /** @param url of the mail server, with its password */
  async #mail(
    channel: EmailChannel,
    url: string,
    outgoing: OutgoingMessage,
  ): Promise<Attempt> {
    const { message, shopName, eventId, signal } = outgoing;
    const sender = {
      url,
      from: { name: oneLine(shopName), address: channel.from },
      allowInsecure: outgoing.allowInsecure && this.#deps.allowInsecure,
    };
    return await postMail(sender, { ...message, id: eventId, signal }, this.#deps);
  }
}
