import { unitsByVariant } from "../cart/cart.ts";
import { CANCEL_DEBT, REFUND_DEBT, RELEASE } from "../decision/holds.ts";
import type { CouponId, MerchantId, VariantId } from "../ids.ts";
import { couponsToUse } from "../pricing/gifts.ts";
import { wasCancelled } from "../session/order.ts";
import { hasAllReturned, returnedCoins, returnedGoods } from "../session/refundable.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Coupon } from "../shop/coupon.ts";
import { type CoinAccount, type CoinMovement, netOf } from "../shop/customer.ts";

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
 * coins. An order keeps the uses and has used the coins, less what came back with its goods; a
 * cancelled one has given all back, and coins that it earned or owes as its refunds and its
 * cancellation say. Any other session has nothing. The
 * shortfall of a late payment is subtracted. A test has nothing in any state. A variant without held or sold units is no fault: its
 * stock may not have been tracked.
 */
export function auditHolds(session: CheckoutSession, actual: SessionReservations): HoldFaults {
  if (!session.livemode) return testFaults(actual);
  return {
    coupons: couponFaults(session, actual.coupons),
    stock: [
      ...unitFaults(session, actual.stock, { name: "Held", may: isHolding(session) }),
      ...unitFaults(session, actual.sold, {
        name: "Sold",
        may: isOrder(session) && (session.order?.salesRecorded ?? false),
      }),
    ],
    coins: coinFaults(session, actual.movements),
  };
}

/** Anything of the live shop that a test has. */
function testFaults({ coupons, stock, sold, movements }: SessionReservations): HoldFaults {
  return {
    coupons: coupons.map((id) => `Coupon use is counted for a test: ${id}`),
    stock: [...stock, ...sold].map(({ variantId, units }) =>
      `Units of variant ${variantId} are held or sold by a test: ${units}`
    ),
    coins: movements.map(({ coins }) => `Coins are moved by a test: ${coins}`),
  };
}

/** True if a session's payment has holds that are neither used nor released. */
export function isHolding({ state, payment }: CheckoutSession): boolean {
  return state.session === "IN_PROGRESS" && payment?.holds === "held";
}

/** True for an order that was not cancelled. */
function isOrder({ state, order }: CheckoutSession): boolean {
  return state.session === "COMPLETED" && !wasCancelled(order);
}

function couponFaults(
  session: CheckoutSession,
  actual: SessionReservations["coupons"],
): string[] {
  const { priced, payment } = session;
  const missed = payment?.late?.coupons ?? [];
  const isKept = ({ code }: Coupon) => !missed.includes(code);
  const uses = isHolding(session) || isOrder(session) && !hasAllReturned(session);
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
  session: CheckoutSession,
  actual: readonly StockUnits[],
  { name, may }: { readonly name: "Held" | "Sold"; readonly may: boolean },
): string[] {
  const { priced, merchantId, payment } = session;
  const gone = [...payment?.late?.units ?? [], ...returnedGoods(session)];
  const units = unitsByVariant(priced.lines, gone);
  return actual.flatMap((one) => {
    const isOwn = may && one.merchantId === merchantId;
    const wanted = isOwn ? Math.max(0, units.get(one.variantId) ?? 0) : 0;
    if (one.units === wanted) return [];
    return [`${name} units of variant ${one.variantId} must be ${wanted}: ${one.units}`];
  });
}

function coinFaults(
  session: CheckoutSession,
  movements: SessionReservations["movements"],
): string[] {
  const { state, payment, order, priced: { coins } } = session;
  const found: string[] = [];
  const net = (account: CoinAccount) => netOf(movements, account);
  const processing = isHolding(session) ? coins.used : 0;
  if (net("PROCESSING") !== processing) {
    found.push(`Held coins must be ${processing}: ${net("PROCESSING")}`);
  }
  const back = returnedCoins(order);
  const used = isOrder(session) ? coins.used - back.returned : 0;
  // A late order of an earlier version shows the agreed coins, not the coins that it took.
  const mayBeShort = isOrder(session) && payment?.late === null &&
    movements.some(({ reason }) => reason === `${RELEASE.reason}:${payment?.id}`);
  if (net("USED") !== used && !(mayBeShort && net("USED") >= 0 && net("USED") < used)) {
    found.push(`Coins used must be ${used}: ${net("USED")}`);
  }
  if (net("ISSUED") !== 0 && state.session !== "COMPLETED") {
    found.push(`Coins earned must be 0 without an order: ${-net("ISSUED")}`);
  }
  const { cancellation } = order ?? { cancellation: null };
  const coinsReturned = back.returned + (cancellation?.coinsReturned ?? 0);
  const coinsTakenBack = back.takenBack + (cancellation?.coinsTakenBack ?? 0);
  const coinsOwed = back.owed + (cancellation?.coinsOwed ?? 0);
  const moved = (from: CoinAccount, to: CoinAccount) =>
    netOf(movements.filter((one) => one.from === from && one.to === to), to);
  if (moved("USED", "AVAILABLE") !== coinsReturned) {
    found.push(`Coins returned must be ${coinsReturned}: ${moved("USED", "AVAILABLE")}`);
  }
  const isDebt = ({ reason }: CoinMovement) =>
    reason === CANCEL_DEBT || reason.startsWith(`${REFUND_DEBT}:`);
  const owed = netOf(movements.filter(isDebt), "ISSUED");
  if (owed !== coinsOwed) found.push(`Earned coins owed must be ${coinsOwed}: ${owed}`);
  const takenBack = moved("AVAILABLE", "ISSUED") - owed;
  if (takenBack !== coinsTakenBack) {
    found.push(`Earned coins taken back must be ${coinsTakenBack}: ${takenBack}`);
  }
  return found;
}
