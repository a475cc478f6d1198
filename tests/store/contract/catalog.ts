import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_PRODUCT_FILTER } from "../../../src/domain/filters.ts";
import type { ProductId, VariantId } from "../../../src/domain/ids.ts";
import type { Product, Variant } from "../../../src/domain/shop/catalog.ts";
import type { Store } from "../../../src/store/store.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, holdStock, M1, M2, putMerchant, sid } from "../support.ts";

const MIN = int64(-(2n ** 63n));
const MAX = int64(2n ** 63n - 1n);
const SELL: Change = { kind: "stock.sell", sessionId: sid(1) };
const RELEASE: Change = { kind: "stock.release", sessionId: sid(1) };

function put(product: Product): Change {
  return { kind: "product.put", merchantId: M1, product };
}

/** The builders' product with its one variant as a test needs it. */
function putMug(over: Partial<Variant> = {}): Change {
  return put(aProduct({ variants: [aVariant(over)] }));
}

/** Stock left of the shop's only variant. */
async function left(store: Store): Promise<number | null | undefined> {
  const [product] = (await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows;
  return product?.variants[0]?.inventoryQuantity;
}

/** Contract of the port: products and their stock. */
export function catalogContract(promised: Promised): void {
  products(promised);
  imports(promised);
}

function products(promised: Promised): void {
  const cup = aProduct({
    productId: MAX,
    handle: "cup",
    images: [{ id: MIN, src: "https://cdn.example/cup.png" }],
    optionNames: ["Size"],
    maxQuantity: 3,
    variants: [
      aVariant({ productId: MAX, variantId: MAX, imageId: MIN, inventoryQuantity: -3, sku: "CUP" }),
      aVariant({
        productId: MAX,
        variantId: MIN,
        imageId: null,
        inventoryQuantity: null,
        compareAtPrice: 5,
        optionValues: ["Small"],
        taxable: false,
      }),
    ],
  });
  const mug = aProduct();

  promised("catalog.of() lists by id; 64-bit ids come back digit for digit", async (store) => {
    await store.commit([putMerchant, put(cup), put(mug)]);
    assert.deepEqual((await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows, [
      mug,
      cup,
    ]);
    assert.deepEqual(await store.catalog.products(M1, [MAX, int64(7)]), new Map([[MAX, cup]]));
    assert.deepEqual((await store.catalog.of(M2, NO_PRODUCT_FILTER, { limit: 1000 })).rows, []);
  });

  promised(
    "catalog.variants() finds the asked variants with their whole products",
    async (store) => {
      await store.commit([putMerchant, put(cup), put(mug)]);
      const [, small] = cup.variants;
      assert.deepEqual(
        await store.catalog.variants(M1, [MIN, int64(7)]),
        new Map([[MIN, { product: cup, variant: small }]]),
      );
      assert.deepEqual(await store.catalog.variants(M1, []), new Map());
      assert.deepEqual(await store.catalog.variants(M2, [MIN]), new Map());
    },
  );

  promised("catalog.cart() has variants, and known products of lines without", async (store) => {
    await store.commit([putMerchant, put(cup), put(mug)]);
    const line = (productId: ProductId, variantId: VariantId) => ({ productId, variantId });
    const [large] = cup.variants;
    const lines = [line(MAX, MAX), line(int64(1), int64(99)), line(int64(7), int64(7))];
    assert.deepEqual(await store.catalog.cart(M1, [MAX, int64(99), int64(7)], lines), {
      variants: new Map([[MAX, { product: cup, variant: large }]]),
      known: new Set(["1"]),
      aliases: [],
    });
    const nothing = { variants: new Map(), known: new Set(), aliases: [] };
    assert.deepEqual(await store.catalog.cart(M1, [], []), nothing);
    assert.deepEqual(await store.catalog.cart(M2, [MAX], lines), nothing);
  });

  promised("catalog.known() tells which ids are products of the shop", async (store) => {
    await store.commit([putMerchant, put(cup), put(mug)]);
    assert.deepEqual(await store.catalog.known(M1, [int64(1), int64(7), MAX]), new Set(["1", MAX]));
    assert.deepEqual(await store.catalog.known(M1, []), new Set());
    assert.deepEqual(await store.catalog.known(M2, [int64(1)]), new Set());
  });

  promised(
    "product.put replaces all variants, and is refused one of another",
    async (store) => {
      const changed = { ...mug, title: "Cup", variants: [aVariant({ variantId: int64(12) })] };
      const greedy = put({ ...mug, variants: [aVariant({ variantId: MAX })] });
      const twice = put({ ...mug, variants: [aVariant(), aVariant()] });
      const stray = put({ ...mug, variants: [aVariant({ productId: MAX })] });
      await store.commit([putMerchant, put(cup), put(mug)]);
      await store.commit([put(changed)]);
      await assertRefused(store.commit([greedy]), greedy, /^Variant is taken by a product: 9223/);
      await assertRefused(store.commit([twice]), twice, /^Variant is in the product twice: 11$/);
      await assertRefused(store.commit([stray]), stray, /^Variant names another product: 11$/);
      assert.deepEqual((await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows, [
        changed,
        cup,
      ]);
    },
  );
}

function imports(promised: Promised): void {
  promised(
    "stock.set and stock.add change the units in stock, held ones included",
    async (store) => {
      const at = { merchantId: M1, variantId: int64(11) };
      const hold: Change = { kind: "stock.hold", ...at, sessionId: sid(1), units: 2 };
      await store.commit([putMerchant, putMug({ inventoryQuantity: 5 }), hold]);
      assert.equal(await left(store), 3);
      assert.deepEqual(
        await store.catalog.stock(M1, [int64(11), int64(12)]),
        new Map([[int64(11), 5]]),
      );
      await store.commit([{ kind: "stock.set", ...at, units: 9 }]);
      assert.equal(await left(store), 7);
      await store.commit([{ kind: "stock.add", ...at, units: -3 }, {
        kind: "stock.add",
        ...at,
        units: 1,
      }]);
      assert.equal(await left(store), 5);
      await store.commit([putMug({ inventoryQuantity: 5 })]);
      assert.equal(await left(store), 5, "the number that was imported last changes nothing");
      await store.commit([{ kind: "stock.set", ...at, units: null }]);
      assert.equal(await left(store), null);
      const add: Change = { kind: "stock.add", ...at, units: 1 };
      await assertRefused(store.commit([add]), add, /its stock is not tracked: 11$/);
      const set: Change = { kind: "stock.set", merchantId: M2, variantId: int64(11), units: 1 };
      await assertRefused(store.commit([set]), set, /^Variant is not known: 11$/);
    },
  );

  promised(
    "catalog.of(), catalog.products() and catalog.variants() give what is left",
    async (store) => {
      await store.commit([putMerchant, putMug({ inventoryQuantity: 20 }), holdStock({ units: 3 })]);
      const mug = aProduct({ variants: [aVariant({ inventoryQuantity: 17 })] });
      assert.deepEqual((await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows, [
        mug,
      ]);
      assert.deepEqual((await store.catalog.products(M1, [mug.productId])).get(mug.productId), mug);
      const entry = (await store.catalog.variants(M1, [int64(11)])).get(int64(11));
      assert.deepEqual(entry, { product: mug, variant: mug.variants[0] });
    },
  );

  promised("catalog.imported() gives what was imported, whatever was sold since", async (store) => {
    const mug = aProduct();
    await store.commit([putMerchant, put(mug), holdStock({ units: 3 }), SELL]);
    await store.commit([holdStock({ units: 2 })]);
    const imported = await store.catalog.imported(M1, [mug.productId, int64(7)]);
    assert.deepEqual(imported, new Map([[mug.productId, mug]]));
    assert.deepEqual(await store.catalog.imported(M2, [mug.productId]), new Map());
    assert.deepEqual(await store.catalog.imported(M1, []), new Map());
    assert.equal(await left(store), 15);
  });

  promised("product.put does not bring back what was sold since the same import", async (store) => {
    await store.commit([putMerchant, putMug(), holdStock({ units: 3 }), SELL]);
    await store.commit([putMug({ title: "Blue", price: 1 })]);
    const [product] = (await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows;
    const expected = aVariant({ title: "Blue", price: 1, inventoryQuantity: 17 });
    assert.deepEqual(product?.variants, [expected]);
  });

  promised("product.put takes a new count over, less what is set aside", async (store) => {
    await store.commit([putMerchant, putMug(), holdStock({ units: 3 }), SELL]);
    await store.commit([holdStock({ units: 2 })]);
    await store.commit([putMug({ inventoryQuantity: 50 })]);
    assert.equal(await left(store), 48);
    await store.commit([RELEASE]);
    assert.equal(await left(store), 50);
    await store.commit([putMug({ inventoryQuantity: 20 })]);
    assert.equal(await left(store), 20);
  });

  promised("product.put begins and ends the tracking of stock", async (store) => {
    await store.commit([putMerchant, putMug({ inventoryQuantity: null })]);
    assert.equal(await left(store), null);
    await store.commit([putMug({ inventoryQuantity: 5 }), holdStock({ units: 2 })]);
    assert.equal(await left(store), 3);
    await store.commit([putMug({ inventoryQuantity: null }), SELL]);
    assert.equal(await left(store), null);
    await store.commit([putMug({ inventoryQuantity: 5 })]);
    assert.equal(await left(store), 5);
  });

  promised(
    "product.put drops a variant that is being paid for, and the hold stays",
    async (store) => {
      const other = aVariant({ variantId: int64(12) });
      await store.commit([putMerchant, putMug(), holdStock({ units: 3 })]);
      await store.commit([put(aProduct({ variants: [other] }))]);
      assert.deepEqual(
        (await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows[0]?.variants,
        [other],
      );
      const stock = [{ variantId: int64(11), units: 3 }];
      assert.deepEqual((await store.sessions.holds(sid(1))).stock, stock);
      await store.commit([putMug()]);
      assert.equal(await left(store), 17);
      await store.commit([RELEASE]);
      assert.equal(await left(store), 20);
    },
  );

  promised("stock.sell and stock.release pass over a variant that is gone", async (store) => {
    for (const end of [SELL, RELEASE]) {
      await store.commit([putMerchant, putMug(), holdStock({ units: 3 })]);
      await store.commit([put(aProduct({ variants: [aVariant({ variantId: int64(12) })] }))]);
      await store.commit([end]);
      assert.deepEqual((await store.sessions.holds(sid(1))).stock, []);
      await store.commit([putMug()]);
      assert.equal(await left(store), 20);
    }
  });
}
