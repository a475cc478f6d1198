import type { Address } from "../../domain/address.ts";
import { advance } from "../../domain/lifecycle.ts";
import { currencyOf } from "../../domain/money.ts";
import type { PlacedOrder, Shortfall } from "../../domain/order.ts";
import type { Payment } from "../../domain/payment.ts";
import { lengthText } from "./relative.ts";
import { counted, moment, money } from "./text.ts";
import type { SessionReport } from "./session_json.ts";
import { holdsText } from "./session_timeline.ts";

/** What a receipt has to know beside the session. */
export interface HeaderContext {
  /** Name of the shop. */
  readonly shop: string;
  readonly now: number;
  /** For how long a session is kept without activity, as far as is known here. */
  readonly sessionTtlMs: number;
}

/** Where a session stands, as names with their values; not cleaned yet. */
export function headerFields(view: SessionReport, context: HeaderContext): [string, string][] {
  const { session, lastActiveAt } = view;
  const { state, customer, choices, payment, createdAt } = session;
  return [
    ["Session", session.id],
    ["Shop", context.shop],
    ["State", `${state.session}, payment ${state.payment}`],
    ["Country", session.countryCode],
    ["Customer", customer === null ? "not verified" : customer.phone || "erased"],
    ["Address", addressText(choices.address)],
    ["Payment", paymentText(payment)],
    ...orderField(session.order),
    ["Reserved", holdsText(view)],
    ["Created", moment(createdAt)],
    ["Last active", moment(lastActiveAt)],
    ...endField(view, context),
  ];
}

function addressText(address: Address | null): string {
  if (address === null) return "none yet";
  const { name, line1, line2, city, state, postalCode, countryCode, phone, email } = address;
  return [name, line1, line2, city, state, postalCode, countryCode, phone, email]
    .filter((part) => part !== null && part !== "").join(", ");
}

function paymentText(payment: Payment | null): string {
  if (payment === null) return "none yet";
  const { id, method, amount, currencyCode, status, reference, startedAt, holds } = payment;
  const part = method === "COD" ? ", prepaid part of cash on delivery" : "";
  const named = reference === null ? "" : `, reference ${reference}`;
  const released = status === "PENDING" && holds === "released" ? ", released" : "";
  return `${status}${released}: ${money(amount, currencyOf(currencyCode))}${part}, ` +
    `started ${moment(startedAt)}, id ${id}${named}`;
}

/** When the order was placed; of a late one, what it lacks. */
function orderField(order: PlacedOrder | null): [string, string][] {
  if (order === null) return [];
  const { placedAt, late, shortfall } = order;
  const text = `placed ${moment(placedAt)}${late ? ", paid late" : ""}`;
  const missing = shortfall === null ? "" : `; missing ${shortfallText(shortfall)}`;
  return [["Order", text + missing]];
}

function shortfallText({ coupons, units, coins }: Shortfall): string {
  return [
    ...coupons.map((code) => `a use of coupon ${code}`),
    ...units.map(({ quantity, variantId }) =>
      `${counted(quantity, "unit")} of variant ${variantId}`
    ),
    ...(coins === 0 ? [] : [counted(coins, "coin")]),
  ].join(", ");
}

/** When it ends unless somebody goes on with it; of one that has ended, when that was. */
function endField(view: SessionReport, { now, sessionTtlMs }: HeaderContext): [string, string][] {
  const { session: { state }, lastActiveAt, events } = view;
  const after = advance(state, "session.expire");
  if (after === null) {
    const end = events.findLast(({ type }) =>
      type === "session.completed" || type === "session.abandoned"
    );
    return end === undefined ? [] : [["Ended", moment(end.at)]];
  }
  const expiresAt = lastActiveAt + sessionTtlMs;
  // Who has paid a part has ordered: idleness does not drop that.
  const placed = after.session === "COMPLETED" ? "; its order is placed then" : "";
  const left = expiresAt > now ? `in ${lengthText(expiresAt - now)}` : "due now";
  return [["Expires", `${moment(expiresAt)}, ${left}${placed}`]];
}
