import type { z } from "zod";
import type { ProviderAccess } from "../provider.ts";
import { chargeMarksIn, type ProviderCharge } from "../records.ts";
import { isRazorpayId, razorpayNotesSchema, razorpayPaymentSchema } from "./answers.ts";
import { type RazorpayCalls, razorpayMode } from "./calls.ts";
import { fromRazorpay, razorpayMoney } from "./currencies.ts";

/** Asks for the money of a payment. */
export async function razorpayChargeAt(
  calls: RazorpayCalls,
  access: ProviderAccess,
  charge: string,
): Promise<ProviderCharge | null> {
  if (!isRazorpayId("pay", charge)) return null;
  const path = `/v1/payments/${charge}`;
  const payment = await calls.find(access, { path, schema: razorpayPaymentSchema });
  return payment && (razorpayChargeRecords(payment, access)[0] ?? null);
}

/**
 * A payment of Razorpay's in the form of the port; none for one that was not taken. The fee includes
 * its tax, and is of the base currency where that is another one.
 */
export function razorpayChargeRecords(
  payment: z.infer<typeof razorpayPaymentSchema>,
  { key }: Pick<ProviderAccess, "key">,
): ProviderCharge[] {
  const { id, status, captured, fee, currency, base_currency: base } = payment;
  if (status !== "captured" && captured !== true) return [];
  const isKnown = fee != null && (base == null || base === currency);
  return [{
    charge: id,
    marks: chargeMarksIn(razorpayNotesSchema.safeParse(payment.notes).data),
    ...razorpayMoney(payment),
    fee: isKnown ? fromRazorpay(fee, currency).amount : null,
    livemode: razorpayMode(key) === true,
    at: payment.created_at * 1000,
  }];
}
