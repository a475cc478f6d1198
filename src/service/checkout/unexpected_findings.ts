/** Refunds and disputes, made elsewhere, of payments without an order. */
import { disputedEvent } from "../../domain/events.ts";
import type { DisputeRow, RefundRow } from "../../domain/session/refund.ts";
import {
  unexpectedRefundEvents,
  unexpectedRefundRow,
} from "../../domain/session/unexpected_refund.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import {
  type FoundDispute,
  type FoundRefund,
  isAsFound,
  settledAtOf,
} from "../../domain/steps/refund_result.ts";
import { isCommitted } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { recordEvents } from "./record_events.ts";

type FindingDeps = Pick<Deps, "store" | "newId" | "now">;

/**
 * Adds a refund that was made at the provider, whatever its sum. One that is known stays, and one of
 * money that no record has is not ours.
 */
export async function addFoundRefund(
  deps: FindingDeps,
  { id: accountId, merchantId, livemode }: ProviderAccount,
  found: FoundRefund & { readonly charge: string },
): Promise<void> {
  const payment = await deps.store.payments.ofProvider(merchantId, livemode, found.charge);
  if (payment === null) return;
  const { reference, amount, state, at } = found;
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
  const { failure } = found;
  const events = await recordEvents(
    deps,
    refund,
    (session) => unexpectedRefundEvents(session, refund, { isNew: true, failure }),
  );
  await isCommitted(deps.store, [{ kind: "refund.add", refund }, ...events]);
}

/** Adds a dispute of such money, or its new state. */
export async function putFoundDispute(
  deps: FindingDeps,
  { merchantId, livemode }: ProviderAccount,
  { charge, ...found }:
    & FoundDispute
    & Pick<DisputeRow, "accountId" | "nextLookAt">
    & { readonly charge: string },
): Promise<void> {
  const { store, now } = deps;
  const payment = await store.payments.ofProvider(merchantId, livemode, charge);
  if (payment === null) return;
  const known = await store.disputes.find(merchantId, livemode, found.reference);
  if (known !== null && isAsFound(known, found)) return;
  const { sessionId, paymentId, currencyCode } = payment;
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
  await store.commit([{ kind: "dispute.put", dispute }, ...events]);
}
