import type { CoinAccount, Customer } from "../../../domain/shop/customer.ts";
import { customerToRow, movementToRow } from "../../../schema/stored/customer.ts";
import { any, one, type Planners, type Refusals } from "./statement.ts";

/** Customers, the ledger of their coins, and the codes sent to phones. */
export const CUSTOMERS = {
  // Balances stay: only the ledger changes them.
  "customer.put": (change) => [
    one("customer.put", customerToRow(change), {
      onNoRow: `Customer has another merchant or phone number: ${change.customer.id}`,
      ...customerRefusals(change.customer),
    }),
  ],

  "customer.add": ({ customer }) => [
    one("customer.add", customerToRow({ customer, seededCoins: 0 }), {
      onPrimaryKey: `Customer id is taken: ${customer.id}`,
      ...customerRefusals(customer),
    }),
  ],

  "customer.erase": ({ customerId: id, onlyIdle, entryId: entry_id, at }) => [
    one("customer.erase", { id, only_idle: Number(onlyIdle) }, {
      onNoRow: `Customer is not known, was erased or is not idle: ${id}`,
    }),
    any("coins.eraseReasons", { id }),
    any("coins.addWriteOff", { id, entry_id, at }),
    any("coins.writeOff", { id }),
  ],

  "coins.move": ({ movement, asDebt = false }) => {
    const { id, customerId, from, to, coins } = movement;
    const few = asDebt ? `Coins in ${from} are taken first` : `Too few coins in ${from}: ${coins}`;
    return [
      one("coins.addMovement", movementToRow(movement), {
        onCheck: `Movement must be of more than 0 coins to another account: ${coins}`,
        onPrimaryKey: `Movement id is taken: ${id}`,
        onUnique: `Session has moved coins for this reason: ${movement.reason}`,
        onForeignKey: `Customer is not known: ${customerId}`,
      }),
      one("coins.moveBalances", {
        id: customerId,
        ...deltas(from, to, coins),
        as_debt: Number(asDebt),
      }, { onNoRow: few, onCheck: few }),
    ];
  },

  "otp.sent": (change) => {
    const { merchantId, phone, at, quietSince, since, limit, shopSince, shopLimit } = change;
    const params = {
      merchant_id: merchantId,
      phone,
      at,
      quiet_since: quietSince,
      since,
      limit,
      shop_since: shopSince,
      shop_limit: shopLimit,
    };
    return [
      one("otp.sent", params, {
        onNoRow:
          `Phone number was sent a code just now, or it or its shop as many as they may be: ${limit}`,
        onForeignKey: `Merchant of the phone number is not known: ${merchantId}`,
      }),
    ];
  },

  "otp.forget": ({ merchantId, phone }) => [
    any("otp.forget", { merchant_id: merchantId, phone }),
  ],

  "otp.purge": ({ before }) => [any("otp.purge", { before })],
} satisfies Partial<Planners>;

function customerRefusals({ phone, merchantId }: Customer): Refusals {
  return {
    onUnique: `Phone number is taken: ${phone}`,
    onForeignKey: `Merchant of the customer is not known: ${merchantId}`,
  };
}

function deltas(from: CoinAccount, to: CoinAccount, coins: number): Record<CoinAccount, number> {
  const none: Record<CoinAccount, number> = { ISSUED: 0, AVAILABLE: 0, PROCESSING: 0, USED: 0 };
  return { ...none, [from]: -coins, [to]: coins };
}
