import { z } from "zod";
import type { SessionHolds } from "../../domain/session/stored.ts";
import { count, parseRow, sessionId, storedInt64 } from "./parse.ts";

const stockSchema = z.object({ session_id: sessionId, variant_id: storedInt64, units: count });

/**
 * Reads held stock from a row of `stock_holds`, 64-bit columns as text.
 *
 * @throws {RowError} when the row does not parse
 */
export function stockHoldFromRow(row: unknown): SessionHolds["stock"][number] {
  const { variant_id, units } = parseRow(stockSchema, row, {
    table: "stock_holds",
    keyColumns: ["session_id", "variant_id"],
  });
  return { variantId: variant_id, units };
}

const useSchema = z.object({ session_id: sessionId, code: z.string() });

/** Reads the code of a used coupon from a row of `coupon_uses` with `code`. */
export function usedCodeFromRow(row: unknown): string {
  return parseRow(useSchema, row, { table: "coupon_uses", keyColumns: ["session_id"] }).code;
}
