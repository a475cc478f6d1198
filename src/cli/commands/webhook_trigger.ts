import { Argument, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { EVENT_TYPES } from "../../domain/events.ts";
import type { TestResult } from "../../service/webhooks/send_now.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { MERCHANT } from "../options/values.ts";
import { clean } from "../output/text.ts";

/** The argument that names an endpoint. */
export const ENDPOINT = ["<endpoint-id>", "endpoint id, from webhook list"] as const;

/** Adds `webhook test | trigger`. */
export function addWebhookTestCommands(webhook: CommandUnknownOpts, context: Context): void {
  addTest(webhook, context);
  addTrigger(webhook, context);
}

function addTest(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("test").description("send a signed test event and show the answer")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
This command sends it at once, whether or not a server runs; its type is webhook.test, and it
has "test": true. The exit code is 1 unless the endpoint answers 2xx.

Example:
  checkoutctl webhook test 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => {
      const result = await context.useThing("webhook", id, (id, { webhooks }) => webhooks.test(id));
      context.out.result(testJson(result), () => {
        if (isDelivered(result)) context.out.line(`The endpoint accepted ${answerText(result)}`);
      });
      failUnlessDelivered(context, [result]);
    });
}

function addTrigger(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("trigger").description("send an event with sample data to try receivers")
    .addArgument(new Argument("<event>", "event type").choices(EVENT_TYPES))
    .option(
      "--endpoint <endpoint-id>",
      "only to this endpoint, whatever events it takes (default: all enabled ones that take it)",
    )
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
This command sends it at once, signed, whether or not a server runs. It has "test": true beside
its type, and the ids of a session, a payment and an order that do not exist. Nothing is stored.
The exit code is 1 unless every endpoint answers 2xx.

Example:
  checkoutctl webhook trigger session.completed --merchant demo-store.example`,
    )
    .action(async (type, { endpoint, merchant }) => {
      if (endpoint !== undefined && merchant !== undefined) {
        throw new UsageError("Name --endpoint or --merchant, not both");
      }
      const results = await context.use(async (database) => {
        const to = endpoint === undefined
          ? { merchantId: (await context.findShop(database, merchant)).id }
          : { endpoint: await database.services.ids.complete("webhook", endpoint) };
        return await database.webhooks.trigger(type, to);
      });
      context.out.result(
        results.map((one) => ({ endpoint_id: one.endpoint.id, ...testJson(one) })),
        () => {
          for (const one of results.filter(isDelivered)) {
            context.out.line(`${clean(one.endpoint.url)} accepted ${answerText(one)}`);
          }
        },
      );
      failUnlessDelivered(context, results);
    });
}

function isDelivered({ attempt }: TestResult): boolean {
  return attempt.error === "";
}

function answerText({ eventId, attempt: { status }, tookMs }: TestResult): string {
  return `event ${eventId} in ${Math.round(tookMs)} ms: HTTP ${status}`;
}

/** Complains about each endpoint that did not take its event. */
function failUnlessDelivered(context: Context, results: readonly TestResult[]): void {
  const failed = results.filter((one) => !isDelivered(one));
  for (const { endpoint, eventId, attempt: { error } } of failed) {
    const name = results.length === 1 ? "The endpoint" : clean(endpoint.url);
    const message = `${name} did not accept event ${eventId}: ${error}`;
    context.out.complaint({ code: "error.unavailable", message });
  }
  if (failed.length > 0) context.fail();
}

function testJson(result: TestResult) {
  const { eventId, attempt: { status, error }, tookMs } = result;
  const delivered = isDelivered(result);
  return { event_id: eventId, delivered, status, error, took_ms: Math.round(tookMs) };
}
