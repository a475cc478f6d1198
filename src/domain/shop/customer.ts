import type { CustomerId, MerchantId, SessionId } from "../ids.ts";

/** A customer of one shop, identified by phone number. */
export interface Customer {
  readonly id: CustomerId;
  readonly merchantId: MerchantId;
  /** E.164: `+919876543210`. */
  readonly phone: string;
  readonly createdAt: number;
}

/** Accounts of a customer's coins; `ISSUED` is the shop's side of the ledger. */
export const COIN_ACCOUNTS = ["ISSUED", "AVAILABLE", "PROCESSING", "USED"] as const;
export type CoinAccount = (typeof COIN_ACCOUNTS)[number];

/** A ledger entry: coins move from one account to another. */
export interface CoinMovement {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly from: CoinAccount;
  readonly to: CoinAccount;
  /** Whole coins, more than 0. */
  readonly coins: number;
  /** Reason; unique per session. */
  readonly reason: string;
  readonly sessionId: SessionId | null;
  readonly at: number;
}

/** Coins in an account by these entries; below 0 for coins that left it. */
export function netOf(movements: readonly CoinMovement[], account: CoinAccount): number {
  return movements.reduce(
    (sum, { from, to, coins }) =>
      sum + (to === account ? coins : 0) - (from === account ? coins : 0),
    0,
  );
}

/** A customer's balances by account. */
export type CoinBalances = Readonly<Record<CoinAccount, number>>;

/** Coins that a customer can use, and those that are owed: only one of them is more than 0. */
export interface AvailableCoins {
  readonly available: number;
  readonly debt: number;
}

/** Adds coins to a customer's, or takes some; a debt is paid first. */
export function withCoins({ available, debt }: AvailableCoins, coins: number): AvailableCoins {
  const balance = available - debt + coins;
  return { available: Math.max(0, balance), debt: Math.max(0, -balance) };
}

/** Prefix of the text that replaces the phone number of an erased customer. */
const ERASED = "erased:";

/** True for an erased customer. */
export function isErased({ phone }: Pick<Customer, "phone">): boolean {
  return phone === "" || phone.startsWith(ERASED);
}

const E164 = /^\+[1-9][0-9]{6,14}$/;

/** True for a phone number in E.164 form. */
export function isE164(phone: string): boolean {
  return E164.test(phone);
}

/**
 * Movement from the opening balance of an earlier seed to that of this one; null if unchanged.
 * Coins used or earned meanwhile stay.
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
