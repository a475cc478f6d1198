import type { Product } from "../../../domain/shop/catalog.ts";
import { productColumns } from "../../../things/product.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { Thumbnail } from "./pictures.tsx";
import { productFormPath } from "./form.tsx";
import { Banner, LinkButton } from "../parts/panel.tsx";

/** A page of a shop's products. */
export interface ProductListModel extends ListModel<Product> {
  /** Text that was searched for; empty for all. */
  readonly search: string;
  /** Result of an import that was just done. */
  readonly imported: string | undefined;
  readonly mayWrite: boolean;
}

/** Path of the form that a file is imported with. */
export function productImportPath(shopId: string): string {
  return pathWithin(shopId, "products", "import");
}

/** The list of a shop's products. */
export function productsBody(model: ProductListModel): DashboardBody {
  const { shopId, search, imported, mayWrite, formats } = model;
  const pathOf = ({ productId }: Product) => pathWithin(shopId, "products", productId);
  return listBody(model, {
    section: "products",
    note: "By id; stock without the units that payments hold",
    query: { q: search },
    fields: [{ kind: "search", name: "q", label: "Title, vendor or id", value: search }],
    columns: [
      {
        title: "Picture",
        cell: (product) => <Thumbnail shopId={shopId} product={product} />,
      },
      ...listColumns(productColumns(formats.currencyCode), { pathOf, formats }),
    ],
    empty: emptyText(model),
    actions: mayWrite && (
      <>
        <LinkButton href={productFormPath(shopId, null)} isMain>Add product</LinkButton>
        <LinkButton href={productImportPath(shopId)}>Import products</LinkButton>
      </>
    ),
    banner: imported !== undefined && <Banner tone="good">{imported}</Banner>,
  });
}

function emptyText({ search, mayWrite }: ProductListModel): string {
  if (search !== "") return `No product has ${search} in its title or vendor, or as its id.`;
  return mayWrite
    ? "No products yet. Add one, or import the products.json of your store: prices and stock then " +
      "come from here."
    : "No products yet. An owner of the shop can add them.";
}
