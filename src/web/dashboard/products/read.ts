import type { Product } from "../../../domain/shop/catalog.ts";
import type {
  ProductEntry,
  VariantDetails,
  VariantEdit,
} from "../../../domain/shop/made_product.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { readDetails, readEntry, readVariantEdit } from "../../../schema/seed/product_entry.ts";
import { labelled } from "../forms/labelled.ts";
import { PRODUCT_LABELS } from "./fields.ts";

/**
 * Reads the form of a product.
 *
 * @throws {AppError} `error.invalid-request` naming the field
 */
export function entryOf(values: URLSearchParams, old: Product | null): ProductEntry {
  const lines = text(values, "options").split("\n").map((line) => line.trim());
  return labelled(PRODUCT_LABELS, () =>
    readEntry({
      title: text(values, "title"),
      text: text(values, "text"),
      handle: text(values, "handle"),
      vendor: text(values, "vendor"),
      status: text(values, "status"),
      max_quantity: numberOf(values, "max_quantity"),
      options: lines.filter((line) => line !== ""),
    }, old));
}

/**
 * Reads the first variant of a new product.
 *
 * @throws {AppError} `error.invalid-request` naming the field
 */
export function detailsOf(values: URLSearchParams, currencyCode: string): VariantDetails {
  const fields = {
    ...pricesOf(values),
    inventory_quantity: numberOf(values, "inventory_quantity"),
  };
  return labelled(PRODUCT_LABELS, () => readDetails(fields, currencyOf(currencyCode)));
}

/**
 * Reads the form of a variant.
 *
 * @throws {AppError} `error.invalid-request` naming the field
 */
export function variantEditOf(values: URLSearchParams, currencyCode: string): VariantEdit {
  const fields = {
    ...pricesOf(values),
    sku: text(values, "sku"),
    grams: numberOf(values, "grams") ?? 0,
    taxable: values.has("taxable"),
    inventory_policy: text(values, "inventory_policy"),
  };
  return labelled(PRODUCT_LABELS, () => readVariantEdit(fields, currencyOf(currencyCode)));
}

function pricesOf(values: URLSearchParams) {
  const before = text(values, "compare_at_price");
  return { price: text(values, "price"), compare_at_price: before === "" ? null : before };
}

function text(values: URLSearchParams, name: keyof typeof PRODUCT_LABELS): string {
  return (values.get(name) ?? "").trim();
}

/** A whole number, null for an empty field, or the text, which its reader refuses. */
function numberOf(values: URLSearchParams, name: keyof typeof PRODUCT_LABELS) {
  const entered = text(values, name);
  if (entered === "") return null;
  return /^[0-9]{1,15}$/.test(entered) ? Number(entered) : entered;
}
