import type { VariantId } from "../../../domain/ids.ts";
import { DEFAULT_VARIANT_TITLE, type Product, type Variant } from "../../../domain/shop/catalog.ts";
import { Facts } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { FormField } from "../forms/fields.tsx";
import { Forms, type FormState } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { Banner, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import { textOfHtml } from "../../../schema/seed/product_text.ts";
import { PRODUCT_WORDS, SOLD_OUT_WORDS } from "../../../things/product.ts";
import { PRODUCT_LABELS } from "./fields.ts";
import { productFormPath, variantFormPath } from "./form.tsx";
import { PicturesPanel } from "./pictures.tsx";
import { type ProductLink, SharePanel } from "./share.tsx";
import { StateBadges, Stock } from "../parts/state.tsx";

/** One product. */
export interface ProductModel {
  readonly shopId: string;
  readonly product: Product;
  /** Stock of its variants with the units that payments hold; null if not tracked. */
  readonly stock: ReadonlyMap<VariantId, number | null>;
  /** True after a change. */
  readonly isSaved: boolean;
  readonly share: ProductLink;
  readonly mayWrite: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** Path that a change of a variant's stock is posted to. */
export function stockPath(shopId: string, productId: string, variantId: string): string {
  return pathWithin(shopId, "products", productId, "variants", variantId);
}

/** The page of one product. */
export function productBody(model: ProductModel): DashboardBody {
  const { shopId, product, share, formats, isSaved, mayWrite } = model;
  const { productId, title, handle, vendor, status, images, variants, maxQuantity } = product;
  const text = textOfHtml(product.bodyHtml);
  return {
    title,
    section: "products",
    children: (
      <>
        <PageHead
          title={<bdi>{title}</bdi>}
          note={<StateBadges states={[PRODUCT_WORDS[status]]} />}
          back={{ href: sectionPath(shopId, "products"), label: "Products" }}
        >
          {mayWrite
            ? <LinkButton href={productFormPath(shopId, product)} isMain>Edit</LinkButton>
            : ""}
        </PageHead>
        {isSaved ? <Banner tone="good">Saved.</Banner> : ""}
        <RefusedStock model={model} />
        <Panel
          title={variants.length === 1 ? "Variant" : "Variants"}
          note="Stock without the units that payments hold"
        >
          <ListTable
            caption="Variants"
            rows={variants}
            columns={columnsOf(model)}
            empty="A product has at least one variant."
          />
        </Panel>
        <PicturesPanel shopId={shopId} product={product} mayWrite={mayWrite} forms={model.forms} />
        <SharePanel shopId={shopId} product={product} share={share} formats={formats} />
        <Panel title="Product" note="An import of a file that has it may change it">
          <Facts
            facts={[
              { term: "Description", value: text === "" ? undefined : <Lines text={text} /> },
              {
                term: "Units in an order",
                value: maxQuantity === null ? undefined : String(maxQuantity),
              },
              { term: "Id", value: productId },
              { term: "Vendor", value: vendor === "" ? undefined : <bdi>{vendor}</bdi> },
              { term: "Handle", value: handle === "" ? undefined : <bdi>{handle}</bdi> },
              { term: "Images", value: String(images.length) },
            ]}
          />
        </Panel>
      </>
    ),
  };
}

function Lines({ text }: { readonly text: string }) {
  return (
    <>
      {text.split("\n").map((line, i) =>
        i === 0 ? <bdi>{line}</bdi> : (
          <>
            <br />
            <bdi>{line}</bdi>
          </>
        )
      )}
    </>
  );
}

function columnsOf(model: ProductModel) {
  const { shopId, product, mayWrite, formats } = model;
  const { amount } = formats;
  const columns: ListColumn<Variant>[] = [
    {
      title: "Variant",
      kind: "main",
      cell: ({ title }) => <bdi>{title === DEFAULT_VARIANT_TITLE ? product.title : title}</bdi>,
    },
    { title: "Id", cell: ({ variantId }) => variantId },
    ...(product.variants.some(({ sku }) => sku !== "")
      ? [{ title: "SKU", cell: ({ sku }: Variant) => <bdi>{sku}</bdi> }]
      : []),
    { title: PRODUCT_LABELS.price, kind: "number", cell: ({ price }) => amount(price) },
    {
      title: PRODUCT_LABELS.compare_at_price,
      kind: "number",
      cell: ({ compareAtPrice: before }) => before === null ? "" : <s>{amount(before)}</s>,
    },
    {
      title: "Stock",
      kind: "number",
      cell: ({ inventoryQuantity: units }) => <Stock units={units} formats={formats} />,
    },
    {
      title: PRODUCT_LABELS.inventory_policy,
      cell: ({ inventoryQuantity, inventoryPolicy }) =>
        inventoryQuantity === null ? "" : SOLD_OUT_WORDS[inventoryPolicy],
    },
  ];
  if (!mayWrite) return columns;
  return [...columns, {
    title: "Actions",
    kind: "actions" as const,
    cell: (variant: Variant) => (
      <>
        <LinkButton href={variantFormPath(shopId, variant)}>Edit</LinkButton>
        <StockAction
          variant={variant}
          action={stockPath(shopId, product.productId, variant.variantId)}
          units={unitsOf(variant, model)}
        />
      </>
    ),
  }];
}

/** Changes the stock of a variant, in a window. */
function StockAction({ variant, action, units }: {
  readonly variant: Variant;
  readonly action: string;
  readonly units: number | null;
}) {
  return (
    <ConfirmedAction
      open="Change stock"
      title={`Stock of ${variant.title}`}
      consequences={EFFECT}
      action={action}
      submit="Change stock"
      kind="main"
      prefix={`stock-${variant.variantId}`}
      fields={stockFields(units, new Forms().of(action))}
    />
  );
}

/** A change that was refused, with room for it above the variants. */
function RefusedStock({ model }: { readonly model: ProductModel }) {
  const { shopId, product, forms } = model;
  const actionOf = ({ variantId }: Variant) => stockPath(shopId, product.productId, variantId);
  const variant = product.variants.find((one) => forms.of(actionOf(one)).isRefused);
  if (variant === undefined) return "";
  const action = actionOf(variant);
  const entered = forms.of(action);
  return (
    <Panel title={`Stock of ${variant.title}`} note={EFFECT}>
      <ActionForm
        action={action}
        submit="Change stock"
        cancel={pathWithin(shopId, "products", product.productId)}
        error={entered.error}
        prefix="refused"
        fields={stockFields(unitsOf(variant, model), entered)}
      />
    </Panel>
  );
}

const EFFECT = "Units that pending payments hold are in the stock. The next import changes it " +
  "again only if the file has another number than the last one.";

function unitsOf({ variantId }: Variant, { stock }: ProductModel): number | null {
  return stock.get(variantId) ?? null;
}

/** A stock as a form carries it: what the person has seen. */
export function stockText(units: number | null): string {
  return units === null ? "not tracked" : String(units);
}

function stockFields(units: number | null, entered: FormState): FormField[] {
  const ofTracked = [
    { value: "add", label: "Add units, or take some away with a minus" },
    { value: "none", label: "Stop tracking" },
  ];
  return [
    {
      kind: "radio",
      name: "change",
      label: "Change",
      ...entered.field("change", "set"),
      options: [
        { value: "set", label: "Set the stock to a number" },
        ...(units === null ? [] : ofTracked),
      ],
    },
    {
      kind: "text",
      name: "units",
      label: "Units",
      hint: `In stock: ${stockText(units)}`,
      inputmode: "numeric",
      ...entered.field("units"),
    },
    { kind: "hidden", name: "seen", value: stockText(units) },
  ];
}
