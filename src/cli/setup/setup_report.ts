import { createSessionCommand } from "../../demo/curl.ts";
import { sampleCart } from "../../demo/sample_cart.ts";
import type { MerchantDraft } from "../../domain/shop/merchant.ts";
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
  ] as const;
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** Prints the new shop, its secrets for the only time, and the next steps. */
export function reportSetup(context: Context, made: Setup, server: OwnServer): void {
  const { merchant, secret, webhook } = made;
  const command = createSessionCommand({ baseUrl: server.url, secret, body: sampleCart(merchant) });
  const port = server.port === null ? "" : ` --port ${server.port}`;
  const start = server.isRunning ? null : `${context.callOf("checkoutd")}${port}`;
  const json = {
    merchant: merchantJson(merchant),
    key: keyJson(made.key, { secret }),
    webhook: webhook && endpointJson(webhook.endpoint, { secret: webhook.secret }),
    command,
    start,
  };
  const { call } = context;
  const note = server.isUncertain
    ? `# A program listens on ${server.url}. Unless it is the server of this database, start one,\n` +
      "# and put its port into the address below:"
    : "# Start the server:";
  context.out.result(json, () => context.out.text(guide(made, { command, start, call, note })));
  if (webhook === null) return;
  noteKey(context, webhook.endpoint);
  noteInsecure(context, webhook.endpoint);
}

function guide(
  { merchant, key, secret, webhook }: Setup,
  { command, start, call, note }: {
    readonly command: string;
    /** Null if the server runs. */
    readonly start: string | null;
    readonly call: string;
    /** Lines before the command that starts it. */
    readonly note: string;
  },
): string {
  const domain = merchant.domains[0] ?? merchant.id;
  const end = key.expiresAt === null ? "never expires" : `expires ${moment(key.expiresAt)}`;
  const signing = webhook === null ? "" : `Webhook secret: ${webhook.secret}\n`;
  const test = webhook === null
    ? `  ${call} webhook add URL --merchant ${domain}`
    : `  ${call} webhook test ${webhook.endpoint.id}`;
  return `${clean(merchant.name)} is set up: ${merchant.id}

API key: ${secret}
${signing}Keep ${webhook === null ? "it: it is" : "them: they are"} shown only once. The key ${end}.

${start === null ? "" : `${note}\n${start}\n\n`}# Create a session from a cart:
${command}

Where to go next:
  ${call} product import FILE --merchant ${domain}
  ${call} coupon create --merchant ${domain} --code WELCOME --type percentage --amount 10
  ${call} merchant update ${domain} --shipping "${merchant.countryCode}=60,free-above=999"
${test}
Add --help to any command for its options.
`;
}
