import type { MerchantId, SessionId, VariantId } from "../ids.ts";
import type { CoinBalances, Customer } from "../shop/customer.ts";
import type { PaymentState, SessionState, State } from "./lifecycle.ts";
import type { CheckoutSession } from "./session.ts";

/** Columns that a session is found and filtered by. */
export interface SessionHead {
  readonly id: SessionId;
  readonly merchantId: MerchantId;
  readonly version: number;
  readonly state: State;
  readonly lastActiveAt: number;
  /** True if it ended by inactivity. */
  readonly expired: boolean;
}

/** A session as whoever reads it is shown it. */
export interface ShownSession extends SessionHead {
  /** Null where none was stored with it. */
  readonly view: string | null;
}

/** A session as it is stored: what is searched for at once, the rest when asked. */
export interface StoredSession extends SessionHead {
  /** Parses the whole session. */
  load(): CheckoutSession;
}

/** A customer with what a seed gave and what the ledger adds up to. */
export interface StoredCustomer {
  readonly customer: Customer;
  readonly seededCoins: number;
  readonly balances: CoinBalances;
}

/** Holds of a session's payment. */
export interface SessionHolds {
  /** Codes of coupons of which a use is taken. */
  readonly coupons: readonly string[];
  readonly stock: readonly { readonly variantId: VariantId; readonly units: number }[];
}

/** Sessions that began on a day and are in a pair of states. */
export interface DayCount extends SessionCount {
  /** Index of the day in the period. */
  readonly day: number;
  /** Those among them that a step was taken in, before they ended. */
  readonly begun: number;
}

/** Totals of the completed sessions of a period in one currency. */
export interface OrderSum {
  readonly merchantId: MerchantId;
  readonly currencyCode: string;
  readonly orders: number;
  /** Minor units; a sum may be beyond what a number holds exactly. */
  readonly payable: bigint;
  readonly withCoupon: number;
  readonly couponDiscount: bigint;
}

/** Sessions of a merchant in a pair of states. */
export interface SessionCount {
  readonly merchantId: MerchantId;
  readonly session: SessionState;
  readonly payment: PaymentState;
  readonly count: number;
}

/** A value or a promise of it: what the store's port gives, for an engine may be synchronous. */
export type MaybePromise<T> = T | Promise<T>;
