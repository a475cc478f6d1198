import { AppError, got, invalid } from "../../../domain/errors.ts";
import { parseInt64 } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/shop/catalog.ts";
import type { PageReader } from "../../../domain/values/page.ts";
import { MAX_COUNT } from "../../../schema/seed/fields.ts";
import type { StockChange } from "../../../service/shop/catalog.ts";
import { variantList, variantsOf } from "../../../things/product.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { pathWithin, withQuery } from "../links.ts";
import { findProduct, pathVariant } from "./find.ts";
import { pictureForms } from "./picture_forms.ts";
import { productBody, stockText } from "./product.tsx";
import { productLinkOf } from "./share.tsx";
import { productsBody } from "./list.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";

const LIST = "/shops/{shop}/products";
const ONE = "/shops/{shop}/products/{product}";

/** A shop's products: the list, one product, and its stock. */
export function productPages(services: DashboardServices): DashboardPage[] {
  const show = productPage(services);
  return [
    listPage(services),
    csvPage(services),
    {
      id: "products.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...stockForm(services, show),
    ...pictureForms(services, show),
  ];
}

function listPage({ catalog }: DashboardServices): DashboardPage {
  return {
    id: "products",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const { query } = call;
      const search = searchOf(query);
      const body = productsBody({
        ...await listModel(call, readerOf(catalog, call, search)),
        search,
        imported: importedText(query.get("imported")),
        mayWrite: call.may("products:write"),
      });
      return page(call, body);
    },
  };
}

function csvPage({ catalog }: DashboardServices): DashboardPage {
  return {
    id: "products.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    handle(call) {
      const search = searchOf(call.query);
      const read = readerOf(catalog, call, search);
      return csvReply(call, "products", variantList(call.shop.currencyCode), async (wanted) => {
        const { rows, next } = await read(wanted);
        return { rows: rows.flatMap(variantsOf), next };
      });
    },
  };
}

function readerOf(
  catalog: DashboardServices["catalog"],
  { shop }: Pick<ShopCall, "shop">,
  search: string,
): PageReader<Product, string> {
  return ({ limit, after = "" }) =>
    catalog.list(shop.id, { search }, { limit, after: parseInt64(after) });
}

/** Numbers of created and of updated products, as text. */
function importedText(text: string | null): string | undefined {
  const [, created, updated] = /^([0-9]{1,6}) ([0-9]{1,6})$/.exec(text ?? "") ?? [];
  return created && `Imported: ${created} created, ${updated} updated`;
}

function searchOf(query: URLSearchParams): string {
  return (query.get("q") ?? "").trim();
}

function productPage(services: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query } = call;
    const product = await findProduct(services, call);
    const ids = product.variants.map(({ variantId }) => variantId);
    const body = productBody({
      shopId: shop.id,
      product,
      stock: await services.catalog.stock(shop.id, ids),
      isSaved: query.has("saved"),
      share: productLinkOf(services, shop, { product, wanted: query.get("share") }),
      mayWrite: call.may("products:write"),
      forms,
      formats: dashboardFormats(shop),
    });
    return page(call, body, shown);
  };
}

function stockForm(services: DashboardServices, show: ShowShopPage): DashboardPage[] {
  const back = (call: ShopCall) => pathWithin(call.shop.id, "products", call.param("product"));
  return shopForm({
    id: "products.stock",
    isOnce: true,
    path: `${ONE}/variants/{variant}`,
    needs: "products:write",
    show,
    back,
    async act(call, values) {
      const variant = pathVariant(await findProduct(services, call), call);
      const change = changeOf(values);
      await services.catalog.changeStock(call.shop.id, variant.variantId, (units) => {
        if ("set" in change) requireSeen(units, values);
        return change;
      }, call.by);
      return withQuery(back(call), { saved: "1" });
    },
  });
}

/** A stock is only replaced if the person has seen it: a sale since then would be undone. */
function requireSeen(units: number | null, values: URLSearchParams): void {
  const [seen, now] = [values.get("seen") ?? "unknown", stockText(units)];
  if (seen === now) return;
  const message = `The stock is ${now} now, and was ${seen} in this form: check what you entered`;
  throw new AppError("error.conflict", message, { field: "units" });
}

/** The change of a stock that a form asks for. */
function changeOf(values: URLSearchParams): StockChange {
  const [change, text] = [values.get("change"), (values.get("units") ?? "").trim()];
  if (change === "none") return { set: null };
  const isAdded = change === "add";
  if (!isAdded && change !== "set") throw invalid("Choose a change of the stock", "change");
  const units = /^[+-]?[0-9]{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(Math.abs(units) <= MAX_COUNT) || (!isAdded && units < 0) || (isAdded && units === 0)) {
    const wanted = isAdded
      ? "a number of units, such as 10 or -3"
      : "a number of units, such as 42";
    throw invalid(`Units must be ${wanted}, ${got(text)}`, "units");
  }
  return isAdded ? { add: units } : { set: units };
}
