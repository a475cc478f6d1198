import type { PricedCart, Requirement } from "../../../domain/pricing/model.ts";
import { unverifiedText } from "../../../domain/pricing/unverified.ts";
import { advance, type SessionState } from "../../../domain/session/lifecycle.ts";
import type { Cancellation, PlacedOrder, Shortfall } from "../../../domain/session/order.ts";
import type { Payment } from "../../../domain/session/payment.ts";
import { paymentFailureText } from "../../../things/session.ts";
import type { Recovery } from "../../../domain/session/recovery.ts";
import type { Address, Buyer, CheckoutSession } from "../../../domain/session/session.ts";
import { type Currency, currencyOf } from "../../../domain/values/money.ts";
import type { Output } from "../output.ts";
import { clean, money } from "../text.ts";
import { counted, lengthText, moment } from "../../../domain/values/wording.ts";
import { wrapText } from "../width.ts";
import { itemLines, type ReceiptLine, totalLines } from "./receipt_lines.ts";
import { expiryOf, type SessionReport } from "./session_json.ts";
import { holdsText, printTimeline } from "./session_timeline.ts";

/** On a wide terminal amounts stay near their names. */
const MAX_WIDTH = 100;
/** Required before the order can be paid or placed. */
const NEEDED: Readonly<Record<Requirement, string>> = {
  phone: "a verified phone number",
  address: "an address",
};
/** No further fields of the request were stored. */
const NO_EXTRA = "{}";
const STYLES = { title: "bold", faint: "dim" } as const;

/** Prints a session as a receipt: its state, lines, totals and events. */
export function printReceipt(out: Output, view: SessionReport, context: HeaderContext): void {
  const { session, extra, events } = view;
  const currency = currencyOf(session.currencyCode);
  const width = Math.min(out.width, MAX_WIDTH);
  out.fields(headerFields(view, context));
  out.line();
  printLines(out, itemLines(session.priced, currency, width));
  out.line();
  printLines(out, totalLines(session, currency, width));
  const remarks = isFinal(session.state.session) ? [] : remarksOf(session.priced, currency);
  if (remarks.length > 0) out.line();
  for (const remark of remarks) {
    for (const line of wrapText(clean(remark), width)) out.line(line);
  }
  const order = orderFields(session);
  if (order.length > 0) {
    out.line();
    out.fields(order);
  }
  out.line();
  printTimeline(out, events);
  if (extra === NO_EXTRA) return;
  out.line();
  out.line(`Tracking data and more: ${counted(extra.length, "character")}; --json shows it`);
}

function isFinal(state: SessionState): boolean {
  return state === "COMPLETED" || state === "ABANDONED";
}

function printLines(out: Output, lines: readonly ReceiptLine[]): void {
  for (const { text, weight } of lines) {
    const line = text.trimEnd();
    out.line(weight === "plain" ? line : out.style(STYLES[weight], line));
  }
}

