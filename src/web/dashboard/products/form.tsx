import type { Product, Variant } from "../../../domain/shop/catalog.ts";
import type { DashboardBody } from "../frame.tsx";
import type { FormField } from "../forms/fields.tsx";
import { ActionForm } from "../forms/form.tsx";
import type { FormState } from "../forms/form_state.ts";
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
  const page = { action: productFormPath(shopId, product), entered, fields: productFields(form) };
  if (product !== null) return changeBody(shopId, product, { ...page, title: product.title });
  const back = { href: sectionPath(shopId, "products"), label: "Products" };
  return formBody({ ...page, title: "Add product", submit: "Add product", back });
}

/** The page of the form of a variant. */
export function variantFormBody(
  shopId: string,
  { variant, ...form }: ProductForm & { readonly product: Product; readonly variant: Variant },
): DashboardBody {
  const { product, entered } = form;
  return changeBody(shopId, product, {
    title: product.variants.length === 1
      ? `the price of ${product.title}`
      : `${product.title}, ${variant.title}`,
    action: variantFormPath(shopId, variant),
    entered,
    fields: variantFields(form, variant),
  });
}

interface FormPage {
  readonly title: string;
  readonly action: string;
  readonly entered: FormState;
  readonly fields: readonly FormField[];
}

/** A form that changes a part of a product. */
function changeBody(shopId: string, product: Product, page: FormPage): DashboardBody {
  const href = pathWithin(shopId, "products", product.productId);
  return formBody({
    ...page,
    title: `Edit ${page.title}`,
    note: "Open carts get changes with their next step.",
    submit: "Save",
    back: { href, label: product.title },
  });
}

function formBody({ title, note, back, action, submit, entered, fields }: FormPage & {
  readonly note?: string;
  readonly submit: string;
  readonly back: { readonly href: string; readonly label: string };
}): DashboardBody {
  return {
    title,
    section: "products",
    children: (
      <>
        <PageHead title={<bdi>{title}</bdi>} note={note} back={back} />
        <Panel>
          <ActionForm
            action={action}
            submit={submit}
            cancel={back.href}
            error={entered.error}
            fields={fields}
          />
        </Panel>
      </>
    ),
  };
}
