import type { ProductId, VariantId } from "../ids.ts";
import type { Minor } from "../values/money.ts";
import { webImage } from "../values/text.ts";

/** Storefront product status (spec 2.6). */
export const PRODUCT_STATUSES = ["active", "unlisted", "archived", "draft"] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** Policy for tracked stock that runs out: refuse or continue the sale. */
export const INVENTORY_POLICIES = ["deny", "continue"] as const;
export type InventoryPolicy = (typeof INVENTORY_POLICIES)[number];

/** An image of a product, with the store's id. */
export interface ProductImage {
  readonly id: ProductId;
  readonly src: string;
}

/** A variant of a product. */
export interface Variant {
  readonly variantId: VariantId;
  readonly productId: ProductId;
  readonly title: string;
  /** Values of the product's options, in their order: `["Blue", "M"]`; empty without options. */
  readonly optionValues: readonly string[];
  /** The shop's own code of the article; may be empty. */
  readonly sku: string;
  readonly price: Minor;
  readonly compareAtPrice: Minor | null;
  readonly grams: number;
  readonly taxable: boolean;
  /** Units in stock, negative if oversold; null if not tracked. */
  readonly inventoryQuantity: number | null;
  readonly inventoryPolicy: InventoryPolicy;
  readonly imageId: ProductId | null;
}

/** A product of the shop's catalogue with all its variants. */
export interface Product {
  readonly productId: ProductId;
  /** Our id (spec 2.6 `AddOnProduct.id`): UUID. */
  readonly id: string;
  readonly title: string;
  readonly handle: string;
  readonly vendor: string;
  readonly bodyHtml: string;
  readonly status: ProductStatus;
  readonly images: readonly ProductImage[];
  /** Hashes of its pictures that are stored here, in their order; no file changes them. */
  readonly pictures: readonly string[];
  /** Names of its options, such as `["Colour", "Size"]`; empty if they are not known. */
  readonly optionNames: readonly string[];
  /** Units of a variant that an order by a link may have; null for the shop's limit. */
  readonly maxQuantity: number | null;
  /** At least one. */
  readonly variants: readonly Variant[];
}

/** Catalogue data of a cart line: a variant and its product. */
export interface CatalogEntry {
  readonly product: Product;
  readonly variant: Variant;
}

/** Title that platforms give to the only variant of a product. */
export const DEFAULT_VARIANT_TITLE = "Default Title";

/** True for a product with one variant (spec 2.3 `single_variant`). */
export function isSingleVariant(product: Product): boolean {
  return product.variants.length === 1;
}

/** Image of a variant: its own, else the product's first; empty for none. */
export function variantImage(product: Product, variant: Variant): string {
  const own = product.images.find((image) => image.id === variant.imageId);
  return webImage(own?.src ?? "") || productImage(product);
}

/** First image of a product; empty for none. */
export function productImage({ images }: Product): string {
  return webImage(images[0]?.src ?? "");
}

/** Available units; Infinity if stock is not tracked or overselling is allowed. */
export function sellable(variant: Variant): number {
  const { inventoryQuantity, inventoryPolicy } = variant;
  if (inventoryQuantity === null || inventoryPolicy === "continue") return Infinity;
  return Math.max(0, inventoryQuantity);
}

/** True if the product can be sold or given away now. */
export function isOnOffer(product: Product): boolean {
  return product.status === "active" || product.status === "unlisted";
}

/** A product from a file, without our id. */
export type ProductDraft = Omit<Product, "id">;

/** The ids under which a store's own files and carts know a variant that was first made here. */
export interface VariantAlias {
  readonly aliasProductId: ProductId;
  readonly aliasVariantId: VariantId;
  readonly productId: ProductId;
  readonly variantId: VariantId;
}

/** A change of a product by a file. */
export interface ProductChange {
  /** Null for a new product; its inventory is that of the last import. */
  readonly before: Product | null;
  readonly after: ProductDraft;
  /** The file's ids that are to be accepted from now on. */
  readonly aliases: readonly VariantAlias[];
}
