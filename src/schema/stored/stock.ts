import { z } from "zod";
import type { UnpaidUnits } from "../../domain/hold_limits.ts";
import type { VariantId } from "../../domain/ids.ts";
import { count, integer, parseRow, storedInt64 } from "./parse.ts";

const stockSchema = z.object({ variant_id: storedInt64, inventory_quantity: integer.nullable() });

/**
 * Reads the stock of a variant, its id as text.
 *
 * @throws {RowError} when the row does not parse
 */
export function stockFromRow(row: unknown): [VariantId, number | null] {
  const read = parseRow(stockSchema, row, { table: "variants", keyColumns: ["variant_id"] });
  return [read.variant_id, read.inventory_quantity];
}

const unpaidSchema = z.object({
  variant_id: storedInt64,
  by_phone: count,
  by_address: count,
  by_client: count,
  unheld: integer.nullable(),
});

/**
 * Reads the unpaid units of a variant, its id as text.
 *
 * @throws {RowError} when the row does not parse
 */
export function unpaidFromRow(row: unknown): [VariantId, UnpaidUnits] {
  const read = parseRow(unpaidSchema, row, { table: "stock_holds", keyColumns: ["variant_id"] });
  const { by_phone: byPhone, by_address: byAddress, by_client: byClient, unheld } = read;
  const free = unheld === null ? null : unheld + byClient;
  return [read.variant_id, { byPhone, byAddress, byClient, free }];
}
