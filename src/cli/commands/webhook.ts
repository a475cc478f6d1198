import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { EVENT_TYPES } from "../../domain/events.ts";
import {
  DEFAULT_LANES,
  type Endpoint,
  EVENT_EXTRAS,
  lanesOf,
  MAX_BATCH,
  MAX_LANES,
  secretOf,
} from "../../domain/shop/webhook.ts";
import { wholeNumber } from "../../command/values.ts";
import { ENDPOINT_LIST, eventsText } from "../../things/endpoint.ts";
import { noteKey } from "../output/key_note.ts";
import type { Context } from "../context.ts";
import { ALLOW_INSECURE, requireEndpointUrl } from "../options/endpoint.ts";
import { endpointJson } from "../output/endpoint.ts";
import { UsageError } from "../errors.ts";
import { counted } from "../../domain/values/wording.ts";
import { printList } from "../output/listed.ts";
import { clean } from "../output/text.ts";
import { example, MERCHANT, oneOf, several, YES } from "../options/values.ts";
import { addWebhookDeliveryCommands } from "./webhook_delivery.ts";
import { addListen } from "./webhook_listen.ts";
import { addWebhookRotate } from "./webhook_rotate.ts";
import { addWebhookTestCommands, ENDPOINT } from "./webhook_trigger.ts";

const LANES = [
  "--lanes <number>",
  `events that it receives at the same time, each of another session (default: ${DEFAULT_LANES})`,
  wholeNumber(1, MAX_LANES),
] as const;

const BATCH = ["--batch", `receive up to ${MAX_BATCH} events in one message`] as const;

/**
 * Adds `webhook add | update | list | remove | enable | disable | rotate | deliveries | replay |
 * listen | test | trigger`.
 */
export function addWebhookCommands(program: CommandUnknownOpts, context: Context): void {
  const webhook = program.command("webhook").description("manage webhook endpoints")
    .addHelpText("after", example("webhook list --merchant demo-store.example"));
  addAdd(webhook, context);
  addUpdate(webhook, context);
  addList(webhook, context);
  addRemove(webhook, context);
  addEnable(webhook, context);
  addDisable(webhook, context);
  addWebhookRotate(webhook, context);
  addWebhookDeliveryCommands(webhook, context);
  addListen(webhook, context);
  addWebhookTestCommands(webhook, context);
}

function addAdd(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("add").description("add an endpoint and print its signing secret")
    .argument("<url>", "https URL that receives events")
    .option(...MERCHANT)
    .option(
      "--event <type>",
      `event type to send (default: all); repeat for several: ${EVENT_TYPES.join(", ")}`,
      several(oneOf(EVENT_TYPES)),
    )
    .option(
      "--include <data>",
      `personal data to send with each event (default: none): ${EVENT_EXTRAS.join(", ")}`,
      several(oneOf(EVENT_EXTRAS)),
    )
    .option("--test", "receive only events of test sessions")
    .option(...LANES)
    .option(...BATCH)
    .option(ALLOW_INSECURE, "allow http and private addresses, for tests")
    .addHelpText(
      "after",
      `
Events are signed as in Standard Webhooks (https://www.standardwebhooks.com). The secret is
shown only once. Unlike an API key it is stored, as the server signs with it: anybody who
can read the database can read it.

Example:
  checkoutctl webhook add https://shop.example/hooks --merchant demo-store.example \\
    --event payment.paid --event session.completed`,
    )
    .action(async (url, { merchant, event: events = [], include = [], test = false, ...flags }) => {
      const { allowInsecureWebhooks: allowInsecure = false } = flags;
      const lanes = flags.lanes ?? DEFAULT_LANES;
      const { batch = false } = flags;
      const request = { url, events, include, allowInsecure, livemode: !test, lanes, batch };
      requireEndpointUrl(url, request.allowInsecure);
      const { endpoint, secret } = await context.useShop(
        merchant,
        ({ id: merchantId }, { webhooks }) => webhooks.add({ merchantId, ...request }, context.by),
      );
      const { out } = context;
      out.result(endpointJson(endpoint, { secret }), () => {
        out.fields([
          ["ID", endpoint.id],
          ["URL", endpoint.url],
          ["Events", eventsText(endpoint)],
          ["Lanes", String(lanesOf(endpoint))],
          ...(batch ? [["Messages", `up to ${MAX_BATCH} events`] as const] : []),
          ["Secret", secret],
        ]);
        out.line();
        out.line("Keep the secret now, to verify signatures: it is shown only once. It is also");
        out.line("stored, as the server signs with it.");
      });
      noteKey(context, secretOf(endpoint));
      noteInsecure(context, endpoint);
    });
}

