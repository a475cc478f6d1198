import type { CoinAccount, CoinMovement } from "../../../domain/shop/customer.ts";

/** Meaning of a movement of coins, by the accounts that they left and reached. */
const MOVEMENTS: Readonly<Partial<Record<`${CoinAccount} ${CoinAccount}`, string>>> = {
  "ISSUED AVAILABLE": "Given",
  "AVAILABLE ISSUED": "Taken back",
  "AVAILABLE PROCESSING": "Held by a payment",
  "PROCESSING AVAILABLE": "Released",
  "PROCESSING USED": "Spent",
  "USED AVAILABLE": "Given back",
};

/** Reasons of the entries that no person has made; those of people are shown as written. */
const REASONS: Readonly<Record<string, string>> = {
  "seed": "Opening coins",
  "hold": "Payment started",
  "hold-late": "Payment came late",
  "release": "Payment ended",
  "use": "Order placed",
  "earn": "Earned with an order",
  "earn-collected": "Earned with cash received",
  "cancel-used": "Order cancelled",
  "cancel-earned": "Order cancelled",
  "cancel-debt": "Order cancelled: owed by the customer",
  "debt-written-off": "Debt written off",
};

/** Text of a movement: `Given`. */
export function movementText({ from, to }: Pick<CoinMovement, "from" | "to">): string {
  return MOVEMENTS[`${from} ${to}`] ?? `${from} to ${to}`;
}

/** Text of a movement's reason. */
export function movementReason(reason: string): string {
  return REASONS[reason] ?? reason;
}
