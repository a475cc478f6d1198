import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { clean } from "../output/text.ts";
import { endpointJson } from "../output/webhook_json.ts";

const ENDPOINT = ["<endpoint-id>", "id of the endpoint, as webhook list shows it"] as const;

/** Adds `webhook enable | disable`. */
export function addWebhookSwitchCommands(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("enable").description("use an endpoint again that was disabled")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
Deliveries that waited for it go on within a second, on a running server. What
happened while it was disabled it is not told, and codes that have expired are
not sent. If it answers 410 Gone it is disabled once more: webhook test says
beforehand what it answers.

Example:
  checkoutctl webhook enable 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => await setEnabled(context, id, true));

  webhook.command("disable").description("send an endpoint nothing until it is enabled again")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
What is still to be delivered to it waits. What happens meanwhile it is never
told.

Example:
  checkoutctl webhook disable 01998f5e-0000-7000-8000-000000000001`,
    )
    .action(async (id) => await setEnabled(context, id, false));
}

async function setEnabled(context: Context, id: string, enabled: boolean): Promise<void> {
  const endpoint = await context.use(async ({ webhooks }) =>
    await webhooks.setEnabled(id, enabled)
  );
  const state = enabled ? "enabled" : "disabled";
  context.out.result(
    endpointJson(endpoint),
    () => context.out.line(`Endpoint ${clean(endpoint.url)} is ${state}: ${endpoint.id}`),
  );
}
