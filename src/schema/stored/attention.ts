import { z } from "zod";
import { isAwaited } from "../../domain/session/payment.ts";
import type {
  AwaitedPayments,
  EndpointTrouble,
  LowStock,
  UnpaidHold,
} from "../../domain/shop/attention.ts";
import type { HourlyNumbers } from "../../domain/shop/hourly.ts";
import { REFUSALS, type RefusedCount } from "../../domain/shop/limits.ts";
import { ENDPOINT_KINDS } from "../../domain/shop/webhook.ts";
import {
  count,
  flag,
  integer,
  parseRow,
  RowError,
  type Stored,
  storedInt64,
  storedUuid,
} from "./parse.ts";
import { sessionFromRow } from "./session_row.ts";

const awaitedSchema = z.object({ count, first_due_at: integer.nullable() });

/**
 * Reads the number of awaited payments.
 *
 * @throws {RowError} when a column does not parse
 */
export function awaitedFromRow(row: unknown): AwaitedPayments {
  const read = parseRow(awaitedSchema, row, { table: "sessions", keyColumns: [] });
  return { count: read.count, firstDueAt: read.first_due_at };
}

const hourlySchema: Stored<HourlyNumbers> = z.object({
  ordersHourly: count,
  signInsHourly: count,
  messagesHourly: count,
});

/**
 * Reads what there was in an hour.
 *
 * @throws {RowError} when a column does not parse
 */
export function hourlyFromRow(row: unknown): HourlyNumbers {
  return parseRow(hourlySchema, row, { table: "merchants", keyColumns: [] });
}

const heldSchema = z.looseObject({ units: count });

/**
 * Reads an unpaid payment from a session's row with the units it holds.
 *
 * @throws {RowError} when a column does not parse, or its payment holds nothing
 */
export function unpaidHoldFromRow(row: unknown): UnpaidHold {
  const place = { table: "sessions", keyColumns: ["id"] };
  const { units } = parseRow(heldSchema, row, place);
  const { id: sessionId, payment } = sessionFromRow(row).load();
  if (!isAwaited(payment)) throw new RowError("sessions", sessionId, "its payment holds nothing");
  const { startedAt, dueAt, amount, currencyCode } = payment;
  return { sessionId, startedAt, dueAt, amount, currencyCode, units };
}

const troubleSchema = z.object({
  id: storedUuid,
  kind: z.enum(ENDPOINT_KINDS),
  url: z.string(),
  is_disabled: flag,
  waiting: count,
  failed: count,
});

/**
 * Reads an endpoint with its deliveries that have problems.
 *
 * @throws {RowError} when a column does not parse
 */
export function troubleFromRow(row: unknown): EndpointTrouble {
  const place = { table: "webhook_endpoints", keyColumns: ["id"] };
  const { is_disabled, ...read } = parseRow(troubleSchema, row, place);
  return { ...read, isDisabled: is_disabled === 1 };
}

const refusedSchema = z.object({ refusal: z.enum(REFUSALS), count });

/**
 * Reads how often something was refused.
 *
 * @throws {RowError} when a column does not parse
 */
export function refusedFromRow(row: unknown): RefusedCount {
  return parseRow(refusedSchema, row, { table: "limit_refusals", keyColumns: [] });
}

const lowStockSchema = z.object({
  product_id: storedInt64,
  variant_id: storedInt64,
  product: z.string(),
  variant: z.string(),
  available: integer,
  count,
});

/**
 * Reads a variant that is low on stock, with the number of all of them.
 *
 * @throws {RowError} when a column does not parse
 */
export function lowStockFromRow(row: unknown): LowStock & { readonly count: number } {
  const place = { table: "variants", keyColumns: ["variant_id"] };
  const { product_id, variant_id, ...read } = parseRow(lowStockSchema, row, place);
  return { ...read, productId: product_id, variantId: variant_id };
}
