import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { moment } from "../../domain/values/wording.ts";
import type { Context } from "../context.ts";
import { DEFAULT_OVERLAP_MS, overlapOption, YES } from "../options/values.ts";
import { endpointJson } from "../output/endpoint.ts";
import { clean } from "../output/text.ts";
import { ENDPOINT } from "./webhook_trigger.ts";

/** Adds `webhook rotate`. */
export function addWebhookRotate(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("rotate").description("replace the signing secret and print the new one, once")
    .argument(...ENDPOINT)
    .option(...overlapOption("how long the old secret signs too"))
    .option(...YES)
    .addHelpText(
      "after",
      `
Until the overlap is over each message has two signatures, and a receiver accepts it with
either secret: give it the new one meanwhile. Without an overlap it asks first, as receivers
refuse messages until they have the new secret; without a terminal add --yes.

Example:
  checkoutctl webhook rotate 01998f5e-0000-7000-8000-000000000001 --overlap 24h`,
    )
    .action(async (id, { overlap: overlapMs = DEFAULT_OVERLAP_MS, yes }) => {
      const { endpoint, secret } = await context.useThing(
        "webhook",
        id,
        async (id, { webhooks }) => {
          if (overlapMs === 0) {
            const question =
              `Replace the secret of endpoint ${clean(id)}? Receivers refuse messages ` +
              "until they have the new one.";
            await context.confirm(question, yes);
          }
          return await webhooks.rotate(id, { overlapMs }, context.by);
        },
      );
      const { out } = context;
      out.result(endpointJson(endpoint, { secret }), () => {
        const endsAt = endpoint.previous?.endsAt;
        out.fields([
          ["ID", endpoint.id],
          ["URL", endpoint.url],
          ["Secret", secret],
          ["Old secret signs until", endsAt === undefined ? "now" : moment(endsAt)],
        ]);
      });
    });
}
