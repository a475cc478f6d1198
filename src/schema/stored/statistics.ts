import { z } from "zod";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import type {
  DayCount,
  DayMoney,
  DayRevenue,
  OrderSum,
  RecoverySum,
} from "../../domain/session/stored.ts";
import { findCurrency } from "../../domain/values/money.ts";
import { count, merchantId, parseRow, type RowPlace } from "./parse.ts";

const PLACE: RowPlace = { table: "sessions", keyColumns: ["merchant_id"] };

const dayCountSchema = z.object({
  merchant_id: merchantId,
  day: count,
  session_state: z.enum(SESSION_STATES),
  payment_state: z.enum(PAYMENT_STATES),
  count,
  begun: count,
});

/**
 * Reads a merchant's number of sessions of a day and state.
 *
 * @throws {RowError} when a column does not parse
 */
export function dayCountFromRow(row: unknown): DayCount {
  const read = parseRow(dayCountSchema, row, PLACE);
  return {
    merchantId: read.merchant_id,
    day: read.day,
    session: read.session_state,
    payment: read.payment_state,
    count: read.count,
    begun: read.begun,
  };
}

/** A sum of amounts as text, which may exceed a number. */
const sum = z.string().regex(/^[0-9]{1,19}$/, "not a sum of amounts").transform(BigInt);

const currencyCode = z.string()
  .refine((code) => findCurrency(code) !== undefined, "not a currency");

const orderSumSchema = z.object({
  merchant_id: merchantId,
  currency_code: currencyCode,
  orders: count,
  payable: sum,
  with_coupon: count,
  coupon_discount: sum,
});

/**
 * Reads the totals of a merchant's orders in a currency.
 *
 * @throws {RowError} when a column does not parse
 */
export function orderSumFromRow(row: unknown): OrderSum {
  const read = parseRow(orderSumSchema, row, PLACE);
  return {
    merchantId: read.merchant_id,
    currencyCode: read.currency_code,
    orders: read.orders,
    payable: read.payable,
    withCoupon: read.with_coupon,
    couponDiscount: read.coupon_discount,
  };
}

const recoverySumSchema = z.object({
  merchant_id: merchantId,
  currency_code: currencyCode,
  idle: count,
  resumed: count,
  reopened: count,
  orders: count,
  payable: sum,
});

/**
 * Reads what came back of a merchant's sessions in a currency.
 *
 * @throws {RowError} when a column does not parse
 */
export function recoverySumFromRow(row: unknown): RecoverySum {
  const { merchant_id, currency_code, ...rest } = parseRow(recoverySumSchema, row, PLACE);
  return { merchantId: merchant_id, currencyCode: currency_code, ...rest };
}

const dayRevenueSchema = z.object({
  merchant_id: merchantId,
  day: count,
  currency_code: currencyCode,
  orders: count,
  payable: sum,
});

/**
 * Reads a merchant's orders of a day in a currency.
 *
 * @throws {RowError} when a column does not parse
 */
export function dayRevenueFromRow(row: unknown): DayRevenue {
  const { merchant_id, currency_code, ...rest } = parseRow(dayRevenueSchema, row, PLACE);
  return { merchantId: merchant_id, currencyCode: currency_code, ...rest };
}

const dayMoneySchema = z.object({
  merchant_id: merchantId,
  day: count,
  currency_code: currencyCode,
  refunds: count,
  refunded: sum,
  losses: count,
  lost: sum,
  charged: count,
  fees: sum,
});

/**
 * Reads a merchant's refunds, lost disputes and fees of a day in a currency.
 *
 * @throws {RowError} when a column does not parse
 */
export function dayMoneyFromRow(row: unknown): DayMoney {
  const { merchant_id, currency_code, ...rest } = parseRow(dayMoneySchema, row, PLACE);
  return { merchantId: merchant_id, currencyCode: currency_code, ...rest };
}
