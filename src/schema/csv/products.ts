import type { CatalogEntry } from "../../domain/shop/catalog.ts";
import type { Currency } from "../../domain/values/money.ts";
import { amountField, optionalAmount } from "../seed/fields.ts";
import { csvForm } from "./csv.ts";

/** A variant with its product and the currency of its price. */
export interface CsvVariant extends CatalogEntry {
  readonly currency: Currency;
}

/** Variants of products as CSV: amounts in the major unit, the stock that is left. */
export const PRODUCTS_CSV = csvForm<CsvVariant>([
  // As text, for a spreadsheet would round numbers of 64 bits.
  ["product_id", ({ product }) => product.productId],
  ["variant_id", ({ variant }) => variant.variantId],
  ["title", ({ product }) => product.title],
  ["variant_title", ({ variant }) => variant.title],
  ["vendor", ({ product }) => product.vendor],
  ["handle", ({ product }) => product.handle],
  ["status", ({ product }) => product.status],
  ["currency_code", ({ currency }) => currency.code],
  ["price", ({ variant, currency }) => amountField(variant.price, currency)],
  ["compare_at_price", ({ variant, currency }) => optionalAmount(variant.compareAtPrice, currency)],
  ["inventory_quantity", ({ variant }) => variant.inventoryQuantity],
  ["inventory_policy", ({ variant }) => variant.inventoryPolicy],
  ["grams", ({ variant }) => variant.grams],
  ["taxable", ({ variant }) => String(variant.taxable)],
]);
