import {
  INVENTORY_POLICIES,
  type Product,
  PRODUCT_STATUSES,
  type Variant,
} from "../../../domain/shop/catalog.ts";
import { MAX_PRODUCT_TEXT } from "../../../domain/values/limits.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { writeEntry, writeVariantEdit } from "../../../schema/seed/product_entry.ts";
import { PRODUCT_WORDS, SOLD_OUT_WORDS } from "../../../things/product.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { fieldsBesideSaved } from "../forms/saved_fields.ts";

/** Labels of the fields of a product and of a variant. */
export const PRODUCT_LABELS = {
  title: "Title",
  text: "Description",
  price: "Price",
  compare_at_price: "Price before",
  inventory_quantity: "Stock",
  options: "Options",
  handle: "Handle",
  vendor: "Vendor",
  sku: "SKU",
  grams: "Weight",
  max_quantity: "Units in an order",
  status: "Status",
  taxable: "Tax is due on it",
  inventory_policy: "When sold out",
} as const;

type Label = keyof typeof PRODUCT_LABELS;

/** The form of a product, or of a variant. */
export interface ProductForm {
  /** Null for a new product. */
  readonly product: Product | null;
  /** Names the product as the form shows it; empty for a new one. */
  readonly seen: string;
  readonly currencyCode: string;
  readonly entered: FormState;
}

/** The fields of a product; those of a new one with its first variant. */
export function productFields(form: ProductForm): FormField[] {
  return fieldsBesideSaved(form, (entered) => {
    const { product, currencyCode } = form;
    const saved = product && writeEntry(product);
    return [
      { kind: "hidden", name: "seen", value: form.seen },
      {
        kind: "text",
        ...field(entered, "title", saved?.title),
        isRequired: true,
        isFirst: product === null && !entered.isRefused,
        maxlength: MAX_PRODUCT_TEXT,
      },
      ...(product === null ? priceFields(entered, currencyCode) : []),
      ...(product === null ? [stockField(entered)] : []),
      {
        kind: "textarea",
        ...field(entered, "text", saved?.text),
        hint: "Text without formatting. An empty line begins a paragraph",
        rows: 4,
      },
      {
        kind: "textarea",
        ...field(entered, "options", saved?.options?.join("\n")),
        hint:
          "What its variants differ by, one a line, such as Size: S, M, L. Empty for one variant",
        rows: 3,
      },
      ...(product === null ? [] : [removalField(entered)]),
      ...lastFields(entered, saved),
    ];
  });
}

/** The fields of a variant besides its stock. */
export function variantFields(form: ProductForm, variant: Variant): FormField[] {
  return fieldsBesideSaved(form, (entered) => {
    const saved = writeVariantEdit(variant, currencyOf(form.currencyCode));
    return [
      { kind: "hidden", name: "seen", value: form.seen },
      ...priceFields(entered, form.currencyCode, saved),
      { kind: "text", ...field(entered, "sku", saved.sku), hint: "Your own code of the article" },
      {
        kind: "text",
        ...field(entered, "grams", saved.grams === 0 ? "" : String(saved.grams)),
        hint: "Of a unit, in grams",
        inputmode: "numeric",
      },
      {
        kind: "radio",
        ...field(entered, "inventory_policy", saved.inventory_policy),
        options: INVENTORY_POLICIES.map((value) => ({ value, label: SOLD_OUT_WORDS[value] })),
      },
      {
        kind: "check",
        name: "taxable",
        label: PRODUCT_LABELS.taxable,
        isChecked: entered.isRefused ? entered.text("taxable") !== "" : saved.taxable,
      },
    ];
  });
}

/** Name, label, value and error of a field. */
function field(entered: FormState, name: Label, initial = "") {
  return { name, label: PRODUCT_LABELS[name], ...entered.field(name, initial) };
}

function priceFields(
  entered: FormState,
  currencyCode: string,
  saved?: { readonly price: string; readonly compare_at_price: string | null },
): FormField[] {
  return [
    {
      kind: "text",
      ...field(entered, "price", saved?.price),
      hint: `In ${currencyCode}`,
      inputmode: "decimal",
      isRequired: true,
    },
    {
      kind: "text",
      ...field(entered, "compare_at_price", saved?.compare_at_price ?? ""),
      hint: "Struck through beside the price; empty for none",
      inputmode: "decimal",
    },
  ];
}

function stockField(entered: FormState): FormField {
  return {
    kind: "text",
    ...field(entered, "inventory_quantity"),
    hint: "Units of each variant; empty for any number",
    inputmode: "numeric",
  };
}

function removalField(entered: FormState): FormField {
  return {
    kind: "check",
    name: "may_remove",
    label: "Remove variants whose values are no longer among the options, with their stock",
    isChecked: entered.text("may_remove") !== "",
  };
}

function lastFields(
  entered: FormState,
  saved: ReturnType<typeof writeEntry> | null,
): FormField[] {
  return [
    {
      kind: "text",
      ...field(entered, "max_quantity", saved?.max_quantity ? String(saved.max_quantity) : ""),
      hint: "Of each variant, for orders by a link; empty for the limit of the shop",
      inputmode: "numeric",
    },
    { kind: "text", ...field(entered, "vendor", saved?.vendor), hint: "Maker or brand" },
    {
      kind: "text",
      ...field(entered, "handle", saved?.handle),
      hint: "Names the product in files and addresses; empty for one made of the title",
    },
    {
      kind: "radio",
      ...field(entered, "status", saved?.status ?? "active"),
      options: PRODUCT_STATUSES.map((value) => ({ value, label: PRODUCT_WORDS[value][0] })),
    },
  ];
}
