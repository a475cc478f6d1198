import type { CustomerId, MerchantId } from "./ids.ts";
import type { CoinMovement, Customer } from "./shop/customer.ts";

/** Customers and their coins. */
export type CustomerChange =
  /** Creates a customer, or sets the opening balance of a known one. */
  | {
    readonly kind: "customer.put";
    readonly customer: Customer;
    /** Opening coins of a seed file. */
    readonly seededCoins: number;
  }
  /**
   * Removes a customer's phone number and the operator's texts in the ledger; the entries stay, and
   * one more writes a debt off. Refused if already erased, and with `onlyIdle` if the customer has a
   * session or coins.
   */
  | {
    readonly kind: "customer.erase";
    readonly customerId: CustomerId;
    readonly onlyIdle: boolean;
    /** Id and time of the ledger entry for a debt. */
    readonly entryId: string;
    readonly at: number;
  }
  /** Removes a phone number from sent codes; they still count. */
  | { readonly kind: "otp.forget"; readonly merchantId: MerchantId; readonly phone: string }
  /** Adds a customer. Refused if the merchant has one with this phone number. */
  | { readonly kind: "customer.add"; readonly customer: Customer }
  /**
   * Moves coins. Coins that become available pay the customer's debt first. Refused if the source
   * account would fall below zero, or if the session has already moved coins of this customer for
   * this reason.
   */
  | {
    readonly kind: "coins.move";
    readonly movement: CoinMovement;
    /** True to take available coins that are not there, as a debt. Refused while some are there. */
    readonly asDebt?: boolean;
  }
  /**
   * Notes that a code was sent to a phone number. Refused if one was sent after `quietSince`, if
   * there are `limit` after `since`, or `shopLimit` to all numbers of the shop after `shopSince`.
   */
  | {
    readonly kind: "otp.sent";
    readonly merchantId: MerchantId;
    readonly phone: string;
    readonly at: number;
    readonly quietSince: number;
    readonly since: number;
    readonly limit: number;
    readonly shopSince: number;
    readonly shopLimit: number;
  };
