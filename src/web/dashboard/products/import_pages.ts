import { AppError, invalid } from "../../../domain/errors.ts";
import type { ProductDraft } from "../../../domain/shop/catalog.ts";
import { digestInTurns } from "../../../domain/values/digest.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { readProductsInTurns } from "../../../schema/seed/products_file.ts";
import type { ImportPreview } from "../../../service/shop/catalog.ts";
import { dashboardFormats } from "../parts/format.ts";
import { sectionPath, withQuery } from "../links.ts";
import { IMPORT_LIMIT_MIB, importBody, previewBody, previewPath } from "./import.tsx";
import { productImportPath } from "./list.tsx";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { PendingImports } from "./pending_imports.ts";

/** Changes of a page of the preview. */
const ROWS = 100;

const FORM = "/shops/{shop}/products/import";

/**
 * The import of a file in two steps: it is read and compared, and what the person has seen is
 * written once they say so.
 */
export function productImportPages({ catalog }: DashboardServices): DashboardPage[] {
  const pending = new PendingImports<ImportPreview>();
  const showForm: ShowShopPage = (call, forms, shown) => {
    const { id: shopId } = call.shop;
    return page(call, importBody({ shopId, entered: forms.of(productImportPath(shopId)) }), shown);
  };
  return [
    ...shopForm({
      id: "products.preview",
      isLong: true,
      path: FORM,
      needs: "products:write",
      file: { name: "file", maxMebibytes: IMPORT_LIMIT_MIB },
      show: showForm,
      async act(call, values) {
        const { shop, now } = call;
        const text = values.get("file") ?? "";
        const preview = await catalog.preview(shop.id, await draftsOf(text, call));
        // By its content: after a restart an old page leads to no other file.
        const id = await digestInTurns(text, () => call.wait(0));
        pending.put(keyOf(call, id), preview, { now, owner: call.person.id });
        return previewPath(shop.id, id);
      },
    }),
    ...shopForm({
      id: "products.import",
      isLong: true,
      isOnce: true,
      path: `${FORM}/{import}`,
      needs: "products:write",
      show: previewPage(pending),
      async act(call) {
        const { shop, by, now } = call;
        const key = keyOf(call);
        const preview = pending.find(key, now);
        if (preview === undefined) throw new AppError("error.not-found", "No such import");
        const { drafts, changes: seen } = preview;
        try {
          const { created, updated } = await catalog.import(shop.id, drafts, { by, seen });
          pending.remove(key);
          const imported = `${created} ${updated}`;
          return withQuery(sectionPath(shop.id, "products"), { imported });
        } catch (error) {
          const again = await catalog.preview(shop.id, drafts);
          pending.put(key, again, { now, owner: call.person.id });
          throw error;
        }
      },
    }),
  ];
}

/** Names a pending import: it belongs to the person who has seen it. */
function keyOf({ person, shop, param }: ShopCall, id = param("import")): string {
  return `${person.id} ${shop.id} ${id}`;
}

function previewPage(pending: PendingImports<ImportPreview>): ShowShopPage {
  return (call, forms, shown) => {
    const { shop, query, now, path } = call;
    const preview = pending.find(keyOf(call), now);
    if (preview === undefined) {
      const problem = "The file is no longer here: choose it again";
      const body = importBody({ shopId: shop.id, entered: forms.of(path), problem });
      return page(call, body, { status: 404, failure: "error.not-found" });
    }
    const { changes, tally } = preview;
    const from = startOf(query.get("from"));
    const body = previewBody({
      ...tally,
      shopId: shop.id,
      id: call.param("import"),
      rows: changes.slice(from, from + ROWS),
      from,
      next: from + ROWS < changes.length ? from + ROWS : null,
      entered: forms.of(path),
      formats: dashboardFormats(shop),
    });
    return page(call, body, shown);
  };
}

/** The products of a file; a refusal is shown beside its field. */
async function draftsOf(text: string, { shop, wait }: ShopCall): Promise<ProductDraft[]> {
  if (text === "") throw invalid("Choose a file", "file");
  try {
    return await readProductsInTurns(text, currencyOf(shop.currencyCode), () => wait(0));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, error.message, { field: "file", cause: error });
  }
}

/** Number of the first change of a page. */
function startOf(text: string | null): number {
  return /^[0-9]{1,6}$/.test(text ?? "") ? Number(text) : 0;
}
