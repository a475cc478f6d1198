import { unitsByVariant } from "../cart.ts";
import type { CoinMovement } from "../customer.ts";
import type { CouponId, MerchantId, VariantId } from "../ids.ts";
import type { State } from "../lifecycle.ts";
import { couponsToUse } from "../pricing/gifts.ts";
import type { CheckoutSession } from "../session.ts";
import { RELEASE } from "../steps/holds.ts";

/** What is set aside or used up in a session's name, as it is stored. */
export interface SessionReservations {
  /** Coupons of which it has a use. */
  readonly coupons: readonly CouponId[];
  readonly stock: readonly {
    readonly merchantId: MerchantId;
    readonly variantId: VariantId;
    readonly units: number;
  }[];
  /** Entries of its customer's ledger that it made. */
  readonly movements: readonly CoinMovement[];
}

/** What does not fit, by what it is about; none of a sound session. */
export interface HoldFaults {
  readonly coupons: readonly string[];
  readonly stock: readonly string[];
  readonly coins: readonly string[];
}

/**
 * Compares what is set aside for a session with what its state calls for.
 *
 * From the start of a payment until the order is placed or given up, a session has a use
 * of each of its coupons, units of its variants and its coins; an order keeps the uses and
 * has used the coins; any other session has nothing. A variant without units set aside is
 * no fault: its stock may not have been tracked when the payment started.
 */
export function auditHolds(session: CheckoutSession, actual: SessionReservations): HoldFaults {
  return {
    coupons: couponFaults(session, actual.coupons),
    stock: stockFaults(session, actual.stock),
    coins: coinFaults(session, actual.movements),
  };
}

/** Whether a session's payment has set things aside that are neither used nor given back. */
export function isHolding({ session, payment }: State): boolean {
  return session === "IN_PROGRESS" && (payment === "PENDING" || payment === "PAID");
}

function isOrder({ session }: State): boolean {
  return session === "COMPLETED";
}

function couponFaults(
  { state, priced }: CheckoutSession,
  actual: SessionReservations["coupons"],
): string[] {
  const uses = isHolding(state) || isOrder(state);
  const missing = (uses ? couponsToUse(priced) : []).filter(({ id }) => !actual.includes(id))
    .map(({ code }) => `A use of its coupon is not counted: ${code}`);
  // Earlier versions counted a use of a gift code without a gift, too.
  const mayHave = uses ? priced.coupons.map(({ coupon: { id } }) => id) : [];
  const extra = actual.filter((id) => !mayHave.includes(id))
    .map((id) => `A use is counted of a coupon that it does not use: ${id}`);
  return [...missing, ...extra];
}

function stockFaults(
  { state, priced, merchantId }: CheckoutSession,
  actual: SessionReservations["stock"],
): string[] {
  const units = unitsByVariant(priced.lines);
  return actual.flatMap((hold) => {
    const wanted = isHolding(state) && hold.merchantId === merchantId
      ? units.get(hold.variantId) ?? 0
      : 0;
    if (hold.units === wanted) return [];
    return [`Units set aside of variant ${hold.variantId} must be ${wanted}: ${hold.units}`];
  });
}

function coinFaults(
  { state, payment, priced: { coins } }: CheckoutSession,
  movements: SessionReservations["movements"],
): string[] {
  const found: string[] = [];
  const net = (account: CoinMovement["from"]) =>
    movements.reduce(
      (sum, { from, to, coins }) =>
        sum + (to === account ? coins : 0) - (from === account ? coins : 0),
      0,
    );
  const processing = isHolding(state) ? coins.used : 0;
  if (net("PROCESSING") !== processing) {
    found.push(`Coins set aside must be ${processing}: ${net("PROCESSING")}`);
  }
  const used = isOrder(state) ? coins.used : 0;
  // An order of a late payment had given its coins back, and took what was left of them.
  const mayBeShort = isOrder(state) &&
    movements.some(({ reason }) => reason === `${RELEASE.reason}:${payment?.id}`);
  if (net("USED") !== used && !(mayBeShort && net("USED") >= 0 && net("USED") < used)) {
    found.push(`Coins used must be ${used}: ${net("USED")}`);
  }
  if (net("ISSUED") !== 0 && !isOrder(state)) {
    found.push(`Coins earned must be 0 for what is no order: ${-net("ISSUED")}`);
  }
  return found;
}
