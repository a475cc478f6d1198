/** Refunds and disputes, made elsewhere, of payments without an order. */
import type { Change } from "../../domain/changes.ts";
import { disputedEvent } from "../../domain/events.ts";
import type { DisputeRow, RefundRow } from "../../domain/session/refund.ts";
import { unexpectedRefundRow } from "../../domain/session/unexpected_refund.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import {
  type FoundDispute,
  type FoundRefund,
  isAsFound,
  settledAtOf,
} from "../../domain/steps/refund_result.ts";
import { isCommitted } from "./payment_reports.ts";
import type { Deps } from "../deps.ts";

type FindingDeps = Pick<Deps, "store" | "newId" | "now">;

/**
 * Adds a refund that was made at the provider, whatever its sum. One that is known stays, and one of
 * money that no record has is not ours.
 */
export async function addFoundRefund(
  { store, newId }: FindingDeps,
  { id: accountId, merchantId, livemode }: ProviderAccount,
  found: FoundRefund & { readonly charge: string },
): Promise<void> {
  const payment = await store.payments.ofProvider(merchantId, livemode, found.charge);
  if (payment === null) return;
  const { reference, amount, state, at } = found;
  const refund: RefundRow = unexpectedRefundRow(payment, {
    id: newId(),
    accountId,
    amount,
    reference,
    state,
    origin: "PROVIDER",
    at,
    settledAt: settledAtOf(found),
    personId: null,
  });
  await isCommitted(store, [{ kind: "refund.add", refund }]);
}

/** Adds a dispute of such money, or its new state, with its event while the session is stored. */
export async function putFoundDispute(
  { store, newId, now }: FindingDeps,
  { merchantId, livemode }: ProviderAccount,
  { charge, ...found }:
    & FoundDispute
    & Pick<DisputeRow, "accountId" | "nextLookAt">
    & { readonly charge: string },
): Promise<void> {
  const payment = await store.payments.ofProvider(merchantId, livemode, charge);
  if (payment === null) return;
  const known = await store.disputes.find(merchantId, livemode, found.reference);
  if (known !== null && isAsFound(known, found)) return;
  const { sessionId, paymentId, currencyCode } = payment;
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
