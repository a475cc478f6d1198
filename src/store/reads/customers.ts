import type { CustomerId, MerchantId, SessionId } from "../../domain/ids.ts";
import type { MaybePromise, StoredCustomer } from "../../domain/session/stored.ts";
import type { CoinMovement } from "../../domain/shop/customer.ts";

/** Customers, their coins and the codes sent to them. */
export interface CustomerReads {
  /** The customer with this phone number (E.164). */
  byPhone(merchantId: MerchantId, phone: string): MaybePromise<StoredCustomer | null>;
  /** The customer with this id. */
  find(id: CustomerId): MaybePromise<StoredCustomer | null>;
  /** A merchant's customers, by phone. */
  of(merchantId: MerchantId): MaybePromise<StoredCustomer[]>;
  /** A customer's ledger, oldest first. */
  movements(id: CustomerId): MaybePromise<CoinMovement[]>;
  /** Times at which codes were sent to a phone after a moment, oldest first. */
  otpSends(merchantId: MerchantId, phone: string, since: number): MaybePromise<number[]>;
  /** Time of a shop's n-th latest code, to any phone; null when fewer are known. */
  nthLatestOtpSend(merchantId: MerchantId, n: number): MaybePromise<number | null>;
}

/** A range of sessions to search, by id. */
export interface PersonSearch {
  /** E.164. */
  readonly phone: string;
  /** Of this shop alone; null for all. */
  readonly merchantId: MerchantId | null;
  /** Sessions after this id. */
  readonly after: string;
  readonly limit: number;
}

/** Some customers in the order of their ids. */
export interface CustomerPage {
  /** Those without a reason to be kept. */
  readonly idle: readonly CustomerId[];
  /** The last one examined; null when there were none left. */
  readonly last: CustomerId | null;
}

/** Searches for persons to be erased. */
export interface PeopleReads {
  /**
   * Sessions that hold a phone number anywhere: verified, in an address, in free text, or in an
   * event. Searches all of them.
   */
  sessionsWith(search: PersonSearch): MaybePromise<SessionId[]>;
  /**
   * Searches the next customers for those who have no session, no coins and no entry in
   * their ledger since a moment, and are not newer than that.
   */
  idleCustomers(after: string, before: number, limit: number): MaybePromise<CustomerPage>;
}
