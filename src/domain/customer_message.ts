import type { CartLine } from "./cart/cart.ts";
import type { CheckoutEvent, EventType } from "./events.ts";
import { OTP_LIFETIME_MS } from "./session/otp.ts";
import type { CheckoutSession } from "./session/session.ts";
import { isRecord } from "./values/json.ts";
import { currencyOf, formatMajor, parseMajor } from "./values/money.ts";
import {
  CHANNEL_KINDS,
  type ChannelKind,
  defaultTemplate,
  messageFor,
  type MessageName,
  MESSAGES,
  type Template,
  type Templates,
} from "./shop/message.ts";
import { fill, oneLine, type Values } from "./shop/template.ts";

const MINUTE_MS = 60_000;
/** Age up to which customers are told of a refund that was made at the provider. */
const REFUND_TOLD_MS = 24 * 60 * MINUTE_MS;

/** An event with its session and the name of its shop. */
export interface Occasion {
  readonly event: CheckoutEvent;
  readonly session: CheckoutSession;
  readonly shopName: string;
}

/** A message to send. */
export interface ComposedMessage extends Template {
  /** E-mail address, or phone number in E.164. */
  readonly to: string;
}

/**
 * The channels by which an event tells its customer: those that carry its message and that the
 * session has an address for. A test session has none, and neither has a refund without money, one
 * that was made at the provider more than a day before, or one of a session without an order.
 */
export function reachableBy(
  type: EventType,
  session: CheckoutSession,
  event?: Pick<CheckoutEvent, "at" | "data">,
): ChannelKind[] {
  const name = messageFor(type);
  if (name === undefined || !session.livemode) return [];
  if (name === "refunded" && event !== undefined && !isToldOfRefund(event, session)) return [];
  return CHANNEL_KINDS.filter((kind) =>
    // The number of a code is in its event.
    MESSAGES[name].defaults[kind] !== undefined && (name === "code" || contactOf(kind, session))
  );
}

function isToldOfRefund(
  { at, data }: Pick<CheckoutEvent, "at" | "data">,
  { order }: CheckoutSession,
): boolean {
  const { id, origin } = refundIn(data);
  // The text names the order.
  if (order === null) return false;
  const refund = order.refunds.find((one) => one.id === id);
  // Of a payment without an order, which came beside that of the order.
  if (refund === undefined) return origin === "OURS";
  if (refund.amount === 0) return false;
  return refund.origin === "OURS" || at - refund.at <= REFUND_TOLD_MS;
}

/** A message that must not be sent now, with the reason. */
export interface UnsentMessage {
  readonly unsent: string;
}

/** Writes the message of an event, by the session as it is now. */
export function compose(
  kind: ChannelKind,
  templates: Templates,
  occasion: Occasion,
): ComposedMessage | UnsentMessage {
  const { event, session } = occasion;
  const name = messageFor(event.type);
  if (name === undefined) return { unsent: `No message for this event: ${event.type}` };
  const to = name === "code" ? event.data["phone"] : contactOf(kind, session);
  if (typeof to !== "string" || to === "") {
    return { unsent: "No recipient: the customer's data was erased" };
  }
  if (name === "idle") {
    if (session.order !== null) return { unsent: "The order was placed meanwhile" };
    if (event.data["recovery_url"] === null) return { unsent: "No recovery link" };
  }
  const template = templates[name] ?? defaultTemplate(kind, name);
  return { to, ...written(template, fieldsOf(name, occasion)) };
}

/** Fills a template. */
export function written({ subject, text }: Template, values: Values): Template {
  return { subject: oneLine(fill(subject, values)), text: fill(text, values) };
}

/** Values for a sample of a message. */
export function sampleFields(name: MessageName, shopName: string): Values {
  const samples: Values = {
    shop: oneLine(shopName),
    code: "123456",
    minutes: String(OTP_LIFETIME_MS / MINUTE_MS),
    order: "7K3M-9QXD",
    name: "Asha Rao",
    total: "1330.28 INR",
    paid: "330.28 INR",
    amount: "330.28 INR",
    due: "1000.00 INR",
    items: "2 x Mug",
    reason: "refused at the door",
    link: "https://shop.example/c/recover/sample",
  };
  return Object.fromEntries(MESSAGES[name].placeholders.map((one) => [one, samples[one] ?? ""]));
}

/** Phone number or e-mail that a channel reaches the customer by; undefined for none. */
export function contactOf(kind: ChannelKind, session: CheckoutSession): string | undefined {
  const { customer, buyer, choices: { address } } = session;
  const found = kind === "sms" ? customer?.phone || address?.phone : buyer.email || address?.email;
  return found || undefined;
}

function fieldsOf(name: MessageName, { event, session, shopName }: Occasion): Values {
  const shop = oneLine(shopName);
  switch (name) {
    case "code":
      return {
        shop,
        code: String(event.data["otp"]),
        minutes: String(OTP_LIFETIME_MS / MINUTE_MS),
      };
    case "placed":
    case "cancelled":
      return { shop, ...orderFields(event, session) };
    case "refunded":
      return {
        shop,
        order: session.order?.number ?? "",
        name: nameOf(session),
        amount: `${String(refundIn(event.data)["amount"])} ${session.currencyCode}`,
      };
    case "idle":
      return {
        shop,
        ...orderFields(event, session),
        link: String(event.data["recovery_url"]),
      };
  }
}

/** Amounts are those of the event, the rest is of the session. */
function orderFields({ data }: CheckoutEvent, session: CheckoutSession): Values {
  const currency = currencyOf(session.currencyCode);
  const amount = (field: string) => parseMajor(data[field], currency, field);
  const [total, paid] = [amount("total_payable"), amount("amount_paid")];
  const money = (minor: number) => `${formatMajor(minor, currency)} ${currency.code}`;
  return {
    order: session.order?.number ?? "",
    name: nameOf(session),
    total: money(total),
    paid: money(paid),
    due: money(Math.max(total - paid, 0)),
    items: session.priced.lines.map(itemLine).join("\n"),
    reason: oneLine(session.order?.cancellation?.reason ?? ""),
  };
}

function nameOf({ buyer, choices: { address } }: CheckoutSession): string {
  return oneLine(buyer.name ?? address?.name ?? "");
}

/** The refund of an event. */
function refundIn({ refund }: CheckoutEvent["data"]): Readonly<Record<string, unknown>> {
  return isRecord(refund) ? refund : {};
}

function itemLine({ quantity, title, variantTitle, singleVariant }: CartLine): string {
  const variant = singleVariant ? "" : oneLine(variantTitle);
  return `${quantity} x ${oneLine(title)}${variant === "" ? "" : ` (${variant})`}`;
}
