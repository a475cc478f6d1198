import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import {
  DEFAULT_VARIANT_TITLE,
  INVENTORY_POLICIES,
  PRODUCT_STATUSES,
  type ProductDraft,
  type Variant,
} from "../../domain/shop/catalog.ts";
import { MAX_QUANTITY } from "../../domain/cart/cart.ts";
import { MAX_OPTIONS } from "../../domain/shop/made_product.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import { MAX_PRODUCT_TEXT, MAX_URL } from "../../domain/values/limits.ts";
import {
  type Currency,
  formatMajor,
  parseMajor,
  parseOptional,
} from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { int64Schema, integerBetween, nonEmptyText, textUpTo, visibleText } from "../parse.ts";
import { decimalField, MAX_COUNT, MAX_ENTRIES, requireUnique } from "./fields.ts";

const variantSchema = z.strictObject({
  id: int64Schema,
  title: textUpTo(MAX_PRODUCT_TEXT).optional(),
  options: z.array(visibleText(MAX_PRODUCT_TEXT)).max(MAX_OPTIONS).optional(),
  sku: textUpTo(MAX_PRODUCT_TEXT).optional(),
  price: decimalField,
  compare_at_price: decimalField.nullish(),
  grams: integerBetween(0, MAX_COUNT).optional(),
  taxable: z.boolean().optional(),
  inventory_quantity: integerBetween(-MAX_COUNT, MAX_COUNT).nullish(),
  inventory_policy: z.enum(INVENTORY_POLICIES).optional(),
  image_id: int64Schema.nullish(),
});

/** A product of a seed file. */
export const seedProductSchema = z.strictObject({
  id: int64Schema,
  title: visibleText(MAX_PRODUCT_TEXT),
  handle: textUpTo(MAX_PRODUCT_TEXT).optional(),
  vendor: textUpTo(MAX_PRODUCT_TEXT).optional(),
  body_html: textUpTo(200_000).nullish(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  images: z.array(z.strictObject({ id: int64Schema, src: nonEmptyText(MAX_URL) })).max(MAX_ENTRIES)
    .optional(),
  options: z.array(visibleText(MAX_PRODUCT_TEXT)).max(MAX_OPTIONS).optional(),
  max_quantity: integerBetween(1, MAX_QUANTITY).nullish(),
  variants: z.array(variantSchema).min(1).max(MAX_ENTRIES),
});

/** A validated product of a seed file. */
export type ProductFields = z.infer<typeof seedProductSchema>;

/**
 * Converts the validated fields of a product.
 *
 * @param fields amounts in the major unit of `currency`; null stock is not tracked
 * @param path of the product, for messages
 * @throws {AppError} `error.invalid-request` naming the first invalid field by its path
 */
export function toProduct(fields: ProductFields, currency: Currency, path: string): ProductDraft {
  const images = fields.images ?? [];
  const imagePaths = images.map(({ id }, i) => ({ key: id, path: `${path}.images[${i}].id` }));
  requireUnique(imagePaths, "image id");
  const known = new Set(images.map(({ id }) => id));
  return {
    productId: fields.id,
    title: fields.title,
    handle: fields.handle ?? "",
    vendor: fields.vendor ?? "",
    bodyHtml: fields.body_html ?? "",
    status: fields.status ?? "active",
    images,
    pictures: [],
    optionNames: fields.options ?? [],
    maxQuantity: fields.max_quantity ?? null,
    variants: fields.variants.map((variant, i): Variant => {
      const own = `${path}.variants[${i}]`;
      const imageId = variant.image_id ?? null;
      if (imageId !== null && !known.has(imageId)) {
        throw invalid(
          `${own}.image_id must be the id of one of the product's images, got ${imageId}`,
        );
      }
      return {
        variantId: variant.id,
        productId: fields.id,
        title: variant.title ?? (variant.options?.join(" / ") || DEFAULT_VARIANT_TITLE),
        optionValues: variant.options ?? [],
        sku: variant.sku ?? "",
        price: parseMajor(variant.price, currency, `${own}.price`),
        compareAtPrice: parseOptional(
          variant.compare_at_price,
          currency,
          `${own}.compare_at_price`,
        ),
        grams: variant.grams ?? 0,
        taxable: variant.taxable ?? true,
        inventoryQuantity: variant.inventory_quantity ?? null,
        inventoryPolicy: variant.inventory_policy ?? "deny",
        imageId,
      };
    }),
  };
}

/** Encodes a product, with exact ids. */
export function writeProduct(
  product: ProductDraft,
  currency: Currency,
): Form<typeof seedProductSchema> {
  return {
    id: jsonInteger(product.productId),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    body_html: product.bodyHtml,
    status: product.status,
    images: product.images.map(({ id, src }) => ({ id: jsonInteger(id), src })),
    options: [...product.optionNames],
    max_quantity: product.maxQuantity,
    variants: product.variants.map((variant) => ({
      id: jsonInteger(variant.variantId),
      title: variant.title,
      options: [...variant.optionValues],
      sku: variant.sku,
      price: formatMajor(variant.price, currency),
      compare_at_price: variant.compareAtPrice === null
        ? null
        : formatMajor(variant.compareAtPrice, currency),
      grams: variant.grams,
      taxable: variant.taxable,
      inventory_quantity: variant.inventoryQuantity,
      inventory_policy: variant.inventoryPolicy,
      image_id: variant.imageId === null ? null : jsonInteger(variant.imageId),
    })),
  };
}

/**
 * Refuses duplicate product ids and variant ids.
 *
 * @param path of the list of products, for messages
 */
export function requireUniqueProducts(products: readonly ProductDraft[], path: string): void {
  requireUnique(
    products.map(({ productId: key }, i) => ({ key, path: `${path}[${i}].id` })),
    "product id",
  );
  requireUnique(
    products.flatMap(({ variants }, i) =>
      variants.map(({ variantId: key }, j) => ({ key, path: `${path}[${i}].variants[${j}].id` }))
    ),
    "variant id",
  );
}
