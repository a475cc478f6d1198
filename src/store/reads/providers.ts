import type { MerchantId } from "../../domain/ids.ts";
import type { ProviderPayment } from "../../domain/session/provider_payment.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ProviderAccount, ProviderKind } from "../../domain/shop/provider.ts";

/** An account whose refunds and disputes are listed. */
export interface ListedAccount extends ProviderAccount {
  /** Until when they were listed; null before the first time. */
  readonly listedUntil: number | null;
}

/** Accounts of shops at providers, and the payments that these take. */
export interface ProviderReads {
  /** A merchant's accounts, oldest first, with those that are no longer in use. */
  of(merchantId: MerchantId): MaybePromise<ProviderAccount[]>;
  /** The account with this id. */
  find(id: string): MaybePromise<ProviderAccount | null>;
  /** Accounts with keys that were out of use before a time and have no payment under way. */
  forgettable(before: number): MaybePromise<ProviderAccount[]>;
  /**
   * Up to `limit` accounts with keys whose refunds and disputes were listed until before a time or
   * never, these first: those in use, or out of it for less than `KEY_KEPT_DAYS` then.
   */
  toList(before: number, limit: number): MaybePromise<ListedAccount[]>;
  /** Number of an account's payments that are not final. */
  openPayments(accountId: string): MaybePromise<number>;
  /** Payments of an account that are not final, that whose page ends first before others. */
  underWay(accountId: string, limit: number): MaybePromise<ProviderPayment[]>;
  /** The payment with this id, if a provider takes it. */
  payment(paymentId: string): MaybePromise<ProviderPayment | null>;
  /** A payment at an account that has a page; null without one. */
  anyPage(accountId: string): MaybePromise<ProviderPayment | null>;
  /** The payment of a page at an account. */
  byReference(accountId: string, reference: string): MaybePromise<ProviderPayment | null>;
  /** Payments to ask a kind of provider for at a time, the longest due first. */
  due(kind: ProviderKind, now: number, limit: number): MaybePromise<ProviderPayment[]>;
}
