import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import type { DueDelivery } from "../../domain/shop/webhook.ts";
import { readPages } from "../../domain/values/page.ts";
import { listJson } from "../../schema/list.ts";
import { NO_DELIVERY_SELECTION } from "../../service/webhooks/deliveries.ts";
import { DELIVERY_FILTER, deliveryList } from "../../things/delivery.ts";
import type { Context } from "../context.ts";
import { findMerchant } from "../shops.ts";
import { UsageError } from "../errors.ts";
import type { OpenDatabase } from "../io.ts";
import { addFilter, filterOf } from "../options/filter.ts";
import {
  AFTER,
  LIMIT,
  MERCHANT,
  oneOf,
  ONLY_MERCHANT,
  SINCE,
  type TimeFrom,
} from "../options/values.ts";
import { printList } from "../output/listed.ts";
import { clean } from "../output/text.ts";

/** Adds `webhook deliveries | replay`. */
export function addWebhookDeliveryCommands(webhook: CommandUnknownOpts, context: Context): void {
  addDeliveries(webhook, context);
  addReplay(webhook, context);
}

function addDeliveries(webhook: CommandUnknownOpts, context: Context): void {
  const list = webhook.command("deliveries").description("list deliveries, latest event first")
    .argument(
      "[endpoint-id]",
      "only to this endpoint, from webhook list (default: all of the shop)",
    )
    .option(...MERCHANT);
  addFilter(list, DELIVERY_FILTER);
  list
    .option(...LIMIT)
    .option("--after <event-id>", AFTER)
    .addHelpText(
      "after",
      `
PENDING waits for its first attempt or a retry; FAILED has no retries left and can be replayed.
The list has the shop's channels too.

Example:
  checkoutctl webhook deliveries 01998f5e-0000-7000-8000-000000000001 --limit 50
  checkoutctl webhook deliveries --merchant demo-store.example --state failed --since 2d`,
    )
    .action(async (endpoint, { merchant, limit, after, ...options }) => {
      if (endpoint !== undefined && merchant !== undefined) {
        throw new UsageError("Name an endpoint or --merchant, not both");
      }
      const page = await context.use(async (database) => {
        const shop = endpoint ? undefined : await context.findShop(database, merchant);
        const all = {
          ...NO_DELIVERY_SELECTION,
          endpoint: shop === undefined
            ? await database.services.ids.complete("webhook", endpoint ?? "")
            : null,
          merchantId: shop?.id ?? null,
        };
        const { timeZone, countryCode } = await context.place(database, merchant);
        const place = { now: context.io.now(), timeZone, countryCode };
        const selection = await filterOf(all, DELIVERY_FILTER, options, place);
        const wanted = { limit, after };
        return await readPages((page) => database.deliveries.list(selection, page), wanted);
      });
      const list = deliveryList({ showsEndpoint: endpoint === undefined });
      printList(context, page, list, "No deliveries yet");
    });
}

function addReplay(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("replay").description("deliver an event, or all failed deliveries, again")
    .argument("[event-id]", "event id, from webhook deliveries or session show")
    .option("--failed", "all failed deliveries, instead of an event")
    .option(
      "--endpoint <endpoint-id>",
      "only to this endpoint (default: all enabled endpoints of the event)",
    )
    .option(...ONLY_MERCHANT)
    .option(
      DELIVERY_FILTER.type.option[0],
      "with --failed: only events of this type",
      oneOf(EVENT_TYPES),
    )
    .option(...SINCE)
    .addHelpText(
      "after",
      `
A running server starts within a second, with all retries. Receivers detect a repeated event
by its id. The code of an otp.requested event is not sent again once it has expired.

Example:
  checkoutctl webhook replay 01998f5e-0000-7000-8000-000000000002
  checkoutctl webhook replay --failed --since 2d`,
    )
    .action(async (id, options) => {
      requireReplayFit(id, options);
      const deliveries = await context.use((database) => replayed(context, database, id, options));
      context.out.result(deliveries.map(deliveryJson), () => {
        if (deliveries.length === 0) return context.out.line("No failed deliveries");
        for (const { event, endpoint } of deliveries) {
          context.out.line(
            `${event.type} ${event.id} will be sent to ${clean(endpoint.url)} again`,
          );
        }
      });
    });
}

interface ReplayOptions {
  readonly failed?: true | undefined;
  readonly endpoint?: string | undefined;
  readonly merchant?: string | undefined;
  readonly event?: EventType | undefined;
  readonly since?: TimeFrom | undefined;
}

/** @throws {UsageError} */
function requireReplayFit(id: string | undefined, options: ReplayOptions): void {
  const { failed, endpoint, merchant, event, since } = options;
  if ((id === undefined) === (failed === undefined)) {
    throw new UsageError("Name an event, or add --failed");
  }
  if (id !== undefined && [merchant, event, since].some((one) => one !== undefined)) {
    throw new UsageError("--merchant, --event and --since need --failed");
  }
  if (endpoint !== undefined && merchant !== undefined) {
    throw new UsageError("Name --endpoint or --merchant, not both");
  }
}

async function replayed(
  context: Context,
  database: OpenDatabase,
  id: string | undefined,
  { endpoint: endpointText, merchant, event: type, since }: ReplayOptions,
): Promise<DueDelivery[]> {
  const { deliveries, services: { ids } } = database;
  const endpoint = endpointText ? await ids.complete("webhook", endpointText) : null;
  if (id !== undefined) {
    return await deliveries.replay(await ids.complete("event", id), endpoint, context.by);
  }
  const merchantId = (await findMerchant(database, merchant))?.id ?? null;
  const { timeZone } = await context.place(database, merchant);
  const from = since?.(context.io.now(), timeZone) ?? null;
  return await deliveries.replayFailed(
    { endpoint, merchantId, state: "FAILED", type: type ?? null, since: from },
    context.by,
  );
}

/** A delivery as JSON, without the data of its event, which may be a one-time code. */
export function deliveryJson(row: DueDelivery) {
  return listJson(deliveryList({ showsEndpoint: true }), row);
}
