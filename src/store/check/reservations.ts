import { z } from "zod";
import type { SessionReservations, StockUnits } from "../../domain/audit/holds.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { movementFromRow } from "../../schema/stored/customer.ts";
import { count, couponId, merchantId, parseRow, storedInt64 } from "../../schema/stored/parse.ts";
import { type CheckSource, rowsOf } from "./source.ts";

const useSchema = z.object({ session_id: z.string(), coupon_id: couponId });
const unitsSchema = z.object({
  session_id: z.string(),
  merchant_id: merchantId,
  variant_id: storedInt64,
  units: count,
});

/** An id after all others. */
export const LAST_ID = "\u{10ffff}";

/** Holds and sales of these sessions, and units of missing sessions between two ids. */
export async function reservationsBetween(
  source: CheckSource,
  { after, until }: { readonly after: string; readonly until: string },
  sessions: readonly CheckoutSession[],
): Promise<Map<string, SessionReservations>> {
  const uses = Map.groupBy(
    (await rowsOf(source, "uses", { ids: sessions.map(({ id }) => id) })).map((row) =>
      parseRow(useSchema, row, { table: "coupon_uses", keyColumns: ["session_id"] })
    ),
    ({ session_id }) => session_id,
  );
  const stock = unitsBySession(
    await rowsOf(source, "holds", { after, last: until }),
    "stock_holds",
  );
  const sold = unitsBySession(await rowsOf(source, "sales", { after, last: until }), "stock_sales");
  const wanted = sessions.flatMap(({ id, customer }) =>
    customer === null ? [] : [[
      customer.id,
      id,
    ]]
  );
  const movements = Map.groupBy(
    (await rowsOf(source, "movements", { pairs: JSON.stringify(wanted) })).map(movementFromRow),
    ({ sessionId }): string => sessionId ?? "",
  );
  const ids = new Set([uses, stock, sold].flatMap((all) => [...all.keys()]));
  for (const { id } of sessions) ids.add(id);
  return new Map([...ids].map((id) => [id, {
    coupons: (uses.get(id) ?? []).map((use) => use.coupon_id),
    stock: stock.get(id) ?? [],
    sold: sold.get(id) ?? [],
    movements: movements.get(id) ?? [],
  }]));
}

function unitsBySession(rows: readonly unknown[], table: string): Map<string, StockUnits[]> {
  const bySession = new Map<string, StockUnits[]>();
  for (const row of rows) {
    const read = parseRow(unitsSchema, row, { table, keyColumns: ["session_id"] });
    const { session_id, merchant_id: merchantId, variant_id: variantId, units } = read;
    const all = bySession.get(session_id) ?? [];
    bySession.set(session_id, all);
    all.push({ merchantId, variantId, units });
  }
  return bySession;
}
