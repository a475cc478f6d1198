import { fingerprint } from "../../../domain/idempotency.ts";
import type { Product } from "../../../domain/shop/catalog.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { writeProduct } from "../../../schema/seed/product.ts";
import { pathWithin, withQuery } from "../links.ts";
import { changedSinceLoaded } from "../forms/saved_fields.ts";
import { shopForm } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices } from "../page.ts";
import { page } from "../replies.ts";
import { findProduct, pathVariant } from "./find.ts";
import { productFormBody, productFormPath, variantFormBody, variantFormPath } from "./form.tsx";
import { detailsOf, entryOf, variantEditOf } from "./read.ts";

const LIST = "/shops/{shop}/products";
const ONE = "/shops/{shop}/products/{product}";

/** The forms of products that are made and changed here. */
export function productEditPages(services: DashboardServices): DashboardPage[] {
  return [...createForm(services), ...editForm(services), ...variantForm(services)];
}

function createForm({ products }: DashboardServices): DashboardPage[] {
  return shopForm({
    id: "products.create",
    path: `${LIST}/new`,
    needs: "products:write",
    show: (call, forms, shown) => {
      const { id, currencyCode } = call.shop;
      const entered = forms.of(productFormPath(id, null));
      return page(
        call,
        productFormBody(id, { product: null, seen: "", currencyCode, entered }),
        shown,
      );
    },
    async act({ shop, by }, values) {
      const entry = entryOf(values, null);
      const details = detailsOf(values, shop.currencyCode);
      const id = await products.create(shop.id, { entry, details }, by);
      return savedPath(shop.id, id);
    },
  });
}

function editForm(services: DashboardServices): DashboardPage[] {
  return shopForm({
    id: "products.update",
    path: `${ONE}/edit`,
    needs: "products:write",
    async show(call, forms, shown) {
      const { id: shopId, currencyCode } = call.shop;
      const product = await findProduct(services, call);
      const entered = forms.of(productFormPath(shopId, product));
      const form = { product, seen: seenName(product, currencyCode), currencyCode, entered };
      return page(call, productFormBody(shopId, form), shown);
    },
    async act(call, values) {
      const { shop, by } = call;
      const { productId } = await findProduct(services, call);
      await services.products.update(shop.id, productId, (old) => {
        requireSeen(old, values, shop.currencyCode);
        return { entry: entryOf(values, old), mayRemove: values.has("may_remove") };
      }, by);
      return savedPath(shop.id, productId);
    },
  });
}

function variantForm(services: DashboardServices): DashboardPage[] {
  return shopForm({
    id: "products.variant",
    path: `${ONE}/variants/{variant}/edit`,
    needs: "products:write",
    async show(call, forms, shown) {
      const { id: shopId, currencyCode } = call.shop;
      const product = await findProduct(services, call);
      const variant = pathVariant(product, call);
      const entered = forms.of(variantFormPath(shopId, variant));
      const seen = seenName(product, currencyCode);
      const form = { product, variant, seen, currencyCode, entered };
      return page(call, variantFormBody(shopId, form), shown);
    },
    async act(call, values) {
      const { shop, by } = call;
      const product = await findProduct(services, call);
      const { variantId } = pathVariant(product, call);
      await services.products.update(shop.id, product.productId, (old) => {
        requireSeen(old, values, shop.currencyCode);
        return { variant: { ...variantEditOf(values, shop.currencyCode), variantId } };
      }, by);
      return savedPath(shop.id, product.productId);
    },
  });
}

/** Names a product as a form shows it, without its stock, which sales change. */
function seenName(product: Product, currencyCode: string): string {
  const variants = product.variants.map((one) => ({ ...one, inventoryQuantity: null }));
  return fingerprint(writeProduct({ ...product, variants }, currencyOf(currencyCode))).slice(0, 32);
}

function requireSeen(old: Product, values: URLSearchParams, currencyCode: string): void {
  if (values.get("seen") !== seenName(old, currencyCode)) throw changedSinceLoaded("product");
}

function savedPath(shopId: string, productId: string): string {
  return withQuery(pathWithin(shopId, "products", productId), { saved: "1" });
}
