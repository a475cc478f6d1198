import type { CustomerId, MerchantId, SessionId } from "../ids.ts";

/** A customer of one shop, known by a phone number. */
export interface Customer {
  readonly id: CustomerId;
  readonly merchantId: MerchantId;
  /** E.164: `+919876543210`. */
  readonly phone: string;
  readonly createdAt: number;
}

/** Where a customer's coins can stand; `ISSUED` is the shop's side of the ledger. */
export const COIN_ACCOUNTS = ["ISSUED", "AVAILABLE", "PROCESSING", "USED"] as const;
export type CoinAccount = (typeof COIN_ACCOUNTS)[number];

/** One entry of the ledger: coins leave one account and reach another, so none appear or vanish. */
export interface CoinMovement {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly from: CoinAccount;
  readonly to: CoinAccount;
  /** Whole coins, more than 0. */
  readonly coins: number;
  /** Why; with the session, the entry is unique. */
  readonly reason: string;
  readonly sessionId: SessionId | null;
  readonly at: number;
}

/** Balances of a customer by the ledger. */
export type CoinBalances = Readonly<Record<CoinAccount, number>>;

/** Prefix in the place of a phone number after the customer was erased. */
const ERASED = "erased:";

/** True if a person was erased, and the customer is nobody's any more. */
export function isErased({ phone }: Pick<Customer, "phone">): boolean {
  return phone === "" || phone.startsWith(ERASED);
}

const E164 = /^\+[1-9][0-9]{6,14}$/;

/** True if a text is a phone number in the form of ITU-T E.164. */
export function isE164(phone: string): boolean {
  return E164.test(phone);
}

/**
 * The movement that takes a customer's opening balance from what an earlier seed
 * said to what this one says; null when nothing changed. Coins spent or earned in
 * between stay as they are.
 */
export function openingMovement(
  seeded: number,
  wanted: number,
): Pick<CoinMovement, "from" | "to" | "coins"> | null {
  if (wanted === seeded) return null;
  return wanted > seeded
    ? { from: "ISSUED", to: "AVAILABLE", coins: wanted - seeded }
    : { from: "AVAILABLE", to: "ISSUED", coins: seeded - wanted };
}
