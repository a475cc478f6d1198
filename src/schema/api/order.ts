import { z } from "zod";
import { int64 } from "./fields.ts";

/** The order that a session became, as sessions and events show it; `orderJson` encodes it. */
export const orderSchema = z.strictObject({
  placed_at: z.iso.datetime().meta({ description: "When the order was placed" }),
  late: z.boolean().meta({ description: "Paid after what the payment held had been released" }),
  shortfall: z.strictObject({
    coupons: z.array(z.string()).meta({ description: "Codes that had no use left" }),
    units: z.array(
      z.strictObject({
        product_id: int64.meta({ description: "Product, int64" }),
        variant_id: int64.meta({ description: "Variant, int64" }),
        quantity: z.int().min(1).meta({ description: "Units" }),
      }),
    ).meta({ description: "Units that were not in stock any more" }),
    coins: z.int().min(0).meta({ description: "Coins that the customer did not have any more" }),
  }).nullable().meta({
    description: "What a late order could not take again; null when nothing is missing",
  }),
});
