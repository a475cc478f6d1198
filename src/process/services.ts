import type { SessionViews } from "../service/deps.ts";
import { createServices, type Services } from "../service/services.ts";
import { Dispatcher } from "../service/webhooks/dispatcher.ts";
import { type SenderDeps, WebhookSender } from "../service/webhooks/sender.ts";
import type { Store } from "../store/store.ts";
import type { ServerConfig } from "./config/server_config.ts";
import type { Logger } from "./log/log.ts";
import { EFFECTS } from "./machine/effects.ts";
import { VERSION } from "./program.ts";
import { resolveHost, webhookClient } from "./webhook_client.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** The services of a server, and the dispatcher of its webhooks. */
export function serverServices(
  store: Store,
  config: ServerConfig,
  { logger, views }: { readonly logger: Logger; readonly views: SessionViews },
): { readonly services: Services; readonly dispatcher: Dispatcher } {
  const warn: Logger["warn"] = (message, fields) => logger.warn(message, fields);
  const sender = webhookSender({ allowInsecure: config.allowInsecureWebhooks, warn });
  const dispatcher = new Dispatcher({ ...EFFECTS, store, warn, random: Math.random, sender });
  const services = createServices({
    ...EFFECTS,
    store,
    warn,
    onEvents: () => dispatcher.wake(),
    views,
    sessionTtlMs: config.sessionTtl * SECOND_MS,
    paymentTtlMs: config.paymentTtl * SECOND_MS,
    otpDaily: config.otpDaily,
    retentionMs: config.retention * DAY_MS,
  });
  return { services, dispatcher };
}

/** A webhook sender over the network. */
export function webhookSender(
  options: Pick<SenderDeps, "allowInsecure" | "warn">,
): WebhookSender {
  return new WebhookSender({
    ...options,
    transport: webhookClient({ resolve: resolveHost }),
    now: EFFECTS.now,
    userAgent: `checkoutd/${VERSION}`,
  });
}
