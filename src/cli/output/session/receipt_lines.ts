import type { AppliedCoupon, PricedCart, PricedLine } from "../../../domain/pricing/model.ts";
import { wasCancelled } from "../../../domain/session/order.ts";
import { amountRefunded } from "../../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { Coupon } from "../../../domain/shop/coupon.ts";
import { isOnlyStandard } from "../../../domain/shop/merchant.ts";
import { type Currency, formatMajor, type Minor, percentOf } from "../../../domain/values/money.ts";
import { clean } from "../text.ts";
import { counted } from "../../../domain/values/wording.ts";
import { alignRight, padText, textWidth, wrapText } from "../width.ts";

/** A line of a receipt with its style. */
export interface ReceiptLine {
  readonly text: string;
  readonly weight: "title" | "plain" | "faint";
}

const GAP = "  ";
/** With less room beside the amounts, a text is printed above them. */
const MIN_ITEM_WIDTH = 20;
const INDENT = "  ";

/**
 * The lines of a cart: titles on the left, wrapped, and amounts on the right, aligned by their
 * decimals.
 *
 * @param width of the receipt in columns
 */
export function itemLines(cart: PricedCart, currency: Currency, width: number): ReceiptLine[] {
  if (cart.lines.length === 0) return [{ text: "The cart is empty", weight: "plain" }];
  const rows = amountRows(cart.lines, currency);
  const amountWidth = textWidth(rows.title);
  const besideWidth = width - amountWidth - GAP.length;
  const isStacked = besideWidth < MIN_ITEM_WIDTH;
  const itemWidth = isStacked ? width : besideWidth;
  const beside = (text: string, amounts: string) => `${padText(text, besideWidth)}${GAP}${amounts}`;
  const lines: ReceiptLine[] = [{ text: beside("ITEM", rows.title), weight: "title" }];
  cart.lines.forEach((line, i) => {
    const [first = "", ...rest] = wrapText(titleOf(line), itemWidth);
    const amounts = rows.amounts[i] ?? "";
    if (isStacked) lines.push(plain(first), ...rest.map(plain), plain(beside("", amounts)));
    else lines.push(plain(beside(first, amounts)), ...rest.map(plain));
    const remarks = remarksOf(line, cart).flatMap((remark) =>
      wrapText(remark, itemWidth - INDENT.length)
    );
    lines.push(...remarks.map((text) => ({ text: INDENT + text, weight: "faint" as const })));
  });
  return lines;
}

function plain(text: string): ReceiptLine {
  return { text, weight: "plain" };
}

function titleOf({ title, productId }: PricedLine): string {
  return clean(title) || `Product ${productId}`;
}

/** Remarks on a line, one per line of text. */
function remarksOf(line: PricedLine, { coupons, offers }: PricedCart): string[] {
  const { giftOf, outOfStock, properties } = line;
  const isNamed = !line.singleVariant && line.variantTitle !== "";
  const code = coupons.find(({ coupon }) => coupon.id === giftOf)?.coupon.code;
  const isOffered = offers.some(({ couponId }) => couponId === giftOf);
  const gift = code === undefined ? "free gift" : `free gift of coupon ${clean(code)}`;
  const withdrawn = isOffered ? "" : ", no longer offered";
  return [
    ...(isNamed ? [clean(line.variantTitle)] : []),
    `variant ${line.variantId}`,
    ...Object.entries(properties).map(([name, value]) => `${clean(name)}: ${clean(value)}`),
    ...(giftOf === null ? [] : [gift + withdrawn]),
    ...(outOfStock ? ["out of stock"] : []),
  ];
}

/** The amounts of each line as one text, all of one width, and their titles. */
function amountRows(lines: readonly PricedLine[], currency: Currency) {
  const amount = (minor: number) => formatMajor(minor, currency);
  const quantityWidth = widest(lines.map(({ quantity }) => String(quantity)));
  const unitWidth = widest(lines.map(({ unitPrice }) => amount(unitPrice)));
  const columns = [
    column(
      "QTY x UNIT",
      lines.map(({ quantity, unitPrice }) =>
        `${alignRight(String(quantity), quantityWidth)} x ${
          alignRight(amount(unitPrice), unitWidth)
        }`
      ),
    ),
    ...(lines.every(({ discount }) => discount === 0) ? [] : [column(
      "DISCOUNT",
      lines.map(({ discount }) => discount === 0 ? "" : amount(-discount)),
    )]),
    column("TOTAL", lines.map(({ total }) => amount(total))),
  ];
  return {
    title: columns.map(({ title }) => title).join(GAP),
    amounts: lines.map((_, i) => columns.map(({ cells }) => cells[i] ?? "").join(GAP)),
  };
}

