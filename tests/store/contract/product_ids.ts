import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant } from "../support.ts";

const MIN = int64(-(2n ** 63n));
const MAX = int64(2n ** 63n - 1n);

function put(product: Product): Change {
  return { kind: "product.put", merchantId: M1, product };
}

/** Contract of the port: the other names of products. */
export function productIdsContract(promised: Promised): void {
  const cup = aProduct({
    productId: MAX,
    handle: "cup",
    variants: [
      aVariant({ productId: MAX, variantId: MAX }),
      aVariant({ productId: MAX, variantId: MIN, optionValues: ["Small"] }),
    ],
  });
  const mug = aProduct();

  promised("aliases lead a shop's carts to a variant, and go with it", async (store) => {
    const ids = { productId: MAX, variantId: MIN };
    const alias = { aliasProductId: int64(7), aliasVariantId: int64(71), ...ids };
    const line = { productId: int64(7), variantId: int64(71) };
    const unknown: Change = { kind: "product.alias", merchantId: M2, alias };
    await store.commit([putMerchant, put(cup), put(mug)]);
    await assertRefused(store.commit([unknown]), unknown, /^Variant is not known: -9223/);
    await store.commit([{ kind: "product.alias", merchantId: M1, alias }]);
    const [, small] = cup.variants;
    const found = {
      variants: new Map([[MIN, { product: cup, variant: small }]]),
      known: new Set(),
      aliases: [alias],
    };
    assert.deepEqual(await store.catalog.cart(M1, [line.variantId], [line]), found);
    assert.deepEqual(await store.catalog.cart(M1, [line.variantId], []), found);
    assert.deepEqual((await store.catalog.cart(M2, [line.variantId], [line])).aliases, []);
    assert.deepEqual(await store.catalog.aliases(M1, [int64(7), MAX]), [alias]);
    assert.deepEqual(await store.catalog.aliases(M2, [int64(7)]), []);
    // An id that is a variant's, of another product than the line's.
    const own = { ...alias, aliasVariantId: MAX, variantId: MAX };
    await store.commit([{ kind: "product.alias", merchantId: M1, alias: own }]);
    const { aliases } = await store.catalog.cart(M1, [MAX], [{ ...line, variantId: MAX }]);
    assert.deepEqual(aliases, [own]);
    await store.commit([put({ ...cup, variants: cup.variants.slice(0, 1) })]);
    assert.deepEqual(await store.catalog.aliases(M1, [int64(7)]), [own]);
  });

  promised("catalog.byHandle() finds the products of a shop by their handles", async (store) => {
    await store.commit([
      putMerchant,
      put(cup),
      put(mug),
      put({ ...mug, productId: int64(2), variants: [] }),
    ]);
    assert.deepEqual(
      await store.catalog.byHandle(M1, ["mug", "cup", "", "other"]),
      new Map([["mug", int64(1)], ["cup", MAX]]),
    );
    assert.deepEqual(await store.catalog.byHandle(M2, ["mug"]), new Map());
    assert.deepEqual(await store.catalog.byHandle(M1, []), new Map());
  });
}
