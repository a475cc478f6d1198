import { invalid } from "../errors.ts";
import type { EventType } from "../events.ts";
import { requireKnown } from "./template.ts";

/** Ways to reach a customer. */
export const CHANNEL_KINDS = ["email", "sms"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Names of the messages to customers. */
export const MESSAGE_NAMES = ["code", "placed", "cancelled", "refunded", "idle"] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];

/** The text of a message, with placeholders. */
export interface Template {
  /** Empty for an SMS. */
  readonly subject: string;
  readonly text: string;
}

/** Templates of a channel that differ from the defaults. */
export type Templates = Readonly<Partial<Record<MessageName, Template>>>;

/** A message that an event sends to the customer. */
export interface Message {
  /** The event that sends it. */
  readonly event: EventType;
  /** The channels that carry it, with the text that a shop begins with. */
  readonly defaults: Readonly<Partial<Record<ChannelKind, Template>>>;
  readonly placeholders: readonly string[];
  /** True if a channel sends it only if the shop names it: the customer has not ordered. */
  readonly isOptional?: boolean;
}

const ORDER = ["shop", "order", "name", "total", "paid", "items"] as const;

/** All messages. A further one is a name and a row; `fieldsOf()` has its values. */
export const MESSAGES: Readonly<Record<MessageName, Message>> = {
  code: {
    event: "otp.requested",
    placeholders: ["shop", "code", "minutes"],
    defaults: {
      sms: {
        subject: "",
        text: "{code} is your code for {shop}, valid for {minutes} minutes. Do not share it.",
      },
    },
  },
  placed: {
    event: "session.completed",
    placeholders: [...ORDER, "due"],
    defaults: {
      sms: { subject: "", text: "{shop}: thank you for your order {order}. Total: {total}." },
      email: {
        subject: "Your order {order} at {shop}",
        text: "Thank you for your order {order} at {shop}.\n\n{items}\n\n" +
          "Total: {total}\nPaid: {paid}\nTo pay: {due}\n",
      },
    },
  },
  cancelled: {
    event: "order.cancelled",
    placeholders: [...ORDER, "reason"],
    defaults: {
      sms: { subject: "", text: "{shop}: your order {order} was cancelled." },
      email: {
        subject: "Your order {order} at {shop} was cancelled",
        text: "Your order {order} at {shop} was cancelled.\n\n{items}\n\n" +
          "Total: {total}\nPaid: {paid}\n",
      },
    },
  },
  refunded: {
    event: "refund.done",
    placeholders: ["shop", "order", "name", "amount"],
    defaults: {
      sms: {
        subject: "",
        text: "{shop}: we have refunded {amount} of your order {order}. " +
          "It can take some days until your bank shows it.",
      },
      email: {
        subject: "Refund of your order {order} at {shop}",
        text: "We have refunded {amount} of your order {order} at {shop}.\n\n" +
          "It can take some days until your bank shows it.\n",
      },
    },
  },
  idle: {
    event: "session.idle",
    placeholders: ["shop", "name", "total", "items", "link"],
    isOptional: true,
    defaults: {
      sms: { subject: "", text: "{shop}: your cart is waiting for you: {link}" },
      email: {
        subject: "Your cart at {shop}",
        text: "Your cart at {shop} is waiting for you:\n\n{items}\n\n{link}\n",
      },
    },
  },
};

/** Limits of templates, in characters. */
export const TEMPLATE_LIMITS = { subject: 200, email: 10_000, sms: 500 } as const;

/** The message that an event sends; undefined for none. */
export function messageFor(type: EventType): MessageName | undefined {
  return MESSAGE_NAMES.find((name) => MESSAGES[name].event === type);
}

/** The messages that a channel can carry. */
export function messagesOf(kind: ChannelKind): MessageName[] {
  return MESSAGE_NAMES.filter((name) => MESSAGES[name].defaults[kind] !== undefined);
}

/** The messages that a channel sends unless its shop chooses. */
export function usualMessagesOf(kind: ChannelKind): MessageName[] {
  return messagesOf(kind).filter((name) => MESSAGES[name].isOptional !== true);
}

/**
 * The default text of a message.
 *
 * @throws {AppError} `error.invalid-request` for a message that the channel does not carry
 */
export function defaultTemplate(kind: ChannelKind, name: MessageName): Template {
  const found = MESSAGES[name].defaults[kind];
  if (found !== undefined) return found;
  throw invalid(`The message ${name} is not sent by ${kind}: ${messagesOf(kind).join(", ")} are`);
}

/**
 * Checks a template before it is stored.
 *
 * @throws {AppError} `error.invalid-request` for a message that the channel does not carry, an
 *   unknown placeholder, an empty or long text, or a subject of an SMS
 */
export function requireTemplate(kind: ChannelKind, name: MessageName, template: Template): void {
  const { subject, text } = template;
  defaultTemplate(kind, name);
  if (kind === "sms" && subject !== "") throw invalid("An SMS has no subject");
  const parts = [
    ...(kind === "email" ? [["The subject", subject, TEMPLATE_LIMITS.subject] as const] : []),
    ["The text", text, TEMPLATE_LIMITS[kind]] as const,
  ];
  for (const [what, part, limit] of parts) {
    if (part.trim() === "") throw invalid(`${what} must not be empty`);
    if (part.length > limit) {
      throw invalid(`${what} must have at most ${limit} characters: ${part.length}`);
    }
    requireKnown(part, MESSAGES[name].placeholders, what);
  }
  if (/[\r\n]/.test(subject)) throw invalid("The subject must be one line");
  // A code that is not sent proves nothing.
  if (name === "code" && !text.includes("{code}")) throw invalid("The text must contain {code}");
}
