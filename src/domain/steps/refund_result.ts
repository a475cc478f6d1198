import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { NO_COINS, rowOf } from "../decision/give_back.ts";
import { refundable } from "../session/refundable.ts";
import { AppError, shown } from "../errors.ts";
import { disputedEvent, type EventDraft, foundRefundEvent, refundEvent } from "../events.ts";
import { type PlacedOrder, requireOrder } from "../session/order.ts";
import type { Dispute, Refund, RefundRow } from "../session/refund.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Minor } from "../values/money.ts";

/** The result of a refund. */
export interface RefundResult {
  readonly refundId: string;
  readonly state: Exclude<Refund["state"], "REQUESTED">;
  /** Null if the money did not go back. */
  readonly reference: string | null;
  /** Why it failed; null unless it did. */
  readonly failure: string | null;
  /** When to ask its provider next, and how often it was called; null by hand. */
  readonly next: Pick<RefundRow, "nextTryAt" | "tries"> | null;
}

/** True if a refund is in the state of a result, or beyond it. */
export function isSettledAs(
  { order }: CheckoutSession,
  { refundId, state }: RefundResult,
): boolean {
  const now = order?.refunds.find(({ id }) => id === refundId)?.state;
  if (now === undefined || now === state) return true;
  // A bank may send back what was done, and a provider may know better than that it failed.
  return now === "DONE" && state === "PENDING";
}

/**
 * Notes what became of a refund. One that failed leaves its money to be refunded again; goods and
 * coins that came back with it stay.
 *
 * @throws {AppError} `error.refund-not-found`
 */
export function settleRefund(
  session: CheckoutSession,
  { refundId, state, reference, failure, next }: RefundResult,
  context: StepContext,
): Decision {
  const before = transition(session, "refund.settle");
  const refund = requireRefund(session, refundId);
  const settled: Refund = {
    ...refund,
    state,
    reference: reference ?? refund.reference,
    settledAt: state === "PENDING" ? null : context.now,
    failure,
  };
  const after = withOrder(before, (order) => ({
    ...order,
    refunds: order.refunds.map((one) => one.id === refundId ? settled : one),
  }));
  const note = refund.state === "FAILED" ? returnNote(settled, refund, session) : null;
  const events: EventDraft[] = state === "PENDING"
    ? []
    : [refundEvent(state === "DONE" ? "refund.done" : "refund.failed", after, settled)];
  return decided(after, {
    effects: [{
      kind: "refund.move",
      refund: { ...rowOf(after, settled), nextTryAt: null, ...next },
      from: refund.state,
    }],
    events,
    ...(note !== null && { note }),
  });
}

/**
 * The refund with this id.
 *
 * @throws {AppError} `error.refund-not-found`
 */
export function requireRefund({ order }: CheckoutSession, refundId: string): Refund {
  const refund = order?.refunds.find(({ id }) => id === refundId);
  if (refund !== undefined) return refund;
  throw refundNotFound(refundId);
}

/** The error for a refund that an order, or a payment without one, does not have. */
export function refundNotFound(refundId: string): AppError {
  return new AppError("error.refund-not-found", `No refund here has this id: ${shown(refundId)}`);
}

/** Note on a refund that had failed and went back after all; null if nothing went back since. */
function returnNote(
  settled: Refund,
  { settledAt }: Pick<Refund, "settledAt">,
  session: CheckoutSession,
): string | null {
  const left = refundable(session)[settled.paymentId === null ? "cash" : "payment"];
  const since = requireOrder(session).refunds.filter((one) =>
    one.paymentId === settled.paymentId && one.at >= (settledAt ?? 0)
  );
  return excessNote(settled, left) ?? lateNote(settled, since);
}

/** Note on a refund that had failed, if there are standing ones that were asked for since. */
export function lateNote(
  { id, amount }: Pick<Refund, "id" | "amount">,
  since: readonly Pick<Refund, "id" | "state">[],
): string | null {
  const again = since.filter((one) => one.id !== id && one.state !== "FAILED");
  if (again.length === 0) return null;
  return "A refund that had failed went back after all, and there are others since, in minor " +
    `units: ${amount}, ${id}`;
}

