import { z } from "zod";
import { MAX_LINES, MAX_QUANTITY, type RawLine } from "../../domain/cart/cart.ts";
import { int64Schema } from "../parse.ts";
import { requestBody } from "./fields.ts";

const quantity = z.int({ error: "must be a positive integer" })
  .min(1, { error: "must be a positive integer" })
  .max(MAX_QUANTITY, { error: `must be at most ${MAX_QUANTITY}` });

/** A line-item object of the store's cart (spec 4.1): three fields are ours, all others are kept. */
const lineItemSchema = z.looseObject({
  product_id: int64Schema.meta({ description: "Product, int64" }),
  variant_id: int64Schema.meta({ description: "Variant, int64" }),
  quantity: quantity.meta({ description: "Units" }),
  properties: z.unknown().optional().meta({
    description: "Custom line-item properties. In the `shopify` cart format values that are not " +
      "strings are turned into strings; in `plain` they are refused. An empty array is no properties.",
    override: {
      type: ["object", "array", "null"],
      additionalProperties: { type: "string" },
      items: {},
      maxItems: 0,
    },
  }),
}).meta({
  id: "LineItem",
  description:
    "A line of the store's cart, as it is. Besides the required fields a price is read " +
    "where the shop's catalogue has none (`price`; in the `shopify` format `final_price` before " +
    "`price`, in whole hundredths), and title, handle, image, grams and the like for display.",
});

/** The lines of a cart. */
export const linesSchema = z.array(lineItemSchema).min(1).max(MAX_LINES);

/** The body that replaces the cart. */
export const replaceItemsSchema = requestBody("ReplaceItems", {
  items: linesSchema.meta({ description: "The whole cart anew" }),
});

/** Reads checked lines, each with the path that it has in the body. */
export function readLineItems(items: z.infer<typeof linesSchema>): RawLine[] {
  return items.map((line, i) => ({
    productId: line.product_id,
    variantId: line.variant_id,
    quantity: line.quantity,
    fields: line,
    path: `data.items[${i}]`,
  }));
}
