import type { Subject } from "../../domain/caller.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import {
  type ChannelKind,
  defaultTemplate,
  type MessageName,
  MESSAGES,
  requireTemplate,
  type Template,
  usualMessagesOf,
} from "../../domain/shop/message.ts";
import type { StoredSecret } from "../../domain/secret.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import {
  type Attempt,
  type Channel,
  type Endpoint,
  endpointPlace,
  secretOf,
} from "../../domain/shop/webhook.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { factOf, type ThingChange } from "../../domain/trail/fact.ts";
import { AUDITED_CHANNEL } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { isMailAddress, type MailRequest, parseMailSettings } from "./mail_settings.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { MessageSender } from "./message_sender.ts";
import { type GatewayRequest, parseSmsSettings } from "./sms_settings.ts";

/** Settings of a channel, as entered. */
export type ChannelRequest =
  & {
    /** Messages to send (default: those that it sends already, of a new one the usual ones). */
    readonly messages?: readonly MessageName[];
    /** Allows private hosts and, for SMS, `http`; for tests. */
    readonly allowInsecure: boolean;
  }
  & (({ readonly kind: "email" } & MailRequest) | ({ readonly kind: "sms" } & GatewayRequest));

/** A channel that was added, or changed. */
export interface PutChannel {
  readonly channel: Channel;
  /** True if the shop had none of its kind. */
  readonly isNew: boolean;
}

/** Result of a test. */
export interface ChannelTest {
  readonly attempt: Attempt;
  readonly tookMs: number;
}

/** Dependencies of {@link Channels}. */
export interface ChannelsDeps
  extends Pick<Deps, "store" | "now" | "newId" | "wait" | "monotonicMs"> {
  readonly messages: Pick<MessageSender, "sample">;
  readonly secrets: Pick<Secrets, "seal" | "open" | "isLocked">;
}

/** Channels of shops: messages to customers by e-mail and SMS, one channel of each kind. */
export class Channels {
  readonly #deps: ChannelsDeps;

  constructor(deps: ChannelsDeps) {
    this.#deps = deps;
  }

  /** A shop's channels, including disabled ones. */
  async list({ id }: Pick<Merchant, "id">): Promise<Channel[]> {
    return (await this.#deps.store.webhooks.of(id)).filter((one) => one.kind !== "webhook");
  }

  /**
   * Adds a channel, or gives the one of this kind other settings and enables it; its templates,
   * deliveries and, unless others are named, messages stay. Afterwards running servers know it.
   *
   * @throws {AppError} `error.invalid-request` for settings that cannot be used
   */
  async put(
    { id: merchantId }: Pick<Merchant, "id">,
    request: ChannelRequest,
    by: Subject,
  ): Promise<PutChannel> {
    const { now, newId } = this.#deps;
    const { secret, ...settings } = parseChannel(request);
    const { kind, allowInsecure, messages } = request;
    const known = await this.#find({ id: merchantId }, kind);
    const id = known?.id ?? newId();
    const stored = await this.#stored(secret, { merchantId, kind, id }, known);
    const channel: Channel = {
      id,
      merchantId,
      ...(settings.kind === "email"
        ? { ...settings, server: stored }
        : { ...settings, request: stored }),
      events: messages === undefined && known !== undefined
        ? known.events
        : (messages ?? usualMessagesOf(kind)).map((name) => MESSAGES[name].event),
      templates: known?.templates ?? {},
      allowInsecure,
      disabledAt: null,
      createdAt: known?.createdAt ?? now(),
    };
    await this.#commit("channel.add", by, { before: known ?? null, after: channel });
    return { channel, isNew: known === undefined };
  }

  /**
   * Changes the text of a message, or with null back to the default.
   *
   * @throws {AppError} `error.invalid-request` for a template that cannot be used;
   *   `error.webhook-not-found` without the channel
   */
  async setTemplate(
    merchant: Pick<Merchant, "id">,
    kind: ChannelKind,
    { name, template, by }: {
      readonly name: MessageName;
      readonly template: Template | null;
      readonly by: Subject;
    },
  ): Promise<Channel> {
    if (template === null) defaultTemplate(kind, name);
    else requireTemplate(kind, name, template);
    const channel = await this.require(merchant, kind);
    const { [name]: _, ...rest } = channel.templates;
    const templates = template === null ? rest : { ...rest, [name]: template };
    const changed = { ...channel, templates };
    await this.#commit("channel.template", by, { before: channel, after: changed });
    return changed;
  }

  /**
   * Removes a channel with its templates and pending deliveries.
   *
   * @throws {AppError} `error.webhook-not-found` without the channel
   */
  async remove(
    merchant: Pick<Merchant, "id">,
    kind: ChannelKind,
    by: Subject,
  ): Promise<Channel> {
    const channel = await this.require(merchant, kind);
    await commitOrConflict(this.#deps.store, [
      { kind: "webhook.remove", merchantId: merchant.id, endpointId: channel.id },
      audited(
        this.#deps,
        by,
        factOf(AUDITED_CHANNEL, "channel.remove", { before: channel, after: null }),
      ),
    ]);
    return channel;
  }

