import type { Change } from "../changes.ts";
import type { Refund, RefundCoins, RefundRow, ReturnedLine } from "../session/refund.ts";
import type { CheckoutSession } from "../session/session.ts";
import { withCoins } from "../shop/customer.ts";
import type { StepContext } from "./decision.ts";
import { coinChange, REFUND_DEBT, returnCoupons } from "./holds.ts";
import {
  hasAllReturned,
  type OrderCoins,
  returnedCoins,
  returnedUnits,
  type Share,
  shareOf,
  withReturned,
} from "../session/refundable.ts";

/** Coins of a refund of money alone. */
export const NO_COINS: RefundCoins = { returned: 0, takenBack: 0, owed: 0 };

/** Coins that an order has used and earned in all, those that came back with goods too. */
export function coinsInAll({ order }: CheckoutSession, left: OrderCoins): OrderCoins {
  const { returned, takenBack, owed } = returnedCoins(order);
  return { used: left.used + returned, earned: left.earned + takenBack + owed };
}

/** What more lines stand for, beside what earlier refunds have proposed and moved. */
export function newShare(
  session: CheckoutSession,
  lines: readonly ReturnedLine[],
  coins: OrderCoins,
): Share {
  if (lines.length === 0) return { money: 0, used: 0, earned: 0 };
  const share = shareOf(session, withReturned(returnedUnits(session), lines), coins);
  const proposed = session.order?.refunds.reduce((sum, one) => sum + one.proposed, 0) ?? 0;
  const { returned, takenBack, owed } = returnedCoins(session.order);
  const more = (whole: number, before: number) => Math.max(0, whole - before);
  return {
    money: more(share.money, proposed),
    used: more(share.used, returned),
    earned: more(share.earned, takenBack + owed),
  };
}

/** Coins that come back to the customer, and earned ones that go, or are owed. */
export function coinsOf(
  { used, earned }: { readonly used: number; readonly earned: number },
  { rules }: StepContext,
): RefundCoins {
  if (used === 0 && earned === 0) return NO_COINS;
  const takenBack = Math.min(earned, withCoins(rules.coinBalance, used).available);
  return { returned: used, takenBack, owed: earned - takenBack };
}

/** Stock, coins, and with the last line the uses of coupons. */
export function takeBack(
  after: CheckoutSession,
  { id, lines, moved }: {
    readonly id: string;
    readonly lines: readonly ReturnedLine[];
    readonly moved: RefundCoins;
  },
  context: StepContext,
): Change[] {
  const { merchantId, id: sessionId, order, priced } = after;
  const move = (
    from: "USED" | "AVAILABLE",
    to: "AVAILABLE" | "ISSUED",
    coins: number,
    reason: string,
  ) => coinChange(after, context, { from, to, coins, reason: `${reason}:${id}` });
  return [
    ...lines.map(({ line, quantity }): Change => ({
      kind: "stock.come-back",
      merchantId,
      sessionId,
      variantId: priced.lines[line - 1]!.variantId,
      units: quantity,
      unrecorded: order?.salesRecorded === false,
    })),
    ...(lines.length > 0 && hasAllReturned(after) ? returnCoupons(after) : []),
    ...move("USED", "AVAILABLE", moved.returned, "refund-used"),
    ...move("AVAILABLE", "ISSUED", moved.takenBack, "refund-earned"),
    ...coinChange(after, context, {
      from: "AVAILABLE",
      to: "ISSUED",
      coins: moved.owed,
      reason: `${REFUND_DEBT}:${id}`,
      asDebt: true,
    }),
  ];
}

/** The row of a refund, beside its session. */
export function rowOf(
  session: CheckoutSession,
  refund: Refund,
  personId: string | null = null,
): RefundRow {
  const { payment } = session;
  const isCash = refund.paymentId === null;
  const at = isCash ? null : payment?.atProvider ?? null;
  // Ours are sent, and those of the provider are asked for while they are on their way.
  const goesOut = at !== null &&
    refund.state === (refund.origin === "OURS" ? "REQUESTED" : "PENDING");
  return {
    id: refund.id,
    merchantId: session.merchantId,
    livemode: session.livemode,
    sessionId: session.id,
    paymentId: refund.paymentId,
    unexpectedId: null,
    accountId: at?.accountId ?? null,
    charge: at === null ? null : payment?.reference ?? null,
    amount: refund.amount,
    currencyCode: session.currencyCode,
    origin: refund.origin,
    state: refund.state,
    reference: refund.reference,
    at: refund.at,
    settledAt: refund.settledAt,
    nextTryAt: goesOut ? refund.at : null,
    tries: 0,
    personId,
  };
}
