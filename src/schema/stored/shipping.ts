import { z } from "zod";
import type { PricedCart, ShippingOffer, Totals } from "../../domain/pricing/model.ts";
import { type ShippingRule, STANDARD } from "../../domain/shop/merchant.ts";
import { count, type Stored } from "./parse.ts";

const place = { countries: z.array(z.string()), postalPrefixes: z.array(z.string()) };
const optionPrice = { price: count, freeAbove: count.nullable() };

/** A shipping rule in a JSON column. */
export const shippingRuleSchema = z.union([
  z.object({
    ...place,
    options: z.array(z.object({ id: z.string(), name: z.string(), ...optionPrice })),
  }),
  // In rows of earlier versions.
  z.object({ ...place, ...optionPrice }).transform(
    ({ price, freeAbove, ...where }): ShippingRule => ({
      ...where,
      options: [{ ...STANDARD, price, freeAbove }],
    }),
  ),
]);

/** A shipping option with its price for a cart. */
export const shippingOfferSchema: Stored<ShippingOffer> = z.object({
  id: z.string(),
  name: z.string(),
  price: count,
});

/** The shipping of a price; sessions of earlier versions have a price without options. */
export function shippingOf(
  { shippingOptions, shippingOption }: {
    readonly shippingOptions?: readonly ShippingOffer[] | undefined;
    readonly shippingOption?: string | null | undefined;
  },
  { shipping }: Pick<Totals, "shipping">,
): Pick<PricedCart, "shippingOptions" | "shippingOption"> {
  if (shippingOptions !== undefined) {
    return { shippingOptions, shippingOption: shippingOption ?? null };
  }
  return shipping < 0
    ? { shippingOptions: [], shippingOption: null }
    : { shippingOptions: [{ ...STANDARD, price: shipping }], shippingOption: STANDARD.id };
}
