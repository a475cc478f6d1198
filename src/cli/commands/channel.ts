import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { CHANNEL_KINDS, MESSAGE_NAMES, MESSAGES } from "../../domain/shop/message.ts";
import { canSendCodes, isCodUnverified, lacksCodes } from "../../domain/shop/phone_verification.ts";
import { type Channel, secretOf, SMS_METHODS } from "../../domain/shop/webhook.ts";
import { momentText } from "../../schema/seed/fields.ts";
import { type ChannelRequest, parseChannel } from "../../service/channels/channels.ts";
import { noteKey } from "../output/key_note.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { ALLOW_INSECURE, checkEndpoint } from "../options/endpoint.ts";
import { valueOf } from "../options/file_value.ts";
import { example, MERCHANT, oneOf, several, YES } from "../options/values.ts";
import { clean, shortMoment } from "../output/text.ts";
import { addChannelMessageCommands, channelArgument } from "./channel_message.ts";
import { endpointState } from "../../things/endpoint.ts";

/** Adds `channel add | list | remove | template | test`. */
export function addChannelCommands(program: CommandUnknownOpts, context: Context): void {
  const channel = program.command("channel")
    .description("manage messages to customers by e-mail and SMS")
    .addHelpText("after", example("channel list --merchant demo-store.example"));
  addAdd(channel, context);
  addList(channel, context);
  addRemove(channel, context);
  addChannelMessageCommands(channel, context);
}

function addAdd(channel: CommandUnknownOpts, context: Context): void {
  channel.command("add").description("add a shop's channel, or change its settings")
    .addArgument(channelArgument())
    .option(...MERCHANT)
    .requiredOption("--url <url>", "mail server (smtps or smtp URL), or URL of the SMS gateway")
    .option("--from <address>", "e-mail: address of the sender")
    .option("--method <method>", `SMS: ${SMS_METHODS.join(", ")} (default: POST)`)
    .option(
      "--header <header>",
      "SMS: a header, as in `Name: value`; repeat for several",
      several(String),
    )
    .option("--body <body>", "SMS: the body, with placeholders")
    .option(
      "--message <name>",
      `message to send (default: all but idle; of a channel to change, as before); repeat: ${
        MESSAGE_NAMES.join(", ")
      }`,
      several(oneOf(MESSAGE_NAMES)),
    )
    .option(ALLOW_INSECURE, "allow http and private addresses, for tests")
    .addHelpText(
      "after",
      `
The URL of a mail server has user and password: smtps://user:password@host:465, or
smtp://...:587, which must offer STARTTLS unless it is this machine.
The request to an SMS gateway has the placeholders {phone} (+919876543210), {phone_digits},
{text} and {id}, in the body or after the ? of the URL. The body is JSON unless a header
content-type names application/x-www-form-urlencoded or text/plain.
@FILE as a value of --url, --header or --body reads a file, to keep secrets out of the
history of the shell. Secrets are stored, as the server sends them, and never shown again.

Example:
  checkoutctl channel add email --merchant demo-store.example \\
    --url smtps://orders:secret@mail.example --from orders@demo-store.example
  checkoutctl channel add sms --merchant demo-store.example \\
    --url https://sms.example/send --header @token.txt \\
    --body '{"to": "{phone}", "text": "{text}"}'`,
    )
    .action(async (kind, { merchant, ...options }) => {
      const request = await requestOf(context, kind, options);
      checkEndpoint(() => parseChannel(request));
      const { channel: put, isNew, shop } = await context.useShop(
        merchant,
        async (shop, { channels }) => ({ shop, ...await channels.put(shop, request, context.by) }),
      );
      const done = `${isNew ? "Added" : "Changed"} the channel ${put.kind}: ${clean(put.url)}`;
      context.out.result(channelJson(put), done);
      noteKey(context, secretOf(put));
      if (put.allowInsecure) {
        context.out.note(`Only a server started with ${ALLOW_INSECURE} sends by this channel`);
      }
      if (canSendCodes([put]) && isCodUnverified(shop)) {
        context.out.note(
          "Cash on delivery by cart links needs no verified phone: change that with " +
            `${context.call} merchant update ${shop.domains[0]} --verify-phone cod`,
        );
      }
    });
}

