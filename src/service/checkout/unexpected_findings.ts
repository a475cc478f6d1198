/** Refunds and disputes, made elsewhere, of payments without an order. */
import type { Change } from "../../domain/changes.ts";
import { disputedEvent } from "../../domain/events.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { DisputeRow, RefundRow } from "../../domain/session/refund.ts";
import { unexpectedRefundRow } from "../../domain/session/unexpected_refund.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import type { FoundDispute, FoundRefund } from "../../domain/steps/refund_result.ts";
import { isCommitted } from "./payment_reports.ts";
import type { Deps } from "../deps.ts";

type FindingDeps = Pick<Deps, "store" | "newId" | "now">;

/** The record of money that an account took without an order; null for none. */
export async function unexpectedOf(
  { store }: FindingDeps,
  { merchantId, livemode }: ProviderAccount,
  charge: string,
): Promise<UnexpectedPayment | null> {
  return await store.payments.ofProvider(merchantId, livemode, charge);
}

/** Adds a refund that was made at the provider, whatever its sum; one that is known stays. */
export async function addFoundRefund(
  { store, newId }: FindingDeps,
  { payment, accountId }: { readonly payment: UnexpectedPayment; readonly accountId: string },
  { reference, amount, state, at }: FoundRefund,
): Promise<void> {
  const isEnded = state === "DONE" || state === "FAILED";
  const refund: RefundRow = unexpectedRefundRow(payment, {
    id: newId(),
    accountId,
    amount,
    reference,
    state,
    origin: "PROVIDER",
    at,
    settledAt: isEnded ? at : null,
    personId: null,
  });
  await isCommitted(store, [{ kind: "refund.add", refund }]);
}

/** Adds a dispute, or its new state, with its event while the session is stored. */
export async function putFoundDispute(
  { store, newId, now }: FindingDeps,
  payment: UnexpectedPayment,
  found: FoundDispute & Pick<DisputeRow, "accountId" | "nextLookAt">,
): Promise<void> {
  const { merchantId, livemode, sessionId, paymentId, currencyCode } = payment;
  const known = await store.disputes.find(merchantId, livemode, found.reference);
  if (known !== null && isSame(known, found)) return;
  const at = now();
  const decidedAt = found.status === "OPEN" ? null : at;
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
  const changes: Change[] = [];
  const session = (await store.sessions.find(sessionId))?.load();
  if (session?.currencyCode === currencyCode) {
    const { type, data } = disputedEvent(session, dispute);
    const event = { id: newId(), merchantId, sessionId, type, at, data };
    changes.push({ kind: "event.add", event });
  }
  await store.commit([{ kind: "dispute.put", dispute }, ...changes]);
}

function isSame(known: DisputeRow, { status, evidenceDueAt, amount }: FoundDispute): boolean {
  return known.status === status && known.evidenceDueAt === evidenceDueAt &&
    known.amount === amount;
}
