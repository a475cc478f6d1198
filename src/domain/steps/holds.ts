import { unitsByVariant } from "../cart.ts";
import type { Change } from "../changes.ts";
import type { CoinMovement } from "../customer.ts";
import { mulDivFloor, PPM_ONE } from "../money.ts";
import { redeemableCoins } from "../pricing/coins.ts";
import { couponsToUse } from "../pricing/gifts.ts";
import type { CheckoutSession } from "../session.ts";
import type { StepContext } from "./decision.ts";

type Context = Pick<StepContext, "catalog" | "now" | "newId">;

/**
 * What a checkout sets aside when its payment starts: a use of each coupon, the units
 * of each variant, the coins. Each with its limit as precondition, so that of several
 * carts racing for the last one exactly one gets it.
 */
export function holdAll(session: CheckoutSession, context: Context): Change[] {
  return [
    ...takeCoupons(session, false),
    ...holdStock(session, context, false),
    ...moveCoins(session, context, HOLD, session.priced.coins.used),
  ];
}

/**
 * The session with its customer's coins shown as they stand after a movement of those it
 * uses; its price stays what it is.
 */
export function showingCoins(session: CheckoutSession, { from, to }: CoinShift): CheckoutSession {
  const { coins, coinProgram, totals } = session.priced;
  const shifted = { AVAILABLE: coins.available, PROCESSING: coins.processing, USED: 0 };
  shifted[from] -= coins.used;
  shifted[to] += coins.used;
  // What is used has become an order, and an order earns.
  const earned = to === "USED" ? earnedCoins(session) : 0;
  const available = Math.max(0, shifted.AVAILABLE + earned);
  const base = totals.subTotal - totals.couponDiscount - totals.paymentOfferDiscount;
  // Of the coins of this moment, as `available` is.
  const redeemable = redeemableCoins(base, coinProgram, available);
  const shown = { ...coins, available, redeemable, processing: shifted.PROCESSING };
  return { ...session, priced: { ...session.priced, coins: shown } };
}

/** From where to where coins move, as far as a customer sees. */
export interface CoinShift {
  readonly from: "AVAILABLE" | "PROCESSING";
  readonly to: "AVAILABLE" | "PROCESSING" | "USED";
}

/** Gives back what {@link holdAll} set aside. */
export function releaseAll(session: CheckoutSession, context: Context): Change[] {
  return [
    ...session.priced.coupons.map(({ coupon }): Change => ({
      kind: "coupon.return",
      couponId: coupon.id,
      sessionId: session.id,
    })),
    { kind: "stock.release", sessionId: session.id },
    ...moveCoins(session, context, RELEASE, session.priced.coins.used),
  ];
}

/**
 * Turns what was set aside into an order: units leave the stock, coins are used, and
 * the customer earns the shop's share of the money received for goods.
 */
export function settleAll(session: CheckoutSession, context: Context): Change[] {
  return [
    { kind: "stock.sell", sessionId: session.id },
    ...moveCoins(session, context, USE, session.priced.coins.used),
    ...earnCoins(session, context),
  ];
}

/**
 * What an order needs whose money came in after its session had ended, and what it had
 * set aside was given back. It goes through whatever is left: limits are overrun, stock
 * is oversold, and of the coins those are used that the customer still has.
 */
export function orderLate(
  session: CheckoutSession,
  context: StepContext,
): { readonly effects: Change[]; readonly note: string } {
  const { used } = session.priced.coins;
  const coins = Math.min(used, context.rules.coinBalance.available);
  const effects: Change[] = [
    ...takeCoupons(session, true),
    ...holdStock(session, context, true),
    { kind: "stock.sell", sessionId: session.id },
    ...moveCoins(session, context, USE_LATE, coins),
    ...earnCoins(session, context),
  ];
  const short = used === coins ? "" : `; ${used - coins} of its ${used} coins were gone`;
  return {
    effects,
    note: `An order was made of a payment that came after its session ended${short}`,
  };
}

function takeCoupons(session: CheckoutSession, force: boolean): Change[] {
  return couponsToUse(session.priced).map((coupon) => ({
    kind: "coupon.take",
    couponId: coupon.id,
    sessionId: session.id,
    customerId: session.customer?.id ?? null,
    limit: force ? null : coupon.usageLimit,
    limitPerCustomer: force ? null : coupon.usageLimitPerCustomer,
  }));
}

function holdStock(session: CheckoutSession, { catalog }: Context, force: boolean): Change[] {
  const { id: sessionId, merchantId } = session;
  return [...unitsByVariant(session.priced.lines)].flatMap(([variantId, units]): Change[] => {
    const tracked = (catalog.get(variantId)?.variant.inventoryQuantity ?? null) !== null;
    return tracked ? [{ kind: "stock.hold", merchantId, sessionId, variantId, units, force }] : [];
  });
}

type Move = CoinShift & Pick<CoinMovement, "reason">;

/** Coins are set aside. */
export const HOLD: Move = { from: "AVAILABLE", to: "PROCESSING", reason: "hold" };
/** Coins are given back. */
export const RELEASE: Move = { from: "PROCESSING", to: "AVAILABLE", reason: "release" };
/** Coins are spent for an order that had given them back. */
export const USE_LATE: Move = { from: "AVAILABLE", to: "USED", reason: "use-late" };
/** Coins are spent. */
export const USE: Move = { from: "PROCESSING", to: "USED", reason: "use" };

function moveCoins(
  session: CheckoutSession,
  { now, newId }: Context,
  { from, to, reason }: Move,
  coins: number,
): Change[] {
  if (session.customer === null || coins === 0) return [];
  // A failed payment gives coins back, and the next one takes them anew: one entry an attempt.
  const attempt = session.payment?.id ?? "order";
  const movement = {
    id: newId(),
    customerId: session.customer.id,
    from,
    to,
    coins,
    reason: `${reason}:${attempt}`,
    sessionId: session.id,
    at: now,
  };
  return [{ kind: "coins.move", movement }];
}

/**
 * Coins that the order earns on the money received so far: on the smaller of the price of the
 * goods after all discounts and the amount paid. Cash that is still due earns nothing yet.
 */
export function earnedCoins({ customer, amountPaid, priced }: CheckoutSession): number {
  const { coinProgram, totals } = priced;
  if (customer === null || coinProgram === null || coinProgram.provider === "NONE") return 0;
  const worth = mulDivFloor(Math.min(totals.total, amountPaid), coinProgram.earnRate, PPM_ONE);
  return mulDivFloor(worth, coinProgram.coinValue, coinProgram.baseCurrencyValue);
}

/** Gives an order's customer coins for the money received. */
export function earnCoins(
  session: CheckoutSession,
  { now, newId }: Pick<Context, "now" | "newId">,
  { coins, reason }: Pick<CoinMovement, "coins" | "reason"> = {
    coins: earnedCoins(session),
    reason: "earn",
  },
): Change[] {
  if (session.customer === null || coins === 0) return [];
  const movement: CoinMovement = {
    id: newId(),
    customerId: session.customer.id,
    from: "ISSUED",
    to: "AVAILABLE",
    coins,
    reason,
    sessionId: session.id,
    at: now,
  };
  return [{ kind: "coins.move", movement }];
}