/** Remarks on open choices of the customer. */
function remarksOf(cart: PricedCart, currency: Currency): string[] {
  const { resting, unverified, offers, claims, coins, totals, requires } = cart;
  const missing = requires.map((one) => `Missing: ${NEEDED[one]}`);
  const waiting = [
    ...resting,
    ...unverified.map((one) => ({ code: one.code, message: unverifiedText(one, currency) })),
  ].map(({ code, message }) => `Does not apply now: ${code} (${message})`);
  const gifts = offers.flatMap(({ couponId, gift, products }) => {
    const taken = claims.filter((claim) => claim.couponId === couponId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const left = gift.maxQuantity - taken;
    const titles = products.map(({ title }) => title).join(", ");
    return left <= 0 ? [] : [`Gift to choose: ${left} of ${titles}`];
  });
  const cod = totals.codAvailable && !totals.codOrder
    ? [`Cash on delivery is available, fee ${money(totals.codPrice, currency)}`]
    : [];
  const prepaid = totals.isPartialCod && totals.amountPaid === 0
    ? [`Prepaid part: ${money(totals.partialCodPrice, currency)}`]
    : [];
  const held = coins.available > 0
    ? [`Coins: ${coins.used} used, ${coins.redeemable} redeemable, ${coins.available} held`]
    : [];
  return [...waiting, ...gifts, ...cod, ...prepaid, ...held, ...missing];
}

/** Facts of a receipt that the session does not contain. */
export interface HeaderContext {
  /** Name of the shop. */
  readonly shop: string;
  readonly now: number;
  /** Lifetime of a session without activity, as configured here. */
  readonly sessionTtlMs: number;
}

/** State of a session as names with values; not cleaned yet. */
export function headerFields(view: SessionReport, context: HeaderContext): [string, string][] {
  const { session, lastActiveAt } = view;
  const { state, customer, buyer, choices, payment, createdAt } = session;
  return [
    ["Session", session.id],
    ["Shop", context.shop],
    ...(session.livemode ? [] : [["Mode", "test"] satisfies [string, string]]),
    ["State", `${state.session}, payment ${state.payment}`],
    ["Country", session.countryCode],
    ["Customer", customer === null ? "not verified" : customer.phone || "erased"],
    ...buyerField(buyer),
    ["Address", addressText(choices.address)],
    ["Payment", paymentText(payment)],
    ...orderField(session.order),
    ["Reserved", holdsText(view)],
    ["Created", moment(createdAt)],
    ["Last active", moment(lastActiveAt)],
    ...recoveryField(session.recovery),
    ...endField(view, context),
  ];
}

function buyerField({ name, email }: Buyer): [string, string][] {
  const known = [name, email].filter((part) => part !== null);
  return known.length === 0 ? [] : [["Buyer", known.join(", ")]];
}

/** Inactivity that was reported, and the return by a link. */
function recoveryField({ idleAt, returned, reopenedAs }: Recovery): [string, string][] {
  const parts = [
    ...(idleAt === null ? [] : [`reported as idle ${moment(idleAt)}`]),
    ...(returned === "RESUMED" ? ["resumed by its link"] : []),
    ...(returned === "REOPENED" ? ["made by the link of a left cart"] : []),
    ...(reopenedAs === null ? [] : [`continued as ${reopenedAs}`]),
  ];
  return parts.length === 0 ? [] : [["Recovery", parts.join(", ")]];
}

function addressText(address: Address | null): string {
  if (address === null) return "none yet";
  const { name, line1, line2, city, state, postalCode, countryCode, phone, email } = address;
  return [name, line1, line2, city, state, postalCode, countryCode, phone, email]
    .filter((part) => part !== null && part !== "").join(", ");
}

function paymentText(payment: Payment | null): string {
  if (payment === null) return "none yet";
  const { id, method, amount, currencyCode, status, reference, startedAt, dueAt, holds } = payment;
  const manual = dueAt === null ? "" : `, manual, due ${moment(dueAt)}`;
  const part = method === "COD" ? ", prepaid part of cash on delivery" : "";
  const named = reference === null ? "" : `, reference ${reference}`;
  const why = payment.failure === null ? "" : `; ${paymentFailureText(payment.failure)}`;
  const released = status === "PENDING" && holds === "released" ? ", released" : "";
  return `${status}${released}: ${money(amount, currencyOf(currencyCode))}${part}${manual}, ` +
    `started ${moment(startedAt)}, id ${id}${named}${why}`;
}

/** Number and time of the order; for a late one also its shortfall. */
function orderField(order: PlacedOrder | null): [string, string][] {
  if (order === null) return [];
  const { number, placedAt, late, shortfall, cancellation } = order;
  const text = `${number}, placed ${moment(placedAt)}${late ? ", paid late" : ""}`;
  const missing = shortfall === null ? "" : `; missing ${shortfallText(shortfall)}`;
  return [["Order", text + missing], ...cancelledField(cancellation)];
}

function cancelledField(cancellation: Cancellation | null): [string, string][] {
  if (cancellation === null) return [];
  const { at, reason } = cancellation;
  const why = reason === null ? "" : `: ${reason}`;
  return [["Cancelled", `${moment(at)}${why}${coinsMovedText(cancellation)}`]];
}

/** Coins that a cancellation moved, to be added to a text; empty for none. */
export function coinsMovedText(
  { coinsReturned, coinsTakenBack, coinsOwed }: Omit<Cancellation, "at" | "reason">,
): string {
  if (coinsReturned + coinsTakenBack + coinsOwed === 0) return "";
  const owed = coinsOwed === 0 ? "" : `, ${coinsOwed} owed by the customer`;
  return `; ${counted(coinsReturned, "coin")} returned, ${coinsTakenBack} taken back${owed}`;
}

/** Text of what a late order misses. */
export function shortfallText({ coupons, units, coins }: Shortfall): string {
  return [
    ...coupons.map((code) => `a use of coupon ${code}`),
    ...units.map(({ quantity, variantId }) =>
      `${counted(quantity, "unit")} of variant ${variantId}`
    ),
    ...(coins === 0 ? [] : [counted(coins, "coin")]),
  ].join(", ");
}

/** Time of expiry; for an ended session the time of its end. */
function endField(view: SessionReport, { now, sessionTtlMs }: HeaderContext): [string, string][] {
  const { session: { state }, events } = view;
  const after = advance(state, "session.expire");
  if (after === null) {
    const end = events.findLast(({ type }) =>
      type === "session.completed" || type === "session.abandoned"
    );
    return end === undefined ? [] : [["Ended", moment(end.at)]];
  }
  const expiresAt = expiryOf(view, sessionTtlMs);
  // With the prepaid part paid, an idle session becomes an order.
  const placed = after.session === "COMPLETED" ? "; its order is placed then" : "";
  const left = expiresAt > now ? `in ${lengthText(expiresAt - now)}` : "due now";
  return [["Expires", `${moment(expiresAt)}, ${left}${placed}`]];
}

/** Longer texts are cut; `--json` has them in full. */
const MAX_CHARACTERS = 2000;
const MAX_ATTRIBUTES = 50;

/**
 * The store's own data of the order: its reference, note and attributes, as names with values; not
 * cleaned yet. An empty name continues the one above.
 */
export function orderFields(
  { reference, note, attributes }: Pick<CheckoutSession, "reference" | "note" | "attributes">,
): [name: string, value: string][] {
  const noteLines = note === null ? [] : shortened(note).trim().split(/\r\n|\r|\n/);
  const all = Object.entries(attributes);
  const left = all.length - MAX_ATTRIBUTES;
  const named = [
    ...all.slice(0, MAX_ATTRIBUTES).map(([name, value]) => shortened(`${name}: ${value}`)),
    ...(left > 0 ? [`... and ${left} more; --json shows them`] : []),
  ];
  return [
    ...(reference === null || reference === "" ? [] : below("Reference", [reference])),
    ...(noteLines.join("") === "" ? [] : below("Note", noteLines)),
    ...below("Attributes", named),
  ];
}

function below(name: string, values: readonly string[]): [string, string][] {
  return values.map((value, i) => [i === 0 ? name : "", value]);
}

function shortened(text: string): string {
  const points = Array.from(text);
  if (points.length <= MAX_CHARACTERS) return text;
  const left = points.length - MAX_CHARACTERS;
  return `${
    points.slice(0, MAX_CHARACTERS).join("")
  }... ${left} characters more; --json shows them`;
}
