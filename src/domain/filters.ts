import type { EventType } from "./events.ts";
import type { MerchantId } from "./ids.ts";
import type { PaymentState, SessionState } from "./session/lifecycle.ts";
import type { RefundOrigin, RefundState } from "./session/refund.ts";
import type { DeliveryState } from "./shop/webhook.ts";

// A filter has no optional field: null selects all. The constant of a filter has each of its fields,
// and a caller names those that differ.

/** A span of time, in milliseconds since the epoch. */
export interface TimeSpan {
  readonly since: number | null;
  /** The first moment after it. */
  readonly until: number | null;
}

/** Filter of orders; the span is of placing. */
export interface OrderFilter extends TimeSpan {
  readonly merchantId: MerchantId | null;
  readonly payment: PaymentState | null;
  /** False for tests. */
  readonly livemode: boolean;
}

/** Selects all live orders. */
export const NO_ORDER_FILTER: OrderFilter = {
  merchantId: null,
  payment: null,
  livemode: true,
  since: null,
  until: null,
};

/** Filter of sessions; the span is of creation. */
export interface SessionFilter extends OrderFilter {
  readonly state: SessionState | null;
  /** Verified phone, E.164. */
  readonly phone: string | null;
}

/** Selects all live sessions. */
export const NO_SESSION_FILTER: SessionFilter = { ...NO_ORDER_FILTER, state: null, phone: null };

/** Filter of payment results without an order. */
export interface UnexpectedFilter {
  readonly merchantId: MerchantId | null;
  /** Unresolved ones only. */
  readonly open: boolean;
  /** False for results of tests. */
  readonly livemode: boolean;
  /** True for one record of each key and day for all of unknown payments; false for each. */
  readonly grouped: boolean;
}

/** Selects all live records. */
export const NO_UNEXPECTED_FILTER: UnexpectedFilter = {
  merchantId: null,
  open: false,
  livemode: true,
  grouped: false,
};

/** Filter of refunds. */
export interface RefundFilter {
  readonly merchantId: MerchantId | null;
  /** False for those of tests. */
  readonly livemode: boolean | null;
  readonly state: RefundState | null;
  readonly origin: RefundOrigin | null;
}

/** Selects all. */
export const NO_REFUND_FILTER: RefundFilter = {
  merchantId: null,
  livemode: null,
  state: null,
  origin: null,
};

/** Filter of the audit trail. */
export interface AuditFilter {
  readonly merchantId: MerchantId | null;
  /** Label of a subject; of an operator without `cli:` too. */
  readonly subject: string | null;
  /** An action, `coupon.update`, or all of a noun, `coupon`. */
  readonly action: string | null;
  /** Only entries from this time on. */
  readonly since: number | null;
}

/** Selects all. */
export const NO_AUDIT_FILTER: AuditFilter = {
  merchantId: null,
  subject: null,
  action: null,
  since: null,
};

/** Filter of deliveries. */
export interface DeliveryFilter {
  readonly state: DeliveryState | null;
  readonly type: EventType | null;
  /** Only events from this time on. */
  readonly since: number | null;
}

/** Selects all. */
export const NO_DELIVERY_FILTER: DeliveryFilter = { state: null, type: null, since: null };

/** Filter of products. */
export interface ProductFilter {
  /** Part of the title or of the vendor; the case of ASCII letters does not matter. */
  readonly search: string | null;
}

/** Selects all. */
export const NO_PRODUCT_FILTER: ProductFilter = { search: null };

/** Filter of a list by text. */
export interface PrefixFilter {
  /** Beginning of the key. */
  readonly prefix: string | null;
}

/** Selects all. */
export const NO_PREFIX_FILTER: PrefixFilter = { prefix: null };

/**
 * Does nothing. An engine takes each field out of a filter and gives the rest to this function: a
 * field that it does not use does not compile.
 */
export function nothingLeft(_rest: Readonly<Record<PropertyKey, never>>): void {}
