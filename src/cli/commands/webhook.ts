import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { AppError } from "../../domain/errors.ts";
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import type { WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { parseEndpointUrl } from "../../service/webhooks/address.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { clean, shortMoment } from "../output/text.ts";
import { endpointJson } from "../output/webhook_json.ts";
import { addWebhookDeliveryCommands } from "./webhook_delivery.ts";
import { addWebhookSwitchCommands } from "./webhook_switch.ts";

/** The option that lets an endpoint be one that is not public. */
export const ALLOW_INSECURE = "--allow-insecure-webhooks";

/** Adds `webhook add | list | remove | enable | disable | deliveries | replay | test`. */
export function addWebhookCommands(program: CommandUnknownOpts, context: Context): void {
  const webhook = program.command("webhook").description("manage webhook endpoints")
    .addHelpText("after", "\nExample:\n  checkoutctl webhook list --merchant demo-store.example");

  webhook.command("add").description("add an endpoint and print its signing secret")
    .argument("<url>", "https URL that receives events")
    .requiredOption("--merchant <merchant>", "id, or any of its domains")
    .option(
      "--event <type>",
      `event type to send (default: all); repeat for several: ${EVENT_TYPES.join(", ")}`,
      addEventType,
    )
    .option(ALLOW_INSECURE, "allow http and private addresses, for tests")
    .addHelpText(
      "after",
      `
Events are signed as Standard Webhooks (https://www.standardwebhooks.com). The secret is
shown only once. Unlike an API key it is stored, as the server signs with it: anybody who
can read the database can read it.

Example:
  checkoutctl webhook add https://shop.example/hooks --merchant demo-store.example \\
    --event payment.paid --event session.completed`,
    )
    .action(async (url, { merchant, event, allowInsecureWebhooks }) => {
      const allowInsecure = allowInsecureWebhooks === true;
      await addEndpoint(context, { url, merchant, events: event ?? [], allowInsecure });
    });

  webhook.command("list").description("list a shop's endpoints, without their secrets")
    .requiredOption("--merchant <merchant>", "id, or any of its domains")
    .addHelpText(
      "after",
      `
An endpoint that answers 410 Gone is disabled; enable it with webhook enable.
With --json an empty list of events means all events.

Example:
  checkoutctl webhook list --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => await listEndpoints(context, merchant));

  webhook.command("remove").description("remove an endpoint and its pending deliveries")
    .argument("<endpoint-id>", "endpoint id, from webhook list")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl webhook remove 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (id, { yes }) => await removeEndpoint(context, { id, yes }));

  addWebhookSwitchCommands(webhook, context);
  addWebhookDeliveryCommands(webhook, context);
}

/** Collects the types of a repeated option. */
function addEventType(text: string, earlier: readonly EventType[] = []): readonly EventType[] {
  const type = EVENT_TYPES.find((one) => one === text.trim().toLowerCase());
  if (type !== undefined) return [...earlier, type];
  throw new InvalidArgumentError(`It must be one of ${EVENT_TYPES.join(", ")}`);
}

async function addEndpoint(
  context: Context,
  { merchant: reference, ...request }: {
    readonly url: string;
    readonly merchant: string;
    readonly events: readonly EventType[];
    readonly allowInsecure: boolean;
  },
): Promise<void> {
  requireEndpointUrl(request.url, request.allowInsecure);
  const { endpoint, secret } = await context.use(async ({ services, webhooks }) => {
    const { id: merchantId } = await services.merchants.find(reference);
    return await webhooks.add({ merchantId, ...request });
  });
  const { out } = context;
  const { id, ...rest } = endpointJson(endpoint);
  out.result({ id, secret, ...rest }, () => {
    out.fields([
      ["ID", endpoint.id],
      ["URL", endpoint.url],
      ["Events", eventsText(endpoint)],
      ["Secret", secret],
    ]);
    out.line();
    out.line("Keep the secret now, to verify signatures: it is shown only once. It is also");
    out.line("stored, as the server signs with it: protect the database and its backups.");
  });
  noteInsecure(context, endpoint);
}

/**
 * Checks a URL before a database is opened: what is wrong with it is wrong usage.
 *
 * @throws {UsageError}
 */
export function requireEndpointUrl(text: string, allowInsecure: boolean): void {
  try {
    parseEndpointUrl(text, { allowInsecure });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The service says it in words that hold for everybody who asks; the option is ours.
    const hint = error.message.includes("https and public")
      ? ` (add ${ALLOW_INSECURE} to allow it)`
      : "";
    const message = error.message.replace(/^url\b/, "The URL");
    throw new UsageError(`${message}${hint}`, { cause: error });
  }
}

async function listEndpoints(context: Context, reference: string): Promise<void> {
  const endpoints = await context.use(async ({ services, webhooks }) => {
    const { id } = await services.merchants.find(reference);
    return await webhooks.list(id);
  });
  context.out.result(endpoints.map(endpointJson), () =>
    context.out.table(
      [
        { title: "ID" },
        { title: "URL", canShrink: true },
        { title: "STATE" },
        { title: "EVENTS", canShrink: true },
        { title: "CREATED", isOptional: true },
      ],
      endpoints.map((endpoint) => [
        endpoint.id,
        endpoint.url,
        stateText(endpoint),
        eventsText(endpoint),
        shortMoment(endpoint.createdAt),
      ]),
      "No webhook endpoints yet",
    ));
}

async function removeEndpoint(
  context: Context,
  { id, yes }: { readonly id: string; readonly yes: true | undefined },
): Promise<void> {
  await context.confirm(
    `Remove endpoint ${clean(id)}? Its pending deliveries are dropped.`,
    yes,
  );
  const endpoint = await context.use(async ({ webhooks }) => await webhooks.remove(id));
  context.out.result(
    endpointJson(endpoint),
    () => context.out.line(`Removed endpoint ${clean(endpoint.url)}: ${endpoint.id}`),
  );
}

function eventsText({ events }: WebhookEndpoint): string {
  return events.length === 0 ? "all" : events.join(", ");
}

function stateText(endpoint: WebhookEndpoint): string {
  if (endpoint.disabledAt !== null) return "disabled";
  return endpoint.allowInsecure ? "insecure" : "active";
}

/** Says of an endpoint what a server would otherwise say much later, in its deliveries. */
export function noteInsecure({ out }: Context, endpoint: WebhookEndpoint): void {
  if (!endpoint.allowInsecure) return;
  out.note(`Only a server started with ${ALLOW_INSECURE} sends to this endpoint`);
}
