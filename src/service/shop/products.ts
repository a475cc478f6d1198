import type { Subject } from "../../domain/caller.ts";
import { AppError } from "../../domain/errors.ts";
import type { MerchantId, ProductId } from "../../domain/ids.ts";
import type { Product, ProductDraft, Variant } from "../../domain/shop/catalog.ts";
import {
  editProduct,
  makeProduct,
  type ProductEntry,
  type VariantDetails,
  type VariantEdit,
} from "../../domain/shop/made_product.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { AUDITED_PRODUCT } from "../../domain/trail/product.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { counted } from "../../domain/values/wording.ts";
import { audited } from "../audit.ts";
import { commitAsRead, type DecidedChanges } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { productPuts } from "./product_changes.ts";

/** A change of a stored product as a person enters it. */
export interface ProductEdit {
  /** Default: the product stays as it is. */
  readonly entry?: ProductEntry;
  /** True if variants whose option values are gone may go, with their stock (default: false). */
  readonly mayRemove?: boolean;
  /** A variant that is changed too (default: none). */
  readonly variant?: VariantEdit & Pick<Variant, "variantId">;
}

/** Products that are made and changed here, one by one. */
export class Products {
  readonly #deps: Pick<Deps, "store" | "newId" | "now">;

  constructor(deps: Pick<Deps, "store" | "newId" | "now">) {
    this.#deps = deps;
  }

  /**
   * Makes a product.
   *
   * @throws {AppError} `error.invalid-request` with the field; `error.conflict` if the handle, or an
   *   id that follows from it, is taken
   */
  async create(
    merchantId: MerchantId,
    { entry, details }: { readonly entry: ProductEntry; readonly details: VariantDetails },
    by: Subject,
  ): Promise<ProductId> {
    const { store } = this.#deps;
    const draft = makeProduct(merchantId, entry, details);
    await this.#commit(merchantId, draft.productId, async () => {
      const { catalog } = store;
      const taken = await catalog.products(merchantId, [draft.productId]);
      await this.#requireFreeHandle(merchantId, draft, null);
      const variants = draft.variants.map(({ variantId }) => variantId);
      if (taken.size > 0 || (await catalog.variants(merchantId, variants)).size > 0) {
        throw handleTaken(draft.handle);
      }
      return this.#puts(merchantId, { before: null, draft, action: "product.create", by });
    });
    return draft.productId;
  }

  /**
   * Changes a product, its options, and a variant; the stock of its variants stays.
   *
   * @param change decides by the product; called again if another change was faster
   * @throws {AppError} `error.not-found`; `error.invalid-request` with the field; `error.conflict` if
   *   the handle is taken, or if variants would go and may not
   */
  async update(
    merchantId: MerchantId,
    productId: ProductId,
    change: (product: Product) => ProductEdit,
    by: Subject,
  ): Promise<void> {
    await this.#commit(merchantId, productId, async () => {
      const old = await this.#stored(merchantId, productId);
      const { entry, mayRemove = false, variant } = change(old);
      const { draft, removed } = entry === undefined
        ? { draft: old, removed: [] }
        : editProduct(merchantId, old, entry, await this.#isTracked(merchantId, old));
      if (draft.handle !== old.handle) await this.#requireFreeHandle(merchantId, draft, old);
      if (removed.length > 0 && !mayRemove) await this.#refuseRemoval(merchantId, removed);
      const variants = draft.variants.map((one) =>
        one.variantId === variant?.variantId ? { ...one, ...variant } : one
      );
      const changed = { ...draft, variants };
      return this.#puts(merchantId, { before: old, draft: changed, action: "product.update", by });
    });
  }

  async #commit(
    merchantId: MerchantId,
    productId: ProductId,
    decide: () => Promise<DecidedChanges<void>["changes"]>,
  ): Promise<void> {
    await commitAsRead(
      this.#deps.store,
      [{ kind: "product", merchantId, productId }],
      async () => ({
        changes: await decide(),
        result: undefined,
      }),
    );
  }

  /** The product with the stock that was last imported, which a change leaves as it is. */
  async #stored(merchantId: MerchantId, productId: ProductId): Promise<Product> {
    const found = await this.#deps.store.catalog.imported(merchantId, [productId]);
    const product = found.get(productId);
    if (product !== undefined) return product;
    throw new AppError("error.not-found", `No such product: ${productId}`);
  }

  async #isTracked(merchantId: MerchantId, { variants: [first] }: Product): Promise<boolean> {
    const ids = first === undefined ? [] : [first.variantId];
    const stock = await this.#deps.store.catalog.stock(merchantId, ids);
    return stock.values().some((units) => units !== null);
  }

  async #requireFreeHandle(
    merchantId: MerchantId,
    { handle }: ProductDraft,
    own: Product | null,
  ): Promise<void> {
    const taken = await this.#deps.store.catalog.byHandle(merchantId, [handle]);
    const other = taken.get(handle);
    if (other !== undefined && other !== own?.productId) throw handleTaken(handle);
  }

  async #refuseRemoval(merchantId: MerchantId, removed: readonly Variant[]): Promise<never> {
    const ids = removed.map(({ variantId }) => variantId);
    const stock = await this.#deps.store.catalog.stock(merchantId, ids);
    const gone = removed.map(({ variantId, title }) => {
      const units = stock.get(variantId) ?? null;
      return `${title} (${
        units === null ? "stock not tracked" : `${counted(units, "unit")} in stock`
      })`;
    });
    const message = `These variants would be removed: ${gone.join(", ")}. A value with another ` +
      "name is a new variant. Agree to the removal, or enter the values again";
    throw new AppError("error.conflict", message, { field: "options" });
  }

  #puts(
    merchantId: MerchantId,
    { before, draft, action, by }: {
      readonly before: Product | null;
      readonly draft: ProductDraft;
      readonly action: AuditAction;
      readonly by: Subject;
    },
  ): DecidedChanges<void>["changes"] {
    const { newId } = this.#deps;
    const fact = factOf(AUDITED_PRODUCT, action, {
      before: before && { merchantId, product: before },
      after: { merchantId, product: draft },
    });
    return [
      ...productPuts(merchantId, { before, after: draft, aliases: [] }, newId),
      audited(this.#deps, by, fact),
    ];
  }
}

function handleTaken(handle: string): AppError {
  const message = `Another product has, or had, the handle ${handle}: enter another one`;
  return new AppError("error.conflict", message, { field: "handle" });
}
