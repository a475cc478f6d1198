import type { MerchantId } from "../ids.ts";
import type { ProductDraft } from "../shop/catalog.ts";
import type { AuditKind } from "./fact.ts";

/** A product of a shop. Amounts are in minor units; its stock has entries of its own. */
export const AUDITED_PRODUCT: AuditKind<{
  readonly merchantId: MerchantId;
  readonly product: ProductDraft;
}> = {
  kind: "product",
  place: ({ merchantId, product: { productId, title } }) => ({
    merchantId,
    id: productId,
    label: title,
  }),
  shown: ({ product }) => ({
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    status: product.status,
    options: product.optionNames,
    max_quantity: product.maxQuantity,
    pictures: product.pictures,
    variants: product.variants.map((variant) => ({
      id: variant.variantId,
      title: variant.title,
      sku: variant.sku,
      price: variant.price,
      compare_at_price: variant.compareAtPrice,
      grams: variant.grams,
      taxable: variant.taxable,
      inventory_policy: variant.inventoryPolicy,
    })),
  }),
  hidden: ({ product: { bodyHtml, images } }) => ({ body_html: bodyHtml, images }),
};
