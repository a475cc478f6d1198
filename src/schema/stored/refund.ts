import { z } from "zod";
import {
  DISPUTE_STATUSES,
  type DisputeRow,
  REFUND_ORIGINS,
  REFUND_STATES,
  type RefundRow,
} from "../../domain/session/refund.ts";
import type { Form } from "../form.ts";
import { count, flag, merchantId, parseRow, sessionId, storedUuid } from "./parse.ts";

const refundSchema = z.object({
  id: storedUuid,
  merchant_id: merchantId,
  livemode: flag,
  session_id: sessionId,
  payment_id: z.string().nullable(),
  unexpected_id: storedUuid.nullable(),
  account_id: storedUuid.nullable(),
  charge: z.string().nullable(),
  amount: count,
  currency_code: z.string(),
  reference: z.string().nullable(),
  state: z.enum(REFUND_STATES),
  origin: z.enum(REFUND_ORIGINS),
  at: count,
  settled_at: count.nullable(),
  next_try_at: count.nullable(),
  tries: count,
  person_id: storedUuid.nullable(),
});

/**
 * Reads a refund from a row of `refunds`.
 *
 * @throws {RowError} when the row does not parse
 */
export function refundFromRow(row: unknown): RefundRow {
  const read = parseRow(refundSchema, row, { table: "refunds", keyColumns: ["id"] });
  return {
    id: read.id,
    merchantId: read.merchant_id,
    livemode: read.livemode === 1,
    sessionId: read.session_id,
    paymentId: read.payment_id,
    unexpectedId: read.unexpected_id,
    accountId: read.account_id,
    charge: read.charge,
    amount: read.amount,
    currencyCode: read.currency_code,
    reference: read.reference,
    state: read.state,
    origin: read.origin,
    at: read.at,
    settledAt: read.settled_at,
    nextTryAt: read.next_try_at,
    tries: read.tries,
    personId: read.person_id,
  };
}

/** The columns of `refunds`. */
export function refundToRow(refund: RefundRow): Form<typeof refundSchema> {
  return {
    id: refund.id,
    merchant_id: refund.merchantId,
    livemode: Number(refund.livemode),
    session_id: refund.sessionId,
    payment_id: refund.paymentId,
    unexpected_id: refund.unexpectedId,
    account_id: refund.accountId,
    charge: refund.charge,
    amount: refund.amount,
    currency_code: refund.currencyCode,
    reference: refund.reference,
    state: refund.state,
    origin: refund.origin,
    at: refund.at,
    settled_at: refund.settledAt,
    next_try_at: refund.nextTryAt,
    tries: refund.tries,
    person_id: refund.personId,
  };
}

const disputeSchema = z.object({
  merchant_id: merchantId,
  livemode: flag,
  reference: z.string(),
  session_id: sessionId,
  payment_id: z.string(),
  unexpected_id: storedUuid.nullable(),
  account_id: storedUuid,
  amount: count,
  currency_code: z.string(),
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  evidence_due_at: count.nullable(),
  at: count,
  decided_at: count.nullable(),
  next_look_at: count.nullable(),
});

/**
 * Reads a dispute from a row of `disputes`.
 *
 * @throws {RowError} when the row does not parse
 */
export function disputeFromRow(row: unknown): DisputeRow {
  const keyColumns = ["merchant_id", "livemode", "reference"];
  const read = parseRow(disputeSchema, row, { table: "disputes", keyColumns });
  return {
    merchantId: read.merchant_id,
    livemode: read.livemode === 1,
    reference: read.reference,
    sessionId: read.session_id,
    paymentId: read.payment_id,
    unexpectedId: read.unexpected_id,
    accountId: read.account_id,
    amount: read.amount,
    currencyCode: read.currency_code,
    reason: read.reason,
    status: read.status,
    evidenceDueAt: read.evidence_due_at,
    at: read.at,
    decidedAt: read.decided_at,
    nextLookAt: read.next_look_at,
  };
}

/** The columns of `disputes`. */
export function disputeToRow(dispute: DisputeRow): Form<typeof disputeSchema> {
  return {
    merchant_id: dispute.merchantId,
    livemode: Number(dispute.livemode),
    reference: dispute.reference,
    session_id: dispute.sessionId,
    payment_id: dispute.paymentId,
    unexpected_id: dispute.unexpectedId,
    account_id: dispute.accountId,
    amount: dispute.amount,
    currency_code: dispute.currencyCode,
    reason: dispute.reason,
    status: dispute.status,
    evidence_due_at: dispute.evidenceDueAt,
    at: dispute.at,
    decided_at: dispute.decidedAt,
    next_look_at: dispute.nextLookAt,
  };
}

const openSchema = z.object({
  by_hand: count,
  by_hand_since: count.nullable(),
  failed: count,
  failed_since: count.nullable(),
  unanswered: count,
  unanswered_since: count.nullable(),
});

/**
 * Reads the numbers of refunds that a shop must see to.
 *
 * @throws {RowError} when a column does not parse
 */
export function openRefundsFromRow(row: unknown) {
  const read = parseRow(openSchema, row, { table: "refunds", keyColumns: [] });
  return {
    byHand: { count: read.by_hand, oldestAt: read.by_hand_since },
    failed: { count: read.failed, oldestAt: read.failed_since },
    unanswered: { count: read.unanswered, oldestAt: read.unanswered_since },
  };
}
