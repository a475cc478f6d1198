import { z } from "zod";
import { MAX_LINES, MAX_QUANTITY, type RawLine } from "../../domain/cart/cart.ts";
import { int64Schema } from "../parse.ts";
import { requestBody } from "./fields.ts";

const quantity = z.int({ error: "must be a positive integer" })
  .min(1, { error: "must be a positive integer" })
  .max(MAX_QUANTITY, { error: `must be at most ${MAX_QUANTITY}` });

/** A line-item object of the store's cart (spec 4.1): three fields are ours, all others are kept. */
const lineItemSchema = z.looseObject({
  product_id: int64Schema.meta({ description: "Product id, int64" }),
  variant_id: int64Schema.meta({ description: "Variant id, int64" }),
  quantity: quantity.meta({ description: "Number of units" }),
  properties: z.unknown().optional().meta({
    description:
      "Custom properties of the line. Values must be strings; in the `shopify` cart format other " +
      "values are converted. An empty array means no properties.",
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
    "A line of the cart as your store has it. The price comes from the shop's catalogue; if the " +
    "variant is not there, from `price` (in the `shopify` cart format from `final_price`, else " +
    "`price`, in whole hundredths). Title, handle, image, grams and similar fields are for " +
    "display, where the catalogue has none. Other fields are kept for the operator.",
});

/** The lines of a cart. */
export const linesSchema = z.array(lineItemSchema).min(1).max(MAX_LINES);

/** The body that replaces the cart. */
export const replaceItemsSchema = requestBody("ReplaceItems", {
  items: linesSchema.meta({ description: "All items of the new cart" }),
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
