import type { Product, Variant } from "../../../domain/catalog.ts";
import type { MerchantId } from "../../../domain/ids.ts";

/** The columns of `products`. */
export function productToRow(merchantId: MerchantId, product: Product) {
  return {
    merchant_id: merchantId,
    product_id: BigInt(product.productId),
    id: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    body_html: product.bodyHtml,
    status: product.status,
    images: JSON.stringify(product.images),
  };
}

/** The columns of `variants`. */
export function variantToRow(merchantId: MerchantId, variant: Variant, position: number) {
  return {
    merchant_id: merchantId,
    variant_id: BigInt(variant.variantId),
    product_id: BigInt(variant.productId),
    position,
    title: variant.title,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    grams: variant.grams,
    taxable: Number(variant.taxable),
    inventory_quantity: variant.inventoryQuantity,
    inventory_policy: variant.inventoryPolicy,
    image_id: variant.imageId === null ? null : BigInt(variant.imageId),
  };
}
