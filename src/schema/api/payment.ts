import { z } from "zod";
import {
  netOfFee,
  type Payment,
  PAYMENT_FAILURES,
  PAYMENT_HOLDS,
} from "../../domain/session/payment.ts";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import { PREPAID_WAYS } from "../../domain/shop/pay_ways.ts";
import { PROVIDER_KINDS } from "../../domain/shop/provider.ts";
import { MAX_REFERENCE } from "../../domain/values/limits.ts";
import type { Currency } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { nonEmptyText, textUpTo } from "../parse.ts";
import { amount, major, requestBody, uuid } from "./fields.ts";

/** A payment in an answer. */
export const paymentSchema = z.strictObject({
  payment_id: uuid.meta({ description: "Id of the payment" }),
  method: z.enum(PAYMENT_METHODS).meta({
    description: "`COD`: the prepaid part of a cash-on-delivery order",
  }),
  amount: amount.meta({ description: "Amount to collect" }),
  currency: z.string().meta({ description: "ISO 4217" }),
  status: z.enum(["PENDING", "PAID", "FAILED"]).meta({ description: "State of the payment" }),
  reference: z.string().nullable().meta({
    description: "The payment provider's reference; null until there is a result",
  }),
  due_at: z.iso.datetime().nullable().meta({
    description:
      "Until when a manual payment, which the shop confirms itself, is awaited; null for a " +
      "payment by a provider",
  }),
  provider: z.enum(PROVIDER_KINDS).nullable().meta({
    description: "Provider of the server that takes the payment; null for any other payment",
  }),
  url: z.url().nullable().meta({
    description:
      "The provider's page, where the customer pays; null for a payment without a provider, and " +
      "until the provider has answered: send the request again",
  }),
  expires_at: z.iso.datetime().nullable().meta({
    description: "Until when the provider's page takes the payment; null without a provider",
  }),
  fee: amount.nullable().meta({
    description:
      "Fee that the provider keeps, with the tax on it; null if it is not known, as for a day after " +
      "the payment, and for payments without a provider",
  }),
  net: amount.nullable().meta({ description: "`amount` less `fee`; null without a fee" }),
  failure: z.strictObject({
    kind: z.enum(PAYMENT_FAILURES).meta({
      description: "`REFUSED`: the provider did not begin it, so no customer saw its page",
    }),
    text: z.string().nullable().meta({
      description: "The provider's own words, not for the customer; null without any",
    }),
  }).nullable().meta({
    description: "Why a payment at a provider of the server took no money; null for any other one",
  }),
  holds: z.enum(PAYMENT_HOLDS).nullable().meta({
    description:
      "Stock, coupon uses and coins of the payment: `held`, `released`, or null once they " +
      "are part of an order",
  }),
}).meta({ id: "Payment" });

/** Encodes a payment. */
export function encodePayment(payment: Payment, currency: Currency): Form<typeof paymentSchema> {
  const net = netOfFee(payment);
  return {
    payment_id: payment.id,
    method: payment.method,
    amount: major(payment.amount, currency),
    currency: payment.currencyCode,
    status: payment.status,
    reference: payment.reference,
    due_at: payment.dueAt === null ? null : new Date(payment.dueAt).toISOString(),
    provider: payment.atProvider?.provider ?? null,
    url: payment.atProvider?.page?.url ?? null,
    expires_at: payment.atProvider === null
      ? null
      : new Date(payment.atProvider.expiresAt).toISOString(),
    fee: payment.fee === null ? null : major(payment.fee, currency),
    net: net === null ? null : major(net, currency),
    failure: payment.failure,
    holds: payment.holds,
  };
}

/** Request body for starting a payment; all of it may be left out, as clients from before do. */
export const startPaymentSchema = z.object({
  data: z.object({
    way: z.enum(PREPAID_WAYS).nullish().meta({
      description:
        "`PROVIDER`: at the page of the provider that takes the shop's payments. `MANUAL`: by the " +
        "shop's manual payment, which is held for its days. Default: the provider; without one, " +
        "your own provider takes the payment, and you report its result",
    }),
  }).optional().meta({ description: "The request" }),
}).meta({ id: "StartPayment" });

/** Request body for reporting the result of a payment. */
export const paymentResultSchema = requestBody("PaymentResult", {
  status: z.enum(["PAID", "FAILED"]).meta({ description: "Result of the payment" }),
  amount: z.union([z.number(), z.string()], { error: "must be an amount" }).nullish().meta({
    description: "Amount that was paid, in the major unit; required for PAID",
    override: { type: ["number", "string", "null"] },
  }),
  currency: textUpTo(16).nullish().meta({
    description: "ISO 4217 (default: the session's)",
  }),
  reference: nonEmptyText(MAX_REFERENCE).meta({
    description: "The payment provider's reference of the payment",
  }),
});
