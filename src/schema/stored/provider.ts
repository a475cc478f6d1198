import { z } from "zod";
import { DEMO_ACTS, type ProviderPayment } from "../../domain/session/provider_payment.ts";
import { PROVIDER_KINDS, type ProviderAccount } from "../../domain/shop/provider.ts";
import type { Form } from "../form.ts";
import { count, flag, merchantId, parseRow, sessionId, storedUuid } from "./parse.ts";

const accountSchema = z.object({
  id: storedUuid,
  merchant_id: merchantId,
  kind: z.enum(PROVIDER_KINDS),
  livemode: flag,
  account: z.string().nullable(),
  secret: z.string().nullable(),
  created_at: count,
  removed_at: count.nullable(),
});

/**
 * Reads an account from a row of `payment_providers`.
 *
 * @throws {RowError} when the row does not parse
 */
export function accountFromRow(row: unknown): ProviderAccount {
  const read = parseRow(accountSchema, row, { table: "payment_providers", keyColumns: ["id"] });
  return {
    id: read.id,
    merchantId: read.merchant_id,
    kind: read.kind,
    livemode: read.livemode === 1,
    account: read.account,
    secret: read.secret === null ? null : { stored: read.secret },
    createdAt: read.created_at,
    removedAt: read.removed_at,
  };
}

const listedSchema = z.object({ listed_until: count.nullable() });

/**
 * Reads an account with the time until which its refunds and disputes were listed.
 *
 * @throws {RowError} when the row does not parse
 */
export function listedAccountFromRow(row: unknown) {
  const place = { table: "payment_providers", keyColumns: ["id"] };
  const { listed_until: listedUntil } = parseRow(listedSchema, row, place);
  return { ...accountFromRow(row), listedUntil };
}

/** The columns of `payment_providers`; `provider.listed` writes one more. */
export function accountToRow(account: ProviderAccount): Form<typeof accountSchema> {
  return {
    id: account.id,
    merchant_id: account.merchantId,
    kind: account.kind,
    livemode: Number(account.livemode),
    account: account.account,
    secret: account.secret?.stored ?? null,
    created_at: account.createdAt,
    removed_at: account.removedAt,
  };
}

const paymentSchema = z.object({
  payment_id: storedUuid,
  session_id: sessionId,
  merchant_id: merchantId,
  account_id: storedUuid,
  reference: z.string().nullable(),
  page_ends_at: count,
  next_look_at: count.nullable(),
  looks: count,
  demo_act: z.enum(DEMO_ACTS).nullable(),
  demo_at: count.nullable(),
});

/**
 * Reads a payment from a row of `provider_payments`.
 *
 * @throws {RowError} when the row does not parse
 */
export function providerPaymentFromRow(row: unknown): ProviderPayment {
  const read = parseRow(paymentSchema, row, {
    table: "provider_payments",
    keyColumns: ["payment_id"],
  });
  return {
    paymentId: read.payment_id,
    sessionId: read.session_id,
    merchantId: read.merchant_id,
    accountId: read.account_id,
    reference: read.reference,
    expiresAt: read.page_ends_at,
    nextLookAt: read.next_look_at,
    looks: read.looks,
    demo: read.demo_act === null ? null : { act: read.demo_act, at: read.demo_at ?? 0 },
  };
}

/** The columns of `provider_payments`. */
export function providerPaymentToRow(payment: ProviderPayment): Form<typeof paymentSchema> {
  return {
    payment_id: payment.paymentId,
    session_id: payment.sessionId,
    merchant_id: payment.merchantId,
    account_id: payment.accountId,
    reference: payment.reference,
    page_ends_at: payment.expiresAt,
    next_look_at: payment.nextLookAt,
    looks: payment.looks,
    demo_act: payment.demo?.act ?? null,
    demo_at: payment.demo?.at ?? null,
  };
}
