import type { z } from "zod";
import { chargeMarksIn, type ProviderCharge } from "../records.ts";
import { STRIPE_INTENT_ID, stripeChargeSchema, stripeListSchema } from "./answers.ts";
import { findStripe, type StripeCall } from "./calls.ts";
import { fromStripe, stripeMoney } from "./currencies.ts";

const listSchema = stripeListSchema(stripeChargeSchema);

/** Asks for the money of a payment. Its other charges are attempts that failed. */
export async function stripeChargeAt(
  call: StripeCall,
  key: string,
  charge: string,
): Promise<ProviderCharge | null> {
  if (!STRIPE_INTENT_ID.test(charge)) return null;
  const path = `/v1/charges?payment_intent=${charge}&limit=100&expand[]=data.balance_transaction`;
  const page = await findStripe(call, key, { path, schema: listSchema });
  return page?.data.flatMap(stripeChargeRecords)[0] ?? null;
}

/** A charge of Stripe's in the form of the port; none for one that took no money. */
export function stripeChargeRecords(charge: z.infer<typeof stripeChargeSchema>): ProviderCharge[] {
  const { id, status, captured, currency, livemode, balance_transaction: movement } = charge;
  if (status !== "succeeded" || !captured) return [];
  const isSameCurrency = movement?.currency === currency;
  return [{
    charge: charge.payment_intent ?? id,
    marks: chargeMarksIn(charge.metadata),
    ...stripeMoney(charge.amount_captured, currency),
    fee: isSameCurrency ? fromStripe(movement.fee, currency.toUpperCase()) : null,
    livemode,
    at: charge.created * 1000,
  }];
}