/** A refund that was made in the provider's dashboard. */
export type FoundRefund =
  & Pick<Refund, "amount" | "state" | "failure" | "at">
  & { readonly reference: string };

/** When a refund that was made elsewhere was done or failed; null before. */
export function settledAtOf({ state, at }: FoundRefund): number | null {
  return state === "DONE" || state === "FAILED" ? at : null;
}

/** True if an order has a refund with this reference, or it never took the money. */
export function isRefundKnown({ order }: CheckoutSession, found: FoundRefund): boolean {
  return order === null || order.refunds.some(({ reference }) => reference === found.reference);
}

/**
 * Records a refund that was made elsewhere, whatever its sum: it has happened. It changes no stock
 * and no coins, and cancels nothing.
 */
export function recordRefund(
  session: CheckoutSession,
  found: FoundRefund,
  context: StepContext,
): Decision {
  const { reference, amount, state, failure, at } = found;
  const refund: Refund = {
    id: context.newId(),
    paymentId: session.payment?.id ?? null,
    amount,
    proposed: 0,
    lines: [],
    coins: NO_COINS,
    reason: null,
    by: "provider",
    reference,
    state,
    origin: "PROVIDER",
    at,
    settledAt: settledAtOf(found),
    failure,
  };
  const { payment: left } = refundable(session);
  const after = withOrder(
    transition(session, "refund.settle"),
    (order) => ({ ...order, refunds: [...order.refunds, refund] }),
  );
  const note = state === "FAILED" ? null : excessNote(refund, left);
  return decided(after, {
    effects: [{ kind: "refund.add", refund: rowOf(after, refund) }],
    events: [foundRefundEvent(after, refund)],
    ...(note !== null && { note }),
  });
}

/** Note on a refund or a dispute, made elsewhere, of more than is left; null if it is not. */
export function excessNote(
  { amount, reference }: Pick<Refund, "amount" | "reference">,
  left: Minor,
): string | null {
  if (amount <= left) return null;
  return "A refund or a dispute at the provider takes more than is left, in minor units: " +
    `${amount} of ${left}, ${shown(reference)}`;
}

/** A dispute as its provider has it now. */
export type FoundDispute = Omit<Dispute, "paymentId" | "decidedAt">;

/** True if an order has a dispute as it is now, or it never took the money. */
export function isDisputeKnown({ order }: CheckoutSession, found: FoundDispute): boolean {
  if (order === null) return true;
  return order.disputes.some((one) => one.reference === found.reference && isAsFound(one, found));
}

/** True for a dispute that is as its provider has it now. */
export function isAsFound(known: Dispute, found: FoundDispute): boolean {
  return known.status === found.status && known.evidenceDueAt === found.evidenceDueAt &&
    known.amount === found.amount;
}

/** Records a dispute, or its new state. The order stays as it is. */
export function recordDispute(
  session: CheckoutSession,
  found: FoundDispute & { readonly accountId: string; readonly nextLookAt: number | null },
  context: StepContext,
): Decision {
  const { accountId, nextLookAt, ...noted } = found;
  const dispute: Dispute = {
    ...noted,
    paymentId: session.payment?.id ?? "",
    decidedAt: found.status === "OPEN" ? null : context.now,
  };
  const others = withOrder(transition(session, "refund.settle"), (order) => ({
    ...order,
    disputes: order.disputes.filter(({ reference }) => reference !== found.reference),
  }));
  const after = withOrder(others, (order) => ({
    ...order,
    disputes: [...order.disputes, dispute],
  }));
  const note = found.status === "WON" ? null : excessNote(dispute, refundable(others).payment);
  const { id: sessionId, merchantId, livemode, currencyCode } = session;
  const place = { sessionId, merchantId, livemode, currencyCode, accountId, unexpectedId: null };
  return decided(after, {
    effects: [{ kind: "dispute.put", dispute: { ...dispute, ...place, nextLookAt } }],
    events: [disputedEvent(after, dispute)],
    ...(note !== null && { note }),
  });
}

function withOrder(
  session: CheckoutSession,
  change: (order: PlacedOrder) => PlacedOrder,
): CheckoutSession {
  return { ...session, order: change(requireOrder(session)) };
}
