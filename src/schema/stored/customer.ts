import { z } from "zod";
import type { MessageCounts } from "../../domain/message_limits.ts";
import type { StoredCustomer } from "../../domain/session/stored.ts";
import { COIN_ACCOUNTS, type CoinMovement, withCoins } from "../../domain/shop/customer.ts";
import type { Form } from "../form.ts";
import {
  count,
  customerId,
  flag,
  integer,
  merchantId,
  parseRow,
  sessionId,
  storedUuid,
} from "./parse.ts";

const rowSchema = z.object({
  id: customerId,
  merchant_id: merchantId,
  phone: z.string(),
  created_at: count,
  seeded_coins: count,
  issued: integer,
  available: count,
  debt: count,
  processing: count,
  used: count,
});

/**
 * Reads a customer from a row of `customers`.
 *
 * @throws {RowError} when the row does not parse
 */
export function customerFromRow(row: unknown): StoredCustomer {
  const read = parseRow(rowSchema, row, { table: "customers", keyColumns: ["id"] });
  // Servers of the schema before add to `available` without paying the debt.
  const { available, debt } = withCoins(read, 0);
  return {
    customer: {
      id: read.id,
      merchantId: read.merchant_id,
      phone: read.phone,
      createdAt: read.created_at,
    },
    seededCoins: read.seeded_coins,
    balances: {
      ISSUED: read.issued,
      AVAILABLE: available,
      PROCESSING: read.processing,
      USED: read.used,
    },
    debt,
  };
}

const movementSchema = z.object({
  id: storedUuid,
  customer_id: customerId,
  from_account: z.enum(COIN_ACCOUNTS),
  to_account: z.enum(COIN_ACCOUNTS),
  coins: count,
  reason: z.string(),
  session_id: sessionId.nullable(),
  moved_at: count,
});

/**
 * Reads an entry of the ledger from a row of `coin_movements`.
 *
 * @throws {RowError} when the row does not parse
 */
export function movementFromRow(row: unknown): CoinMovement {
  const read = parseRow(movementSchema, row, { table: "coin_movements", keyColumns: ["id"] });
  return {
    id: read.id,
    customerId: read.customer_id,
    from: read.from_account,
    to: read.to_account,
    coins: read.coins,
    reason: read.reason,
    sessionId: read.session_id,
    at: read.moved_at,
  };
}

const sentSchema = z.object({ merchant_id: merchantId, phone: z.string(), sent_at: count });

/** Reads the time of a sent code from a row of `otp_sends`. */
export function otpSentFromRow(row: unknown): number {
  const place = { table: "otp_sends", keyColumns: ["merchant_id", "phone"] };
  return parseRow(sentSchema, row, place).sent_at;
}

const sentCountSchema = z.object({ count });

/** Reads a number of sent codes. */
export function otpCountFromRow(row: unknown): number {
  return parseRow(sentCountSchema, row, { table: "otp_sends", keyColumns: [] }).count;
}

/** The columns of `customers` for a new customer. */
export function customerToRow(
  { customer, seededCoins }: Pick<StoredCustomer, "customer" | "seededCoins">,
): Omit<Form<typeof rowSchema>, "issued" | "available" | "debt" | "processing" | "used"> {
  return {
    id: customer.id,
    merchant_id: customer.merchantId,
    phone: customer.phone,
    created_at: customer.createdAt,
    seeded_coins: seededCoins,
  };
}

/** The columns of `coin_movements`. */
export function movementToRow(movement: CoinMovement): Form<typeof movementSchema> {
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

const messageCountsSchema = z.object({
  to_recipient: count,
  unverified: count,
  of_session: count,
  of_client: count,
  of_shop: count,
  is_counted: flag,
});

/**
 * Reads what was sent before a message.
 *
 * @throws {RowError} when a column does not parse
 */
export function messageCountsFromRow(row: unknown): MessageCounts {
  const read = parseRow(messageCountsSchema, row, { table: "message_sends", keyColumns: [] });
  return {
    toRecipient: read.to_recipient,
    unverified: read.unverified,
    ofSession: read.of_session,
    ofClient: read.of_client,
    ofShop: read.of_shop,
    isCounted: read.is_counted === 1,
  };
}
