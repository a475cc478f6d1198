/** Placed orders for tests. */
import type { OrderNumber } from "../../src/domain/ids.ts";
import type { PlacedOrder } from "../../src/domain/session/order.ts";
import { composeOrderNumber } from "../../src/domain/session/order_number.ts";
import { NOW } from "./builders.ts";

/** The order number that is `n` in base 32. */
export function orderNumber(n: number): OrderNumber {
  return composeOrderNumber(new Uint8Array([0, n >>> 24, n >>> 16, n >>> 8, n]));
}

/** An order placed in time. */
export function aPlacedOrder(over: Partial<PlacedOrder> = {}): PlacedOrder {
  return {
    number: orderNumber(1),
    placedAt: NOW,
    late: false,
    shortfall: null,
    salesRecorded: true,
    cancellation: null,
    refunds: [],
    disputes: [],
    ...over,
  };
}
