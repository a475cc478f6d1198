import type { SessionState } from "../../domain/lifecycle.ts";
import { type Currency, currencyOf } from "../../domain/money.ts";
import type { PricedCart, Requirement } from "../../domain/pricing/model.ts";
import type { Output } from "./output.ts";
import { clean, counted, money } from "./text.ts";
import { wrapText } from "./width.ts";
import { type HeaderContext, headerFields } from "./receipt_header.ts";
import { itemLines, type ReceiptLine } from "./receipt_items.ts";
import { orderFields } from "./receipt_order.ts";
import { totalLines } from "./receipt_totals.ts";
import type { SessionReport } from "./session_json.ts";
import { printTimeline } from "./session_timeline.ts";

/** A receipt is read line by line: on a wide terminal the amounts stay near what they are for. */
const MAX_WIDTH = 100;
/** What has to be there before the order can be paid or placed. */
const NEEDED: Readonly<Record<Requirement, string>> = {
  phone: "a verified phone number",
  address: "an address",
};
/** Nothing was kept of the request besides. */
const NO_EXTRA = "{}";
const STYLES = { title: "bold", faint: "dim" } as const;

/**
 * A session as a receipt: where it stands, what is in it, how its total comes about, and
 * what happened to it.
 */
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

/** What the customer may still decide. */
function remarksOf(cart: PricedCart, currency: Currency): string[] {
  const { resting, offers, claims, coins, totals, requires } = cart;
  const missing = requires.map((one) => `Missing: ${NEEDED[one]}`);
  const waiting = resting.map(({ code, message }) => `Does not apply now: ${code} (${message})`);
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
