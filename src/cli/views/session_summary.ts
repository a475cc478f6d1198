import type { Address } from "../../domain/address.ts";
import { type Currency, currencyOf, formatMajor, percentOf } from "../../domain/money.ts";
import type { Payment } from "../../domain/payment.ts";
import type { PricedCart, PricedLine, Totals } from "../../domain/pricing/model.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import type { Output } from "../terminal/output.ts";
import { clean, counted, moment, money } from "../terminal/text.ts";
import type { SessionView } from "./session_json.ts";
import { holdsText, printTimeline } from "./session_timeline.ts";

/**
 * A session at a glance: where it stands, what is in it, how its total comes about, and
 * what happened to it.
 */
export function printSession(out: Output, view: SessionView, shop: string): void {
  const { session, lastActiveAt, received } = view;
  const { state, priced } = session;
  const currency = currencyOf(session.currencyCode);
  out.fields([
    ["Session", session.id],
    ["Shop", shop],
    ["State", `${state.session}, payment ${state.payment}`],
    ["Country", session.countryCode],
    ["Customer", session.customer === null ? "not verified" : session.customer.phone],
    ["Address", addressText(session.choices.address)],
    ["Payment", paymentText(session.payment)],
    ["Reserved", holdsText(view)],
    ["Created", moment(session.createdAt)],
    ["Last active", moment(lastActiveAt)],
  ]);
  out.line();
  out.table(
    [
      { title: "QTY", align: "right" },
      { title: "ITEM", canShrink: true },
      { title: "VARIANT ID" },
      { title: "UNIT", align: "right" },
      { title: "DISCOUNT", align: "right" },
      { title: "TOTAL", align: "right" },
    ],
    priced.lines.map((line) => lineCells(line, currency)),
    "The cart is empty",
  );
  out.line();
  printTotals(out, session, currency);
  const remarks = [...couponRemarks(priced, currency), ...remarksOf(priced, currency)];
  if (remarks.length > 0) out.line();
  for (const remark of remarks) out.line(clean(remark));
  out.line();
  printTimeline(out, view.events);
  out.line();
  out.line(`Made from a request of ${counted(received.length, "character")}; --json shows it`);
}

function addressText(address: Address | null): string {
  if (address === null) return "none yet";
  const { name, line1, line2, city, state, postalCode, countryCode, phone, email } = address;
  return [name, line1, line2, city, state, postalCode, countryCode, phone, email]
    .filter((part) => part !== null && part !== "").join(", ");
}

function paymentText(payment: Payment | null): string {
  if (payment === null) return "none yet";
  const { id, method, amount, currencyCode, status, reference, startedAt } = payment;
  const part = method === "COD" ? " ahead of cash on delivery" : "";
  const named = reference === null ? "" : `, reference ${reference}`;
  return `${status}: ${money(amount, currencyOf(currencyCode))}${part}, ` +
    `started ${moment(startedAt)}, id ${id}${named}`;
}

function lineCells(line: PricedLine, currency: Currency): string[] {
  const variant = line.singleVariant || line.variantTitle === "" ? "" : ` - ${line.variantTitle}`;
  const marks = [line.giftOf === null ? "" : " (gift)", line.outOfStock ? " (out of stock)" : ""];
  return [
    String(line.quantity),
    `${line.title || `Product ${line.productId}`}${variant}${marks.join("")}`,
    line.variantId,
    formatMajor(line.unitPrice, currency),
    line.discount === 0 ? "" : formatMajor(-line.discount, currency),
    formatMajor(line.total, currency),
  ];
}

function printTotals(out: Output, { priced }: CheckoutSession, currency: Currency): void {
  const entries = totalEntries(priced, currency);
  const nameWidth = Math.max(...entries.map(([name]) => name.length));
  const amountWidth = Math.max(...entries.map(([, amount]) => amount.length));
  for (const [name, amount, isSum] of entries) {
    const line = `${name.padEnd(nameWidth)}  ${amount.padStart(amountWidth)}`;
    out.line(isSum ? out.style("bold", line) : line);
  }
}

type TotalEntry = readonly [name: string, amount: string, isSum?: boolean];

function totalEntries(
  { totals, coupons, serviceable }: PricedCart,
  currency: Currency,
): TotalEntry[] {
  const off = (name: string, amount: number): TotalEntry[] =>
    amount === 0 ? [] : [[name, formatMajor(-amount, currency)]];
  return [
    ["Subtotal", formatMajor(totals.subTotal, currency)],
    ...coupons.flatMap(({ coupon, amount }) => off(`Coupon ${clean(coupon.code)}`, amount)),
    ...off("Payment offer", totals.paymentOfferDiscount),
    ...off("Coins", totals.coinDiscount),
    ["Total", formatMajor(totals.total, currency), true],
    [totals.taxesIncluded ? "Tax, included" : "Tax", formatMajor(totals.tax, currency)],
    ["Shipping", shippingText(totals, serviceable, currency)],
    ...(totals.codOrder
      ? [["Cash on delivery", formatMajor(totals.codPrice, currency)] as const]
      : []),
    [`Payable, ${currency.code}`, formatMajor(totals.totalPayable, currency), true],
    ...(totals.amountPaid === 0
      ? []
      : [["Paid so far", formatMajor(totals.amountPaid, currency)] as const]),
  ];
}

function shippingText({ shipping }: Totals, serviceable: boolean, currency: Currency): string {
  if (!serviceable) return "not served";
  return shipping < 0 ? "no address yet" : formatMajor(shipping, currency);
}

function couponRemarks({ coupons }: PricedCart, currency: Currency): string[] {
  return coupons.map(
    ({ coupon: { code, discount, gift, applicationType }, amount, previousCode }) => {
      const size = gift !== null
        ? "free gift"
        : discount.type === "PERCENTAGE"
        ? `${percentOf(discount.rate)} % off`
        : `${money(discount.amount, currency)} off`;
      const worth = gift === null ? ` worth ${money(amount, currency)}` : "";
      const origin = applicationType === "CODE" ? "entered" : "by itself";
      const replaced = previousCode === null ? "" : `, in place of ${previousCode}`;
      return `Coupon ${code}: ${size}${worth}, ${origin}${replaced}`;
    },
  );
}

function remarksOf({ offers, coins, totals }: PricedCart, currency: Currency): string[] {
  const gifts = offers.map(({ gift, products }) =>
    `Gift to choose: ${gift.maxQuantity} of ${products.map(({ title }) => title).join(", ")}`
  );
  const cod = totals.codAvailable && !totals.codOrder
    ? [`Cash on delivery is possible for ${money(totals.codPrice, currency)}`]
    : [];
  const prepaid = totals.isPartialCod && totals.amountPaid === 0
    ? [`To be paid ahead: ${money(totals.partialCodPrice, currency)}`]
    : [];
  const held = coins.available > 0
    ? [`Coins: ${coins.used} used, ${coins.redeemable} redeemable, ${coins.available} held`]
    : [];
  return [...gifts, ...cod, ...prepaid, ...held];
}
