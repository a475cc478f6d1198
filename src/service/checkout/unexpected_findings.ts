/** Refunds and disputes, as their providers have them, of payments without an order. */
import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import { disputedEvent } from "../../domain/events.ts";
import type { DisputeRow, RefundRow } from "../../domain/session/refund.ts";
import {
  amountLeftOf,
  knownAmountTaken,
  type MoneyOfRecord,
  unexpectedRefundEvents,
  unexpectedRefundRow,
} from "../../domain/session/unexpected_refund.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import {
  excessNote,
  type FoundDispute,
  type FoundRefund,
  isAsFound,
  lateNote,
  type RefundResult,
  settledAtOf,
} from "../../domain/steps/refund_result.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_REFUND } from "../../domain/trail/sale.ts";
import { audited, SERVER } from "../audit.ts";
import { isCommitted, MAX_ATTEMPTS } from "../commit.ts";
import type { Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import { recordEvents } from "./record_events.ts";

type FindingDeps = Pick<Deps, "store" | "newId" | "now" | "warn">;

/** Refunds and disputes of a payment without an order. */
export async function moneyOfRecord(
  { refunds, disputes }: Pick<Store, "refunds" | "disputes">,
  payment: UnexpectedPayment,
): Promise<MoneyOfRecord> {
  return {
    refunds: await refunds.ofUnexpected(payment.id),
    disputes: await disputes.ofUnexpected(payment),
  };
}

/** Warns of a refund or a dispute of more than is left beside the others of its payment. */
function warnOfExcess(
  { warn }: FindingDeps,
  payment: UnexpectedPayment,
  { taken, others }: { readonly taken: RefundRow | DisputeRow; readonly others: MoneyOfRecord },
): void {
  if (knownAmountTaken(payment) === null) return;
  const note = excessNote(taken, amountLeftOf(payment, others));
  if (note !== null) warn(note, { payment: payment.id });
}

/** Adds a refund that was made at the provider, whatever its sum. One that is known stays. */
export async function addFoundRefund(
  deps: FindingDeps,
  payment: UnexpectedPayment,
  found: FoundRefund & { readonly accountId: string },
): Promise<void> {
  const { accountId, reference, amount, state, at, failure } = found;
  const refund: RefundRow = unexpectedRefundRow(payment, {
    id: deps.newId(),
    accountId,
    amount,
    reference,
    state,
    origin: "PROVIDER",
    at,
    settledAt: settledAtOf(found),
    personId: null,
  });
  const events = await recordEvents(
    deps,
    refund,
    (session) => unexpectedRefundEvents(session, refund, { isNew: true, failure }),
  );
  const others = await moneyOfRecord(deps.store, payment);
  const fact = factOf(AUDITED_REFUND, "payment.refund", { before: null, after: refund });
  const isAdded = await isCommitted(deps.store, [
    { kind: "refund.add", refund },
    ...events,
    audited(deps, SERVER, fact),
  ]);
  if (isAdded && state !== "FAILED") warnOfExcess(deps, payment, { taken: refund, others });
}

/**
 * Adds a dispute of such money, or its new state, once however many look at the same time.
 *
 * @param also further changes of the same commit (default: none)
 */
export async function putFoundDispute(
  deps: FindingDeps,
  payment: UnexpectedPayment,
  found: FoundDispute & Pick<DisputeRow, "accountId" | "nextLookAt">,
  also: readonly Change[] = [],
): Promise<void> {
  const { merchantId, livemode } = payment;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const known = await deps.store.disputes.find(merchantId, livemode, found.reference);
    if (known !== null && isAsFound(known, found)) return;
    if (await isPut(deps, payment, { found, known, also })) return;
  }
  throw new AppError("error.conflict", "Others are changing the dispute: try again");
}

/** @returns false if another one has changed the dispute since it was read */
async function isPut(
  deps: FindingDeps,
  payment: UnexpectedPayment,
  { found, known, also }: {
    readonly found: FoundDispute & Pick<DisputeRow, "accountId" | "nextLookAt">;
    readonly known: DisputeRow | null;
    readonly also: readonly Change[];
  },
): Promise<boolean> {
  const { store, now } = deps;
  const { merchantId, livemode, sessionId, paymentId, currencyCode } = payment;
  const decidedAt = found.status === "OPEN" ? null : now();
  const dispute: DisputeRow = {
    ...found,
    merchantId,
    livemode,
    sessionId,
    paymentId,
    unexpectedId: payment.id,
    currencyCode,
    decidedAt,
  };
  const events = await recordEvents(deps, dispute, (session) => [disputedEvent(session, dispute)]);
  const money = await moneyOfRecord(store, payment);
  const put: Change = { kind: "dispute.put", dispute, read: known };
  if (!await isCommitted(store, [put, ...events, ...also])) return false;
  if (found.status === "WON") return true;
  const disputes = money.disputes.filter(({ reference }) => reference !== found.reference);
  warnOfExcess(deps, payment, { taken: dispute, others: { ...money, disputes } });
  return true;
}

/** A refund of such money as its provider has it now, and its events. */
export async function settledOfRecord(
  deps: FindingDeps,
  refund: RefundRow,
  { state, reference, failure }: Pick<RefundResult, "state" | "reference" | "failure">,
): Promise<{ readonly after: RefundRow; readonly events: readonly Change[] }> {
  const { store, now, warn } = deps;
  const { id, state: before, unexpectedId } = refund;
  const known = { ...refund, reference: reference ?? refund.reference };
  if (state === before || before === "DONE" && state === "PENDING") {
    return { after: known, events: [] };
  }
  if (failure !== null) warn("A refund failed", { refund: id, failure });
  const payment = before === "FAILED" ? await store.payments.find(unexpectedId ?? "") : null;
  if (payment !== null) {
    const others = await moneyOfRecord(store, payment);
    const since = others.refunds.filter(({ at }) => at >= (refund.settledAt ?? 0));
    const note = lateNote(refund, since);
    if (note === null) warnOfExcess(deps, payment, { taken: refund, others });
    else warn(note, { payment: payment.id });
  }
  const after: RefundRow = { ...known, state, settledAt: state === "PENDING" ? null : now() };
  const events = await recordEvents(
    deps,
    after,
    (session) => unexpectedRefundEvents(session, after, { isNew: false, failure }),
  );
  return { after, events };
}
