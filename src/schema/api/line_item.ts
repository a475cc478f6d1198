import { z } from "zod";
import { MAX_LINES, MAX_QUANTITY, type RawLine } from "../../domain/cart/cart.ts";
import { type Int64, parseInt64 } from "../../domain/ids.ts";
import { isRecord } from "../../domain/values/json.ts";
import { int64Schema } from "../parse.ts";
import { requestBody } from "./fields.ts";

const quantity = z.int({ error: "must be a positive integer" })
  .min(1, { error: "must be a positive integer" })
  .max(MAX_QUANTITY, { error: `must be at most ${MAX_QUANTITY}` });

/** A line item of the store's cart (spec 4.1): three fields are checked, all others are kept. */
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

/** Request body for replacing the cart. */
export const replaceItemsSchema = requestBody("ReplaceItems", {
  items: linesSchema.meta({ description: "All items of the new cart" }),
});

/**
 * Reads valid lines without the schema's copies; undefined for invalid ones, for which the schema
 * makes the message.
 */
export function readPlainLines(items: unknown): RawLine[] | undefined {
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_LINES) return undefined;
  const lines: RawLine[] = [];
  for (const fields of items) {
    if (!isRecord(fields)) return undefined;
    const productId = plainInt64(fields["product_id"]);
    const variantId = plainInt64(fields["variant_id"]);
    const quantity = fields["quantity"];
    const isCount = typeof quantity === "number" && Number.isInteger(quantity) && quantity > 0 &&
      quantity <= MAX_QUANTITY;
    if (productId === undefined || variantId === undefined || !isCount) return undefined;
    lines.push({ productId, variantId, quantity, fields, path: `data.items[${lines.length}]` });
  }
  return lines;
}

/** Reads a JSON integer; digits in quotes are refused. */
function plainInt64(value: unknown): Int64 | undefined {
  return typeof value === "string" ? undefined : parseInt64(value);
}

/** Reads validated lines, each with its path in the body. */
export function readLineItems(items: z.infer<typeof linesSchema>): RawLine[] {
  return items.map((line, i) => ({
    productId: line.product_id,
    variantId: line.variant_id,
    quantity: line.quantity,
    fields: line,
    path: `data.items[${i}]`,
  }));
}