  /**
   * Sends a message with sample values from this process; no server is needed, and nothing is
   * stored.
   *
   * @param to phone number in E.164, or e-mail address
   * @throws {AppError} `error.webhook-not-found` without the channel; `error.invalid-request` for a
   *   recipient or message that the channel cannot send to or carry
   */
  async test(
    merchant: Pick<Merchant, "id" | "name">,
    kind: ChannelKind,
    { name, to }: { readonly name: MessageName; readonly to: string },
  ): Promise<ChannelTest> {
    const { messages, monotonicMs, newId } = this.#deps;
    if (kind === "email" && !isMailAddress(to)) {
      throw invalid("The recipient must be an e-mail address");
    }
    defaultTemplate(kind, name);
    const channel = await this.require(merchant, kind);
    const beganAt = monotonicMs();
    const attempt = await messages.sample(channel, merchant, { name, to, id: newId() });
    return { attempt, tookMs: monotonicMs() - beganAt };
  }

  /**
   * The channel of a kind.
   *
   * @throws {AppError} `error.webhook-not-found`
   */
  async require(merchant: Pick<Merchant, "id">, kind: ChannelKind): Promise<Channel> {
    const found = await this.#find(merchant, kind);
    if (found !== undefined) return found;
    throw new AppError("error.webhook-not-found", `The shop has no channel of this kind: ${kind}`);
  }

  /** The secret sealed anew, or as it is if it is the one of the channel before. */
  async #stored(
    secret: string,
    channel: Pick<Channel, "merchantId" | "kind" | "id">,
    known: Channel | undefined,
  ): Promise<StoredSecret> {
    const { secrets } = this.#deps;
    const place = endpointPlace(channel);
    if (known !== undefined) {
      const before = secretOf(known);
      if (!secrets.isLocked(before, place) && secrets.open(before, place) === secret) return before;
    }
    return await secrets.seal(secret, place);
  }

  async #find(merchant: Pick<Merchant, "id">, kind: ChannelKind): Promise<Channel | undefined> {
    return (await this.list(merchant)).find((one) => one.kind === kind);
  }

  async #commit(
    action: AuditAction,
    by: Subject,
    change: ThingChange<Channel> & { readonly after: Channel },
  ): Promise<void> {
    await commitOrConflict(this.#deps.store, [
      { kind: "webhook.put", endpoint: change.after },
      audited(this.#deps, by, factOf<Endpoint>(AUDITED_CHANNEL, action, change)),
    ]);
    // A server that knows no endpoint logs one-time codes, so wait until all know it.
    await this.#deps.wait(SETTLE_MS);
  }
}

/**
 * Checks the settings of a channel.
 *
 * @returns its fields, and the secret that is not sealed yet
 * @throws {AppError} `error.invalid-request`
 */
export function parseChannel(request: ChannelRequest) {
  for (const name of request.messages ?? []) defaultTemplate(request.kind, name);
  if (request.kind === "email") {
    const { server, ...settings } = parseMailSettings(request, request);
    return { kind: request.kind, ...settings, secret: server };
  }
  const { url, request: gateway } = parseSmsSettings(request, request);
  return { kind: request.kind, url, secret: JSON.stringify(gateway) };
}
