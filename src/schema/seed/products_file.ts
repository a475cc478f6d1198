import { z } from "zod";
import { got, invalid } from "../../domain/errors.ts";
import type { Int64 } from "../../domain/ids.ts";
import {
  DEFAULT_VARIANT_TITLE,
  INVENTORY_POLICIES,
  PRODUCT_STATUSES,
  type ProductDraft,
  type Variant,
} from "../../domain/shop/catalog.ts";
import { type Currency, parseMajor } from "../../domain/values/money.ts";
import { webImage } from "../../domain/values/text.ts";
import { parseJson } from "../json.ts";
import { piecesOf } from "../json_pieces.ts";
import { int64Schema, integerBetween, parseWith, textUpTo } from "../parse.ts";
import { decimalField, MAX_COUNT } from "./fields.ts";
import { requireUniqueProducts } from "./product.ts";
import { isRecord } from "../../domain/values/json.ts";

/** Limit of the products in a file. */
const MAX_PRODUCTS = 100_000;

// Unknown fields are allowed: the format is Shopify's and gains fields.
const variantSchema = z.object({
  id: int64Schema,
  title: textUpTo(500).nullish(),
  sku: z.string().nullish(),
  option1: z.string().nullish(),
  option2: z.string().nullish(),
  option3: z.string().nullish(),
  price: decimalField,
  compare_at_price: decimalField.nullish(),
  grams: z.number({ error: "must be a weight of 0 or more" })
    .min(0, { error: "must be a weight of 0 or more" })
    .max(MAX_COUNT, { error: `must be at most ${MAX_COUNT}` }).nullish(),
  taxable: z.boolean().nullish(),
  inventory_quantity: integerBetween(-MAX_COUNT, MAX_COUNT).nullish(),
  inventory_management: z.string().nullish(),
  inventory_policy: z.enum(INVENTORY_POLICIES).nullish(),
  image_id: int64Schema.nullish(),
  featured_image: z.object({ id: int64Schema.nullish() }).nullish(),
});

const productSchema = z.object({
  id: int64Schema,
  title: textUpTo(500),
  handle: textUpTo(500).nullish(),
  vendor: textUpTo(500).nullish(),
  body_html: z.string().nullish(),
  status: z.enum(PRODUCT_STATUSES).nullish(),
  images: z.array(z.object({ id: int64Schema, src: textUpTo(4096) })).nullish(),
  options: z.array(z.object({ name: z.string() })).nullish(),
  variants: z.array(variantSchema).min(1),
});

const fileSchema = z.object({ products: z.array(z.unknown()).max(MAX_PRODUCTS) });

type ProductFields = z.infer<typeof productSchema>;
type VariantFields = z.infer<typeof variantSchema>;

/**
 * Reads a Shopify `products.json`, from the storefront's `/products.json` or the Admin API. Unknown
 * fields are ignored.
 *
 * Stock is tracked if the file has a quantity and says that Shopify counts it; the storefront's
 * form has neither.
 *
 * @param currency of the shop; prices are decimals in its major unit
 * @throws {AppError} `error.invalid-json` for a syntax error; `error.invalid-request` naming the
 *   first invalid field by its path: `products[3].variants[0].price must ...`
 */
export function readProducts(text: string, currency: Currency): ProductDraft[] {
  const reading = readingOf(text, currency);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/**
 * As {@link readProducts}, without keeping others waiting for longer than a piece takes.
 *
 * @param turn resolves after others had their turn
 */
export async function readProductsInTurns(
  text: string,
  currency: Currency,
  turn: () => Promise<void>,
): Promise<ProductDraft[]> {
  const reading = readingOf(text, currency);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    await turn();
  }
}

/** Length of a piece: some hundred products, or one of any length. */
const PIECE_CHARS = 64 * 1024;

/** Reads a file piece by piece. */
function* readingOf(text: string, currency: Currency): Generator<void, ProductDraft[]> {
  const drafts: ProductDraft[] = [];
  const ids = new Set<string>();
  let rows = 0;
  for (const piece of piecesOf(text, "products", PIECE_CHARS)) {
    const value = parseJson(piece.text, "The file", { placeOf: piece.placeOf });
    if (!isRecord(value)) throw invalid(`The file must be an object with products, ${got(value)}`);
    for (const one of parseWith(fileSchema, value).products) {
      // Of the whole file.
      if (drafts.length === MAX_PRODUCTS) parseWith(fileSchema, { products: [...drafts, one] });
      const draft = draftOf(one, `products[${drafts.length}]`, currency);
      drafts.push(draft);
      ids.add(draft.productId);
      for (const { variantId } of draft.variants) ids.add(`variant ${variantId}`);
      rows += 1 + draft.variants.length;
    }
    yield;
  }
  // Names the first one.
  if (ids.size < rows) requireUniqueProducts(drafts, "products");
  return drafts;
}

function draftOf(value: unknown, path: string, currency: Currency): ProductDraft {
  const fields: ProductFields = parseWith(productSchema, value, path);
  return {
    productId: fields.id,
    title: fields.title,
    handle: fields.handle ?? "",
    vendor: fields.vendor ?? "",
    bodyHtml: fields.body_html ?? "",
    status: fields.status ?? "active",
    images: (fields.images ?? []).map(({ id, src }) => ({ id, src: webImage(src) }))
      .filter(({ src }) => src !== ""),
    pictures: [],
    optionNames: isPlain(fields) ? [] : (fields.options ?? []).map(({ name }) => name),
    maxQuantity: null,
    variants: fields.variants.map((variant, j) => ({
      ...toVariant(variant, { productId: fields.id, currency, path: `${path}.variants[${j}]` }),
      optionValues: isPlain(fields) ? [] : optionsOf(variant),
    })),
  };
}

/** True for a product without options, which the format gives one with one value. */
function isPlain({ variants: [first, ...others] }: ProductFields): boolean {
  return others.length === 0 && first?.option1 === DEFAULT_VARIANT_TITLE;
}

function optionsOf({ option1, option2, option3 }: VariantFields): string[] {
  return [option1, option2, option3].filter((value) => value !== null && value !== undefined);
}

function toVariant(
  fields: VariantFields,
  { productId, currency, path }: {
    readonly productId: Int64;
    readonly currency: Currency;
    readonly path: string;
  },
): Omit<Variant, "optionValues"> {
  const { compare_at_price: before, inventory_management: management } = fields;
  // The storefront has no such field; null means not tracked.
  const isTracked = management === undefined || (management !== null && management !== "");
  return {
    variantId: fields.id,
    productId,
    title: fields.title ?? DEFAULT_VARIANT_TITLE,
    sku: fields.sku ?? "",
    price: parseMajor(fields.price, currency, `${path}.price`),
    compareAtPrice: before === undefined || before === null || before === ""
      ? null
      : parseMajor(before, currency, `${path}.compare_at_price`),
    grams: Math.round(fields.grams ?? 0),
    taxable: fields.taxable ?? true,
    inventoryQuantity: isTracked ? fields.inventory_quantity ?? null : null,
    inventoryPolicy: fields.inventory_policy ?? "deny",
    imageId: fields.image_id ?? fields.featured_image?.id ?? null,
  };
}
