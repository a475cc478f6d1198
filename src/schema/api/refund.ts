import { z } from "zod";
import {
  type Dispute,
  DISPUTE_STATUSES,
  type Refund,
  REFUND_ORIGINS,
  REFUND_STATES,
} from "../../domain/session/refund.ts";
import { MAX_REFERENCE } from "../../domain/values/limits.ts";
import type { Currency } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { nonEmptyText, visibleText } from "../parse.ts";
import { amount, major, requestBody, uuid } from "./fields.ts";
import { MAX_REASON } from "./order.ts";

const returnedLine = z.strictObject({
  line: z.int().min(1).meta({ description: "Place in `items`, from 1" }),
  quantity: z.int().min(1).meta({ description: "Number of units" }),
});

/** Goods that came back, in answers and events. */
export const returnedLines = z.array(returnedLine).meta({ description: "Goods that came back" });

/** A refund in an answer. */
export const refundSchema = z.strictObject({
  id: uuid.meta({ description: "Id of the refund" }),
  payment_id: uuid.nullable().meta({
    description: "Payment whose money goes back; null for cash",
  }),
  amount: amount.meta({ description: "Amount that goes back; 0 for goods without money" }),
  lines: returnedLines,
  reason: z.string().nullable().meta({ description: "Reason; null without one" }),
  by: z.string().meta({ description: "The key, person or program that asked for it" }),
  reference: z.string().nullable().meta({
    description: "Reference of the money that went back; null until it is known",
  }),
  state: z.enum(REFUND_STATES).meta({
    description:
      "`REQUESTED` until the provider takes it, or until you report that you have paid " +
      "it back; `PENDING` while the money is on its way",
  }),
  origin: z.enum(REFUND_ORIGINS).meta({
    description: "`PROVIDER`: made in the provider's own dashboard",
  }),
  failure: z.string().nullable().meta({ description: "Why it failed; null unless it did" }),
  requested_at: z.iso.datetime().meta({ description: "When it was asked for" }),
  settled_at: z.iso.datetime().nullable().meta({
    description: "When it was done or failed; null before",
  }),
}).meta({ id: "Refund" });

/** Encodes a refund. */
export function encodeRefund(refund: Refund, currency: Currency): Form<typeof refundSchema> {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    amount: major(refund.amount, currency),
    lines: refund.lines.map(({ line, quantity }) => ({ line, quantity })),
    reason: refund.reason,
    by: refund.by,
    reference: refund.reference,
    state: refund.state,
    origin: refund.origin,
    failure: refund.failure,
    requested_at: new Date(refund.at).toISOString(),
    settled_at: timeOrNull(refund.settledAt),
  };
}

/** A dispute in an answer. */
export const disputeSchema = z.strictObject({
  reference: z.string().meta({ description: "The payment provider's reference" }),
  payment_id: uuid.meta({ description: "Payment that is disputed" }),
  amount: amount.meta({ description: "Amount that is disputed" }),
  reason: z.string().meta({ description: "Reason, as the provider says" }),
  status: z.enum(DISPUTE_STATUSES).meta({
    description: "`WON` and `LOST` as the bank has decided",
  }),
  evidence_due_at: z.iso.datetime().nullable().meta({
    description: "Until when evidence can be sent to the provider; null if it cannot",
  }),
  at: z.iso.datetime().meta({ description: "When the dispute began" }),
}).meta({ id: "Dispute" });

/** Encodes a dispute. */
export function encodeDispute(dispute: Dispute, currency: Currency): Form<typeof disputeSchema> {
  return {
    reference: dispute.reference,
    payment_id: dispute.paymentId,
    amount: major(dispute.amount, currency),
    reason: dispute.reason,
    status: dispute.status,
    evidence_due_at: timeOrNull(dispute.evidenceDueAt),
    at: new Date(dispute.at).toISOString(),
  };
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** How money goes back, in requests. */
export const moneyBackFields = {
  reference: nonEmptyText(MAX_REFERENCE).nullish().meta({
    description:
      "Reference of money that you have paid back already; not for money at a provider " +
      "of the server, which gives it back",
  }),
  disputed: z.boolean().nullish().meta({
    description: "True to refund a payment although the customer's bank disputes it",
  }),
};

/** Request body for a refund. */
export const refundRequestSchema = requestBody("RefundOrder", {
  amount: z.union([z.number(), z.string()], { error: "must be an amount" }).nullish().meta({
    description: "Amount to give back, in the major unit. Default: the price paid for `lines`; " +
      "with `all`, all that is left",
    override: { type: ["number", "string", "null"] },
  }),
  lines: z.array(returnedLine).max(500).nullish().meta({
    description: "Goods that came back: their units return to the stock, with their part of coins",
  }),
  all: z.boolean().nullish().meta({
    description: "True for all goods that have not come back, and all money that is left",
  }),
  reason: visibleText(MAX_REASON).nullish().meta({ description: "Reason, for the operator" }),
  ...moneyBackFields,
});

/** Request body for reporting that a refund was paid back by hand, or will not be. */
export const refundResultSchema = requestBody("RefundResult", {
  state: z.enum(["DONE", "FAILED"]).meta({ description: "Result of the refund" }),
  reference: nonEmptyText(MAX_REFERENCE).nullish().meta({
    description: "Reference of the money that went back; required for DONE",
  }),
  reason: visibleText(MAX_REASON).nullish().meta({ description: "Why it failed" }),
});
