import { z } from "zod";
import { MAX_QUANTITY } from "../../domain/cart/cart.ts";
import { parseCouponId } from "../../domain/ids.ts";
import { offeredVariants } from "../../domain/pricing/gifts.ts";
import type { GiftClaim, GiftOffer } from "../../domain/pricing/model.ts";
import {
  isSingleVariant,
  type Product,
  PRODUCT_STATUSES,
  productImage,
  type Variant,
  variantImage,
} from "../../domain/shop/catalog.ts";
import { TARGET_TYPES } from "../../domain/shop/coupon.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import type { Currency } from "../../domain/values/money.ts";
import { webImage } from "../../domain/values/text.ts";
import type { Form } from "../form.ts";
import { int64Schema, integerBetween } from "../parse.ts";
import {
  amount,
  amountOrNull,
  idOrNull,
  int64,
  int64OrNull,
  major,
  majorOrNull,
  type NumberField,
  requestBody,
  uuid,
} from "./fields.ts";

const variantSchema = z.strictObject({
  title: z.string().meta({ description: "Title to display" }),
  variant_id: int64.meta({ description: "Variant id, int64" }),
  image_id: int64OrNull.meta({ description: "Image id of the variant; null if it has none" }),
  compare_at_price: amountOrNull.meta({
    description: "Strike-through price; null when not on sale",
  }),
  product_id: int64.meta({ description: "Product id, int64" }),
  item_price: amount.meta({ description: "Price as a gift" }),
  price: amount.meta({ description: "Regular price" }),
  image: z.string().meta({ description: "Image URL; empty without one" }),
  inventory_quantity: z.int().meta({
    description: "Units in stock: negative if oversold, 100000 if not tracked",
  }),
}).meta({ id: "AddOnVariant" });

const productSchema = z.strictObject({
  product_id: int64.meta({ description: "Product id, int64" }),
  status: z.enum(PRODUCT_STATUSES).meta({ description: "Storefront product status" }),
  id: uuid.meta({ description: "Id of the product" }),
  title: z.string().meta({ description: "Title to display" }),
  vendor: z.string().meta({ description: "Vendor to display" }),
  body_html: z.string().meta({ description: "Product description as HTML" }),
  handle: z.string().meta({ description: "URL slug" }),
  image: z.string().meta({ description: "Image URL; empty without one" }),
  single_variant: z.boolean().meta({ description: "The product has only its default variant" }),
  images: z.array(z.strictObject({
    src: z.string().meta({ description: "Image URL" }),
    id: int64.meta({ description: "Image id, int64" }),
  })).meta({
    description: "All images",
  }),
  variants: z.array(variantSchema).meta({ description: "Variants that can be claimed" }),
}).meta({ id: "AddOnProduct" });

const target: NumberField = z.number().min(0);

/** A free-gift offer (spec 2.6). */
export const addOnSchema = z.strictObject({
  coupon_id: uuid.meta({ description: "Coupon of the offer" }),
  target_type: z.enum(TARGET_TYPES).meta({ description: "Condition that unlocks the gift" }),
  target: target.meta({ description: "Target: an amount in the major unit, or a number of units" }),
  max_quantity: z.int().min(1).meta({ description: "Maximum number of free units" }),
  products: z.array(productSchema).meta({ description: "Gift products to choose from" }),
}).meta({ id: "AddOn" });

/** Encodes a gift offer, with the variants that can still be claimed. */
export function encodeAddOn(
  { couponId, gift, products }: GiftOffer,
  claims: readonly GiftClaim[],
  currency: Currency,
): Form<typeof addOnSchema> {
  return {
    coupon_id: couponId,
    target_type: gift.targetType,
    target: gift.targetType === "QUANTITY" ? gift.target : major(gift.target, currency),
    max_quantity: gift.maxQuantity,
    products: products.map((product) =>
      encodeProduct(product, offeredVariants(product, couponId, claims), currency)
    ),
  };
}

function encodeProduct(
  product: Product,
  variants: readonly Variant[],
  currency: Currency,
): Form<typeof productSchema> {
  return {
    product_id: jsonInteger(product.productId),
    status: product.status,
    id: product.id,
    title: product.title,
    vendor: product.vendor,
    body_html: product.bodyHtml,
    handle: product.handle,
    image: productImage(product),
    single_variant: isSingleVariant(product),
    images: product.images.map(({ src, id }) => ({ src: webImage(src), id: jsonInteger(id) }))
      .filter(({ src }) => src !== ""),
    variants: variants.map((variant) => encodeVariant(product, variant, currency)),
  };
}

function encodeVariant(
  product: Product,
  variant: Variant,
  currency: Currency,
): Form<typeof variantSchema> {
  return {
    title: variant.title,
    variant_id: jsonInteger(variant.variantId),
    image_id: idOrNull(variant.imageId),
    compare_at_price: majorOrNull(variant.compareAtPrice, currency),
    product_id: jsonInteger(variant.productId),
    // The price as a gift.
    item_price: 0,
    price: major(variant.price, currency),
    image: variantImage(product, variant),
    // Stock that is not tracked counts as much as a line can have.
    inventory_quantity: variant.inventoryQuantity ?? MAX_QUANTITY,
  };
}

/** Limit of the gifts in one request. */
const MAX_CLAIMS = 100;

/** Request body for claiming gifts. */
export const claimGiftsSchema = requestBody("ClaimGifts", {
  add_ons: z.array(z.object({
    coupon_id: z.uuid({ error: "must be a UUID" }).meta({
      description: "`coupon_id` of an offer in `add_ons`",
    })
      .transform((text) => parseCouponId(text) ?? z.NEVER),
    variant_id: int64Schema.meta({ description: "Variant of a product of the offer" }),
    quantity: integerBetween(1, MAX_QUANTITY).meta({ description: "Number of units" }),
  })).max(MAX_CLAIMS).meta({ description: "All gifts to claim; an empty list removes them" }),
});
