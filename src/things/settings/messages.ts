import type { ChannelKind, MessageName } from "../../domain/shop/message.ts";
import { MESSAGES } from "../../domain/shop/message.ts";
import { SMS_METHODS } from "../../domain/shop/webhook.ts";
import type { SettingForm, SettingsPage, ShopSetting } from "../setting.ts";

/** The occasion of each message. */
const MESSAGE_LABELS: Readonly<Record<MessageName, string>> = {
  code: "One-time codes",
  placed: "Order placed",
  cancelled: "Order cancelled",
  refunded: "Refund made",
  idle: "Cart left behind, with a link back to it",
};

/** The mail server of a shop. */
export const MAIL_FORM: SettingForm = {
  name: "mail",
  title: "Mail server",
  note: "Sends mails to customers, and to people who have a role in this shop alone.",
  asksAgain: true,
  settings: [
    {
      field: "host",
      label: "Server",
      hint: "Its public name, such as mail.example.com",
      kind: "text",
      isRequired: true,
      options: [],
    },
    { field: "port", label: "Port", kind: "count", isRequired: true, options: [] },
    {
      field: "security",
      label: "Encryption",
      kind: "choice",
      values: [
        ["smtps", "TLS from the start", "Mostly port 465"],
        ["smtp", "STARTTLS", "Mostly port 587. Without TLS nothing is sent"],
      ],
      options: [],
    },
    { field: "user", label: "User", hint: "Empty for a server without", kind: "text", options: [] },
    {
      field: "from",
      label: "Sender",
      hint: "An e-mail address alone",
      kind: "text",
      isRequired: true,
      options: [],
    },
    ...messageSettings("email"),
  ],
};

/** The SMS gateway of a shop. */
export const SMS_FORM: SettingForm = {
  name: "sms",
  title: "SMS gateway",
  note: "Sends one-time codes and messages to phones. To try it, run checkoutctl channel test sms.",
  asksAgain: true,
  settings: [
    {
      field: "method",
      label: "Method",
      kind: "choice",
      values: SMS_METHODS.map((method) => [method, method]),
      options: [],
    },
    ...messageSettings("sms"),
  ],
};

/** The page of a shop's mail server and SMS gateway, which are no part of a seed file. */
export const MESSAGES_PAGE: SettingsPage = {
  name: "messages",
  title: "Messages",
  note: "Mail server and SMS gateway, and what they send",
  forms: [MAIL_FORM, SMS_FORM],
};

/** The messages that a channel can carry, each on or off. */
function messageSettings(kind: ChannelKind): ShopSetting[] {
  return Object.entries(MESSAGE_LABELS).flatMap(([name, label]) =>
    MESSAGES[name as MessageName].defaults[kind] === undefined
      ? []
      : [{ field: `messages.${name}`, label, kind: "switch", options: [] } as const]
  );
}
