import type { ProductId, VariantId } from "../ids.ts";
import type { ApiKey } from "./api_key.ts";
import type { Endpoint } from "./webhook.ts";

/** Units from which on a variant that stops selling at 0 is low on stock. */
export const LOW_STOCK_UNITS = 5;
/** Time before its expiry in which a key is reported. */
export const KEY_EXPIRES_SOON_MS = 14 * 86_400_000;
/** Longest list of each kind. */
export const MAX_LISTED = 5;

/** A variant with few units left. */
export interface LowStock {
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly product: string;
  readonly variant: string;
  /** Units in stock less those held; may be negative. */
  readonly available: number;
}

/** Manual payments that a shop awaits. */
export interface AwaitedPayments {
  readonly count: number;
  /** When the first one is released; null if none is awaited. */
  readonly firstDueAt: number | null;
}

/** A receiver of events with a problem. */
export interface EndpointTrouble {
  readonly id: string;
  readonly kind: Endpoint["kind"];
  readonly url: string;
  /** True if nothing is sent to it. */
  readonly isDisabled: boolean;
  /** Deliveries that failed and wait for another attempt. */
  readonly retrying: number;
}

/** Problems of a shop that its people should look at. */
export interface Attention {
  /** Unresolved payment results without an order. */
  readonly unexpectedPayments: number;
  readonly awaited: AwaitedPayments;
  readonly endpoints: readonly EndpointTrouble[];
  /** The lowest first, at most {@link MAX_LISTED}. */
  readonly lowStock: readonly LowStock[];
  /** Number of variants that are low on stock. */
  readonly lowStockCount: number;
  /** Keys that expire soon, the earliest first. */
  readonly keys: readonly Pick<ApiKey, "id" | "name" | "expiresAt">[];
}

/** True for a key that works and will soon expire. */
export function expiresSoon({ expiresAt, revokedAt }: ApiKey, now: number): boolean {
  return revokedAt === null && expiresAt !== null && expiresAt > now &&
    expiresAt - now <= KEY_EXPIRES_SOON_MS;
}
