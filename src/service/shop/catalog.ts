import { isDeepStrictEqual } from "node:util";
import type { Subject } from "../../domain/caller.ts";
import { AppError } from "../../domain/errors.ts";
import type { Change } from "../../domain/changes.ts";
import { NO_AUDIT_FILTER, type ProductFilter } from "../../domain/filters.ts";
import { type MerchantId, parseInt64, type ProductId, type VariantId } from "../../domain/ids.ts";
import type {
  CatalogEntry,
  Product,
  ProductChange,
  ProductDraft,
} from "../../domain/shop/catalog.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";
import { audited } from "../audit.ts";
import { commitAsRead } from "../commit.ts";
import type { Deps } from "../deps.ts";
import {
  changesOf,
  fileChanges,
  interrupted,
  productPuts,
  slicesOf,
  type Tally,
  tallyOf,
} from "./product_changes.ts";

/** Changes that an import of products would make. */
export interface ImportPreview {
  readonly drafts: readonly ProductDraft[];
  /** In the order of the drafts. */
  readonly changes: readonly ProductChange[];
  readonly tally: Tally;
}

/** A change of a stock: to a number, null to end its tracking, or by a number. */
export type StockChange = { readonly set: number | null } | { readonly add: number };

/** Products per commit, so that large files do not lock the database for long. */
const BATCH = 200;

/** A merchant's products. */
export class Catalog {
  readonly #deps: Pick<Deps, "store" | "newId" | "now" | "wait">;

  constructor(deps: Pick<Deps, "store" | "newId" | "now" | "wait">) {
    this.#deps = deps;
  }

  /**
   * A merchant's products, by id.
   *
   * @param filter `search` is a text of theirs, or the id of a product or variant
   */
  async list(
    merchantId: MerchantId,
    filter: ProductFilter,
    page: PageRequest<ProductId>,
  ): Promise<Page<Product, ProductId>> {
    const { catalog } = this.#deps.store;
    const id = parseInt64(filter.search ?? "");
    if (id !== undefined && page.after === undefined) {
      const product = (await catalog.products(merchantId, [id])).get(id) ??
        (await catalog.variants(merchantId, [id])).get(id)?.product;
      if (product !== undefined) return { rows: [product], next: null };
    }
    return await catalog.of(merchantId, filter, page);
  }

  /** These products, if in the catalogue, with the stock that is left. */
  async find(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): Promise<ReadonlyMap<ProductId, Product>> {
    return await this.#deps.store.catalog.products(merchantId, ids);
  }

  /**
   * A variant with its product and the stock that is left.
   *
   * @throws {AppError} `error.variant-not-found`
   */
  async variant(merchantId: MerchantId, variantId: VariantId): Promise<CatalogEntry> {
    const { catalog } = this.#deps.store;
    const found = (await catalog.variants(merchantId, [variantId])).get(variantId);
    if (found !== undefined) return found;
    throw new AppError("error.variant-not-found", `No such variant: ${variantId}`);
  }

  /** Stock of these variants, if in the catalogue, with the units that payments hold. */
  async stock(
    merchantId: MerchantId,
    ids: readonly VariantId[],
  ): Promise<ReadonlyMap<VariantId, number | null>> {
    return await this.#deps.store.catalog.stock(merchantId, ids);
  }

