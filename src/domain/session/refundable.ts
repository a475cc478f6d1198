import { allocate } from "../pricing/discounts.ts";
import type { PlacedOrder } from "./order.ts";
import {
  type Dispute,
  hasFailed,
  type Refund,
  type RefundCoins,
  type ReturnedLine,
} from "./refund.ts";
import type { CheckoutSession } from "./session.ts";
import type { Minor } from "../values/money.ts";

/** Money of an order by where it came from: its payment, and cash recorded after the order. */
export interface MoneyOf {
  readonly payment: Minor;
  readonly cash: Minor;
}

/** Money that an order has taken. */
export function taken({ payment, collected }: CheckoutSession): MoneyOf {
  return {
    payment: payment?.status === "PAID" ? payment.amount : 0,
    cash: collected?.amount ?? 0,
  };
}

/** Money that refunds give back, those of the provider's dashboard too; none that has failed. */
export function amountRefunded({ order }: Pick<CheckoutSession, "order">): Minor {
  return sumOf(standing(order).map(({ amount }) => amount));
}

/** Money of an order that refunds give back, and that disputes take which are not won. */
export function givenBack({ order }: Pick<CheckoutSession, "order">): MoneyOf {
  const refunds = standing(order);
  const back = (isCash: boolean) =>
    sumOf(
      refunds.filter(({ paymentId }) => (paymentId === null) === isCash)
        .map(({ amount }) => amount),
    );
  const disputed = sumOf(standingDisputes(order).map(({ amount }) => amount));
  return { payment: back(false) + disputed, cash: back(true) };
}

/** Money that is left to give back. */
export function refundable(session: CheckoutSession): MoneyOf {
  const { payment, cash } = taken(session);
  const back = givenBack(session);
  return { payment: Math.max(0, payment - back.payment), cash: Math.max(0, cash - back.cash) };
}

/** All that is left to give back. */
export function amountLeft(session: CheckoutSession): Minor {
  const { payment, cash } = refundable(session);
  return payment + cash;
}

/** True for a refund that no provider of the server gives: the shop pays it back by hand. */
export function isPaidByHand(
  { payment }: Pick<CheckoutSession, "payment">,
  { paymentId }: Pick<Refund, "paymentId">,
): boolean {
  return paymentId === null || payment === null || payment.atProvider === null;
}

/** True if the provider could not give back money of an order's payment that it was asked for. */
export function hasFailedAtProvider(session: CheckoutSession): boolean {
  const refunds = session.order?.refunds ?? [];
  return refunds.some((refund) => hasFailed(refund) && !isPaidByHand(session, refund));
}

function standing(order: PlacedOrder | null): readonly Refund[] {
  return order?.refunds.filter(({ state }) => state !== "FAILED") ?? [];
}

function standingDisputes(order: PlacedOrder | null): readonly Dispute[] {
  return order?.disputes.filter(({ status }) => status !== "WON") ?? [];
}

/** Units of each priced line that have come back. */
export function returnedUnits({ order, priced }: CheckoutSession): number[] {
  return withReturned(
    priced.lines.map(() => 0),
    order?.refunds.flatMap(({ lines }) => lines) ?? [],
  );
}

/** The goods of an order that have come back. */
export function returnedGoods(session: CheckoutSession) {
  return returnedUnits(session).flatMap((quantity, i) => {
    const { variantId } = session.priced.lines[i]!;
    return quantity > 0 ? [{ variantId, quantity }] : [];
  });
}

/** Coins that came back with the goods of an order. */
export function returnedCoins(order: PlacedOrder | null): RefundCoins {
  const sum = (part: keyof RefundCoins) =>
    sumOf(order?.refunds.map(({ coins }) => coins[part]) ?? []);
  return { returned: sum("returned"), takenBack: sum("takenBack"), owed: sum("owed") };
}

/** Units of each line, with more of them. */
export function withReturned(
  units: readonly number[],
  lines: readonly ReturnedLine[],
): number[] {
  const sum = [...units];
  for (const { line, quantity } of lines) sum[line - 1]! += quantity;
  return sum;
}

/** All units of an order that have not come back. */
export function unreturnedLines(session: CheckoutSession): ReturnedLine[] {
  const returned = returnedUnits(session);
  return session.priced.lines.flatMap((line, i) => {
    const quantity = line.quantity - returned[i]!;
    return quantity > 0 ? [{ line: i + 1, quantity }] : [];
  });
}

/** True once every unit of an order has come back, its gifts too. */
export function hasAllReturned(session: CheckoutSession): boolean {
  return session.order !== null && session.order.refunds.length > 0 &&
    unreturnedLines(session).length === 0;
}

/** Coins that an order used and earned. */
export interface OrderCoins {
  readonly used: number;
  readonly earned: number;
}

/** The parts of an order's money and coins that some of its units stand for. */
export interface Share {
  readonly money: Minor;
  readonly used: number;
  readonly earned: number;
}

/**
 * The part of an order's money and coins that some of its units stand for. Each line has its part of
 * what was paid, by largest remainder, and each unit its part of the line, the first units one minor
 * unit more: so the parts of any split add up to the whole. Shipping and the fee of cash on delivery
 * belong to no line.
 *
 * @param units number of units by line
 */
export function shareOf(
  session: CheckoutSession,
  units: readonly number[],
  coins: OrderCoins,
): Share {
  const { priced: { lines, totals }, amountPaid } = session;
  const goods = totals.total + taxBeside(session, totals.tax);
  const ranks = lines.map((_, i) => i);
  const prices = lines.map((line) => line.total + taxBeside(session, line.tax));
  const payable = allocate(goods, prices, ranks);
  const rest = totals.totalPayable - sumOf(payable);
  const paid = allocate(amountPaid, [...payable, rest], [...ranks, lines.length]);
  const worth = lines.map(({ total }) => total);
  const partOf = (whole: readonly number[]) =>
    sumOf(lines.map(({ quantity }, i) => unitsOf(whole[i]!, quantity, units[i]!)));
  return {
    money: partOf(paid),
    used: partOf(allocate(coins.used, worth, ranks)),
    earned: partOf(allocate(coins.earned, worth, ranks)),
  };
}

/** The first `units` of `quantity` equal parts of a whole, by largest remainder. */
function unitsOf(whole: number, quantity: number, units: number): number {
  return units * Math.floor(whole / quantity) + Math.min(units, whole % quantity);
}

/** Tax that is paid in addition to the prices. */
function taxBeside({ priced: { totals } }: CheckoutSession, tax: Minor): Minor {
  return totals.taxesIncluded ? 0 : tax;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
