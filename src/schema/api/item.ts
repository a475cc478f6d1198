import { z } from "zod";
import type { PricedLine } from "../../domain/pricing/model.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import type { Currency } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import {
  amount,
  amountOrNull,
  int64,
  int64Of,
  major,
  majorOrNull,
  minor,
  minorOrNull,
  textRecord,
} from "./fields.ts";

/** A line of the cart with computed pricing (spec 2.3). */
export const itemSchema = z.strictObject({
  title: z.string().meta({ description: "Product title" }),
  handle: z.string().meta({ description: "Product handle (URL slug)" }),
  product_id: int64.meta({ description: "Product id, int64" }),
  variant_id: int64.meta({ description: "Variant id, int64" }),
  quantity: z.int().min(1).meta({ description: "Number of units" }),
  properties: textRecord.meta({ description: "Custom line-item properties" }),
  variant: z.strictObject({
    title: z.string().meta({ description: "Title to display" }),
    variant_id: int64.meta({ description: "Variant id, int64" }),
    compare_at_price: amountOrNull.meta({
      description: "Strike-through price; null if not on sale",
    }),
    price: amount.meta({ description: "Price in the major currency unit" }),
  }).meta({ description: "The variant" }),
  grams: z.int().min(0).meta({ description: "Weight of one unit in grams" }),
  single_variant: z.boolean().meta({ description: "The product has only its default variant" }),
  item_price: amount.meta({ description: "Unit price" }),
  total_discount: amount.meta({ description: "Total discount on this line" }),
  sub_total_price: amount.meta({ description: "Price of the line before discounts" }),
  total_price: amount.meta({ description: "Price of the line after discounts" }),
  out_of_stock: z.boolean().meta({
    description: "The cart has more units of the variant than are in stock",
  }),
  taxable: z.boolean().meta({ description: "Tax applies to the line" }),
  image: z.string().meta({ description: "Image URL; empty without one" }),
  source: z.enum(["MANUAL", "UPSELL", "ADD_ON"]).meta({
    description: "`ADD_ON` is a claimed gift",
  }),
}).meta({ id: "SessionItem" });

/** Parts of a line that clients do not see. */
type HiddenParts = "giftOf" | "tax" | "listed";

/** A line without the parts that clients do not see. */
export type ShownLine = Omit<PricedLine, HiddenParts>;

/**
 * Decodes a line.
 *
 * @throws {RangeError} for an id that is not a 64-bit integer
 */
export function decodeItem(item: z.infer<typeof itemSchema>, currency: Currency): ShownLine {
  const { variant } = item;
  return {
    productId: int64Of(item.product_id),
    variantId: int64Of(item.variant_id),
    quantity: item.quantity,
    properties: item.properties,
    title: item.title,
    handle: item.handle,
    variantTitle: variant.title,
    unitPrice: minor(item.item_price, currency),
    compareAtPrice: minorOrNull(variant.compare_at_price, currency),
    grams: item.grams,
    singleVariant: item.single_variant,
    taxable: item.taxable,
    image: item.image,
    source: item.source,
    subTotal: minor(item.sub_total_price, currency),
    discount: minor(item.total_discount, currency),
    total: minor(item.total_price, currency),
    outOfStock: item.out_of_stock,
  };
}

/** Encodes a line. */
export function encodeItem(line: PricedLine, currency: Currency): Form<typeof itemSchema> {
  const price = major(line.unitPrice, currency);
  const variantId = jsonInteger(line.variantId);
  return {
    title: line.title,
    handle: line.handle,
    product_id: jsonInteger(line.productId),
    variant_id: variantId,
    quantity: line.quantity,
    properties: line.properties,
    variant: {
      title: line.variantTitle,
      variant_id: variantId,
      compare_at_price: majorOrNull(line.compareAtPrice, currency),
      price,
    },
    grams: line.grams,
    single_variant: line.singleVariant,
    item_price: price,
    total_discount: major(line.discount, currency),
    sub_total_price: major(line.subTotal, currency),
    total_price: major(line.total, currency),
    out_of_stock: line.outOfStock,
    taxable: line.taxable,
    image: line.image,
    source: line.source,
  };
}