function addUpdate(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("update").description("change how an endpoint receives events")
    .argument(...ENDPOINT)
    .option(
      LANES[0],
      "events that it receives at the same time, each of another session",
      LANES[2],
    )
    .option(...BATCH)
    .option("--no-batch", "receive each event in a message of its own")
    .addHelpText(
      "after",
      `
The events of one session stay in order, one at a time.

Example:
  checkoutctl webhook update 01998f5e-0000-7000-8000-000000000001 --lanes 8`,
    )
    .action(async (id, { lanes, batch }) => {
      if (lanes === undefined && batch === undefined) {
        throw new UsageError("Name what to change: --lanes, --batch or --no-batch");
      }
      const endpoint = await context.useThing(
        "webhook",
        id,
        (id, { webhooks }) => webhooks.update(id, { lanes, batch }, context.by),
      );
      const done = `Endpoint ${clean(endpoint.url)} has ${counted(endpoint.lanes, "lane")}${
        endpoint.batch ? `, and up to ${MAX_BATCH} events in a message` : ""
      }: ${endpoint.id}`;
      context.out.result(endpointJson(endpoint), done);
    });
}

function addList(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("list").description("list a shop's endpoints, without their secrets")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
An endpoint that answers 410 Gone is disabled; enable it with webhook enable.
With --json an empty list of events means all events.

Example:
  checkoutctl webhook list --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => {
      const rows = await context.useShop(merchant, ({ id }, { webhooks }) => webhooks.list(id));
      printList(context, { rows }, ENDPOINT_LIST, "No webhook endpoints yet");
    });
}

function addRemove(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("remove").description("remove an endpoint and its pending deliveries")
    .argument(...ENDPOINT)
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl webhook remove 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (id, { yes }) => {
      const endpoint = await context.useThing("webhook", id, async (id, { webhooks }) => {
        const question = `Remove endpoint ${clean(id)}? Its pending deliveries are dropped.`;
        await context.confirm(question, yes);
        return await webhooks.remove(id, context.by);
      });
      const removed = `Removed endpoint ${clean(endpoint.url)}: ${endpoint.id}`;
      context.out.result(endpointJson(endpoint), removed);
    });
}

function addEnable(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("enable").description("enable an endpoint again")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
A running server resumes pending deliveries within a second. Events from while it
was disabled are not sent, nor are expired codes. If it answers 410 Gone it is
disabled again: check first with webhook test.

Example:
  checkoutctl webhook enable 01998f5e-0000-7000-8000-000000000001`,
    )
    .action((id) => setEnabled(context, id, true));
}

function addDisable(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("disable").description("stop sending to an endpoint until it is enabled")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
Pending deliveries wait. Events from while it is disabled are never sent.

Example:
  checkoutctl webhook disable 01998f5e-0000-7000-8000-000000000001`,
    )
    .action((id) => setEnabled(context, id, false));
}

async function setEnabled(context: Context, id: string, enabled: boolean): Promise<void> {
  const endpoint = await context.useThing(
    "webhook",
    id,
    (id, { webhooks }) => webhooks.setEnabled(id, enabled, context.by),
  );
  const state = enabled ? "enabled" : "disabled";
  const done = `Endpoint ${clean(endpoint.url)} is ${state}: ${endpoint.id}`;
  context.out.result(endpointJson(endpoint), done);
}

/** Notes that most servers refuse to send to an insecure endpoint. */
export function noteInsecure({ out }: Context, endpoint: Endpoint): void {
  if (!endpoint.allowInsecure) return;
  out.note(`Only a server started with ${ALLOW_INSECURE} sends to this endpoint`);
}
