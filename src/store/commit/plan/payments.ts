import { NOT_SEALED } from "../../../domain/secret.ts";
import { accountToRow, providerPaymentToRow } from "../../../schema/stored/provider.ts";
import { referenceToRow, unexpectedToRow } from "../../../schema/stored/payment.ts";
import { any, one, type Planners } from "./statement.ts";

/** References of payments, and payment results without an order. */
export const PAYMENTS = {
  "provider.add": ({ account }) => [
    one("provider.add", accountToRow(account), {
      onCheck: NOT_SEALED,
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

  "provider.key": ({ account: { id, account, secret, removedAt } }) => [
    one("provider.key", { id, account, secret: secret?.stored ?? null, removed_at: removedAt }, {
      onCheck: NOT_SEALED,
      onNoRow: `The account was removed meanwhile, or is not known: ${id}`,
    }),
  ],

  "provider.forget": ({ accountId: id }) => [
    one("provider.forget", { id }, {
      onNoRow: `Account has no keys, is in use, or is not known: ${id}`,
    }),
  ],

  "at-provider.add": ({ payment }) => [
    one("atProvider.add", providerPaymentToRow(payment), {
      onPrimaryKey: `Payment id is taken: ${payment.paymentId}`,
      onForeignKey: `Session or account of the payment is not known: ${payment.paymentId}`,
    }),
  ],

  "at-provider.page": ({ payment: { paymentId, sessionId, reference, expiresAt } }) => [
    one("atProvider.page", { ...rowOf(paymentId, sessionId), reference, page_ends_at: expiresAt }, {
      onNoRow: `Payment has a page, or is not known: ${paymentId}`,
      onUnique: `Another payment has this reference: ${reference}`,
    }),
  ],

  "at-provider.look": ({ payment: { paymentId, sessionId, looks, nextLookAt } }) => [
    one("atProvider.look", { ...rowOf(paymentId, sessionId), next_look_at: nextLookAt, looks }, {
      onNoRow: `Payment was asked for since, is final, or is not known: ${paymentId}`,
    }),
  ],

  "at-provider.close": ({ payment: { paymentId, sessionId } }) => [
    one("atProvider.close", rowOf(paymentId, sessionId), {
      onNoRow: `Payment is not known: ${paymentId}`,
    }),
  ],

  "at-provider.demo": ({ payment: { paymentId, sessionId }, act, at }) => [
    one("atProvider.demo", { ...rowOf(paymentId, sessionId), demo_act: act, demo_at: at }, {
      onNoRow: `Payment has an act, or is not known: ${paymentId}`,
    }),
  ],

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

function rowOf(payment_id: string, session_id: string) {
  return { payment_id, session_id };
}
