import { z } from "zod";
import { MAX_QUANTITY } from "../../domain/cart/cart.ts";
import { got, invalid } from "../../domain/errors.ts";
import {
  INVENTORY_POLICIES,
  type Product,
  PRODUCT_STATUSES,
  type Variant,
} from "../../domain/shop/catalog.ts";
import {
  MAX_OPTIONS,
  optionsOf,
  type ProductEntry,
  type ProductOption,
  type VariantDetails,
  type VariantEdit,
} from "../../domain/shop/made_product.ts";
import { MAX_PRODUCT_TEXT } from "../../domain/values/limits.ts";
import {
  type Currency,
  formatMajor,
  parseMajor,
  parseOptional,
} from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { integerBetween, parseWith, textUpTo, visibleText } from "../parse.ts";
import { decimalField, MAX_COUNT } from "./fields.ts";
import { htmlOfText, textOfHtml } from "./product_text.ts";

/** Length of a description that is entered, in UTF-16 units. */
const MAX_TEXT = 20_000;

const productSchema = z.object({
  title: visibleText(MAX_PRODUCT_TEXT),
  text: textUpTo(MAX_TEXT).optional(),
  handle: textUpTo(MAX_PRODUCT_TEXT).optional(),
  vendor: textUpTo(MAX_PRODUCT_TEXT).optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  max_quantity: integerBetween(1, MAX_QUANTITY).nullish(),
  options: z.array(textUpTo(1000)).max(MAX_OPTIONS).optional(),
});

const variantSchema = z.object({
  price: decimalField,
  compare_at_price: decimalField.nullish(),
  sku: textUpTo(MAX_PRODUCT_TEXT).optional(),
  grams: integerBetween(0, MAX_COUNT).optional(),
  taxable: z.boolean().optional(),
  inventory_quantity: integerBetween(0, MAX_COUNT).nullish(),
  inventory_policy: z.enum(INVENTORY_POLICIES).optional(),
});

/**
 * Reads what a person enters of a product.
 *
 * @param value as {@link writeEntry} writes it
 * @param old the product that is changed: its description stays if its text does
 * @throws {AppError} `error.invalid-request` naming the field
 */
export function readEntry(value: unknown, old: Product | null = null): ProductEntry {
  const fields = parseWith(productSchema, value);
  const text = (fields.text ?? "").replaceAll("\r\n", "\n");
  const isKept = old !== null && text.trim() === textOfHtml(old.bodyHtml);
  return {
    title: fields.title,
    handle: (fields.handle ?? "").trim(),
    vendor: fields.vendor ?? "",
    bodyHtml: isKept ? old.bodyHtml : htmlOfText(text),
    status: fields.status ?? "active",
    maxQuantity: fields.max_quantity ?? null,
    options: (fields.options ?? []).map(optionOf),
  };
}

/** Encodes what a person can change of a product. */
export function writeEntry(product: Product): Form<typeof productSchema> {
  return {
    title: product.title,
    text: textOfHtml(product.bodyHtml),
    handle: product.handle,
    vendor: product.vendor,
    status: product.status,
    max_quantity: product.maxQuantity,
    options: optionsOf(product).map(({ name, values }) => `${name}: ${values.join(", ")}`),
  };
}

/**
 * Reads what a person enters of a variant.
 *
 * @param value amounts in the major unit of `currency`; null stock is not tracked
 * @throws {AppError} `error.invalid-request` naming the field
 */
export function readDetails(value: unknown, currency: Currency): VariantDetails {
  const fields = parseWith(variantSchema, value);
  return {
    price: parseMajor(fields.price, currency, "price"),
    compareAtPrice: parseOptional(fields.compare_at_price, currency, "compare_at_price"),
    sku: (fields.sku ?? "").trim(),
    grams: fields.grams ?? 0,
    taxable: fields.taxable ?? true,
    inventoryQuantity: fields.inventory_quantity ?? null,
    inventoryPolicy: fields.inventory_policy ?? "deny",
  };
}

/** As {@link readDetails}, of a variant whose stock stays. */
export function readVariantEdit(value: unknown, currency: Currency): VariantEdit {
  const { inventoryQuantity: _, ...edit } = readDetails(value, currency);
  return edit;
}

/** Encodes what a person can change of a variant besides its stock. */
export function writeVariantEdit(variant: Variant, currency: Currency) {
  const { compareAtPrice: before } = variant;
  return {
    price: formatMajor(variant.price, currency),
    compare_at_price: before === null ? null : formatMajor(before, currency),
    sku: variant.sku,
    grams: variant.grams,
    taxable: variant.taxable,
    inventory_policy: variant.inventoryPolicy,
  };
}

/** Reads `Size: S, M, L`. */
function optionOf(text: string): ProductOption {
  const [, name = "", list = ""] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const values = list.split(",").map((value) => value.trim()).filter((value) => value !== "");
  if (name.trim() !== "" && values.length > 0) return { name: name.trim(), values };
  throw invalid(
    `options must be a name and its values, such as Size: S, M, L, ${got(text)}`,
    "options",
  );
}
