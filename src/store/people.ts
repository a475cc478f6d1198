import type { MaybePromise } from "../domain/maybe_promise.ts";
import type { CustomerId, MerchantId, SessionId } from "../domain/ids.ts";

/** A stretch of sessions to look through, by id. */
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
  /** Those of whom nothing is left that would be a reason to keep them. */
  readonly idle: readonly CustomerId[];
  /** The last one that was looked at; null when there were none left. */
  readonly last: CustomerId | null;
}

/** Where persons are found who are to be removed. */
export interface People {
  /**
   * Sessions that hold a phone number anywhere: verified, in an address, in free text, or in an
   * event. Looks through all of them.
   */
  sessionsWith(search: PersonSearch): MaybePromise<SessionId[]>;
  /**
   * Looks through the next customers for those who have no session, no coins and no entry in
   * their ledger since a moment, and are not newer than that.
   */
  idleCustomers(after: string, before: number, limit: number): MaybePromise<CustomerPage>;
}
