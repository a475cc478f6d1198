import type { WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { csvForm } from "./csv.ts";

/** An endpoint with the time zone of the shop. */
export interface CsvWebhook {
  readonly endpoint: WebhookEndpoint;
  readonly timeZone: string;
}

/** Webhook endpoints as CSV, without secrets: times in the shop's time zone. */
export const WEBHOOKS_CSV = csvForm<CsvWebhook>([
  ["id", ({ endpoint }) => endpoint.id],
  ["url", ({ endpoint }) => endpoint.url],
  ["livemode", ({ endpoint }) => String(endpoint.livemode)],
  ["events", ({ endpoint }) => endpoint.events.join(" ")],
  ["include", ({ endpoint }) => endpoint.include.join(" ")],
  ["lanes", ({ endpoint }) => String(endpoint.lanes)],
  ["insecure", ({ endpoint }) => String(endpoint.allowInsecure)],
  ["created_at", ({ endpoint, timeZone }) => localTime(endpoint.createdAt, timeZone)],
  [
    "disabled_at",
    ({ endpoint: { disabledAt }, timeZone }) =>
      disabledAt === null ? null : localTime(disabledAt, timeZone),
  ],
  ["time_zone", ({ timeZone }) => timeZone],
]);
