import type { PrefixFilter } from "../../domain/filters.ts";
import type { CustomerId, MerchantId, SessionId } from "../../domain/ids.ts";
import type { CountedMessage, MessageCounts, MessageLimits } from "../../domain/message_limits.ts";
import type { MaybePromise, StoredCustomer } from "../../domain/session/stored.ts";
import type { CoinMovement } from "../../domain/shop/customer.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Customers, their coins and the codes sent to them. */
export interface CustomerReads {
  /** The customer with this phone number (E.164). */
  byPhone(merchantId: MerchantId, phone: string): MaybePromise<StoredCustomer | null>;
  /** The customer with this id. */
  find(id: CustomerId): MaybePromise<StoredCustomer | null>;
  /** A merchant's customers, by phone. */
  of(
    merchantId: MerchantId,
    filter: PrefixFilter,
    page: PageRequest<string>,
  ): MaybePromise<Page<StoredCustomer, string>>;
  /** A customer's ledger, oldest first. */
  movements(id: CustomerId): MaybePromise<CoinMovement[]>;
  /** Coins that a shop gave since a time, without those that orders earned. */
  coinsGivenSince(merchantId: MerchantId, since: number): MaybePromise<number>;
  /** Times of codes sent to a phone number after a time, oldest first. */
  otpSends(merchantId: MerchantId, phone: string, since: number): MaybePromise<number[]>;
  /** Number of a shop's codes sent at or after a time, to any number. */
  otpsSince(merchantId: MerchantId, since: number): MaybePromise<number>;
  /** What was sent before a message, as its limits count it. */
  messageCounts(message: CountedMessage, limits: MessageLimits): MaybePromise<MessageCounts>;
}

/** A range of sessions to search, by id. */
export interface PersonSearch {
  /** E.164. */
  readonly phone: string;
  /** Limits the search to a shop; null for all. */
  readonly merchantId: MerchantId | null;
  /** Sessions after this id. */
  readonly after: string;
  readonly limit: number;
}

/** A page of customers, by id. */
export interface CustomerPage {
  /** Customers that can be erased. */
  readonly idle: readonly CustomerId[];
  /** Last checked customer; null at the end. */
  readonly last: CustomerId | null;
}

/** Searches for persons to erase. */
export interface PeopleReads {
  /**
   * Sessions that contain a phone number: verified, in an address, in free text, or in an event.
   * Walks all sessions.
   */
  sessionsWith(search: PersonSearch): MaybePromise<SessionId[]>;
  /**
   * Finds customers among the next ones who have no session, no coins, no ledger entry since a
   * time, and are older than that.
   */
  idleCustomers(after: string, before: number, limit: number): MaybePromise<CustomerPage>;
}
