import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { clean } from "../output/text.ts";
import { endpointJson } from "../output/webhook_json.ts";

const ENDPOINT = ["<endpoint-id>", "endpoint id, from webhook list"] as const;

/** Adds `webhook enable | disable`. */
export function addWebhookSwitchCommands(webhook: CommandUnknownOpts, context: Context): void {
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
    .action(async (id) => await setEnabled(context, id, true));

  webhook.command("disable").description("stop sending to an endpoint until it is enabled")
    .argument(...ENDPOINT)
    .addHelpText(
      "after",
      `
Pending deliveries wait. Events from while it is disabled are never sent.

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
