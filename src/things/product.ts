import type {
  CatalogEntry,
  InventoryPolicy,
  Product,
  ProductStatus,
  Variant,
} from "../domain/shop/catalog.ts";
import { currencyOf, formatMajor } from "../domain/values/money.ts";
import type { List, ListedColumn, ListFields, Money, PhrasePart, StateWord } from "./list.ts";

/** Words of a product's status. */
export const PRODUCT_WORDS: Readonly<Record<ProductStatus, StateWord>> = {
  active: ["Active", "good"],
  unlisted: ["Unlisted", "plain"],
  draft: ["Draft", "plain"],
  archived: ["Archived", "plain"],
};

/** The effect of a tracked stock that runs out. */
export const SOLD_OUT_WORDS: Readonly<Record<InventoryPolicy, string>> = {
  deny: "The sale stops",
  continue: "The sale goes on",
};

/** The variants of a product. */
export function variantsOf(product: Product): CatalogEntry[] {
  return product.variants.map((variant) => ({ product, variant }));
}

/** Title of a variant, with that of its product. */
export function variantTitle({ product, variant }: CatalogEntry): string {
  return product.variants.length === 1 ? product.title : `${product.title} - ${variant.title}`;
}

/**
 * The list of a shop's variants: the table, and CSV with the stock that is left. With `--json` each
 * product has its variants, in the form of a seed file.
 */
export function variantList(currencyCode: string): Pick<List<CatalogEntry>, "fields" | "table"> {
  const currency = currencyOf(currencyCode);
  const money = (minor: number): Money => ({ minor, currencyCode });
  const fields = {
    // As text, for a spreadsheet would round numbers of 64 bits.
    product_id: { kind: "word", of: ({ product }) => product.productId },
    variant_id: { kind: "word", of: ({ variant }) => variant.variantId },
    title: { kind: "text", of: ({ product }) => product.title },
    variant_title: { kind: "text", of: ({ variant }) => variant.title },
    sku: { kind: "text", of: ({ variant }) => variant.sku },
    vendor: { kind: "text", of: ({ product }) => product.vendor },
    handle: { kind: "word", of: ({ product }) => product.handle },
    status: { kind: "word", of: ({ product }) => product.status },
    currency_code: { kind: "word", of: () => currencyCode },
    price: { kind: "amount", of: ({ variant }) => money(variant.price) },
    compare_at_price: {
      kind: "amount",
      of: ({ variant: { compareAtPrice } }) =>
        compareAtPrice === null ? null : money(compareAtPrice),
    },
    inventory_quantity: { kind: "stock", of: ({ variant }) => variant.inventoryQuantity },
    inventory_policy: { kind: "word", of: ({ variant }) => variant.inventoryPolicy },
    grams: { kind: "count", of: ({ variant }) => variant.grams },
    taxable: { kind: "flag", of: ({ variant }) => variant.taxable },
  } as const satisfies ListFields<CatalogEntry>;
  return {
    fields,
    table: [
      { title: "PRODUCT", value: fields.product_id, fit: { isOptional: true } },
      { title: "VARIANT", value: fields.variant_id },
      { title: "TITLE", value: { kind: "text", of: variantTitle }, fit: { canShrink: true } },
      { title: "STATUS", value: fields.status, fit: { isOptional: true } },
      {
        title: `PRICE ${currencyCode}`,
        value: { kind: "word", of: ({ variant }) => formatMajor(variant.price, currency) },
        isNumber: true,
      },
      { title: "STOCK", value: fields.inventory_quantity },
    ],
  };
}

/** The page of a shop's products, each with all its variants. */
export function productColumns(currencyCode: string): readonly ListedColumn<Product>[] {
  return [
    { title: "Product", value: { kind: "text", of: ({ title }) => title }, isMain: true },
    { title: "Vendor", value: { kind: "text", of: ({ vendor }) => vendor } },
    { title: "Status", value: { kind: "states", of: ({ status }) => [PRODUCT_WORDS[status]] } },
    {
      title: "Price",
      value: { kind: "phrase", of: ({ variants }) => pricesOf(variants, currencyCode) },
      isNumber: true,
    },
    { title: "Variants", value: { kind: "count", of: ({ variants }) => variants.length } },
    { title: "Stock", value: { kind: "stock", of: ({ variants }) => stockOf(variants) } },
  ];
}

/** The lowest and the highest price of variants. */
export function pricesOf(variants: readonly Variant[], currencyCode: string): PhrasePart[] {
  const prices = variants.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const from = { minor: low, currencyCode };
  return low === high ? [from] : [from, " to ", { minor: high, currencyCode }];
}

/** Units of all tracked variants; null if none is tracked. */
function stockOf(variants: readonly Variant[]): number | null {
  const tracked = variants.flatMap(({ inventoryQuantity: units }) => units === null ? [] : [units]);
  return tracked.length === 0 ? null : tracked.reduce((sum, units) => sum + units, 0);
}
