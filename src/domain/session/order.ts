import type { ProductId, VariantId } from "../ids.ts";
import { jsonInteger, type JsonNumber } from "../values/json.ts";

/** Units of a variant that an order has been paid for and could not take. */
export interface MissingUnits {
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly quantity: number;
}

/** Everything that a late payment's order could not take again. */
export interface Shortfall {
  /** Codes of the coupons that had no use left. */
  readonly coupons: readonly string[];
  readonly units: readonly MissingUnits[];
  readonly coins: number;
}

/** The order that a session became. */
export interface PlacedOrder {
  /** Milliseconds since the epoch. */
  readonly placedAt: number;
  /** True if its payment was paid after what it held had been given back. */
  readonly late: boolean;
  /** Null when nothing is missing. */
  readonly shortfall: Shortfall | null;
}

/**
 * The order of a session.
 *
 * @param missing what a late payment could not take again; null when the payment was in time
 */
export function placedOrder(missing: Shortfall | null, placedAt: number): PlacedOrder {
  const isShort = missing !== null &&
    (missing.coupons.length > 0 || missing.units.length > 0 || missing.coins > 0);
  return { placedAt, late: missing !== null, shortfall: isShort ? missing : null };
}

/** An order as JSON, the same in a session and in an event. */
export interface OrderJson {
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
  } | null;
}

/** Encodes an order. */
export function orderJson(order: PlacedOrder | null): OrderJson | null {
  if (order === null) return null;
  const { placedAt, late, shortfall } = order;
  return {
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
    },
  };
}