interface AddOptions {
  readonly url: string;
  readonly from?: string | undefined;
  readonly method?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly body?: string | undefined;
  readonly message?: readonly (typeof MESSAGE_NAMES)[number][] | undefined;
  readonly allowInsecureWebhooks?: boolean | undefined;
}

async function requestOf(
  context: Context,
  kind: (typeof CHANNEL_KINDS)[number],
  { url, from, method, header, body, message, allowInsecureWebhooks = false }: AddOptions,
): Promise<ChannelRequest> {
  const common = {
    url: (await valueOf(context, url)).trim(),
    allowInsecure: allowInsecureWebhooks,
    ...(message !== undefined && { messages: message }),
  };
  if (kind === "email") {
    if (method !== undefined || header !== undefined || body !== undefined) {
      throw new UsageError("--method, --header and --body are for the channel sms");
    }
    if (from === undefined) throw new UsageError("--from is required for the channel email");
    return { kind, ...common, from };
  }
  if (from !== undefined) throw new UsageError("--from is for the channel email");
  const headers = await Promise.all((header ?? []).map((one) => valueOf(context, one)));
  return {
    kind,
    ...common,
    method,
    headers: headers.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== ""),
    body: body === undefined ? "" : await valueOf(context, body),
  };
}

function addList(channel: CommandUnknownOpts, context: Context): void {
  channel.command("list").description("list a shop's channels, without their secrets")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
The id names a channel in webhook deliveries, webhook replay --endpoint, webhook enable and
webhook disable. An SMS gateway that answers 410 Gone is disabled.

Example:
  checkoutctl channel list --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => {
      const found = await context.useShop(merchant, (shop, { channels }) => channels.list(shop));
      context.out.result(found.map(channelJson), () =>
        context.out.table(found, [
          ["CHANNEL", ({ kind }) => kind],
          ["URL", ({ url }) => url, { canShrink: true, leastWidth: 20 }],
          ["STATE", endpointState],
          ["MESSAGES", (one) => sentBy(one).join(", "), { canShrink: true }],
          ["ID", ({ id }) => id, { isId: true }],
          ["CREATED", ({ createdAt }) => shortMoment(createdAt), { isOptional: true }],
        ], "No channels yet"));
    });
}

function addRemove(channel: CommandUnknownOpts, context: Context): void {
  channel.command("remove").description("remove a channel, its texts and pending messages")
    .addArgument(channelArgument())
    .option(...MERCHANT)
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl channel remove sms --merchant demo-store.example --yes`,
    )
    .action(async (kind, { merchant, yes }) => {
      await context.confirm(`Remove the channel ${kind}? Its pending messages are dropped.`, yes);
      const { gone, isNeeded } = await context.useShop(
        merchant,
        async (shop, { channels, webhooks }) => {
          const gone = await channels.remove(shop, kind, context.by);
          const endpoints = [...await channels.list(shop), ...await webhooks.list(shop.id)];
          return { gone, isNeeded: lacksCodes(shop.rules, canSendCodes(endpoints)) };
        },
      );
      context.out.result(channelJson(gone), `Removed the channel ${kind}: ${clean(gone.url)}`);
      if (isNeeded) {
        context.out.note("warning: orders need a verified phone, and nothing delivers codes now");
      }
    });
}

/** Names of the messages that a channel sends. */
function sentBy({ events }: Channel) {
  return MESSAGE_NAMES.filter((name) => events.includes(MESSAGES[name].event));
}

/** A channel as JSON, without its secrets. */
export function channelJson(channel: Channel) {
  return {
    id: channel.id,
    merchant_id: channel.merchantId,
    channel: channel.kind,
    url: channel.url,
    from: channel.kind === "email" ? channel.from : null,
    messages: sentBy(channel),
    templates: channel.templates,
    insecure: channel.allowInsecure,
    disabled_at: momentText(channel.disabledAt),
    created_at: momentText(channel.createdAt),
  };
}
