import { unitsByVariant } from "../cart/cart.ts";
import type { Change } from "../changes.ts";
import type { VariantId } from "../ids.ts";
import { couponsToUse } from "../pricing/gifts.ts";
import type { MissingUnits, Shortfall } from "../session/order.ts";
import type { Payment } from "../session/payment.ts";
import type { CheckoutSession } from "../session/session.ts";
import { sellable } from "../shop/catalog.ts";
import { type Coupon, UNUSED } from "../shop/coupon.ts";
import { isGone, type StepContext } from "./decision.ts";
import { HOLD, HOLD_LATE, holdUnits, moveCoins, showingCoins, takeCoupon } from "./holds.ts";

/**
 * Holds again what a late payment needs, within availability and limits. The rest is recorded as
 * missing; the price stays.
 *
 * @param payment the session's payment, with released holds
 */
export function holdAgain(
  session: CheckoutSession,
  payment: Payment,
  context: StepContext,
): { readonly session: CheckoutSession; readonly effects: Change[] } {
  const { priced } = session;
  const coupons = couponsToUse(priced);
  const current = coupons.map(({ id }) => freeCoupon(id, session, context));
  const wanted = [...unitsByVariant(priced.lines)].map(([variantId, units]) => {
    return { variantId, units, taken: Math.min(units, freeUnits(variantId, session, context)) };
  });
  const used = Math.min(priced.coins.used, context.rules.coinBalance.available);
  const missing: Shortfall = {
    coupons: coupons.filter((_, i) => current[i] === null).map(({ code }) => code),
    units: wanted.flatMap(({ variantId, units, taken }) =>
      missingUnits(session, variantId, units - taken)
    ),
    coins: priced.coins.used - used,
  };
  const again = showingCoins(
    {
      ...session,
      payment: { ...payment, holds: "held", late: missing },
      priced: { ...priced, coins: { ...priced.coins, used } },
    },
    HOLD,
    context,
  );
  const effects = [
    ...current.flatMap((coupon) => coupon === null ? [] : [takeCoupon(coupon, session)]),
    ...wanted.flatMap(({ variantId, taken }) =>
      holdUnits(session, context, { variantId, units: taken })
    ),
    ...moveCoins(session, context, HOLD_LATE, used),
  ];
  return { session: again, effects };
}

/** The current coupon, if the session's customer has a use left. */
function freeCoupon(
  id: Coupon["id"],
  { customer }: CheckoutSession,
  { rules }: StepContext,
): Coupon | null {
  const coupon = rules.coupons.find((one) => one.id === id);
  if (coupon === undefined || !coupon.enabled) return null;
  const { used, usedByCustomer } = rules.usage.get(id) ?? UNUSED;
  const { usageLimit, usageLimitPerCustomer } = coupon;
  const isFree = (usageLimit === null || used < usageLimit) &&
    (usageLimitPerCustomer === null ||
      (customer !== null && usedByCustomer < usageLimitPerCustomer));
  return isFree ? coupon : null;
}

function freeUnits(
  variantId: VariantId,
  { priced: { lines } }: CheckoutSession,
  context: StepContext,
): number {
  const entry = context.catalog.get(variantId);
  if (entry !== undefined) return sellable(entry.variant);
  const line = lines.find((one) => one.variantId === variantId);
  return line !== undefined && isGone(line, context) ? 0 : Infinity;
}

function missingUnits(
  { priced: { lines } }: CheckoutSession,
  variantId: VariantId,
  quantity: number,
): MissingUnits[] {
  const line = lines.find((one) => one.variantId === variantId);
  return line === undefined || quantity === 0
    ? []
    : [{ productId: line.productId, variantId, quantity }];
}
