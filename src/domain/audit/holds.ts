import { unitsByVariant } from "../cart/cart.ts";
import { RELEASE } from "../decision/holds.ts";
import type { CouponId, MerchantId, VariantId } from "../ids.ts";
import { couponsToUse } from "../pricing/gifts.ts";
import type { State } from "../session/lifecycle.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Coupon } from "../shop/coupon.ts";
import type { CoinMovement } from "../shop/customer.ts";

/** Stored holds and uses of a session. */
export interface SessionReservations {
  /** Coupons with a use by the session. */
  readonly coupons: readonly CouponId[];
  readonly stock: readonly StockUnits[];
  /** Units that left the stock with the order. */
  readonly sold: readonly StockUnits[];
  /** Ledger entries made by the session. */
  readonly movements: readonly CoinMovement[];
}

/** Units of a variant. */
export interface StockUnits {
  readonly merchantId: MerchantId;
  readonly variantId: VariantId;
  readonly units: number;
}

/** Findings about a session, by subject; none for a sound one. */
export interface HoldFaults {
  readonly coupons: readonly string[];
  readonly stock: readonly string[];
  readonly coins: readonly string[];
}

/**
 * Compares the stored holds of a session with its state.
 *
 * A session whose payment has holds has a use of each coupon, the units of its variants and its
 * coins. An order keeps the uses and has used the coins. Any other session has nothing. The
 * shortfall of a late payment is subtracted. A variant without held or sold units is no fault: its
 * stock may not have been tracked.
 */
export function auditHolds(session: CheckoutSession, actual: SessionReservations): HoldFaults {
  return {
    coupons: couponFaults(session, actual.coupons),
    stock: [
      ...unitFaults(session, actual.stock, { name: "Held", may: isHolding(session) }),
      ...unitFaults(session, actual.sold, {
        name: "Sold",
        may: session.order?.salesRecorded ?? false,
      }),
    ],
    coins: coinFaults(session, actual.movements),
  };
}

/** True if a session's payment has holds that are neither used nor released. */
export function isHolding({ state, payment }: CheckoutSession): boolean {
  return state.session === "IN_PROGRESS" && payment?.holds === "held";
}

function isOrder({ session }: State): boolean {
  return session === "COMPLETED";
}

function couponFaults(
  session: CheckoutSession,
  actual: SessionReservations["coupons"],
): string[] {
  const { state, priced, payment } = session;
  const missed = payment?.late?.coupons ?? [];
  const isKept = ({ code }: Coupon) => !missed.includes(code);
  const uses = isHolding(session) || isOrder(state);
  const missing = (uses ? couponsToUse(priced).filter(isKept) : [])
    .filter(({ id }) => !actual.includes(id))
    .map(({ code }) => `Coupon use is not counted: ${code}`);
  // Earlier versions also counted a use of a gift code without a gift.
  const mayHave = uses ? priced.coupons.map(({ coupon }) => coupon).filter(isKept) : [];
  const extra = actual.filter((id) => !mayHave.some((coupon) => coupon.id === id))
    .map((id) => `Coupon use is counted, but the session does not use the coupon: ${id}`);
  return [...missing, ...extra];
}

/** @param may true if the session can have such units */
function unitFaults(
  { priced, merchantId, payment }: CheckoutSession,
  actual: readonly StockUnits[],
  { name, may }: { readonly name: "Held" | "Sold"; readonly may: boolean },
): string[] {
  const units = unitsByVariant(priced.lines);
  for (const { variantId, quantity } of payment?.late?.units ?? []) {
    units.set(variantId, (units.get(variantId) ?? 0) - quantity);
  }
  return actual.flatMap((one) => {
    const wanted = may && one.merchantId === merchantId ? units.get(one.variantId) ?? 0 : 0;
    if (one.units === wanted) return [];
    return [`${name} units of variant ${one.variantId} must be ${wanted}: ${one.units}`];
  });
}

function coinFaults(
  session: CheckoutSession,
  movements: SessionReservations["movements"],
): string[] {
  const { state, payment, priced: { coins } } = session;
  const found: string[] = [];
  const net = (account: CoinMovement["from"]) =>
    movements.reduce(
      (sum, { from, to, coins }) =>
        sum + (to === account ? coins : 0) - (from === account ? coins : 0),
      0,
    );
  const processing = isHolding(session) ? coins.used : 0;
  if (net("PROCESSING") !== processing) {
    found.push(`Held coins must be ${processing}: ${net("PROCESSING")}`);
  }
  const used = isOrder(state) ? coins.used : 0;
  // A late order of an earlier version shows the agreed coins, not the coins that it took.
  const mayBeShort = isOrder(state) && payment?.late === null &&
    movements.some(({ reason }) => reason === `${RELEASE.reason}:${payment?.id}`);
  if (net("USED") !== used && !(mayBeShort && net("USED") >= 0 && net("USED") < used)) {
    found.push(`Coins used must be ${used}: ${net("USED")}`);
  }
  if (net("ISSUED") !== 0 && !isOrder(state)) {
    found.push(`Coins earned must be 0 without an order: ${-net("ISSUED")}`);
  }
  return found;
}
