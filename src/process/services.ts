import { ServerLeases } from "../service/leases.ts";
import { AppError } from "../domain/errors.ts";
import { MessageSender, type MessageSenderDeps } from "../service/channels/message_sender.ts";
import type { SessionViews } from "../service/deps.ts";
import {
  type SealDatabase,
  type SealingParts,
  sealingParts,
  serverSecrets,
} from "./secrets/sealing.ts";
import { createServices, type Services } from "../service/services.ts";
import { Dispatcher } from "../service/webhooks/dispatcher.ts";
import { WebhookSender } from "../service/webhooks/sender.ts";
import type { Store } from "../store/store.ts";
import { checkoutUrlOf } from "./checkout_pages.ts";
import type { ServerConfig } from "./config/server_config.ts";
import type { Logger } from "./log/log.ts";
import { EFFECTS } from "./machine/effects.ts";
import { VERSION } from "./program.ts";
import { callProvider } from "./provider_client.ts";
import { smtpClient } from "./smtp_client.ts";
import { resolveHost, webhookClient } from "./webhook_client.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** What the services of a server need of its process. */
export interface ServerDeps {
  readonly logger: Logger;
  readonly views: SessionViews;
  /** True once the end of the server was announced: it is no longer ready. */
  readonly isLeaving: () => boolean;
  readonly phoneOrigins: MessageSenderDeps["phoneOrigins"];
  readonly readSms: MessageSenderDeps["readSms"];
  readonly seal: SealDatabase;
}

/** The services of a server, the dispatcher of its webhooks, its leases, and what seals secrets. */
export function serverServices(
  store: Store,
  config: ServerConfig,
  { logger, views, isLeaving, phoneOrigins, readSms, seal }: ServerDeps,
): {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  readonly leases: ServerLeases | null;
  readonly sealing: SealingParts;
} {
  const secrets = serverSecrets(store, config, { seal, logger });
  const warn: Logger["warn"] = (message, fields) => logger.warn(message, fields);
  const services = createServices({
    ...EFFECTS,
    store,
    secrets,
    callProvider,
    warn,
    onEvents: () => dispatcher.wake(),
    views,
    sessionTtlMs: config.sessionTtl * SECOND_MS,
    paymentTtlMs: config.paymentTtl * SECOND_MS,
    otpDaily: config.otpDaily,
    retentionMs: config.retention * DAY_MS,
    orderRetentionMs: config.orderRetention * DAY_MS,
    auditRetentionMs: config.auditRetention * DAY_MS,
    isDemo: config.demo,
  });
  const senders = sendersOver(store, {
    allowInsecure: config.allowInsecureWebhooks,
    warn,
    phoneOrigins,
    readSms,
    secrets,
    onRefused: (merchantId, refusal) => services.refusals.note(merchantId, refusal),
  });
  const base = checkoutUrlOf(config);
  if (base !== undefined) services.pages.servedAt(base);
  const leases = store.shared === null
    ? null
    : new ServerLeases({ ...EFFECTS, leases: store.shared.leases, holder: EFFECTS.newId() });
  const delivery = { ...senders, links: services.recoveryLinks, random: Math.random, leases };
  const dispatcher = new Dispatcher({ ...EFFECTS, store, secrets, warn, ...delivery });
  const ping = async () => {
    if (isLeaving()) throw new AppError("error.unavailable", "The server is about to end");
    await services.ping();
  };
  const sealing = sealingParts(secrets, logger);
  return { services: { ...services, ping }, dispatcher, leases, sealing };
}

/** Sender of webhooks over the network. */
export function webhookSenderOver(
  options: Pick<MessageSenderDeps, "allowInsecure" | "warn">,
): WebhookSender {
  return new WebhookSender(senderDeps(options));
}

/** Senders of webhooks and of messages over the network. */
export function sendersOver(
  store: Store,
  options: Pick<
    MessageSenderDeps,
    "allowInsecure" | "warn" | "onRefused" | "phoneOrigins" | "readSms" | "secrets"
  >,
): { readonly sender: WebhookSender; readonly messages: MessageSender } {
  const mail = smtpClient({ resolve: resolveHost });
  return {
    sender: webhookSenderOver(options),
    messages: new MessageSender({ ...senderDeps(options), store, mail }),
  };
}

function senderDeps<Options>(options: Options) {
  return {
    ...options,
    transport: webhookClient({ resolve: resolveHost }),
    now: EFFECTS.now,
    userAgent: `checkoutd/${VERSION}`,
  };
}