function column(title: string, cells: readonly string[]) {
  const width = Math.max(title.length, widest(cells));
  return { title: alignRight(title, width), cells: cells.map((cell) => alignRight(cell, width)) };
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

type Entry = readonly [name: string, amount: string, weight?: ReceiptLine["weight"]];

/**
 * The totals, from the sub total to the amount to pay, on the right of a receipt. The lines above a
 * sum add up to it; tax included in the prices is named below.
 *
 * @param width of the receipt in columns
 */
export function totalLines(
  session: CheckoutSession,
  currency: Currency,
  width: number,
): ReceiptLine[] {
  const entries = [
    ...discountEntries(session, currency),
    ...payableEntries(session.priced, currency),
    ...paidEntries(session, currency),
  ];
  const amountWidth = entries.reduce((most, [, amount]) => Math.max(most, textWidth(amount)), 0);
  const room = width - amountWidth - GAP.length;
  const wrapped = entries.map(([name, ...rest]) => [wrapText(name, room), ...rest] as const);
  const nameWidth = wrapped.flatMap(([lines]) => lines)
    .reduce((most, line) => Math.max(most, textWidth(line)), 0);
  const indent = " ".repeat(Math.max(0, room - nameWidth));
  return wrapped.flatMap(([names, amount, weight = "plain"]) =>
    names.map((name, i) => {
      // The amount is beside the last line of a long name.
      const isLast = i === names.length - 1;
      const beside = isLast ? GAP + alignRight(amount, amountWidth) : "";
      return { text: indent + (isLast ? padText(name, nameWidth) : name) + beside, weight };
    })
  );
}

function discountEntries(
  { priced, choices }: CheckoutSession,
  currency: Currency,
): Entry[] {
  const { totals, coupons, coins, coinProgram } = priced;
  const amount = (minor: Minor) => formatMajor(minor, currency);
  const method = choices.method === "COD" ? "cash on delivery" : "paying ahead";
  const coinName = clean(coinProgram?.name ?? "") || "Coins";
  const offer: Entry[] = totals.paymentOfferDiscount === 0
    ? []
    : [[`Payment offer for ${method}`, amount(-totals.paymentOfferDiscount)]];
  const redeemed: Entry[] = totals.coinDiscount === 0
    ? []
    : [[`${coinName}: ${counted(coins.used, "coin")}`, amount(-totals.coinDiscount)]];
  return [
    ["Sub total", amount(totals.subTotal)],
    ...coupons.map((applied): Entry => [couponName(applied, currency), amount(-applied.amount)]),
    ...offer,
    ...redeemed,
    ...(totals.discount === 0 ? [] : [["Total", amount(totals.total), "title"] as const]),
  ];
}

function payableEntries(cart: PricedCart, currency: Currency): Entry[] {
  const { totals } = cart;
  const amount = (minor: Minor) => formatMajor(minor, currency);
  return [
    ...(totals.taxesIncluded ? [] : [["Tax, on top", amount(totals.tax)] as const]),
    [shippingName(cart), shippingText(cart, currency)],
    ...(totals.codOrder ? [["Cash on delivery fee", amount(totals.codPrice)] as const] : []),
    [`Total payable, ${currency.code}`, amount(totals.totalPayable), "title"],
    ...(totals.taxesIncluded && totals.tax > 0
      ? [["Tax, included in the prices", amount(totals.tax), "faint"] as const]
      : []),
  ];
}

/**
 * The amounts received, refunded, kept as a fee if that is known, and left: none before the first
 * payment, nothing left once cancelled.
 */
function paidEntries(session: CheckoutSession, currency: Currency): Entry[] {
  const { priced: { totals }, order, payment } = session;
  const { amountPaid, totalPayable, codOrder } = totals;
  if (amountPaid === 0) return [];
  const refunded = amountRefunded(session);
  const { fee = null } = payment ?? {};
  const amount = (minor: Minor) => formatMajor(minor, currency);
  const left = wasCancelled(order) ? 0 : totalPayable - amountPaid;
  return [
    ["Amount paid", amount(amountPaid)],
    ...(refunded === 0 ? [] : [["Refunded", amount(-refunded)] as const]),
    ...(fee === null ? [] : [
      ["Fee of the payment", amount(-fee)] as const,
      ["Received after the fee", amount(amountPaid - refunded - fee)] as const,
    ]),
    ...(left === 0 ? [] : [
      [
        codOrder ? "Left to pay on delivery" : "Left to pay",
        formatMajor(left, currency),
      ] as const,
    ]),
  ];
}

/** Names the shipping option, unless the shop has none. */
function shippingName({ shippingOptions, shippingOption }: PricedCart): string {
  const option = shippingOptions.find(({ id }) => id === shippingOption);
  return option === undefined || isOnlyStandard(shippingOptions)
    ? "Shipping"
    : `Shipping: ${clean(option.name)}`;
}

function shippingText({ totals, serviceable }: PricedCart, currency: Currency): string {
  if (!serviceable) return "not served";
  return totals.shipping < 0 ? "no address yet" : formatMajor(totals.shipping, currency);
}

function couponName({ coupon, previousCode }: AppliedCoupon, currency: Currency): string {
  const origin = coupon.applicationType === "CODE" ? "entered" : "automatic";
  const replaced = previousCode === null ? "" : `, replaces ${clean(previousCode)}`;
  return `Coupon ${clean(coupon.code)}: ${worthOf(coupon, currency)}, ${origin}${replaced}`;
}

function worthOf({ gift, discount }: Coupon, currency: Currency): string {
  if (gift !== null) return "free gift";
  const size = discount.type === "PERCENTAGE"
    ? `${percentOf(discount.rate)} % off`
    : `${formatMajor(discount.amount, currency)} off`;
  return discount.cap === null ? size : `${size}, at most ${formatMajor(discount.cap, currency)}`;
}