  /**
   * Changes the stock of a variant: sets it, null to end its tracking, or adds units to it. Units
   * that payments hold are in the stock.
   *
   * @param change decides by the stock; called again if a sale or another change was faster
   * @returns the variant with the units that are left to sell
   * @throws {AppError} `error.variant-not-found` for an unknown variant; `error.conflict` if units
   *   are added to a stock that is not tracked
   */
  async changeStock(
    merchantId: MerchantId,
    variantId: VariantId,
    change: (units: number | null) => StockChange,
    by: Subject,
  ): Promise<CatalogEntry> {
    const { store } = this.#deps;
    await commitAsRead(store, [{ kind: "stock", merchantId, variantId }], async () => {
      const { product } = await this.variant(merchantId, variantId);
      const before = (await this.stock(merchantId, [variantId])).get(variantId) ?? null;
      const made = change(before);
      const changes: Change[] = [
        "set" in made
          ? { kind: "stock.set", merchantId, variantId, units: made.set }
          : { kind: "stock.add", merchantId, variantId, units: made.add },
        audited(this.#deps, by, {
          merchantId,
          action: "product.update",
          object: { kind: "variant", id: variantId, label: product.title },
          before: { inventory: before },
          after: { inventory: "set" in made ? made.set : (before ?? 0) + made.add },
        }),
      ];
      return { changes, result: undefined };
    });
    return await this.variant(merchantId, variantId);
  }

  /** Finds what {@link import} would change. */
  async preview(merchantId: MerchantId, drafts: readonly ProductDraft[]): Promise<ImportPreview> {
    const { store, wait } = this.#deps;
    const changes: ProductChange[] = [];
    const all = new Set(drafts.map(({ productId }) => productId));
    for (const slice of slicesOf(drafts, ({ variants }) => 1 + variants.length)) {
      if (slice[0] !== drafts[0]) await wait(0);
      changes.push(...await fileChanges(store, merchantId, slice, all));
    }
    return { drafts, changes, tally: tallyOf(drafts, changes) };
  }

  /**
   * Creates and updates products by their id in the store; other products stay.
   *
   * @param how `onProgress` is called after each batch with the number of finished products;
   *   `seen` are the changes that a person has agreed to: only these are written
   * @throws {AppError} `error.conflict` if a variant belongs to another product of the merchant, or
   *   if the changes are other ones than those seen; earlier batches stay written, and the message
   *   has their number
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
    const { changes, tally } = await this.preview(merchantId, drafts);
    if (seen !== undefined) await this.#requireSeen(changes, seen);
    const batches = Math.ceil(changes.length / BATCH);
    if (batches === 0 && await this.unfinishedImport(merchantId) !== null) {
      await this.#deps.store.commit([this.#imported(merchantId, "product.imported", { by })]);
    }
    for (let done = 0; done < changes.length; done += BATCH) {
      const batch = changes.slice(done, done + BATCH);
      const also: Change[] = [];
      // In the first commit, so that an interrupted import has it too.
      if (done === 0) {
        const { created, updated } = tally;
        const after = { created, updated, batches };
        also.push(this.#imported(merchantId, "product.import", { by, after }));
      } else if (done + BATCH >= changes.length) {
        also.push(this.#imported(merchantId, "product.imported", { by }));
      }
      try {
        await this.#put(merchantId, batch, { also, isSeen: seen !== undefined });
      } catch (error) {
        throw done === 0 ? error : interrupted(error, done, changes.length);
      }
      onProgress(done + batch.length);
    }
    return tally;
  }

  /** Writes a batch of an import as it is, or what became of it while others changed products. */
  async #put(
    merchantId: MerchantId,
    batch: readonly ProductChange[],
    { also, isSeen }: { readonly also: readonly Change[]; readonly isSeen: boolean },
  ): Promise<void> {
    const { store, newId } = this.#deps;
    const products = batch.map(({ after, aliases }) => ({ draft: after, aliases }));
    const things = products.map(({ draft: { productId } }) =>
      ({ kind: "product", merchantId, productId }) as const
    );
    await commitAsRead(store, things, async () => {
      const changes = await changesOf(store, merchantId, products);
      if (isSeen) await this.#requireSeen(changes, batch);
      const puts = changes.flatMap((one) => productPuts(merchantId, one, newId));
      return { changes: puts.length === 0 ? [] : [...puts, ...also], result: undefined };
    });
  }

  /** The last import of a shop, if it was ended before its last batch: killed, or refused. */
  async unfinishedImport(merchantId: MerchantId): Promise<AuditEntry | null> {
    const { audit } = this.#deps.store;
    const latest = async (action: AuditAction) =>
      (await audit.list({ ...NO_AUDIT_FILTER, merchantId, action }, { limit: 1 })).rows[0];
    const [begun, ended] = [await latest("product.import"), await latest("product.imported")];
    // Imports of earlier versions have no number of batches, and no end.
    if (begun === undefined || !(Number(begun.after?.["batches"] ?? 0) > 1)) return null;
    return ended !== undefined && ended.at >= begun.at ? null : begun;
  }

  /** Refuses changes other than those that a person has agreed to. */
  async #requireSeen(
    changes: readonly ProductChange[],
    seen: readonly ProductChange[],
  ): Promise<void> {
    let done = 0;
    let isSeen = changes.length === seen.length;
    for (const slice of slicesOf(changes, ({ after }) => 1 + after.variants.length)) {
      if (done > 0) await this.#deps.wait(0);
      isSeen &&= isDeepStrictEqual(slice, seen.slice(done, done + slice.length));
      done += slice.length;
    }
    if (isSeen) return;
    const message = "The catalogue has changed since the preview: check it again";
    throw new AppError("error.conflict", message);
  }

  #imported(
    merchantId: MerchantId,
    action: AuditAction,
    { by, after = null }: { readonly by: Subject; readonly after?: AuditEntry["after"] },
  ): Change {
    const object = { kind: "products", id: null, label: null };
    return audited(this.#deps, by, { merchantId, action, object, before: null, after });
  }
}
