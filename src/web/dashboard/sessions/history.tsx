import type { UpdateStep } from "../../../domain/event_fields.ts";
import type { CheckoutEvent, EventType } from "../../../domain/events.ts";
import { isRecord } from "../../../domain/values/json.ts";
import { currencyOf, parseMajor } from "../../../domain/values/money.ts";
import { Timeline, type TimelineEntry } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Panel } from "../parts/panel.tsx";
import type { Tone } from "../../../things/list.ts";

/** Title and colour of an event, and the field of its data that is shown below. */
const EVENTS: Readonly<Record<EventType, readonly [string, Tone, string?]>> = {
  "session.created": ["Opened", "plain"],
  "session.updated": ["Changed", "plain"],
  "session.completed": ["Order placed", "good", "order_number"],
  "order.collected": ["Cash recorded", "good", "amount_collected"],
  "order.cancelled": ["Order cancelled", "bad"],
  "session.abandoned": ["Abandoned", "plain"],
  "session.idle": ["Reported as idle", "plain"],
  "payment.pending": ["Payment started", "warn", "payment_amount"],
  "payment.paid": ["Payment received", "good", "payment_amount"],
  "payment.failed": ["Payment failed", "bad", "reason"],
  "payment.unexpected": ["Unexpected payment", "bad"],
  "payment.disputed": ["Payment disputed", "bad", "dispute"],
  "refund.requested": ["Refund requested", "warn", "refund"],
  "refund.done": ["Refunded", "plain", "refund"],
  "refund.failed": ["Refund failed", "bad", "refund"],
  "otp.requested": ["One-time code requested", "plain"],
  "payment.many-unknown": ["Many unknown payments", "bad"],
  "limit.crossed": ["Limit crossed", "warn"],
};

/** Titles of the changes of a session. */
const CHANGES: Readonly<Record<UpdateStep, string>> = {
  items: "Items changed",
  coupons: "Coupons changed",
  "add-ons": "Gifts chosen",
  address: "Address given",
  buyer: "Buyer named",
  "shipping-option": "Shipping chosen",
  otp: "Phone verified",
  coins: "Coins redeemed",
  "payment-method": "Payment method chosen",
  payment: "Price changed at the payment",
  complete: "Price changed at the order",
  "payment-released": "Holds of the payment released",
};
const CHANGE_BY_STEP: ReadonlyMap<unknown, string> = new Map(Object.entries(CHANGES));

/** Timeline of a session, latest first. */
export function History({ events, createdAt, formats }: {
  readonly events: readonly CheckoutEvent[];
  readonly createdAt: number;
  readonly formats: DashboardFormats;
}) {
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const entries = events.map(({ type, at, data }): TimelineEntry => {
    const [title, tone, field] = EVENTS[type];
    return {
      at: moment(at),
      title: CHANGE_BY_STEP.get(data["step"]) ?? title,
      tone,
      detail: <bdi>{detailOf(data, field, formats)}</bdi>,
    };
  });
  // Not every shop has events of openings, and old events are not kept.
  if (events[0]?.type !== "session.created") {
    entries.unshift({ at: moment(createdAt), title: EVENTS["session.created"][0] });
  }
  return (
    <Panel title="Timeline" note={`Latest first, times in ${formats.timeZone}`}>
      <Timeline entries={entries.reverse()} />
    </Panel>
  );
}

/** A field of an event, and the total at that time. */
function detailOf(
  data: CheckoutEvent["data"],
  field: string | undefined,
  formats: DashboardFormats,
): string {
  const total = amountOf(data, "total_payable", formats);
  const own = field === undefined
    ? ""
    : field.includes("amount")
    ? amountOf(data, field, formats)
    : isRecord(data[field])
    ? amountOf({ currency_code: data["currency_code"], ...data[field] }, "amount", formats)
    : worded(data[field]);
  return [own, total === "" || own === total ? "" : `total ${total}`]
    .filter((text) => text !== "").join(", ");
}

/** An amount of an event, which has it as decimal text in the major unit. */
function amountOf(data: CheckoutEvent["data"], field: string, formats: DashboardFormats): string {
  const [text, code] = [data[field], data["currency_code"]];
  if (typeof text !== "string" || typeof code !== "string") return "";
  return formats.amount(parseMajor(text, currencyOf(code), field), code);
}

/** A reason in lower case; an order number stays as it is. */
function worded(value: unknown): string {
  if (typeof value !== "string") return "";
  return /^[A-Z]+$/.test(value) ? value.toLowerCase() : value;
}
