import type { RefundFilter } from "../../domain/filters.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { DisputeRow, RefundRow } from "../../domain/session/refund.ts";
import type { RefundTrouble } from "../../domain/shop/attention.ts";
import type { Minor } from "../../domain/values/money.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Key of a refund in lists. */
export type RefundKey = Pick<RefundRow, "at" | "id">;

/** Refunds, beside the sessions that they are part of. */
export interface RefundReads {
  /** The refund with this id. */
  find(id: string): MaybePromise<RefundRow | null>;
  /**
   * Refunds for which to go to the provider at a time, the longest due first.
   *
   * @param busy shops that are left out
   */
  due(now: number, limit: number, busy: readonly MerchantId[]): MaybePromise<RefundRow[]>;
  /** Matching refunds, newest first, by id within a millisecond. */
  list(
    filter: RefundFilter,
    page: PageRequest<RefundKey>,
  ): MaybePromise<Page<RefundRow, RefundKey>>;
  /** A shop's refund with this reference of the money that went back. */
  byReference(
    merchantId: MerchantId,
    livemode: boolean,
    reference: string,
  ): MaybePromise<RefundRow | null>;
  /** Refunds of a payment without an order, oldest first. */
  ofUnexpected(unexpectedId: string): MaybePromise<RefundRow[]>;
  /** Money that a shop gives back since a time, in minor units: without refunds that failed, or of tests. */
  sumSince(merchantId: MerchantId, since: number): MaybePromise<Minor>;
  /**
   * Refunds that a shop must see to, without test data: requested ones that it pays back by hand, and
   * failed ones whose money was not asked for again since, in a refund or several, and those on their
   * way that the provider is not asked for: its key was deleted, or it took too long.
   */
  attention(merchantId: MerchantId): MaybePromise<RefundTrouble>;
}

/** Disputes, beside the sessions that they are part of. */
export interface DisputeReads {
  /** A shop's dispute with this reference of the provider. */
  find(
    merchantId: MerchantId,
    livemode: boolean,
    reference: string,
  ): MaybePromise<DisputeRow | null>;
  /** Disputes of a payment without an order, oldest first. */
  ofUnexpected(payment: Pick<UnexpectedPayment, "id" | "sessionId">): MaybePromise<DisputeRow[]>;
  /** Disputes to be asked for at a time, the longest due first; `busy` as of refunds. */
  due(now: number, limit: number, busy: readonly MerchantId[]): MaybePromise<DisputeRow[]>;
  /**
   * At most 100 open disputes of a shop, without test data: those first whose evidence is due first,
   * and last those for which none can be sent.
   */
  open(merchantId: MerchantId): MaybePromise<DisputeRow[]>;
}
