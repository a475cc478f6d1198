import { z } from "zod";
import type { ShippingOffer } from "../../domain/pricing/model.ts";
import { MAX_OPTION_ID } from "../../domain/values/limits.ts";
import type { Currency } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { nonEmptyText } from "../parse.ts";
import { amount, major, minor, requestBody } from "./fields.ts";

/** A shipping option in an answer. */
export const shippingOptionSchema = z.strictObject({
  id: z.string().meta({ description: "Id of the option" }),
  name: z.string().meta({ description: "Name for the shopper" }),
  price: amount.meta({ description: "Price for this cart; 0 if it is free" }),
}).meta({ id: "ShippingOption" });

/** Encodes a shipping option. */
export function encodeShippingOption(
  { id, name, price }: ShippingOffer,
  currency: Currency,
): Form<typeof shippingOptionSchema> {
  return { id, name, price: major(price, currency) };
}

/** Decodes a shipping option. */
export function decodeShippingOption(
  { id, name, price }: z.infer<typeof shippingOptionSchema>,
  currency: Currency,
): ShippingOffer {
  return { id, name, price: minor(price, currency) };
}

/** Request body for choosing a shipping option. */
export const chooseShippingSchema = requestBody("ChooseShipping", {
  id: nonEmptyText(MAX_OPTION_ID).meta({ description: "Id of one of `shipping_options`" }),
});
