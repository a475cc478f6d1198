import type { CheckoutEvent } from "../../../domain/events.ts";
import type { SessionId } from "../../../domain/ids.ts";
import { type CoinMovement, netOf } from "../../../domain/shop/customer.ts";
import type { Output } from "../output.ts";
import { counted, moment } from "../../../domain/values/wording.ts";
import type { SessionReport } from "./session_json.ts";

/** Coins that a session holds, from the ledger of its customer. */
export function coinsProcessing(movements: readonly CoinMovement[], id: SessionId): number {
  return netOf(movements.filter(({ sessionId }) => sessionId === id), "PROCESSING");
}

/** Coupon uses, stock and coins that a session holds, in a line; an order keeps its coupon uses. */
export function holdsText({ session, holds, coinsProcessing: coins }: SessionReport): string {
  const isOrdered = session.state.session === "COMPLETED";
  const all = [
    ...holds.coupons.map((code) => `${isOrdered ? "used" : "one use of"} coupon ${code}`),
    ...holds.stock.map(({ variantId, units }) =>
      `${counted(units, "unit")} of variant ${variantId}`
    ),
    ...(coins === 0 ? [] : [counted(coins, "coin")]),
  ];
  return all.length === 0 ? "nothing" : all.join(", ");
}

/** Type of an event; a change also has the step that made it. */
export function eventText({ type, data: { step } }: CheckoutEvent): string {
  return typeof step === "string" ? `${type} ${step}` : type;
}

/** Prints the events of a session, oldest first. */
export function printTimeline(out: Output, events: readonly CheckoutEvent[]): void {
  out.table(events, [
    ["TIME", ({ at }) => moment(at)],
    ["EVENT", eventText],
    ["STATE", ({ data }) => text(data["session_state"])],
    ["PAYMENT", ({ data }) => text(data["payment_state"]), { isOptional: true }],
    ["PAYABLE", ({ data }) => text(data["total_payable"]), { align: "right", isOptional: true }],
    ["EVENT ID", ({ id }) => id, { isOptional: true }],
  ], "No events are stored");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "-";
}
