import { type Currency, formatMajor } from "../../domain/money.ts";
import type { PricedCart, PricedLine } from "../../domain/pricing/model.ts";
import { clean } from "./text.ts";
import { alignRight, padText, textWidth, wrapText } from "./width.ts";

/** A line that the receipt shows in one of its ways. */
export interface ReceiptLine {
  readonly text: string;
  readonly weight: "title" | "plain" | "faint";
}

const GAP = "  ";
/** With less room than this beside the amounts a text stands above them. */
const MIN_ITEM_WIDTH = 20;
const INDENT = "  ";

/**
 * The lines of a cart: what it is on the left, broken where it is too long, and amounts on the
 * right, each under the other by its decimals.
 *
 * @param width columns that all of it takes
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

/** What is to be known of a line beside its amounts, one a line. */
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

/** The amounts of each line as one text, all of one width, and the titles above them. */
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
