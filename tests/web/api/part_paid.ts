/** Sessions as earlier versions left them once the prepaid part was paid. */
import { callerOf } from "../../../src/domain/caller.ts";
import { decided } from "../../../src/domain/decision/decision.ts";
import { paymentEvent } from "../../../src/domain/events.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { Checkout } from "./checkout.ts";

/** Starts the payment of the prepaid part, and pays it without placing the order. */
// deno-lint-ignore no-explicit-any -- what came back is what the tests are about
export async function paidEarlier(checkout: Checkout): Promise<any> {
  const { world, id, path } = checkout;
  await checkout.step("POST /payment");
  const call = { caller: callerOf(world.key), sessionId: id, alsoCommit: () => [] };
  await world.services.checkout.run(call, partPaid, { input: () => null });
  return (await world.send("GET", path)).json.data;
}

/** The step of earlier versions. */
function partPaid(session: CheckoutSession) {
  const { priced, version } = session;
  const payment = { ...session.payment!, status: "PAID" as const };
  const reference = `pay_${payment.id}`;
  const { amount: amountPaid } = payment;
  const after: CheckoutSession = {
    ...session,
    version: version + 1,
    state: { session: "IN_PROGRESS", payment: "PAID" },
    payment: { ...payment, reference },
    amountPaid,
    priced: { ...priced, totals: { ...priced.totals, amountPaid } },
  };
  const { merchantId, livemode, id: sessionId } = session;
  const paymentId = payment.id;
  return decided(after, {
    effects: [{ kind: "reference.take", merchantId, livemode, reference, sessionId, paymentId }],
    events: [paymentEvent("payment.paid", after)],
  });
}
