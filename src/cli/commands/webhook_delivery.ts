import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { DueDelivery } from "../../domain/shop/webhook.ts";
import type { Context } from "../context.ts";
import { DEFAULT_LIMIT, MAX_LIMIT, wholeNumber } from "../options/values.ts";
import { clean, moment, shortMoment } from "../output/text.ts";
import { deliveryJson } from "../output/webhook_json.ts";

const ENDPOINT = ["<endpoint-id>", "endpoint id, from webhook list"] as const;

/** Adds `webhook deliveries | replay | test`. */
export function addWebhookDeliveryCommands(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("deliveries").description("list an endpoint's deliveries, latest event first")
    .argument(...ENDPOINT)
    .option("--limit <n>", "maximum number of rows", wholeNumber(1, MAX_LIMIT), DEFAULT_LIMIT)
    .addHelpText(
      "after",
      `
PENDING waits for its first attempt or a retry; FAILED has no retries left and can be replayed.

Example:
  checkoutctl webhook deliveries 01998f5e-0000-7000-8000-000000000001 --limit 50`,
    )
    .action(async (id, { limit }) => await listDeliveries(context, { id, limit }));

  webhook.command("replay").description("deliver an event again")
    .argument("<event-id>", "event id, from webhook deliveries or session show")
    .option("--endpoint <endpoint-id>", "only to this endpoint (default: all that it was for)")
    .addHelpText(
      "after",
      `
A running server starts within a second, with all retries. Receivers detect a repeated event
by its id. The code of an otp.requested event is not sent again once it has expired.

Example:
  checkoutctl webhook replay 01998f5e-0000-7000-8000-000000000002`,
    )
    .action(async (id, { endpoint }) => await replayEvent(context, id, endpoint));

  webhook.command("test").description(
    "send a signed test event and show the answer",
  )
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
This command sends it at once, whether or not a server runs; its type is webhook.test.
The exit code is 1 unless the endpoint answers 2xx.

Example:
  checkoutctl webhook test 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => await testEndpoint(context, id));
}

async function listDeliveries(
  context: Context,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<void> {
  const deliveries = await context.use(async ({ webhooks }) =>
    await webhooks.deliveries(id, limit)
  );
  context.out.result(deliveries.map(deliveryJson), () =>
    context.out.table(
      [
        { title: "EVENT ID" },
        { title: "TYPE" },
        { title: "STATE" },
        { title: "TRIES", align: "right", isOptional: true },
        { title: "ANSWER", canShrink: true },
        { title: "OCCURRED", isOptional: true },
        { title: "NEXT TRY", isOptional: true },
      ],
      deliveries.map(({ delivery, event }) => [
        event.id,
        event.type,
        delivery.state,
        String(delivery.attempts),
        answerText(delivery),
        shortMoment(event.at),
        delivery.state === "PENDING" ? moment(delivery.nextAt) : "-",
      ]),
      "No deliveries yet",
    ));
}

function answerText({ lastStatus, lastError }: DueDelivery["delivery"]): string {
  if (lastError !== "") return lastError;
  return lastStatus === null ? "-" : `HTTP ${lastStatus}`;
}

async function replayEvent(
  context: Context,
  eventId: string,
  endpointId: string | undefined,
): Promise<void> {
  const deliveries = await context.use(async ({ webhooks }) =>
    await webhooks.replay(eventId, endpointId)
  );
  context.out.result(deliveries.map(deliveryJson), () => {
    for (const { event, endpoint } of deliveries) {
      context.out.line(`${event.type} ${event.id} is sent to ${clean(endpoint.url)} again`);
    }
  });
}

async function testEndpoint(context: Context, id: string): Promise<void> {
  const { eventId, attempt, tookMs } = await context.use(async ({ webhooks }) =>
    await webhooks.test(id)
  );
  const isTaken = attempt.error === "";
  const ms = Math.round(tookMs);
  const json = {
    event_id: eventId,
    delivered: isTaken,
    status: attempt.status,
    error: attempt.error,
    took_ms: ms,
  };
  context.out.result(json, () => {
    if (isTaken) {
      context.out.line(
        `The endpoint accepted event ${eventId} in ${ms} ms: HTTP ${attempt.status}`,
      );
    }
  });
  if (isTaken) return;
  context.out.complaint(
    "error.unavailable",
    `The endpoint did not accept event ${eventId}: ${attempt.error}`,
  );
  context.fail();
}
