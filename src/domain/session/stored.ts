import type { MerchantId, SessionId, VariantId } from "../ids.ts";
import type { CoinBalances, Customer } from "../shop/customer.ts";
import type { PaymentState, SessionState, State } from "./lifecycle.ts";
import type { CheckoutSession } from "./session.ts";

/** Columns that a session is found and filtered by. */
export interface SessionHead {
  readonly id: SessionId;
  readonly merchantId: MerchantId;
  readonly livemode: boolean;
  readonly version: number;
  readonly state: State;
  readonly lastActiveAt: number;
  /** Until then a manual payment is awaited, and the session does not expire; null for none. */
  readonly dueAt: number | null;
  /** True if it ended by inactivity. */
  readonly expired: boolean;
}

/**
 * Time at which a session ends unless it is used before: a manual payment is awaited for longer. An
 * abandoned one can be read until then. Null for a completed one, which does not end.
 */
export function endOf(
  { state, lastActiveAt, dueAt }: Pick<SessionHead, "state" | "lastActiveAt" | "dueAt">,
  ttlMs: number,
): number | null {
  return state.session === "COMPLETED" ? null : Math.max(lastActiveAt + ttlMs, dueAt ?? 0);
}

/** A session with its stored view. */
export interface ShownSession extends SessionHead {
  /** Null if none is stored. */
  readonly view: string | null;
}

/** A session that was found: the head at once, the rest on demand. */
export interface FoundSession extends SessionHead {
  /** The whole session, which may be parsed for it. */
  load(): CheckoutSession;
}

/** A stored session. */
export interface StoredSession extends FoundSession {
  readonly createdAt: number;
  /** Null without an order. */
  readonly placedAt: number | null;
}

/** A customer with the seeded coins and the ledger's balances. */
export interface StoredCustomer {
  readonly customer: Customer;
  readonly seededCoins: number;
  /** Of these, AVAILABLE is never below 0: what the ledger lacks there is the debt. */
  readonly balances: CoinBalances;
  /** Coins that the customer owes; no coins are available then. */
  readonly debt: number;
}

/** Place of a session in a list by time. */
export interface SessionKey {
  /** Time of its creation, or of its order in a list of orders. */
  readonly at: number;
  readonly id: SessionId;
}

/** Holds of a session's payment. */
export interface SessionHolds {
  /** Codes of coupons with a use. */
  readonly coupons: readonly string[];
  readonly stock: readonly { readonly variantId: VariantId; readonly units: number }[];
}

/** Sessions that began on a day, by state. */
export interface DayCount extends SessionCount {
  /** Index of the day in the period. */
  readonly day: number;
  /** Number of those with at least one step. */
  readonly begun: number;
}

/** Orders placed on a day, in one currency. */
export interface DayRevenue {
  readonly merchantId: MerchantId;
  /** Index of the day in the period. */
  readonly day: number;
  readonly currencyCode: string;
  readonly orders: number;
  /** Minor units; a sum may exceed a safe integer. */
  readonly payable: bigint;
}

/** Money of orders that went elsewhere, by day, in one currency; sums in minor units. */
export interface DayMoney {
  readonly merchantId: MerchantId;
  /** Index of the day in the period. */
  readonly day: number;
  readonly currencyCode: string;
  /** Refunds that have not failed, made on the day. */
  readonly refunds: number;
  readonly refunded: bigint;
  /** Disputes that are lost, made on the day. */
  readonly losses: number;
  readonly lost: bigint;
  /** Orders placed on the day whose provider's fee is known. */
  readonly charged: number;
  readonly fees: bigint;
}

/** Sessions that customers left and came back to, in one currency. */
export interface RecoverySum {
  readonly merchantId: MerchantId;
  readonly currencyCode: string;
  /** With a `session.idle` event. */
  readonly idle: number;
  /** Resumed by a link. */
  readonly resumed: number;
  /** Made by a link from the cart of another one. */
  readonly reopened: number;
  /** Orders of the resumed and the reopened ones, without cancelled ones. */
  readonly orders: number;
  /** Minor units; a sum may exceed a safe integer. */
  readonly payable: bigint;
}

/** Totals of the completed sessions of a period in one currency. */
export interface OrderSum {
  readonly merchantId: MerchantId;
  readonly currencyCode: string;
  readonly orders: number;
  /** Minor units; a sum may exceed a safe integer. */
  readonly payable: bigint;
  readonly withCoupon: number;
  readonly couponDiscount: bigint;
}

/** Sessions of a merchant by state. */
export interface SessionCount {
  readonly merchantId: MerchantId;
  readonly session: SessionState;
  readonly payment: PaymentState;
  readonly count: number;
}

/** A value or a promise of it: engines of the store may be synchronous. */
export type MaybePromise<T> = T | Promise<T>;
