import type { Change } from "../changes.ts";
import {
  firstTryAt,
  type Refund,
  type RefundCoins,
  type RefundRow,
  type ReturnedLine,
} from "../session/refund.ts";
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

/** The money and coins that more lines stand for, after those of earlier refunds. */
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
  const reasons = {
    used: `refund-used:${id}`,
    earned: `refund-earned:${id}`,
    debt: `${REFUND_DEBT}:${id}`,
  };
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
    ...moveBack(after, moved, { reasons, context }),
  ];
}

/** Moves coins that come back; each reason is used once for a session. */
export function moveBack(
  session: CheckoutSession,
  { returned, takenBack, owed }: RefundCoins,
  { reasons: { used, earned, debt }, context }: {
    readonly reasons: { readonly used: string; readonly earned: string; readonly debt: string };
    readonly context: StepContext;
  },
): Change[] {
  const taken = { from: "AVAILABLE", to: "ISSUED" } as const;
  return [
    ...coinChange(session, context, {
      from: "USED",
      to: "AVAILABLE",
      coins: returned,
      reason: used,
    }),
    ...coinChange(session, context, { ...taken, coins: takenBack, reason: earned }),
    ...coinChange(session, context, { ...taken, coins: owed, reason: debt, asDebt: true }),
  ];
}

/** A session that shows the coins of its customer once these have come back. */
export function showingBack(
  session: CheckoutSession,
  { returned, takenBack }: RefundCoins,
  { rules }: StepContext,
): CheckoutSession {
  const { priced } = session;
  const { available } = withCoins(rules.coinBalance, returned - takenBack);
  return { ...session, priced: { ...priced, coins: { ...priced.coins, available } } };
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
    nextTryAt: at === null ? null : firstTryAt(refund),
    tries: 0,
    personId,
  };
}
