import {
  DEFAULT_VARIANT_TITLE,
  type ProductChange,
  type ProductDraft,
  type Variant,
} from "../../../domain/shop/catalog.ts";
import { canonicalJson } from "../../../domain/values/json.ts";
import type { DashboardFormats } from "../parts/format.ts";

/** Longest text shown of a changed title or the like. */
const MAX_TEXT = 80;

/** Lines of one product; a file may change hundreds of its variants. */
const MAX_LINES = 20;

/** Differences between a product and its new form, a line for each: `Price: ₹399.00, was ₹349.00`. */
export function differences({ before, after }: ProductChange, formats: DashboardFormats): string[] {
  if (before === null) return [];
  const text = (value: string) =>
    value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value || "empty";
  const fields: readonly (readonly [string, (product: ProductDraft) => string])[] = [
    ["Title", ({ title }) => title],
    ["Vendor", ({ vendor }) => vendor],
    ["Handle", ({ handle }) => handle],
    ["Status", ({ status }) => status],
  ];
  const lines = [
    ...fields.flatMap(([name, of]) =>
      of(before) === of(after) ? [] : [`${name}: ${text(of(after))}, was ${text(of(before))}`]
    ),
    ...(before.bodyHtml === after.bodyHtml ? [] : ["Description: changed"]),
    ...(canonicalJson(before.images) === canonicalJson(after.images) ? [] : ["Images: changed"]),
    ...variantDifferences(before.variants, after.variants, formats),
  ];
  const more = lines.length - MAX_LINES;
  return more <= 1
    ? lines
    : [...lines.slice(0, MAX_LINES), `and ${formats.whole(more)} further differences`];
}

function variantDifferences(
  before: readonly Variant[],
  after: readonly Variant[],
  formats: DashboardFormats,
): string[] {
  const old = new Map(before.map((variant) => [variant.variantId, variant]));
  const kept = new Set(after.map(({ variantId }) => variantId));
  const order = (
    variants: readonly Variant[],
    other: ReadonlyMap<string, unknown> | ReadonlySet<string>,
  ) => variants.map(({ variantId }) => variantId).filter((id) => other.has(id)).join();
  return [
    ...after.flatMap((variant) => {
      const was = old.get(variant.variantId);
      if (was === undefined) {
        return [`New variant: ${variant.title}, ${formats.amount(variant.price)}`];
      }
      const name = variant.title === DEFAULT_VARIANT_TITLE ? "Product" : variant.title;
      return fieldDifferences(was, variant, formats).map((one) => `${name}: ${one}`);
    }),
    ...before.filter(({ variantId }) => !kept.has(variantId))
      .map(({ title }) => `Variant removed: ${title}`),
    ...(order(before, kept) === order(after, old) ? [] : ["Variants in another order"]),
  ];
}

function fieldDifferences(before: Variant, after: Variant, formats: DashboardFormats): string[] {
  const optional = (value: number | null, otherwise: string, of: (value: number) => string) =>
    value === null ? otherwise : of(value);
  const { amount, whole } = formats;
  const fields: readonly (readonly [string, (variant: Variant) => string])[] = [
    ["title", ({ title }) => title],
    ["price", ({ price }) => amount(price)],
    ["compare-at price", ({ compareAtPrice }) => optional(compareAtPrice, "none", amount)],
    [
      "stock in the file",
      ({ inventoryQuantity }) => optional(inventoryQuantity, "not tracked", whole),
    ],
    [
      "when sold out",
      ({ inventoryPolicy }) => inventoryPolicy === "continue" ? "sale goes on" : "sale stops",
    ],
    ["weight", ({ grams }) => `${whole(grams)} g`],
    ["tax", ({ taxable }) => taxable ? "taxed" : "not taxed"],
  ];
  const image = before.imageId === after.imageId ? [] : ["another image"];
  return [
    ...fields.flatMap(([name, of]) =>
      of(before) === of(after) ? [] : [`${name} ${of(after)}, was ${of(before)}`]
    ),
    ...image,
  ];
}
