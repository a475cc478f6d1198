import { wasCancelled } from "../../../domain/session/order.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { Badge } from "../parts/panel.tsx";
import type { Tone } from "../parts/tone.ts";

/** The end of a session's id, which customers name when they ask about it. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** The payment of an order in a word: what is still owed. */
function orderPayment(
  { order, amountPaid, priced: { totals: { totalPayable } } }: CheckoutSession,
): readonly [string, Tone] {
  if (wasCancelled(order)) return ["Cancelled", "bad"];
  if (amountPaid >= totalPayable) return ["Paid", "good"];
  return amountPaid > 0 ? ["Part paid", "warn"] : ["On delivery", "plain"];
}

/** The payment of an order, and whether it came after its holds were released. */
export function OrderBadge({ session }: { readonly session: CheckoutSession }) {
  const [text, tone] = orderPayment(session);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {session.order?.late === true ? <Badge tone="warn">Late</Badge> : ""}
    </>
  );
}

/** The person of a session: as they named themselves, else their phone number. */
export function customerText({ buyer, choices, customer }: CheckoutSession): string {
  return choices.address?.name || buyer.name || customer?.phone || "";
}
