import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../domain/changes.ts";
import type { MerchantId, ProductId } from "../../domain/ids.ts";
import type { Product, ProductChange, ProductDraft } from "../../domain/shop/catalog.ts";

/** Counts of things created, updated and unchanged. */
export interface Tally {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** An empty tally. */
export const NO_TALLY: Tally = { created: 0, updated: 0, unchanged: 0 };

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

/** The drafts that differ from the known products, in their order. */
export function changedProducts(
  drafts: readonly ProductDraft[],
  known: ReadonlyMap<ProductId, Product>,
): ProductChange[] {
  return drafts.map((after) => ({ before: known.get(after.productId) ?? null, after }))
    .filter(({ before, after }) =>
      before === null || !isDeepStrictEqual({ ...after, id: before.id }, before)
    );
}

/** The change that stores a product. */
export function productPut(
  merchantId: MerchantId,
  { before, after }: ProductChange,
  newId: () => string,
): Change {
  return { kind: "product.put", merchantId, product: { ...after, id: before?.id ?? newId() } };
}

/** Counts the changes that drafts make. */
export function tallyOf(drafts: readonly ProductDraft[], changes: readonly ProductChange[]): Tally {
  const created = changes.filter(({ before }) => before === null).length;
  const updated = changes.length - created;
  return { created, updated, unchanged: drafts.length - changes.length };
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
