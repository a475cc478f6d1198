import { unitsByVariant } from "../cart/cart.ts";
import type { Change } from "../changes.ts";
import { requireHoldable } from "../hold_limits.ts";
import type { VariantId } from "../ids.ts";
import { hasCoins, redeemableCoins } from "../pricing/coins.ts";
import { couponsToUse } from "../pricing/gifts.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Coupon } from "../shop/coupon.ts";
import { type CoinMovement, withCoins } from "../shop/customer.ts";
import { mulDivFloor, PPM_ONE } from "../values/money.ts";
import type { StepContext } from "./decision.ts";

type Context = Pick<StepContext, "catalog" | "now" | "newId" | "rules" | "holdLimits">;

/**
 * Holds of a payment: a use of each coupon, the units of each variant, the coins. Each limit is a
 * precondition, so that of several carts racing for the last one exactly one succeeds.
 *
 * @throws {AppError} `error.hold-limit`
 */
export function holdAll(session: CheckoutSession, context: Context): Change[] {
  return [
    ...couponsToUse(session.priced).map((coupon) => takeCoupon(coupon, session)),
    ...[...unitsByVariant(session.priced.lines)].flatMap(([variantId, units]) =>
      holdLimited(session, context, { variantId, units })
    ),
    ...moveCoins(session, context, HOLD, session.priced.coins.used),
  ];
}

/**
 * Updates the shown coins of the customer after the movement of a step; the price stays. Others may
 * have moved coins since the session was priced, so the balance is that of the context.
 */
export function showingCoins(
  session: CheckoutSession,
  { from, to }: CoinShift,
  { rules: { coinBalance } }: Pick<StepContext, "rules">,
): CheckoutSession {
  const { coins, coinProgram, totals } = session.priced;
  if (!hasCoins(coinProgram)) return session;
  const shifted = { AVAILABLE: 0, PROCESSING: 0, USED: 0 };
  shifted[from] -= coins.used;
  shifted[to] += coins.used;
  // Used coins mean an order, and an order earns coins.
  const earned = to === "USED" ? earnedCoins(session) : 0;
  const { available } = withCoins(coinBalance, shifted.AVAILABLE + earned);
  const base = totals.subTotal - totals.couponDiscount - totals.paymentOfferDiscount;
  // Based on the current coins, like `available`.
  const redeemable = redeemableCoins(base, coinProgram, available);
  const shown = {
    ...coins,
    available,
    redeemable,
    processing: coinBalance.processing + shifted.PROCESSING,
  };
  return { ...session, priced: { ...session.priced, coins: shown } };
}

/** Source and target of the coins of a session, before and after a step. */
export interface CoinShift {
  readonly from: "AVAILABLE" | "PROCESSING";
  readonly to: "AVAILABLE" | "PROCESSING" | "USED";
}

/**
 * Releases the holds of {@link holdAll}.
 *
 * @param after the session after the step that ends its holds
 * @returns the session without holds, and the changes; none if nothing is held
 */
export function released(
  after: CheckoutSession,
  context: Context,
): { readonly session: CheckoutSession; readonly effects: Change[] } {
  const { payment } = after;
  if (payment?.holds !== "held") return { session: after, effects: [] };
  const session = { ...after, payment: { ...payment, holds: "released" as const } };
  return {
    session: showingCoins(session, RELEASE, context),
    effects: releaseAll(session, context),
  };
}

function releaseAll(session: CheckoutSession, context: Context): Change[] {
  return [
    ...returnCoupons(session),
    { kind: "stock.release", sessionId: session.id },
    ...moveCoins(session, context, RELEASE, session.priced.coins.used),
  ];
}

/** Returns the uses of a session's coupons, those that it has taken. */
export function returnCoupons({ id: sessionId, priced }: CheckoutSession): Change[] {
  return priced.coupons.map(({ coupon }) => ({
    kind: "coupon.return",
    couponId: coupon.id,
    sessionId,
  }));
}

/**
 * Turns holds into an order: units leave the stock, coins are used, and the customer earns coins on
 * the money received for goods.
 */
export function settleAll(session: CheckoutSession, context: Context): Change[] {
  return [
    { kind: "stock.sell", sessionId: session.id },
    ...moveCoins(session, context, USE, session.priced.coins.used),
    ...earnCoins(session, context),
  ];
}

