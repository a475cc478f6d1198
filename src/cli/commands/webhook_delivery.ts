import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { DueDelivery } from "../../domain/shop/webhook.ts";
import { readPages } from "../../domain/values/page.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { AFTER, LIMIT } from "../options/values.ts";
import { clean, moment, shortMoment } from "../output/text.ts";

/** The argument that names an endpoint. */
export const ENDPOINT = ["<endpoint-id>", "endpoint id, from webhook list"] as const;

/** Adds `webhook deliveries | replay | test`. */
export function addWebhookDeliveryCommands(webhook: CommandUnknownOpts, context: Context): void {
  addDeliveries(webhook, context);
  addReplay(webhook, context);
  addTest(webhook, context);
}

function addDeliveries(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("deliveries").description("list an endpoint's deliveries, latest event first")
    .argument(...ENDPOINT)
    .option(...LIMIT)
    .option("--after <event-id>", AFTER)
    .addHelpText(
      "after",
      `
PENDING waits for its first attempt or a retry; FAILED has no retries left and can be replayed.

Example:
  checkoutctl webhook deliveries 01998f5e-0000-7000-8000-000000000001 --limit 50`,
    )
    .action(async (id, wanted) => {
      const { rows: deliveries, next } = await context.use(({ webhooks }) =>
        readPages((page) => webhooks.deliveries(id, page), wanted)
      );
      context.out.result(deliveries.map(deliveryJson), () =>
        context.out.table(deliveries, [
          ["EVENT ID", ({ event }) => event.id],
          ["TYPE", ({ event }) => event.type],
          ["STATE", ({ delivery }) => delivery.state],
          ["TRIES", ({ delivery }) => String(delivery.attempts), {
            align: "right",
            isOptional: true,
          }],
          ["ANSWER", answerText, { canShrink: true }],
          ["OCCURRED", ({ event }) => shortMoment(event.at), { isOptional: true }],
          ["NEXT TRY", nextTryText, { isOptional: true }],
        ], "No deliveries yet"));
      context.out.continued(next);
    });
}

function answerText({ delivery: { lastStatus, lastError }, endpoint }: DueDelivery): string {
  if (lastError !== "") return lastError;
  const protocol = endpoint.kind === "email" ? "SMTP" : "HTTP";
  return lastStatus === null ? "-" : `${protocol} ${lastStatus}`;
}

function nextTryText({ delivery: { state, nextAt } }: DueDelivery): string {
  return state === "PENDING" ? moment(nextAt) : "-";
}

function addReplay(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("replay").description("deliver an event again")
    .argument("<event-id>", "event id, from webhook deliveries or session show")
    .option(
      "--endpoint <endpoint-id>",
      "only to this endpoint (default: all endpoints of the event)",
    )
    .addHelpText(
      "after",
      `
A running server starts within a second, with all retries. Receivers detect a repeated event
by its id. The code of an otp.requested event is not sent again once it has expired.

Example:
  checkoutctl webhook replay 01998f5e-0000-7000-8000-000000000002`,
    )
    .action(async (id, { endpoint: only }) => {
      const deliveries = await context.use(({ webhooks }) => webhooks.replay(id, only));
      context.out.result(deliveries.map(deliveryJson), () => {
        for (const { event, endpoint } of deliveries) {
          context.out.line(
            `${event.type} ${event.id} will be sent to ${clean(endpoint.url)} again`,
          );
        }
      });
    });
}

function addTest(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("test").description("send a signed test event and show the answer")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
This command sends it at once, whether or not a server runs; its type is webhook.test.
The exit code is 1 unless the endpoint answers 2xx.

Example:
  checkoutctl webhook test 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => {
      const { eventId, attempt: { status, error }, tookMs } = await context
        .use(({ webhooks }) => webhooks.test(id));
      const delivered = error === "";
      const ms = Math.round(tookMs);
      const json = { event_id: eventId, delivered, status, error, took_ms: ms };
      context.out.result(json, () => {
        if (!delivered) return;
        context.out.line(`The endpoint accepted event ${eventId} in ${ms} ms: HTTP ${status}`);
      });
      if (delivered) return;
      const message = `The endpoint did not accept event ${eventId}: ${error}`;
      context.out.complaint("error.unavailable", message);
      context.fail();
    });
}

/** A delivery as JSON, without the data of its event, which may be a one-time code. */
export function deliveryJson({ delivery, event }: DueDelivery) {
  return {
    event_id: event.id,
    event_type: event.type,
    session_id: event.sessionId,
    endpoint_id: delivery.endpointId,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    next_at: delivery.state === "PENDING" ? momentText(delivery.nextAt) : null,
    occurred_at: momentText(event.at),
    updated_at: momentText(delivery.updatedAt),
  };
}
