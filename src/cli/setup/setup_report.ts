import { createSessionCommand } from "../../demo/curl.ts";
import { sampleCart } from "../../domain/cart/sample_cart.ts";
import type { MerchantDraft } from "../../domain/shop/merchant.ts";
import { secretOf } from "../../domain/shop/webhook.ts";
import type { Setup } from "../../service/shop/setup.ts";
import { keyJson } from "../output/key.ts";
import { merchantJson } from "../commands/merchant.ts";
import { ruleFields } from "../output/shop.ts";
import { noteInsecure } from "../commands/webhook.ts";
import { endpointJson } from "../output/endpoint.ts";
import { noteKey } from "../output/key_note.ts";
import type { Context } from "../context.ts";
import type { OwnServer } from "../io.ts";
import { clean } from "../output/text.ts";
import { moment } from "../../domain/values/wording.ts";
import type { CompletePlan } from "./plan.ts";
import type { SetupLinks } from "./setup_links.ts";

/** The summary before confirmation. */
export function summaryLines(
  merchant: MerchantDraft,
  plan: CompletePlan,
  now: number,
): string[] {
  const { keyLifetimeMs } = plan;
  const end = keyLifetimeMs === Infinity
    ? "never expires"
    : `expires ${moment(now + keyLifetimeMs)}`;
  const fields = [
    ["Name", merchant.name],
    ["Domains", merchant.domains.join(", ")],
    ["Country", merchant.countryCode],
    ["Currency", `${merchant.currencyCode}; it cannot change later`],
    ["Cart format", merchant.cartFormat],
    ...ruleFields(merchant),
    ["Key", `${plan.keyName}, ${end}`],
    ["Webhook", plan.webhook ?? "none"],
    [
      "Also",
      "a demo provider for test mode; a person to sign in to the dashboard, if no person exists",
    ],
  ] as const;
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** Prints the new shop, its secrets for the only time, and three links. */
export function reportSetup(
  context: Context,
  made: Setup,
  { server, links }: { readonly server: OwnServer; readonly links: SetupLinks },
): void {
  const { merchant, secret, webhook } = made;
  const command = createSessionCommand({ baseUrl: server.url, secret, body: sampleCart(merchant) });
  const port = server.port === null ? "" : ` --port ${server.port}`;
  const start = server.isRunning ? null : `${context.callOf("checkoutd")}${port}${links.flags}`;
  const { dashboard, sample, next } = links;
  const json = {
    merchant: merchantJson(merchant),
    key: keyJson(made.key, { secret }),
    webhook: webhook && endpointJson(webhook.endpoint, { secret: webhook.secret }),
    command,
    start,
    links: { dashboard, sample, next },
  };
  const note = server.isUncertain
    ? `# A program listens on ${server.url}. Unless it is the server of this database, start one,\n` +
      "# and put its port into the address below:"
    : "# Start the server:";
  const before = start === null ? "" : `${note}\n${start}\n\n`;
  const ports = start !== null || links.flags === ""
    ? ""
    : `# The links need a server that was started with${links.flags}\n`;
  context.out.result(json, () => context.out.text(guide(made, { command, before, ports, links })));
  if (webhook === null) return;
  noteKey(context, secretOf(webhook.endpoint));
  noteInsecure(context, webhook.endpoint);
}

function guide(
  { merchant, key, secret, webhook }: Setup,
  { command, before, ports, links }: {
    readonly command: string;
    /** How the server is started, with an empty line; empty if it runs. */
    readonly before: string;
    /** The ports that a running server needs, as a line; empty if they are known. */
    readonly ports: string;
    readonly links: SetupLinks;
  },
): string {
  const end = key.expiresAt === null ? "never expires" : `expires ${moment(key.expiresAt)}`;
  const signing = webhook === null ? "" : `Webhook secret: ${webhook.secret}\n`;
  const signIn = links.signsIn
    ? "Choose a password for the dashboard, once, within 15 minutes:"
    : "The dashboard:";
  return `${clean(merchant.name)} is set up: ${merchant.id}

API key: ${secret}
${signing}Keep ${webhook === null ? "it: it is" : "them: they are"} shown only once. The key ${end}.

${before}# Create a session from a cart:
${command}

${ports}1. ${signIn}
   ${links.dashboard}

2. Buy a sample, in test mode, until the shop has a product of its own:
   ${links.sample}

3. What is missing, and what comes next:
   ${links.next}
`;
}
