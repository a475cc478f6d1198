import type { CoinMovement } from "../../../domain/customer.ts";
import type { StoredCustomer } from "../../../domain/stored.ts";

/** The columns of `customers` that a customer has from the start. */
export function customerToRow({ customer, seededCoins }: Omit<StoredCustomer, "balances">) {
  return {
    id: customer.id,
    merchant_id: customer.merchantId,
    phone: customer.phone,
    created_at: customer.createdAt,
    seeded_coins: seededCoins,
  };
}

/** The columns of `coin_movements`. */
export function movementToRow(movement: CoinMovement) {
  return {
    id: movement.id,
    customer_id: movement.customerId,
    from_account: movement.from,
    to_account: movement.to,
    coins: movement.coins,
    reason: movement.reason,
    session_id: movement.sessionId,
    moved_at: movement.at,
  };
}
