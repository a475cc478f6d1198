import type { Change } from "../changes.ts";
import type { Decision, StepContext } from "../decision/decision.ts";
import { earnedCoins } from "../decision/holds.ts";
import type { CoinBalance } from "../pricing/model.ts";
import { wasCancelled } from "../session/order.ts";
import type { Payment } from "../session/payment.ts";
import { type OrderCoins, returnedCoins } from "../session/refundable.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Customer } from "../shop/customer.ts";
import { reportPaymentResult } from "./payment_result.ts";

/** Coins of the customer of a test, before it uses or earns any. */
export const TEST_COINS = 1000;

/** Results of payments that are known at their start, by the last digit of the minor units. */
const RESULTS: ReadonlyMap<number, "PAID" | "FAILED"> = new Map([[1, "PAID"], [2, "FAILED"]]);

/** Changes outside of the session that a test makes as well. */
const OF_TESTS: ReadonlySet<Change["kind"]> = new Set([
  "reference.take",
  "at-provider.add",
  "refund.add",
  "refund.move",
  "dispute.put",
]);

/**
 * Makes the decision of a step on a live session one of a test: nothing outside the session changes
 * but the references of tests, no code is sent, and a payment gets the result of its amount.
 *
 * @param before the session before the step
 */
export function asTest(
  before: CheckoutSession,
  decision: Decision,
  context: StepContext,
): Decision {
  const { effects, events, ...settled } = withResult(before, decision, context);
  return {
    ...settled,
    effects: effects.filter(({ kind }) => OF_TESTS.has(kind)),
    events: events.filter(({ type }) => type !== "otp.requested"),
  };
}

function withResult(before: CheckoutSession, decision: Decision, context: StepContext): Decision {
  const { session, effects, events } = decision;
  const { payment, version } = session;
  const isStarted = payment?.status === "PENDING" && payment.id !== before.payment?.id;
  // A provider has tests of its own.
  const status = isStarted && payment.atProvider === null
    ? RESULTS.get(payment.amount % 10)
    : undefined;
  if (payment === null || status === undefined) return decision;
  // Two steps of the table, one change of the session.
  const started = { ...session, version: version - 1 };
  const coinBalance = testBalance(started, started.customer?.id ?? null);
  const ended = reportPaymentResult(started, resultOf(payment, status), {
    ...context,
    rules: { ...context.rules, coinBalance },
  });
  return {
    ...decision,
    ...ended,
    effects: [...effects, ...ended.effects],
    events: [...events.filter(({ type }) => type !== "payment.pending"), ...ended.events],
  };
}

function resultOf({ id, amount }: Payment, status: "PAID" | "FAILED") {
  return {
    paymentId: id,
    status,
    amount,
    amountText: null,
    currencyCode: null,
    reference: `test-${id}`,
  };
}

/** The customer of a test with a verified phone number, who exists in the test alone. */
export function testCustomer(
  { merchantId, customer }: CheckoutSession,
  phone: string,
  { now, newId }: Pick<StepContext, "now" | "newId">,
): Customer {
  const id = customer?.phone === phone ? customer.id : newId() as Customer["id"];
  return { id, merchantId, phone, createdAt: now };
}

/** Coins of a customer of a test, whose session is the only ledger. */
export function testBalance(
  { customer, priced: { coins } }: CheckoutSession,
  customerId: Customer["id"] | null,
): CoinBalance {
  if (customerId === null) return { available: 0, debt: 0, processing: 0 };
  return customerId === customer?.id
    ? { available: coins.available, debt: 0, processing: coins.processing }
    : { available: TEST_COINS, debt: 0, processing: 0 };
}

/** Coins that the order of a test used and earned. */
export function testOrderCoins(session: CheckoutSession): OrderCoins {
  const { order, priced: { coins } } = session;
  if (order === null || wasCancelled(order)) return { used: 0, earned: 0 };
  const { returned, takenBack, owed } = returnedCoins(order);
  return { used: coins.used - returned, earned: earnedCoins(session) - takenBack - owed };
}
