import type { IdempotencyRecord, RequestName } from "../../domain/idempotency.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/** Filter of {@link PaymentReads.unexpected}. */
export interface UnexpectedFilter {
  readonly merchantId?: MerchantId;
  /** Unresolved ones only. */
  readonly open: boolean;
  /** False for results of tests (default: true). */
  readonly livemode?: boolean;
  /** True for one record of each key and day for all of unknown payments (default: each). */
  readonly grouped?: boolean;
  readonly limit: number;
  /** Key of the record before the page (default: the first page). */
  readonly after?: Pick<UnexpectedPayment, "at" | "id"> | undefined;
}

/** Payment results that cannot become an order. */
export interface PaymentReads {
  /** Matching records, newest first, by id within a millisecond. */
  unexpected(filter: UnexpectedFilter): MaybePromise<UnexpectedPayment[]>;
  /** The record with this id. */
  find(id: string): MaybePromise<UnexpectedPayment | null>;
  /** Number of unresolved records, of a shop or of all. */
  openCount(merchantId: MerchantId | null, livemode: boolean): MaybePromise<number>;
  /** Number of records of unknown payments with the key and day of this one, up to a limit. */
  groupSize(id: string, limit: number): MaybePromise<number>;
}

/** Recorded answers to requests. */
export interface IdempotencyReads {
  /** The recorded answer of this request; null for none. */
  find(name: RequestName): MaybePromise<IdempotencyRecord | null>;
}
