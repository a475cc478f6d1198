/** Turns the holds into an order. */
import { deepEqual, equal } from "node:assert/strict";
import type { Outcome, Scene } from "./request.ts";

/** The holds have become an order, which lists its shortfall. */
export function ordered({ model, session }: Scene, { order, payment }: Outcome["data"]): void {
  equal(payment?.holds ?? null, null);
  model.sell(session);
  const { missing } = session;
  equal(order.late, missing !== null);
  const lacks = missing !== null &&
    (missing.coupons.length > 0 || missing.coins > 0 ||
      [...missing.missing.values()].some((units) => units > 0));
  equal(order.shortfall !== null, lacks);
  if (missing === null || !lacks) return;
  deepEqual(order.shortfall.coupons, missing.coupons);
  equal(order.shortfall.coins, missing.coins);
  const units = order.shortfall.units.map((one: Record<string, unknown>) => {
    return [String(one["variant_id"]), one["quantity"]];
  });
  deepEqual(new Map(units), new Map([...missing.missing].filter(([, count]) => count > 0)));
}
