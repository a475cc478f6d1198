import type { Product, Variant } from "../../../domain/shop/catalog.ts";
import type { DashboardBody } from "../frame.tsx";
import { ActionForm } from "../forms/form.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { PageHead, Panel } from "../parts/panel.tsx";
import { productFields, type ProductForm, variantFields } from "./fields.ts";

/** Path of the form of a new product, or of one that is changed. */
export function productFormPath(shopId: string, product: Product | null): string {
  return product === null
    ? pathWithin(shopId, "products", "new")
    : pathWithin(shopId, "products", product.productId, "edit");
}

/** Path of the form of a variant. */
export function variantFormPath(
  shopId: string,
  { productId, variantId }: Pick<Variant, "productId" | "variantId">,
): string {
  return pathWithin(shopId, "products", productId, "variants", variantId, "edit");
}

/** The page of the form of a product. */
export function productFormBody(shopId: string, form: ProductForm): DashboardBody {
  const { product, entered } = form;
  const list = { href: sectionPath(shopId, "products"), label: "Products" };
  const back = product === null ? list : backTo(shopId, product);
  const title = product === null ? "Add product" : `Edit ${product.title}`;
  return {
    title,
    section: "products",
    children: (
      <>
        <PageHead
          title={<bdi>{title}</bdi>}
          note={product === null ? undefined : "Open carts get changes with their next step."}
          back={back}
        />
        <Panel>
          <ActionForm
            action={productFormPath(shopId, product)}
            submit={product === null ? "Add product" : "Save"}
            cancel={back.href}
            error={entered.error}
            fields={productFields(form)}
          />
        </Panel>
      </>
    ),
  };
}

/** The page of the form of a variant. */
export function variantFormBody(
  shopId: string,
  { variant, ...form }: ProductForm & { readonly product: Product; readonly variant: Variant },
): DashboardBody {
  const back = backTo(shopId, form.product);
  const title = form.product.variants.length === 1
    ? `Edit the price of ${form.product.title}`
    : `Edit ${form.product.title}, ${variant.title}`;
  return {
    title,
    section: "products",
    children: (
      <>
        <PageHead
          title={<bdi>{title}</bdi>}
          note="Open carts get changes with their next step."
          back={back}
        />
        <Panel>
          <ActionForm
            action={variantFormPath(shopId, variant)}
            submit="Save"
            cancel={back.href}
            error={form.entered.error}
            fields={variantFields(form, variant)}
          />
        </Panel>
      </>
    ),
  };
}

function backTo(shopId: string, { productId, title }: Product) {
  return { href: pathWithin(shopId, "products", productId), label: title };
}
