import { z } from "zod";
import type { EnteredCode } from "../../domain/pricing/model.ts";
import type { Address, Choices } from "../../domain/session/session.ts";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import { PREPAID_WAYS } from "../../domain/shop/pay_ways.ts";
import type { Form } from "../form.ts";
import { count, couponId, type Stored, unlessEmpty } from "./parse.ts";
import { claimSchema } from "./priced.ts";

const codeSchema: Stored<EnteredCode> = z.object({
  couponId,
  enteredAt: count,
  previousCode: z.string().nullable(),
});

const addressSchema: Stored<Address> = z.object({
  name: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  postalCode: z.string(),
  countryCode: z.string(),
  email: z.string().nullable(),
});

/**
 * The choices of a customer in the document of a session. Fields with a default are missing in those
 * of the first schema, which have an unused destination that the schema drops.
 */
export const choicesSchema = z.object({
  claims: z.array(claimSchema).default([]),
  codes: z.array(codeSchema).default([]),
  address: addressSchema.nullable().default(null),
  shippingOption: z.string().nullable().default(null),
  method: z.enum(PAYMENT_METHODS).nullable().default(null),
  way: z.enum(PREPAID_WAYS).nullable().default(null),
  coins: count.default(0),
});

/** Encodes the choices of a customer. */
export function encodeChoices(
  { claims, codes, address, shippingOption, method, way, coins }: Choices,
): Form<typeof choicesSchema> {
  return {
    claims: unlessEmpty(claims),
    codes: unlessEmpty(codes),
    address: address ?? undefined,
    shippingOption: shippingOption ?? undefined,
    method: method ?? undefined,
    way: way ?? undefined,
    coins: coins || undefined,
  };
}
