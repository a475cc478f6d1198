import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { MerchantId, ProductId } from "../../domain/ids.ts";
import type {
  Product,
  ProductChange,
  ProductDraft,
  VariantAlias,
} from "../../domain/shop/catalog.ts";
import { settled, type SettledProduct } from "../../domain/shop/product_ids.ts";
import type { Store } from "../../store/store.ts";

/** Counts of things created, updated and unchanged. */
export interface Tally {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** An empty tally. */
export const NO_TALLY: Tally = { created: 0, updated: 0, unchanged: 0 };

/**
 * The changes that products of a file, or of a slice of it, make, in their order: under the ids of the
 * stored products that they are.
 *
 * @param all ids of every product of the file: one that is there by its id is no other one's handle
 */
export async function fileChanges(
  { catalog }: Pick<Store, "catalog">,
  merchantId: MerchantId,
  drafts: readonly ProductDraft[],
  all: ReadonlySet<ProductId>,
): Promise<ProductChange[]> {
  const stored = await catalog.imported(merchantId, drafts.map(({ productId }) => productId));
  const others = drafts.filter(({ productId }) => !stored.has(productId));
  const renamed = await renamedProducts(catalog, merchantId, { drafts: others, all });
  const products = drafts.map((draft): SettledProduct => {
    const found = renamed.get(draft.productId);
    return found === undefined
      ? { draft, aliases: [] }
      : settled(draft, found.product, found.aliases);
  });
  const targets = renamed.values().map(({ product }) => [product.productId, product] as const);
  return changedProducts(products, new Map([...stored, ...targets]));
}

/** A stored product that a file has under another id, with the aliases of that id. */
interface RenamedProduct {
  readonly product: Product;
  readonly aliases: readonly VariantAlias[];
}

/** Finds stored products by ids that earlier files had for them, or by handle: by the file's ids. */
async function renamedProducts(
  catalog: Store["catalog"],
  merchantId: MerchantId,
  { drafts, all }: {
    readonly drafts: readonly ProductDraft[];
    readonly all: ReadonlySet<ProductId>;
  },
): Promise<Map<ProductId, RenamedProduct>> {
  const [aliases, byHandle] = await Promise.all([
    catalog.aliases(merchantId, drafts.map(({ productId }) => productId)),
    catalog.byHandle(merchantId, drafts.map(({ handle }) => handle)),
  ]);
  const ofFile = Map.groupBy(aliases, ({ aliasProductId }) => aliasProductId);
  const found = drafts.flatMap(({ productId, handle }) => {
    const own = ofFile.get(productId) ?? [];
    const named = byHandle.get(handle);
    const target = own[0]?.productId ??
      (named !== undefined && !all.has(named) ? named : undefined);
    return target === undefined ? [] : [{ productId, target, aliases: own }];
  });
  const known = await catalog.imported(merchantId, found.map(({ target }) => target));
  return new Map(found.flatMap(({ productId, target, aliases }) => {
    const product = known.get(target);
    return product === undefined ? [] : [[productId, { product, aliases }] as const];
  }));
}

/** The changes that products make which have stored ids, in their order. */
export async function changesOf(
  { catalog }: Pick<Store, "catalog">,
  merchantId: MerchantId,
  products: readonly SettledProduct[],
): Promise<ProductChange[]> {
  const ids = products.map(({ draft }) => draft.productId);
  return changedProducts(products, await catalog.imported(merchantId, ids));
}

/** The products that differ from the known ones, and those with new aliases. */
function changedProducts(
  products: readonly SettledProduct[],
  known: ReadonlyMap<ProductId, Product>,
): ProductChange[] {
  return products.map(({ draft, aliases }): ProductChange => {
    const before = known.get(draft.productId) ?? null;
    const maxQuantity = draft.maxQuantity ?? before?.maxQuantity ?? null;
    const pictures = before?.pictures ?? [];
    return { before, after: { ...draft, pictures, maxQuantity }, aliases };
  })
    .filter(({ before, after, aliases }) =>
      before === null || aliases.length > 0 ||
      !isDeepStrictEqual({ ...after, id: before.id }, before)
    );
}

/** The changes that store a product and its aliases. */
export function productPuts(
  merchantId: MerchantId,
  { before, after, aliases }: ProductChange,
  newId: () => string,
): Change[] {
  const product = { ...after, id: before?.id ?? newId() };
  return [
    { kind: "product.put", merchantId, product },
    ...aliases.map((alias) => ({ kind: "product.alias", merchantId, alias }) as const),
  ];
}

/** Counts the changes that drafts make. */
export function tallyOf(drafts: readonly unknown[], changes: readonly ProductChange[]): Tally {
  const created = changes.filter(({ before }) => before === null).length;
  const updated = changes.length - created;
  return { created, updated, unchanged: drafts.length - changes.length };
}

/** The error of an import of which a part is written. */
export function interrupted(error: unknown, done: number, all: number): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, retryAfterSeconds } = error;
  return new AppError(
    code,
    `${message}. ${done} of ${all} changes are written: import again for the rest`,
    { cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  );
}

/** Products with their variants that are compared between two turns of others. */
const SLICE_ROWS = 1000;

/** Cuts a list into slices of few rows, or of one thing that has more. */
export function* slicesOf<T>(all: readonly T[], rowsOf: (one: T) => number): Generator<T[]> {
  let slice: T[] = [];
  let rows = 0;
  for (const one of all) {
    const own = rowsOf(one);
    if (slice.length > 0 && rows + own > SLICE_ROWS) {
      yield slice;
      [slice, rows] = [[], 0];
    }
    slice.push(one);
    rows += own;
  }
  if (slice.length > 0) yield slice;
}
