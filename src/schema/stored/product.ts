import { z } from "zod";
import type { MerchantId, ProductId } from "../../domain/ids.ts";
import {
  INVENTORY_POLICIES,
  type Product,
  PRODUCT_STATUSES,
  type ProductImage,
  type Variant,
} from "../../domain/shop/catalog.ts";
import type { VariantAlias } from "../../domain/shop/catalog.ts";
import type { Form } from "../form.ts";
import {
  count,
  integer,
  merchantId,
  parseJsonColumn,
  parseRow,
  type Stored,
  storedInt64,
} from "./parse.ts";

const imageSchema: Stored<ProductImage> = z.object({ id: storedInt64, src: z.string() });
const imagesSchema = z.array(imageSchema);

/** A variant in a JSON column. */
const variantSchema = z.object({
  variantId: storedInt64,
  productId: storedInt64,
  title: z.string(),
  optionValues: z.array(z.string()).default([]),
  sku: z.string().default(""),
  price: count,
  compareAtPrice: count.nullable(),
  grams: count,
  taxable: z.boolean(),
  inventoryQuantity: integer.nullable(),
  inventoryPolicy: z.enum(INVENTORY_POLICIES),
  imageId: storedInt64.nullable(),
});

const variantsSchema = z.array(variantSchema);
const namesSchema = z.array(z.string());

/** A whole product in a JSON column: a session stores the products it offers as gifts. */
export const productSchema = z.object({
  productId: storedInt64,
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  vendor: z.string(),
  bodyHtml: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  images: imagesSchema,
  pictures: namesSchema.default([]),
  optionNames: namesSchema.default([]),
  maxQuantity: count.nullable().default(null),
  variants: variantsSchema,
});

const rowSchema = z.object({
  merchant_id: merchantId,
  product_id: storedInt64,
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  vendor: z.string(),
  body_html: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  images: z.string(),
  pictures: z.string(),
  option_names: z.string(),
  max_quantity: count.nullable(),
  variants: z.string(),
});

/**
 * Reads a product from a row of `products`, 64-bit columns as text, with `variants`,
 * a JSON array in order.
 *
 * @throws {RowError} when the row does not parse
 */
export function productFromRow(row: unknown): Product {
  const read = parseRow(rowSchema, row, {
    table: "products",
    keyColumns: ["merchant_id", "product_id"],
  });
  const place = { table: "products", key: `${read.merchant_id}, ${read.product_id}` };
  return {
    productId: read.product_id,
    id: read.id,
    title: read.title,
    handle: read.handle,
    vendor: read.vendor,
    bodyHtml: read.body_html,
    status: read.status,
    images: parseJsonColumn(imagesSchema, read.images, { ...place, name: "images" }),
    pictures: parseJsonColumn(namesSchema, read.pictures, { ...place, name: "pictures" }),
    optionNames: parseJsonColumn(namesSchema, read.option_names, {
      ...place,
      name: "option_names",
    }),
    maxQuantity: read.max_quantity,
    variants: parseJsonColumn(variantsSchema, read.variants, { ...place, name: "variants" }),
  };
}

const idSchema = z.object({ product_id: storedInt64 });

/**
 * Reads the id of a product, as text.
 *
 * @throws {RowError} when the row does not parse
 */
export function productIdFromRow(row: unknown): ProductId {
  return parseRow(idSchema, row, { table: "products", keyColumns: ["product_id"] }).product_id;
}

const handleSchema = z.object({ handle: z.string(), product_id: storedInt64 });

/**
 * Reads the id of a product by its handle.
 *
 * @throws {RowError} when the row does not parse
 */
export function handleFromRow(row: unknown): [string, ProductId] {
  const read = parseRow(handleSchema, row, { table: "products", keyColumns: ["product_id"] });
  return [read.handle, read.product_id];
}

const aliasSchema = z.object({
  product_id: storedInt64,
  variant_id: storedInt64,
  alias_product_id: storedInt64,
  alias_variant_id: storedInt64,
});

/**
 * Reads an alias of a variant, its ids as text.
 *
 * @throws {RowError} when the row does not parse
 */
export function aliasFromRow(row: unknown): VariantAlias {
  const read = parseRow(aliasSchema, row, {
    table: "variant_aliases",
    keyColumns: ["alias_variant_id"],
  });
  return {
    aliasProductId: read.alias_product_id,
    aliasVariantId: read.alias_variant_id,
    productId: read.product_id,
    variantId: read.variant_id,
  };
}

const knownSchema = idSchema.extend({ alias_variant_id: z.unknown() });

/**
 * Reads the id of a product, or an alias of a variant.
 *
 * @throws {RowError} when the row does not parse
 */
export function knownOrAliasFromRow(
  row: unknown,
): { readonly productId: ProductId } | VariantAlias {
  const read = parseRow(knownSchema, row, { table: "products", keyColumns: ["product_id"] });
  return read.alias_variant_id === null ? { productId: read.product_id } : aliasFromRow(row);
}

/** The columns of `variant_aliases`. */
export function aliasToRow(merchantId: MerchantId, alias: VariantAlias) {
  return {
    merchant_id: merchantId,
    alias_product_id: BigInt(alias.aliasProductId),
    alias_variant_id: BigInt(alias.aliasVariantId),
    product_id: BigInt(alias.productId),
    variant_id: BigInt(alias.variantId),
  };
}

/** The columns of `products`. */
export function productToRow(
  merchantId: MerchantId,
  product: Product,
): Omit<Form<typeof rowSchema>, "product_id" | "variants"> & { readonly product_id: bigint } {
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
    pictures: JSON.stringify(product.pictures),
    option_names: JSON.stringify(product.optionNames),
    max_quantity: product.maxQuantity,
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
    option_values: JSON.stringify(variant.optionValues),
    sku: variant.sku,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    grams: variant.grams,
    taxable: Number(variant.taxable),
    inventory_quantity: variant.inventoryQuantity,
    inventory_policy: variant.inventoryPolicy,
    image_id: variant.imageId === null ? null : BigInt(variant.imageId),
  };
}
