import { z } from "zod";
import { PRODUCT_STATUSES } from "../../domain/catalog.ts";
import { TARGET_TYPES } from "../../domain/coupon.ts";
import { COIN_PROVIDERS } from "../../domain/merchant.ts";
import { amount, amountOrNull, int64, uuid } from "./fields.ts";

const addOnVariantSchema = z.strictObject({
  title: z.string().meta({ description: "Title to display" }),
  variant_id: int64.meta({ description: "Variant, int64" }),
  image_id: int64.nullable().meta({ override: { type: ["integer", "null"], format: "int64" } })
    .meta({ description: "Image of the variant; null for none" }),
  compare_at_price: amountOrNull.meta({
    description: "Strike-through price; null when not on sale",
  }),
  product_id: int64.meta({ description: "Product, int64" }),
  item_price: amount.meta({ description: "What it costs as a gift" }),
  price: amount.meta({ description: "What it costs otherwise" }),
  image: z.string().meta({ description: "Image URL; empty when there is none" }),
  inventory_quantity: z.int().meta({
    description: "May be negative when oversold; 100000 when not tracked",
  }),
}).meta({ id: "AddOnVariant" });

const addOnProductSchema = z.strictObject({
  product_id: int64.meta({ description: "Product, int64" }),
  status: z.enum(PRODUCT_STATUSES).meta({ description: "Storefront product status" }),
  id: uuid.meta({ description: "Identifier" }),
  title: z.string().meta({ description: "Title to display" }),
  vendor: z.string().meta({ description: "Vendor to display" }),
  body_html: z.string().meta({ description: "Product description as HTML" }),
  handle: z.string().meta({ description: "URL slug" }),
  image: z.string().meta({ description: "Image URL; empty when there is none" }),
  single_variant: z.boolean().meta({ description: "The product has only its default variant" }),
  images: z.array(z.strictObject({
    src: z.string().meta({ description: "Image URL" }),
    id: int64.meta({ description: "Image, int64" }),
  })).meta({
    description: "All images",
  }),
  variants: z.array(addOnVariantSchema).meta({ description: "Variants that can be claimed" }),
}).meta({ id: "AddOnProduct" });

/** A free-gift offer (spec 2.6). */
export const addOnSchema = z.strictObject({
  coupon_id: uuid.meta({ description: "The coupon" }),
  target_type: z.enum(TARGET_TYPES).meta({ description: "Condition that unlocks the gift" }),
  target: z.number().min(0).meta({
    description: "Threshold: an amount in the major unit, or units",
  }),
  max_quantity: z.int().min(1).meta({ description: "Most free units of this offer" }),
  products: z.array(addOnProductSchema).meta({ description: "Gift products to choose from" }),
}).meta({ id: "AddOn" });

/** Loyalty coins (spec 2.7). */
export const coinSchema = z.strictObject({
  coin_ratio: z.strictObject({
    base_currency_value: z.number().meta({ description: "Value of `coin_value` coins" }),
    coin_value: z.number().meta({ description: "Coins that are worth `base_currency_value`" }),
  }).meta({ description: "What coins are worth" }).meta({
    description: "What coins are worth",
  }),
  config: z.strictObject({
    provider: z.enum(COIN_PROVIDERS).meta({ description: "`NONE` for a shop without coins" }),
    name: z.string().meta({ description: "Name to display" }),
    logo: z.string().meta({ description: "Logo URL; empty when there is none" }),
  }).meta({ description: "The loyalty programme" }),
  coin_available: z.number().min(0).meta({ description: "Coins the customer holds" }),
  coin_redeemable: z.number().min(0).meta({
    description: "Most coins that can be redeemed on this cart",
  }),
  coin_used: z.number().min(0).meta({ description: "Coins redeemed on this cart" }),
  coins_processing: z.number().min(0).meta({ description: "Coins of payments under way" }),
}).meta({ id: "Coin" });
