import { accountToRow, providerPaymentToRow } from "../../../schema/stored/provider.ts";
import { referenceToRow, unexpectedToRow } from "../../../schema/stored/payment.ts";
import { any, one, type Planners } from "./statement.ts";

/** References of payments, and payment results without an order. */
export const PAYMENTS = {
  "provider.add": ({ account }) => [
    one("provider.add", accountToRow(account), {
      onPrimaryKey: `Account id is taken: ${account.id}`,
      onUnique: `The shop has a provider in use: ${account.merchantId}`,
      onForeignKey: `Merchant of the account is not known: ${account.merchantId}`,
    }),
  ],

  "provider.remove": ({ accountId: id, at }) => [
    one("provider.remove", { id, at }, {
      onNoRow: `Account is removed already or not known: ${id}`,
    }),
  ],

  "at-provider.add": ({ payment }) => [
    one("atProvider.add", providerPaymentToRow(payment), {
      onPrimaryKey: `Payment id is taken: ${payment.paymentId}`,
      onForeignKey: `Session or account of the payment is not known: ${payment.paymentId}`,
    }),
  ],

  "at-provider.put": ({ payment, expectedLooks: expected_looks }) => {
    const { merchant_id: _, account_id: __, ...row } = providerPaymentToRow(payment);
    return [
      one("atProvider.put", { ...row, expected_looks }, {
        onNoRow: `Payment was looked at since, or is not known: ${payment.paymentId}`,
        onUnique: `Another payment has this reference: ${payment.reference}`,
      }),
    ];
  },

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
