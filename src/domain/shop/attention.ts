import type { ProductId, SessionId, VariantId } from "../ids.ts";
import type { Minor } from "../values/money.ts";
import { type ApiKey, isUsable } from "./api_key.ts";
import type { Unusual } from "./hourly.ts";
import type { RefusedCount } from "./limits.ts";
import type { Obstacle } from "./obstacles.ts";
import type { Endpoint } from "./webhook.ts";

/** Units from which on a variant that stops selling at 0 is low on stock. */
export const LOW_STOCK_UNITS = 5;
/** Time before its expiry in which a key is reported. */
export const KEY_EXPIRES_SOON_MS = 14 * 86_400_000;
/** Period in which deliveries that were given up are reported. */
export const FAILED_LATELY_MS = 7 * 86_400_000;

/** A variant with few units left. */
export interface LowStock {
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly product: string;
  readonly variant: string;
  /** Units in stock less those held; may be negative. */
  readonly available: number;
}

/** Variants that are low on stock. */
export interface LowStocks {
  /** Number of all of them. */
  readonly count: number;
  /** The lowest ones. */
  readonly lowest: readonly LowStock[];
}

/** Manual payments that a shop awaits. */
export interface AwaitedPayments {
  readonly count: number;
  /** When the first one is released; null if none is awaited. */
  readonly firstDueAt: number | null;
}

/** An unpaid payment that holds stock, coupon uses or coins. */
export interface UnpaidHold {
  readonly sessionId: SessionId;
  readonly startedAt: number;
  /** Time until which the money of a manual payment is awaited; null for a provider's payment. */
  readonly dueAt: number | null;
  readonly amount: Minor;
  readonly currencyCode: string;
  /** Units in stock that it holds. */
  readonly units: number;
}

/** A receiver of events, and deliveries to it with problems. */
export interface EndpointTrouble {
  readonly id: string;
  readonly kind: Endpoint["kind"];
  readonly url: string;
  readonly isDisabled: boolean;
  /** Deliveries that wait: after a failure, or because the endpoint is disabled. */
  readonly waiting: number;
  /** Deliveries given up within {@link FAILED_LATELY_MS}. */
  readonly failed: number;
}

/** Number of some refunds, and when the oldest was asked for; null for none. */
export interface OpenRefunds {
  readonly count: number;
  readonly oldestAt: number | null;
}

/** Refunds that a shop must see to. */
export interface RefundTrouble {
  /** Requested ones that the shop pays back by hand. */
  readonly byHand: OpenRefunds;
  /** Failed ones whose money was not asked for again since. */
  readonly failed: OpenRefunds;
  /** Those that their provider has not ended for long, or that it cannot be asked for. */
  readonly unanswered: OpenRefunds;
}

/** A payment that the customer's bank disputes. */
export interface OpenDispute {
  readonly sessionId: SessionId;
  readonly amount: Minor;
  readonly currencyCode: string;
  /** Until when the shop can send evidence; null if it cannot, or need not. */
  readonly evidenceDueAt: number | null;
}

/** Problems of a shop that its people should look at. Test data has none. */
export interface Attention {
  /** Settings that keep customers from buying. */
  readonly obstacles: readonly Obstacle[];
  /** Unresolved payment results without an order. */
  readonly unexpectedPayments: number;
  readonly awaited: AwaitedPayments;
  readonly refunds: RefundTrouble;
  /** Open ones, those first whose evidence is due first. */
  readonly disputes: readonly OpenDispute[];
  /** Unpaid payments with holds, the longest held first. */
  readonly holds: readonly UnpaidHold[];
  readonly endpoints: readonly EndpointTrouble[];
  readonly lowStock: LowStocks;
  /** Keys that expire soon, the earliest first. */
  readonly keys: readonly ApiKey[];
  /** Of this hour and the one before. */
  readonly unusual: readonly Unusual[];
  /** What limits refused lately, most frequent first. */
  readonly refused: readonly RefusedCount[];
}

/** True for a key that works, will soon expire and has no successor. */
export function expiresSoon(key: ApiKey, now: number): boolean {
  const { expiresAt, successorId } = key;
  return isUsable(key, now) && successorId === null && expiresAt !== null &&
    expiresAt - now <= KEY_EXPIRES_SOON_MS;
}
