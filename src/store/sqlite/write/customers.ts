import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import type { CoinAccount } from "../../../domain/customer.ts";
import { customerToRow, movementToRow } from "../../../schema/stored/write/customer.ts";
import { insertInto, VIOLATED, writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const CUSTOMER = ["id", "merchant_id", "phone", "created_at", "seeded_coins"] as const;

const MOVEMENT = [
  "id",
  "customer_id",
  "from_account",
  "to_account",
  "coins",
  "reason",
  "session_id",
  "moved_at",
] as const;

/** Writes customers, the ledger of their coins, and when codes were sent to phones. */
export class CustomerWrites {
  readonly #putCustomer: StatementSync;
  readonly #addCustomer: StatementSync;
  readonly #addMovement: StatementSync;
  readonly #moveBalances: StatementSync;
  readonly #addOtpSend: StatementSync;
  readonly #purgeOtpSends: StatementSync;

  constructor(db: DatabaseSync) {
    this.#putCustomer = db.prepare(
      `${insertInto("customers", CUSTOMER)}
       ON CONFLICT (id) DO UPDATE SET seeded_coins = excluded.seeded_coins
       WHERE merchant_id = excluded.merchant_id AND phone = excluded.phone`,
    );
    this.#addCustomer = db.prepare(insertInto("customers", CUSTOMER));
    this.#addMovement = db.prepare(insertInto("coin_movements", MOVEMENT));
    this.#moveBalances = db.prepare(
      `UPDATE customers SET issued = issued + :ISSUED, available = available + :AVAILABLE,
         processing = processing + :PROCESSING, used = used + :USED
       WHERE id = :id`,
    );
    this.#addOtpSend = db.prepare(
      `INSERT INTO otp_sends (merchant_id, phone, sent_at) SELECT :merchant_id, :phone, :at
       WHERE (SELECT count(*) FROM otp_sends
         WHERE merchant_id = :merchant_id AND phone = :phone AND sent_at > :since) < :limit
         AND NOT EXISTS (SELECT 1 FROM otp_sends
           WHERE merchant_id = :merchant_id AND phone = :phone AND sent_at > :quiet_since)
         AND (SELECT count(*) FROM otp_sends
           WHERE merchant_id = :merchant_id AND sent_at > :shop_since) < :shop_limit`,
    );
    this.#purgeOtpSends = db.prepare("DELETE FROM otp_sends WHERE sent_at < :before");
  }

  /** Leaves the balances alone: the ledger moves them. */
  putCustomer(change: Of<"customer.put">): void {
    const { customer } = change;
    writeOne(change, {
      statement: this.#putCustomer,
      row: customerToRow(change),
      refusals: {
        0: `Customer has another merchant or phone number: ${customer.id}`,
        [VIOLATED.unique]: `Phone number is taken: ${customer.phone}`,
        [VIOLATED.foreignKey]: `Merchant of the customer is not known: ${customer.merchantId}`,
      },
    });
  }

  addCustomer(change: Of<"customer.add">): void {
    const { customer } = change;
    writeOne(change, {
      statement: this.#addCustomer,
      row: customerToRow({ customer, seededCoins: 0 }),
      refusals: {
        [VIOLATED.primaryKey]: `Customer id is taken: ${customer.id}`,
        [VIOLATED.unique]: `Phone number is taken: ${customer.phone}`,
        [VIOLATED.foreignKey]: `Merchant of the customer is not known: ${customer.merchantId}`,
      },
    });
  }

  moveCoins(change: Of<"coins.move">): void {
    const { movement } = change;
    const { id, customerId, from, to, coins } = movement;
    writeOne(change, {
      statement: this.#addMovement,
      row: movementToRow(movement),
      refusals: {
        [VIOLATED.check]: `Movement must be of more than 0 coins to another account: ${coins}`,
        [VIOLATED.primaryKey]: `Movement id is taken: ${id}`,
        [VIOLATED.unique]: `Session has moved coins for this reason: ${movement.reason}`,
        [VIOLATED.foreignKey]: `Customer is not known: ${customerId}`,
      },
    });
    writeOne(change, {
      statement: this.#moveBalances,
      row: { id: customerId, ...deltas(from, to, coins) },
      refusals: { [VIOLATED.check]: `Too few coins in ${from}: ${coins}` },
    });
  }

  sendOtp(change: Of<"otp.sent">): void {
    const { merchantId, phone, at, quietSince, since, limit, shopSince, shopLimit } = change;
    writeOne(change, {
      statement: this.#addOtpSend,
      row: {
        merchant_id: merchantId,
        phone,
        at,
        quiet_since: quietSince,
        since,
        limit,
        shop_since: shopSince,
        shop_limit: shopLimit,
      },
      refusals: {
        0: `Phone number was sent a code just now, or it or its shop as many as they may be: ${limit}`,
        [VIOLATED.foreignKey]: `Merchant of the phone number is not known: ${merchantId}`,
      },
    });
  }

  purgeOtpSends({ before }: Of<"otp.purge">): void {
    this.#purgeOtpSends.run({ before });
  }
}

function deltas(from: CoinAccount, to: CoinAccount, coins: number): Record<CoinAccount, number> {
  const none: Record<CoinAccount, number> = { ISSUED: 0, AVAILABLE: 0, PROCESSING: 0, USED: 0 };
  return { ...none, [from]: -coins, [to]: coins };
}
