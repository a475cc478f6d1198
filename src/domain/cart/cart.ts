import { got, invalid, shown } from "../errors.ts";
import type { ProductId, VariantId } from "../ids.ts";
import { type CatalogEntry, isSingleVariant, variantImage } from "../shop/catalog.ts";
import type { VariantAlias } from "../shop/catalog.ts";
import type { CartFormat, CatalogueRule } from "../shop/merchant.ts";
import {
  type Currency,
  type Minor,
  parseHundredths,
  parseMajor,
  parseOptional,
} from "../values/money.ts";
import { webImage } from "../values/text.ts";

/** Origin of a cart line (spec 2.3). Only this service sets `ADD_ON`. */
export type LineSource = "MANUAL" | "UPSELL" | "ADD_ON";

/** Limit of the lines of a cart. */
export const MAX_LINES = 500;
/** Limit of the units of a line. */
export const MAX_QUANTITY = 100_000;

/** A line as received: three checked fields and the rest. */
export interface RawLine {
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly quantity: number;
  /** The store's line-item object, unchecked. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Path of the line in the request, for messages: `data.items[2]`. */
  readonly path: string;
}

/** A paid line, with the data for pricing and display. */
export interface CartLine {
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly quantity: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly title: string;
  readonly handle: string;
  readonly variantTitle: string;
  readonly unitPrice: Minor;
  readonly compareAtPrice: Minor | null;
  readonly grams: number;
  readonly singleVariant: boolean;
  readonly taxable: boolean;
  readonly image: string;
  readonly source: LineSource;
  /** True if the shop's catalogue had it when the line was read. */
  readonly listed: boolean;
}

/** Catalogue data of a cart. */
export interface CartCatalog {
  readonly catalog: ReadonlyMap<VariantId, CatalogEntry>;
  /** Products in the catalogue among those of variants missing in `catalog`. */
  readonly knownProducts: ReadonlySet<ProductId>;
  /** Variants in `catalog` that lines name by ids of the store's own, by those ids. */
  readonly aliases: ReadonlyMap<VariantId, VariantAlias>;
}

/** Data of the shop for reading a line. */
export interface CartContext extends CartCatalog {
  readonly format: CartFormat;
  readonly currency: Currency;
  readonly rule: CatalogueRule;
}

/**
 * Reads a line of the store's cart.
 *
 * The price is the catalogue's if it has the variant, else the line's own. Text and images are the
 * catalogue's, else the line's, else empty. A display field of a wrong type counts as absent: it
 * must not stop a sale.
 *
 * @throws {AppError} `error.invalid-request` without a usable price, for a variant of another
 *   product or unknown to its product, for a product missing in a strict catalogue, or for
 *   `properties` that do not fit the cart format
 */
export function readLine(line: RawLine, context: CartContext): CartLine {
  const raw = underStoredIds(line, context.aliases);
  const entry = context.catalog.get(raw.variantId);
  if (entry !== undefined && entry.variant.productId !== raw.productId) {
    throw invalid(
      `${raw.path}.variant_id belongs to product ${entry.variant.productId}, not ${raw.productId}: ${raw.variantId}`,
    );
  }
  if (entry === undefined) requireSellable(raw, context);
  const shared = {
    productId: raw.productId,
    variantId: raw.variantId,
    quantity: raw.quantity,
    properties: readProperties(raw, context.format),
    source: raw.fields["source"] === "UPSELL" ? "UPSELL" : "MANUAL",
  } as const;
  return entry === undefined
    ? { ...shared, listed: false, ...fromLine(raw, context) }
    : { ...shared, listed: true, ...fromCatalog(entry, raw) };
}

function underStoredIds(line: RawLine, aliases: CartCatalog["aliases"]): RawLine {
  const alias = aliases.get(line.variantId);
  if (alias?.aliasProductId !== line.productId) return line;
  return { ...line, productId: alias.productId, variantId: alias.variantId };
}

/**
 * Refuses a variant that the catalogue lacks, if its product is known or the catalogue is strict.
 */
function requireSellable(
  { productId, variantId, path }: RawLine,
  { knownProducts, rule }: CartContext,
): void {
  if (knownProducts.has(productId)) {
    throw invalid(`${path}.variant_id must be a variant of product ${productId}, got ${variantId}`);
  }
  if (rule === "strict") {
    throw invalid(`${path}.product_id must be in the shop's catalogue, got ${productId}`);
  }
}

