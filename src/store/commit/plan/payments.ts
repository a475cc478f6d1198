import { referenceToRow, unexpectedToRow } from "../../../schema/stored/payment.ts";
import { any, one, type Planners } from "./statement.ts";

/** References of payments, and payment results without an order. */
export const PAYMENTS = {
  "reference.take": (change) => [
    one("reference.take", referenceToRow(change), {
      onPrimaryKey: `Payment reference is used: ${change.reference}`,
      onForeignKey: `Merchant of the payment is not known: ${change.merchantId}`,
    }),
  ],

  "unexpected.add": ({ unexpected, isUnknown = false }) => [
    one("unexpected.add", { ...unexpectedToRow(unexpected), is_unknown: Number(isUnknown) }, {
      onPrimaryKey: `Unexpected payment id is taken: ${unexpected.id}`,
      onUnique: `Payment result is recorded: ${unexpected.paymentId}`,
      onForeignKey: `Merchant of the payment is not known: ${unexpected.merchantId}`,
    }),
  ],

  "unexpected.resolve": ({ id, merchantId, resolution: { at, note } }) => [
    one("unexpected.resolve", { id, merchant_id: merchantId, at, note }, {
      onNoRow: `Unexpected payment is resolved or not known: ${id}`,
    }),
    any("unexpected.resolveGroup", { id, merchant_id: merchantId, at, note }),
  ],
} satisfies Partial<Planners>;
