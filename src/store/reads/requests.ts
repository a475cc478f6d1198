import type { UnexpectedFilter } from "../../domain/filters.ts";
import type { IdempotencyRecord, RequestName } from "../../domain/idempotency.ts";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { PageRequest } from "../../domain/values/page.ts";

/** Key of a record in lists. */
export type UnexpectedKey = Pick<UnexpectedPayment, "at" | "id">;

/** A payment with a reference of its provider. */
export interface ReferencedPayment {
  readonly sessionId: SessionId;
  readonly paymentId: string;
}

/** Payment results that cannot become an order, and references of payments. */
export interface PaymentReads {
  /** Matching records, newest first, by id within a millisecond. */
  unexpected(
    filter: UnexpectedFilter,
    page: PageRequest<UnexpectedKey>,
  ): MaybePromise<UnexpectedPayment[]>;
  /** The record with this id. */
  find(id: string): MaybePromise<UnexpectedPayment | null>;
  /** The record of money with this reference, which the server has found at a provider. */
  ofProvider(
    merchantId: MerchantId,
    livemode: boolean,
    reference: string,
  ): MaybePromise<UnexpectedPayment | null>;
  /** Number of unresolved records, of a shop or of all. */
  openCount(merchantId: MerchantId | null, livemode: boolean): MaybePromise<number>;
  /** Number of records of unknown payments with the key and day of this one, up to a limit. */
  groupSize(id: string, limit: number): MaybePromise<number>;
  /** The payment that a shop's reference of a provider paid for; null for an unused one. */
  ofReference(
    merchantId: MerchantId,
    livemode: boolean,
    reference: string,
  ): MaybePromise<ReferencedPayment | null>;
}

/** Recorded answers to requests. */
export interface IdempotencyReads {
  /** The recorded answer of this request; null for none. */
  find(name: RequestName): MaybePromise<IdempotencyRecord | null>;
}
