import { z } from "zod";
import { int64 } from "./fields.ts";

/** Limit of the reason of a cancellation, in characters. */
export const MAX_REASON = 500;

/** The order in sessions and events; `orderJson` encodes it. */
export const orderSchema = z.strictObject({
  number: z.string().regex(/^(TEST-)?[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/).meta({
    description: "Number of the order for people, unique in the shop; a test's begins with `TEST-`",
  }),
  livemode: z.boolean().meta({ description: "False for the order of a test session" }),
  placed_at: z.iso.datetime().meta({ description: "When the order was placed" }),
  late: z.boolean().meta({ description: "The payment arrived after its holds were released" }),
  shortfall: z.strictObject({
    coupons: z.array(z.string()).meta({ description: "Codes of coupons without a use left" }),
    units: z.array(
      z.strictObject({
        product_id: int64.meta({ description: "Product id, int64" }),
        variant_id: int64.meta({ description: "Variant id, int64" }),
        quantity: z.int().min(1).meta({ description: "Number of units" }),
      }),
    ).meta({ description: "Units that were out of stock" }),
    coins: z.int().min(0).meta({ description: "Coins that the customer no longer had" }),
    coin_debt: z.int().min(0).meta({
      description: "Coins that a cancelled order had earned and the customer no longer had: a debt",
    }),
  }).nullable().meta({
    description:
      "Parts of a late order, and coins of a cancelled one, that were no longer available; null if nothing is missing",
  }),
  cancelled_at: z.iso.datetime().nullable().meta({
    description: "When the order was cancelled; null if it was not",
  }),
  cancel_reason: z.string().nullable().meta({
    description: "Reason of the cancellation; null without a reason",
  }),
});
