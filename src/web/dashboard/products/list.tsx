import type { Product, ProductStatus, Variant } from "../../../domain/shop/catalog.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { Badge, Banner, CsvLink, LinkButton, PageHead } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import type { Tone } from "../../../things/list.ts";

/** A page of a shop's products. */
export interface ProductListModel {
  readonly shopId: string;
  readonly rows: readonly Product[];
  /** Text that was searched for; empty for all. */
  readonly search: string;
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  /** Result of an import that was just done. */
  readonly imported: string | undefined;
  readonly mayWrite: boolean;
  readonly formats: DashboardFormats;
}

/** Path of the list as a file. */
export function productsCsvPath(shopId: string): string {
  return `${sectionPath(shopId, "products")}.csv`;
}

/** Path of the form that a file is imported with. */
export function productImportPath(shopId: string): string {
  return pathWithin(shopId, "products", "import");
}

/** The list of a shop's products. */
export function productsBody(model: ProductListModel): DashboardBody {
  const { shopId, rows, search, isFirst, next, imported, mayWrite, formats } = model;
  const path = sectionPath(shopId, "products");
  const filter = { q: search };
  return {
    title: "Products",
    section: "products",
    children: (
      <>
        <PageHead title="Products" note="By id; stock without the units that payments hold">
          <CsvLink href={withQuery(productsCsvPath(shopId), filter)} isShown={rows.length > 0} />
          {mayWrite
            ? <LinkButton href={productImportPath(shopId)} isMain>Import products</LinkButton>
            : ""}
        </PageHead>
        {imported === undefined ? "" : <Banner tone="good">{imported}</Banner>}
        <FilterForm
          action={path}
          fields={[{
            kind: "search",
            name: "q",
            label: "Title, vendor or id",
            value: search,
          }]}
        />
        <ListTable
          caption="Products"
          rows={rows}
          columns={columnsOf(shopId, formats)}
          empty={emptyText(model)}
          first={isFirst ? undefined : withQuery(path, filter)}
          next={next === null ? undefined : withQuery(path, { ...filter, after: next })}
        />
      </>
    ),
  };
}

function emptyText({ search, mayWrite }: ProductListModel): string {
  if (search !== "") return `No product has ${search} in its title or vendor, or as its id.`;
  return mayWrite
    ? "No products yet. Import the products.json of your store: prices and stock then come from here."
    : "No products yet. An owner of the shop can import them.";
}

const STATUS = {
  active: ["Active", "good"],
  unlisted: ["Unlisted", "plain"],
  draft: ["Draft", "plain"],
  archived: ["Archived", "plain"],
} as const satisfies Record<ProductStatus, readonly [string, Tone]>;

/** The status of a product. */
export function ProductBadge({ status }: { readonly status: ProductStatus }) {
  const [text, tone] = STATUS[status];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The prices of variants: `₹349.00`, or `₹349.00 to ₹399.00`. */
export function pricesText(variants: readonly Variant[], { amount }: DashboardFormats): string {
  const prices = variants.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return low === high ? amount(low) : `${amount(low)} to ${amount(high)}`;
}

/** Units that are left, or that stock is not tracked. */
export function Stock({ units, formats: { whole } }: {
  readonly units: number | null;
  readonly formats: DashboardFormats;
}) {
  if (units === null) return <span class="soft">not tracked</span>;
  return units > 0 ? <>{whole(units)}</> : (
    <span>
      <Badge tone="warn">Sold out</Badge> {whole(units)}
    </span>
  );
}

function columnsOf(shopId: string, formats: DashboardFormats): ListColumn<Product>[] {
  return [
    {
      title: "Product",
      kind: "main",
      cell: ({ productId, title }) => (
        <a href={pathWithin(shopId, "products", productId)}>
          <bdi>{title}</bdi>
        </a>
      ),
    },
    { title: "Vendor", kind: "text", cell: ({ vendor }) => <bdi>{vendor}</bdi> },
    { title: "Status", cell: ({ status }) => <ProductBadge status={status} /> },
    { title: "Price", kind: "number", cell: ({ variants }) => pricesText(variants, formats) },
    { title: "Variants", kind: "number", cell: ({ variants }) => formats.whole(variants.length) },
    {
      title: "Stock",
      kind: "number",
      cell: ({ variants }) => <Stock units={stockOf(variants)} formats={formats} />,
    },
  ];
}

/** Units of all tracked variants; null if none is tracked. */
function stockOf(variants: readonly Variant[]): number | null {
  const tracked = variants.flatMap(({ inventoryQuantity: units }) => units === null ? [] : [units]);
  return tracked.length === 0 ? null : tracked.reduce((sum, units) => sum + units, 0);
}