/** Takes a use of a coupon, within its limits. */
export function takeCoupon(coupon: Coupon, { id, customer }: CheckoutSession): Change {
  return {
    kind: "coupon.take",
    couponId: coupon.id,
    sessionId: id,
    customerId: customer?.id ?? null,
    limit: coupon.usageLimit,
    limitPerCustomer: coupon.usageLimitPerCustomer,
  };
}

/** {@link holdUnits} within the limits of the buyer. */
function holdLimited(
  session: CheckoutSession,
  { catalog, holdLimits }: Pick<Context, "catalog" | "holdLimits">,
  held: { readonly variantId: VariantId; readonly units: number },
): Change[] {
  const holds = holdUnits(session, { catalog }, held);
  if (holdLimits === undefined || holds.length === 0) return holds;
  const title = catalog.get(held.variantId)?.product.title ?? held.variantId;
  requireHoldable({ ...held, title }, holdLimits);
  return holds.map((hold) => ({ ...hold, buyer: holdLimits.buyer }));
}

/** Holds units of a variant; nothing if its stock is not tracked. */
export function holdUnits(
  { id: sessionId, merchantId }: CheckoutSession,
  { catalog }: Pick<Context, "catalog">,
  { variantId, units }: { readonly variantId: VariantId; readonly units: number },
): Extract<Change, { readonly kind: "stock.hold" }>[] {
  const tracked = (catalog.get(variantId)?.variant.inventoryQuantity ?? null) !== null;
  if (!tracked || units === 0) return [];
  return [{ kind: "stock.hold", merchantId, sessionId, variantId, units }];
}

type Move = CoinShift & Pick<CoinMovement, "reason">;

/** Holds coins. */
export const HOLD: Move = { from: "AVAILABLE", to: "PROCESSING", reason: "hold" };
/** Releases coins. */
export const RELEASE: Move = { from: "PROCESSING", to: "AVAILABLE", reason: "release" };
/** Holds released coins again, for a late payment. */
export const HOLD_LATE: Move = { from: "AVAILABLE", to: "PROCESSING", reason: "hold-late" };
/** Uses coins. */
export const USE: Move = { from: "PROCESSING", to: "USED", reason: "use" };

/** Reason of the coins that become a debt when their order is cancelled. */
export const CANCEL_DEBT = "cancel-debt";
/** Beginning of the reason of coins that become a debt when their goods come back. */
export const REFUND_DEBT = "refund-debt";

/** Moves coins of the session's customer, once per reason and payment. */
export function moveCoins(
  session: CheckoutSession,
  context: Context,
  { from, to, reason }: Move,
  coins: number,
): Change[] {
  // A failed payment releases coins and the next one holds them again: one entry per attempt.
  const attempt = session.payment?.id ?? "order";
  return coinChange(session, context, { from, to, coins, reason: `${reason}:${attempt}` });
}

/** Moves coins of the session's customer, once per reason. */
export function coinChange(
  { id: sessionId, customer }: CheckoutSession,
  { now, newId }: Pick<Context, "now" | "newId">,
  { asDebt = false, ...move }:
    & Pick<CoinMovement, "from" | "to" | "coins" | "reason">
    & Pick<Extract<Change, { readonly kind: "coins.move" }>, "asDebt">,
): Change[] {
  if (customer === null || move.coins === 0) return [];
  const movement = { ...move, id: newId(), customerId: customer.id, sessionId, at: now };
  return [{ kind: "coins.move", movement, ...(asDebt && { asDebt }) }];
}

/**
 * Coins that the order earns on the money received so far: on the price of the goods after all
 * discounts or the amount paid, whichever is smaller. Cash that is still due earns nothing yet.
 */
export function earnedCoins({ customer, amountPaid, priced }: CheckoutSession): number {
  const { coinProgram, totals } = priced;
  if (customer === null || !hasCoins(coinProgram)) return 0;
  const worth = mulDivFloor(Math.min(totals.total, amountPaid), coinProgram.earnRate, PPM_ONE);
  return mulDivFloor(worth, coinProgram.coinValue, coinProgram.baseCurrencyValue);
}

/** Credits the coins of an order to its customer. */
export function earnCoins(
  session: CheckoutSession,
  context: Pick<Context, "now" | "newId">,
  { coins, reason }: Pick<CoinMovement, "coins" | "reason"> = {
    coins: earnedCoins(session),
    reason: "earn",
  },
): Change[] {
  return coinChange(session, context, { from: "ISSUED", to: "AVAILABLE", coins, reason });
}
