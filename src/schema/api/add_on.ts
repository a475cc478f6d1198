import { MAX_QUANTITY } from "../../domain/cart.ts";
import {
  isSingleVariant,
  type Product,
  productImage,
  type Variant,
  variantImage,
} from "../../domain/catalog.ts";
import type { Currency } from "../../domain/money.ts";
import { offeredVariants } from "../../domain/pricing/gifts.ts";
import type { GiftClaim, GiftOffer } from "../../domain/pricing/model.ts";
import { webImage } from "../../domain/web_image.ts";
import { jsonInteger } from "../../domain/json_integer.ts";
import { idOrNull, major, majorOrNull } from "./amount.ts";

/** A gift offer as the contract shows it (spec 2.6). */
export function presentOffer(
  { couponId, gift, products }: GiftOffer,
  claims: readonly GiftClaim[],
  currency: Currency,
): unknown {
  return {
    coupon_id: couponId,
    target_type: gift.targetType,
    target: gift.targetType === "QUANTITY" ? gift.target : major(gift.target, currency),
    max_quantity: gift.maxQuantity,
    products: products.map((product) =>
      presentProduct(product, offeredVariants(product, couponId, claims), currency)
    ),
  };
}

function presentProduct(
  product: Product,
  variants: readonly Variant[],
  currency: Currency,
): unknown {
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
    variants: variants.map((variant) => presentVariant(product, variant, currency)),
  };
}

function presentVariant(product: Product, variant: Variant, currency: Currency): unknown {
  return {
    title: variant.title,
    variant_id: jsonInteger(variant.variantId),
    image_id: idOrNull(variant.imageId),
    compare_at_price: majorOrNull(variant.compareAtPrice, currency),
    product_id: jsonInteger(variant.productId),
    // What it costs as a gift, beside what it costs otherwise.
    item_price: 0,
    price: major(variant.price, currency),
    image: variantImage(product, variant),
    // Stock that is not tracked never runs out: as much as a line can hold.
    inventory_quantity: variant.inventoryQuantity ?? MAX_QUANTITY,
  };
}
