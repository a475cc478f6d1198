import { Argument, type CommandUnknownOpts } from "@commander-js/extra-typings";
import {
  CHANNEL_KINDS,
  defaultTemplate,
  MESSAGE_NAMES,
  MESSAGES,
  requireTemplate,
  type Template,
} from "../../domain/shop/message.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { checkEndpoint } from "../options/endpoint.ts";
import { valueOf } from "../options/file_value.ts";
import { phoneOf } from "../options/phone.ts";
import { MERCHANT, oneOf } from "../options/values.ts";

/** The argument that names a channel; a shop has one of each kind. */
export function channelArgument() {
  return new Argument("<channel>", "kind of the channel").choices(CHANNEL_KINDS);
}

/** Adds `channel template | test`. */
export function addChannelMessageCommands(channel: CommandUnknownOpts, context: Context): void {
  addTemplate(channel, context);
  addTest(channel, context);
}

function addTemplate(channel: CommandUnknownOpts, context: Context): void {
  channel.command("template").description("show or change the text of a message")
    .addArgument(channelArgument())
    .addArgument(new Argument("<message>", "name of the message").choices(MESSAGE_NAMES))
    .option(...MERCHANT)
    .option("--subject <subject>", "new subject of a mail")
    .option("--text <text>", "new text; @FILE reads a file")
    .option("--default", "back to the built-in text")
    .addHelpText(
      "after",
      `
Without --subject, --text and --default it shows the text. A text has placeholders:
${MESSAGE_NAMES.map((name) => `  ${name.padEnd(9)} ${known(name)}`).join("\n")}

Example:
  checkoutctl channel template sms code --merchant demo-store.example \\
    --text "{code} is your code at {shop}"`,
    )
    .action(async (kind, name, { merchant, subject, text, default: isReset }) => {
      const changes = subject !== undefined || text !== undefined;
      if (changes && isReset) throw new UsageError("--default excludes --subject and --text");
      checkEndpoint(() => defaultTemplate(kind, name));
      const newText = text === undefined ? undefined : await valueOf(context, text);
      const shown = await context.useShop(merchant, async (shop, { channels }) => {
        const now = await channels.require(shop, kind);
        const current = now.templates[name] ?? defaultTemplate(kind, name);
        if (!changes && !isReset) return { current, isOwn: now.templates[name] !== undefined };
        const template: Template | null = isReset
          ? null
          : { subject: subject ?? current.subject, text: newText ?? current.text };
        if (template !== null) checkEndpoint(() => requireTemplate(kind, name, template));
        await channels.setTemplate(shop, kind, { name, template, by: context.by });
        return { current: template ?? defaultTemplate(kind, name), isOwn: template !== null };
      });
      const { current, isOwn } = shown;
      const { placeholders } = MESSAGES[name];
      const json = { channel: kind, message: name, ...current, custom: isOwn, placeholders };
      context.out.result(json, () =>
        context.out.fields([
          ...(kind === "email" ? [["Subject", current.subject] as const] : []),
          ...current.text.split("\n").map((line, n) => [n === 0 ? "Text" : "", line] as const),
          ["Custom", isOwn ? "yes" : "no"],
          ["Placeholders", known(name)],
        ]));
    });
}

function known(name: (typeof MESSAGE_NAMES)[number]): string {
  return MESSAGES[name].placeholders.map((one) => `{${one}}`).join(" ");
}

function addTest(channel: CommandUnknownOpts, context: Context): void {
  channel.command("test").description("send a sample message and show the answer")
    .addArgument(channelArgument())
    .option(...MERCHANT)
    .requiredOption("--to <recipient>", "phone number, or e-mail address")
    .option("--message <name>", "message to send (default: placed)", oneOf(MESSAGE_NAMES))
    .addHelpText(
      "after",
      `
This command sends it at once, whether or not a server runs, with sample values.
The exit code is 1 unless the mail server or gateway accepts it.

Example:
  checkoutctl channel test sms --merchant demo-store.example --to +919876543210`,
    )
    .action(async (kind, { merchant, to: recipient, message: name = "placed" }) => {
      checkEndpoint(() => defaultTemplate(kind, name));
      const { attempt: { status, error }, tookMs } = await context.useShop(
        merchant,
        async (shop, { channels }) => {
          const to = kind === "sms"
            ? await phoneOf(recipient, shop.countryCode, "--to")
            : recipient;
          return await channels.test(shop, kind, { name, to });
        },
      );
      const delivered = error === "";
      const ms = Math.round(tookMs);
      const answer = `${kind === "email" ? "SMTP" : "HTTP"} ${status}`;
      context.out.result({ delivered, status, error, took_ms: ms }, () => {
        if (delivered) context.out.line(`The message was accepted in ${ms} ms: ${answer}`);
      });
      if (delivered) return;
      const message = `The message was not accepted: ${error}`;
      context.out.complaint({ code: "error.unavailable", message });
      context.fail();
    });
}
