import type { OrderNumber, ProductId, SessionId, VariantId } from "../ids.ts";
import type { Dispute, Refund } from "./refund.ts";
import { jsonInteger, type JsonNumber } from "../values/json.ts";

/** Paid units of a variant that were no longer available. */
export interface MissingUnits {
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly quantity: number;
}

/** Parts of a late order that were no longer available. */
export interface Shortfall {
  /** Codes of coupons without a use left. */
  readonly coupons: readonly string[];
  readonly units: readonly MissingUnits[];
  readonly coins: number;
}

const NOTHING_MISSING: Shortfall = { coupons: [], units: [], coins: 0 };

/** Cancellation of an order. */
export interface Cancellation {
  readonly at: number;
  /** Null if none was given, or it was erased. */
  readonly reason: string | null;
  /** Redeemed coins that the customer got back. */
  readonly coinsReturned: number;
  /** Earned coins taken back, as far as the customer still had them. */
  readonly coinsTakenBack: number;
  /** The other earned coins: a debt of the customer, 0 in earlier versions. */
  readonly coinsOwed: number;
}

/** The order of a session. */
export interface PlacedOrder {
  /** Unique in the shop. */
  readonly number: OrderNumber;
  /** Milliseconds since the epoch. */
  readonly placedAt: number;
  /** True if the payment arrived after its holds were released. */
  readonly late: boolean;
  /** Null when nothing is missing. */
  readonly shortfall: Shortfall | null;
  /** True if the units that left the stock are recorded; earlier versions did not. */
  readonly salesRecorded: boolean;
  readonly cancellation: Cancellation | null;
  /** In the order in which they were asked for, or found. */
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
}

/**
 * The order of a session.
 *
 * @param missing the shortfall of a late payment; null for a payment in time
 */
export function placedOrder(
  missing: Shortfall | null,
  { number, placedAt }: Pick<PlacedOrder, "number" | "placedAt">,
): PlacedOrder {
  const isShort = missing !== null &&
    (missing.coupons.length > 0 || missing.units.length > 0 || missing.coins > 0);
  return {
    number,
    placedAt,
    late: missing !== null,
    shortfall: isShort ? missing : null,
    salesRecorded: true,
    cancellation: null,
    refunds: [],
    disputes: [],
  };
}

/** @throws {RangeError} for a session without an order, which is a defect */
export function requireOrder(
  { id, order }: { readonly id: SessionId; readonly order: PlacedOrder | null },
): PlacedOrder {
  if (order === null) throw new RangeError(`A completed session has no order: ${id}`);
  return order;
}

/** True for an order that was cancelled. */
export function wasCancelled(order: PlacedOrder | null): boolean {
  return order !== null && order.cancellation !== null;
}

/** An order as JSON, the same in a session and in an event. */
export interface OrderJson {
  readonly number: string;
  readonly livemode: boolean;
  readonly placed_at: string;
  readonly late: boolean;
  readonly shortfall: {
    readonly coupons: readonly string[];
    readonly units: readonly {
      readonly product_id: JsonNumber;
      readonly variant_id: JsonNumber;
      readonly quantity: number;
    }[];
    readonly coins: number;
    readonly coin_debt: number;
  } | null;
  readonly cancelled_at: string | null;
  readonly cancel_reason: string | null;
}

/** Encodes the order of a session. */
export function orderJson(
  { order, livemode }: { readonly order: PlacedOrder | null; readonly livemode: boolean },
): OrderJson | null {
  if (order === null) return null;
  const { number, placedAt, late, cancellation } = order;
  const coinDebt = cancellation?.coinsOwed ?? 0;
  const shortfall = order.shortfall ?? (coinDebt > 0 ? NOTHING_MISSING : null);
  return {
    number,
    livemode,
    placed_at: new Date(placedAt).toISOString(),
    late,
    shortfall: shortfall && {
      coupons: shortfall.coupons,
      units: shortfall.units.map(({ productId, variantId, quantity }) => ({
        product_id: jsonInteger(productId),
        variant_id: jsonInteger(variantId),
        quantity,
      })),
      coins: shortfall.coins,
      coin_debt: coinDebt,
    },
    cancelled_at: cancellation && new Date(cancellation.at).toISOString(),
    cancel_reason: cancellation?.reason ?? null,
  };
}
