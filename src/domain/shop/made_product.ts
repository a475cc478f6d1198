import { AppError, got, invalid } from "../errors.ts";
import type { MerchantId } from "../ids.ts";
import { DEFAULT_VARIANT_TITLE, type Product, type ProductDraft, type Variant } from "./catalog.ts";
import { productIdOf, variantIdOf } from "./product_ids.ts";

/** Options of a product, such as colour and size. */
export const MAX_OPTIONS = 3;
/** Variants of a product that is made here: three options of five values, nearly. */
export const MAX_MADE_VARIANTS = 100;

/** A property that differs between the variants of a product. */
export interface ProductOption {
  /** Such as `Size`. */
  readonly name: string;
  /** Such as `S` and `M`; at least one, each once. */
  readonly values: readonly string[];
}

/** The data of a variant without its ids and options. */
export type VariantDetails = Omit<
  Variant,
  "variantId" | "productId" | "title" | "optionValues" | "imageId"
>;

/** A product as a person enters it. */
export interface ProductEntry
  extends Pick<Product, "title" | "vendor" | "bodyHtml" | "status" | "maxQuantity"> {
  /** Empty for one that is made of the title. */
  readonly handle: string;
  /** At most {@link MAX_OPTIONS}; none for a product with one variant. */
  readonly options: readonly ProductOption[];
}

/** A variant as a person enters it, without its stock, which has a change of its own. */
export type VariantEdit = Omit<VariantDetails, "inventoryQuantity">;

/** A product after a person changed it. */
export interface EditedProduct {
  readonly draft: ProductDraft;
  /** Variants that it no longer has. */
  readonly removed: readonly Variant[];
}

/**
 * The part of a title that an address can have: `Enamel mug, 0.3 l` is `enamel-mug-0-3-l`. Letters of
 * every alphabet stay. Empty if nothing is left.
 */
export function handleOf(title: string): string {
  return title.normalize("NFKD").replaceAll(/\p{Mn}/gu, "").normalize("NFC").toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 100).replaceAll(/^-+|-+$/g, "");
}

/**
 * A new product. Its ids follow from shop, handle and option values, so that the same product made
 * again on another machine has the same.
 *
 * @param details of each variant
 * @throws {AppError} `error.invalid-request` with the field
 */
export function makeProduct(
  merchantId: MerchantId,
  entry: ProductEntry,
  details: VariantDetails,
): ProductDraft {
  const handle = handleOf(entry.handle || entry.title);
  if (handle === "") {
    throw invalid("handle must have a letter or a digit: enter one", "handle");
  }
  const productId = productIdOf(merchantId, handle);
  const combinations = combinationsOf(entry.options);
  return {
    ...detailsOf(entry),
    productId,
    handle,
    images: [],
    pictures: [],
    variants: combinations.map((optionValues) => ({
      ...details,
      productId,
      variantId: variantIdOf(merchantId, handle, optionValues),
      ...named(optionValues),
      imageId: null,
    })),
  };
}

/**
 * A product with what a person entered. Variants are found again by their option values, and keep
 * their ids and data; an option that has another value is another variant. A new one is as the first
 * one, with 0 units if that is tracked.
 *
 * @param isTracked true if the stock of the first variant is tracked now
 * @throws {AppError} `error.invalid-request` with the field
 */
export function editProduct(
  merchantId: MerchantId,
  old: Product,
  entry: ProductEntry,
  isTracked: boolean,
): EditedProduct {
  const { id: _, ...before } = old;
  const handle = handleOf(entry.handle || entry.title) || before.handle;
  const edited = { ...before, ...detailsOf(entry), handle };
  // A product of a file has no known options: its variants stay as they are.
  if (entry.options.length === 0 && !hasOptions(old)) return { draft: edited, removed: [] };
  const variants = combinationsOf(entry.options).map((optionValues) => {
    const name = JSON.stringify(optionValues);
    const known = old.variants.find((one) => JSON.stringify(one.optionValues) === name);
    return known ?? {
      ...likeFirst(old, isTracked),
      productId: old.productId,
      variantId: variantIdOf(merchantId, handle, optionValues),
      ...named(optionValues),
      imageId: null,
    };
  });
  const kept = new Set(variants.map(({ variantId }) => variantId));
  return {
    draft: { ...edited, variants },
    removed: old.variants.filter(({ variantId }) => !kept.has(variantId)),
  };
}

/** The options of a product with the values that its variants have; empty if they are not known. */
export function optionsOf({ optionNames, variants }: Product): ProductOption[] {
  if (variants.some(({ optionValues }) => optionValues.length !== optionNames.length)) return [];
  return optionNames.map((name, i) => ({
    name,
    values: [...new Set(variants.map(({ optionValues }) => optionValues[i]!))],
  }));
}

function likeFirst({ variants: [first] }: Product, isTracked: boolean): VariantDetails {
  if (first === undefined) throw new RangeError("A product has at least one variant");
  const { price, compareAtPrice, grams, taxable, inventoryPolicy } = first;
  return {
    price,
    compareAtPrice,
    sku: "",
    grams,
    taxable,
    inventoryQuantity: isTracked ? 0 : null,
    inventoryPolicy,
  };
}

function hasOptions(product: Product): boolean {
  return optionsOf(product).length > 0;
}

function detailsOf({ options, title, vendor, bodyHtml, status, maxQuantity }: ProductEntry) {
  const optionNames = options.map(({ name }) => name);
  return { title, vendor, bodyHtml, status, maxQuantity, optionNames };
}

function named(optionValues: readonly string[]): Pick<Variant, "title" | "optionValues"> {
  return { title: optionValues.join(" / ") || DEFAULT_VARIANT_TITLE, optionValues };
}

/** Every combination of the options' values: the first option changes last. */
function combinationsOf(options: readonly ProductOption[]): string[][] {
  if (options.length > MAX_OPTIONS) {
    throw invalid(`options must be at most ${MAX_OPTIONS}, got ${options.length}`, "options");
  }
  const names = options.map(({ name }) => name.toLowerCase());
  const twice = options.find(({ name }, i) => names.indexOf(name.toLowerCase()) !== i);
  if (twice !== undefined) {
    throw invalid(`options must have different names, ${got(twice.name)} twice`, "options");
  }
  let all: string[][] = [[]];
  for (const { name, values } of options) {
    if (values.length === 0 || new Set(values).size !== values.length) {
      throw invalid(`options must have values, each once: ${name}`, "options");
    }
    all = all.flatMap((before) => values.map((value) => [...before, value]));
    if (all.length > MAX_MADE_VARIANTS) {
      throw new AppError(
        "error.invalid-request",
        `options may have at most ${MAX_MADE_VARIANTS} combinations: enter fewer values`,
        { field: "options" },
      );
    }
  }
  return all;
}
