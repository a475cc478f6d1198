import type { CheckoutEvent } from "../../../domain/events.ts";
import type { SessionId } from "../../../domain/ids.ts";
import type { CoinMovement } from "../../../domain/shop/customer.ts";
import type { Output } from "../output.ts";
import { counted, moment } from "../text.ts";
import type { SessionReport } from "./session_json.ts";

/** Coins that a session has set aside, by the ledger of its customer. */
export function coinsProcessing(movements: readonly CoinMovement[], id: SessionId): number {
  return movements.filter(({ sessionId }) => sessionId === id).reduce(
    (sum, { from, to, coins }) =>
      sum + (to === "PROCESSING" ? coins : 0) - (from === "PROCESSING" ? coins : 0),
    0,
  );
}

/** What a session keeps from others, in a line: a use of a coupon is kept for good once ordered. */
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

/** What happened to a session, oldest first. */
export function printTimeline(out: Output, events: readonly CheckoutEvent[]): void {
  out.table(
    [
      { title: "TIME" },
      { title: "EVENT" },
      { title: "STATE" },
      { title: "PAYMENT", isOptional: true },
      { title: "PAYABLE", align: "right", isOptional: true },
      { title: "EVENT ID", isOptional: true },
    ],
    events.map(({ id, type, at, data }) => [
      moment(at),
      type,
      ...["session_state", "payment_state", "total_payable"].map((name) => text(data[name])),
      id,
    ]),
    "No events are stored",
  );
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "-";
}
