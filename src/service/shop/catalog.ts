import { isDeepStrictEqual } from "node:util";
import type { Subject } from "../../domain/caller.ts";
import { AppError } from "../../domain/errors.ts";
import type { Change } from "../../domain/changes.ts";
import { type MerchantId, parseInt64, type ProductId, type VariantId } from "../../domain/ids.ts";
import type {
  CatalogEntry,
  Product,
  ProductChange,
  ProductDraft,
} from "../../domain/shop/catalog.ts";
import type { Page } from "../../domain/values/page.ts";
import type { ProductSearch } from "../../store/reads/catalog.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** Counts of things created, updated and unchanged. */
export interface Tally {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** An empty tally. */
export const NO_TALLY: Tally = { created: 0, updated: 0, unchanged: 0 };

/** Changes that an import of products would make. */
export interface ImportPreview {
  readonly drafts: readonly ProductDraft[];
  /** In the order of the drafts. */
  readonly changes: readonly ProductChange[];
  readonly tally: Tally;
}

/** Products per commit, so that large files do not lock the database for long. */
const BATCH = 200;

/** A merchant's products. */
export class Catalog {
  readonly #deps: Pick<Deps, "store" | "newId" | "now">;

  constructor(deps: Pick<Deps, "store" | "newId" | "now">) {
    this.#deps = deps;
  }

  /**
   * A merchant's products, by id.
   *
   * @param page `search` is a text of theirs, or the id of a product or variant
   */
  async list(
    merchantId: MerchantId,
    page: ProductSearch,
  ): Promise<Page<Product, ProductId>> {
    const { catalog } = this.#deps.store;
    const id = parseInt64(page.search ?? "");
    if (id !== undefined && page.after === undefined) {
      const product = (await catalog.products(merchantId, [id])).get(id) ??
        (await catalog.variants(merchantId, [id])).get(id)?.product;
      if (product !== undefined) return { rows: [product], next: null };
    }
    return await catalog.of(merchantId, page);
  }

  /** These products, if in the catalogue, with the stock that is left. */
  async find(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): Promise<ReadonlyMap<ProductId, Product>> {
    return await this.#deps.store.catalog.products(merchantId, ids);
  }

  /**
   * Changes the stock of a variant: sets it, null to end its tracking, or adds units to it. Units
   * that payments hold are in the stock.
   *
   * @returns the variant with the units that are left to sell
   * @throws {AppError} `error.variant-not-found` for an unknown variant; `error.conflict` if units
   *   are added to a stock that is not tracked
   */
  async changeStock(
    merchantId: MerchantId,
    variantId: VariantId,
    change: { readonly set: number | null } | { readonly add: number },
    by: Subject,
  ): Promise<CatalogEntry> {
    const { store } = this.#deps;
    const entry = async () =>
      (await store.catalog.variants(merchantId, [variantId])).get(variantId);
    const unknown = () => new AppError("error.variant-not-found", `No such variant: ${variantId}`);
    const before = await entry();
    if (before === undefined) throw unknown();
    await commitOrConflict(store, [
      "set" in change
        ? { kind: "stock.set", merchantId, variantId, units: change.set }
        : { kind: "stock.add", merchantId, variantId, units: change.add },
      audited(this.#deps, by, {
        merchantId,
        action: "product.update",
        object: { kind: "variant", id: variantId, label: before.product.title },
        before: { inventory: before.variant.inventoryQuantity },
        // Units that are added are a text with a sign: others may sell some meanwhile.
        after: { inventory: "set" in change ? change.set : signed(change.add) },
      }),
    ]);
    const changed = await entry();
    if (changed === undefined) throw unknown();
    return changed;
  }

  /** Finds what {@link import} would change. */
  async preview(merchantId: MerchantId, drafts: readonly ProductDraft[]): Promise<ImportPreview> {
    const ids = drafts.map(({ productId }) => productId);
    const known = await this.#deps.store.catalog.imported(merchantId, ids);
    const changes = changedProducts(drafts, known);
    return { drafts, changes, tally: tallyOf(drafts, changes) };
  }

  /**
   * Creates and updates products by their id in the store; other products stay.
   *
   * @param how `onProgress` is called after each batch with the number of finished products;
   *   `seen` are the changes that a person has agreed to
   * @throws {AppError} `error.conflict` if a variant belongs to another product of the merchant;
   *   earlier batches stay written. Also if the changes are other ones than those seen
   */
  async import(
    merchantId: MerchantId,
    drafts: readonly ProductDraft[],
    { by, onProgress = () => {}, seen }: {
      readonly by: Subject;
      readonly onProgress?: (done: number) => void;
      readonly seen?: readonly ProductChange[];
    },
  ): Promise<Tally> {
    const { store, newId } = this.#deps;
    const { changes: changed, tally } = await this.preview(merchantId, drafts);
    if (seen !== undefined && !isDeepStrictEqual(changed, seen)) {
      const message = "The catalogue has changed since the preview: check it again";
      throw new AppError("error.conflict", message);
    }
    const changes = changed.map((one) => productPut(merchantId, one, newId));
    for (let done = 0; done < changes.length; done += BATCH) {
      // In the first commit, so that an interrupted import has it too.
      const entry = done === 0 ? [this.#imported(merchantId, tally, by)] : [];
      await commitOrConflict(store, [...changes.slice(done, done + BATCH), ...entry]);
      onProgress(Math.min(done + BATCH, changes.length));
    }
    return tally;
  }

  #imported(merchantId: MerchantId, { created, updated }: Tally, by: Subject): Change {
    return audited(this.#deps, by, {
      merchantId,
      action: "product.import",
      object: { kind: "products", id: null, label: null },
      before: null,
      after: { created, updated },
    });
  }
}

function signed(units: number): string {
  return units < 0 ? String(units) : `+${units}`;
}

/** Changes that store these products; unchanged products need none. */
export function productChanges(
  merchantId: MerchantId,
  { drafts, known, newId }: {
    readonly drafts: readonly ProductDraft[];
    readonly known: ReadonlyMap<ProductId, Product>;
    readonly newId: () => string;
  },
): { changes: Change[]; tally: Tally } {
  const changed = changedProducts(drafts, known);
  const changes = changed.map((one) => productPut(merchantId, one, newId));
  return { changes, tally: tallyOf(drafts, changed) };
}

function changedProducts(
  drafts: readonly ProductDraft[],
  known: ReadonlyMap<ProductId, Product>,
): ProductChange[] {
  return drafts.map((after) => ({ before: known.get(after.productId) ?? null, after }))
    .filter(({ before, after }) =>
      before === null || !isDeepStrictEqual({ ...after, id: before.id }, before)
    );
}

function productPut(
  merchantId: MerchantId,
  { before, after }: ProductChange,
  newId: () => string,
): Change {
  return { kind: "product.put", merchantId, product: { ...after, id: before?.id ?? newId() } };
}

function tallyOf(drafts: readonly ProductDraft[], changes: readonly ProductChange[]): Tally {
  const created = changes.filter(({ before }) => before === null).length;
  const updated = changes.length - created;
  return { created, updated, unchanged: drafts.length - changes.length };
}