type Units = Iterable<{ readonly variantId: VariantId; readonly quantity: number }>;

/** Units of each variant over all lines, less the missing ones. */
export function unitsByVariant(lines: Units, missing: Units = []): Map<VariantId, number> {
  const units = new Map<VariantId, number>();
  for (const [some, sign] of [[lines, 1], [missing, -1]] as const) {
    for (const { variantId, quantity } of some) {
      units.set(variantId, (units.get(variantId) ?? 0) + sign * quantity);
    }
  }
  return units;
}

type Details = Omit<
  CartLine,
  "productId" | "variantId" | "quantity" | "properties" | "source" | "listed"
>;

function fromCatalog({ product, variant }: CatalogEntry, raw: RawLine): Details {
  const own = displayFields(raw.fields);
  return {
    title: product.title || own.title,
    handle: product.handle || own.handle,
    variantTitle: variant.title || own.variantTitle,
    unitPrice: variant.price,
    compareAtPrice: variant.compareAtPrice,
    grams: variant.grams,
    singleVariant: isSingleVariant(product),
    taxable: variant.taxable,
    image: variantImage(product, variant) || own.image,
  };
}

function fromLine(raw: RawLine, { format, currency }: CartContext): Details {
  const { fields, path } = raw;
  return {
    ...displayFields(fields),
    unitPrice: format === "shopify"
      ? shopifyPrice(fields, currency, path)
      : plainPrice(fields, currency, path),
    compareAtPrice: format === "shopify"
      ? null
      : parseOptional(fields["compare_at_price"], currency, `${path}.compare_at_price`),
  };
}

function plainPrice(fields: RawLine["fields"], currency: Currency, path: string): Minor {
  const price = fields["price"];
  if (price === undefined || price === null) throw noPrice(path);
  return parseMajor(price, currency, `${path}.price`);
}

/** Unit price; `final_price` includes the store's line discounts. */
function shopifyPrice(fields: RawLine["fields"], currency: Currency, path: string): Minor {
  for (const name of ["final_price", "price"]) {
    const price = fields[name];
    if (price !== undefined && price !== null) {
      return parseHundredths(price, currency, `${path}.${name}`);
    }
  }
  throw noPrice(path);
}

function noPrice(path: string) {
  return invalid(`${path}.price is required: the variant is not in the shop's catalogue`);
}

function displayFields(fields: RawLine["fields"]): Omit<Details, "unitPrice" | "compareAtPrice"> {
  const single = fields["product_has_only_default_variant"] ?? fields["single_variant"];
  return {
    title: text(fields["product_title"]) || text(fields["title"]),
    handle: text(fields["handle"]),
    variantTitle: text(fields["variant_title"]),
    grams: wholeNumber(fields["grams"]),
    singleVariant: single === true,
    taxable: fields["taxable"] !== false,
    image: imageUrl(fields),
  };
}

function imageUrl(fields: RawLine["fields"]): string {
  const featured = fields["featured_image"];
  const nested = typeof featured === "object" && featured !== null && "url" in featured
    ? text(featured.url)
    : "";
  return webImage(nested) || webImage(text(fields["image"]));
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function wholeNumber(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(Math.round(value)) && value >= 0
    ? Math.round(value)
    : 0;
}

function readProperties(raw: RawLine, format: CartFormat): Record<string, string> {
  const value = raw.fields["properties"];
  const path = `${raw.path}.properties`;
  if (value === undefined || value === null) return {};
  // Liquid and PHP write an empty map as an empty array.
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw invalid(`${path} must be an object, ${got(value)}`);
  }
  // fromEntries defines own keys, so that a key called __proto__ stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      // The path is built only if needed: nearly every value is a text.
      typeof entry === "string"
        ? entry
        : propertyText(entry, { format, path: `${path}.${shown(name)}` }),
    ]),
  );
}

function propertyText(
  value: unknown,
  { format, path }: { readonly format: CartFormat; readonly path: string },
): string {
  if (format === "plain") throw invalid(`${path} must be a string, ${got(value)}`);
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  return JSON.stringify(value, (_key, part) => typeof part === "bigint" ? String(part) : part);
}
