/** Charges, refunds and disputes as Stripe's API of 2026-09-30 writes them, with all required fields. */
import { nulls, type StripeObject } from "./stripe_objects.ts";

/** A charge, written as it is. */
export interface StripeCharge extends StripeObject {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly currency: string;
  status: "succeeded" | "pending" | "failed";
}

/** A charge; `fee` is null while its money is not in the account. */
export function chargeObject(
  charge: StripeCharge,
  isExpanded: boolean,
  fee: { readonly amount: number; readonly currency: string } | null,
): StripeObject {
  const isTaken = charge.status === "succeeded";
  const movement = fee && isTaken ? movementObject(charge, fee) : null;
  return {
    ...nulls(
      "application application_fee application_fee_amount calculated_statement_descriptor customer " +
        "description failure_balance_transaction failure_code failure_message on_behalf_of outcome " +
        "payment_method payment_method_details receipt_email receipt_number receipt_url review " +
        "shipping source source_transfer statement_descriptor statement_descriptor_suffix " +
        "transfer_data transfer_group",
    ),
    ...charge,
    object: "charge",
    amount_captured: isTaken ? charge.amount : 0,
    amount_refunded: 0,
    balance_transaction: isExpanded ? movement : movement?.id ?? null,
    billing_details: nulls("address email name phone tax_id"),
    captured: isTaken,
    disputed: false,
    fraud_details: {},
    paid: isTaken,
    refunded: false,
  };
}

/** A movement of the account's money. */
function movementObject(
  { id, amount, created }: StripeObject,
  fee: { readonly amount: number; readonly currency: string },
): StripeObject {
  return {
    id: `txn_${String(id).slice(3)}`,
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency: fee.currency,
    description: null,
    exchange_rate: null,
    fee: fee.amount,
    fee_details: [],
    net: Number(amount) - fee.amount,
    reporting_category: "charge",
    source: id,
    status: "pending",
    type: "charge",
  };
}

/** A refund, written as it is. */
export function refundObject(
  { id, charge, amount, created, refundId }: {
    readonly id: string;
    readonly charge: StripeCharge;
    readonly amount: number;
    readonly created: number;
    /** Null for one made in the dashboard. */
    readonly refundId: string | null;
  },
): StripeObject {
  return {
    ...nulls(
      "balance_transaction customer customer_account payment_method reason receipt_number " +
        "source_transfer_reversal transfer_reversal",
    ),
    id,
    object: "refund",
    amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    metadata: refundId === null ? {} : { refund_id: refundId },
    payment_intent: charge.payment_intent,
  };
}

/** A dispute; `withdrawn` is what the account has lost by it until now. */
export function disputeObject(
  { id, charge, amount, created, dueBy, status, withdrawn }: {
    readonly id: string;
    readonly charge: StripeCharge;
    readonly amount: number;
    readonly created: number;
    readonly dueBy: number;
    readonly status: string;
    readonly withdrawn: readonly number[];
  },
): StripeObject {
  return {
    id,
    object: "dispute",
    amount,
    balance_transactions: withdrawn.map((amount) =>
      movementObject({ id, amount, created }, { amount: 0, currency: charge.currency })
    ),
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: evidenceObject(),
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: status.startsWith("warning"),
    livemode: charge.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status,
  };
}

function evidenceObject(): StripeObject {
  return {
    ...nulls(
      "access_activity_log billing_address cancellation_policy cancellation_policy_disclosure " +
        "cancellation_rebuttal customer_communication customer_email_address customer_name " +
        "customer_purchase_ip customer_signature duplicate_charge_documentation " +
        "duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy " +
        "refund_policy_disclosure refund_refusal_explanation service_date service_documentation " +
        "shipping_address shipping_carrier shipping_date shipping_documentation " +
        "shipping_tracking_number uncategorized_file uncategorized_text",
    ),
    enhanced_evidence: {},
  };
}
