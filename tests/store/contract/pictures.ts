import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { Picture } from "../../../src/domain/shop/picture.ts";
import type { Store } from "../../../src/store/store.ts";
import { aProduct, int64, NOW } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";

const LIMIT = 100;
const ONE = "1".repeat(32);
const TWO = "2".repeat(32);

const putMug = (merchantId: MerchantId, pictures: readonly string[] = []): Change => ({
  kind: "product.put",
  merchantId,
  product: aProduct({ pictures }),
});

const add = (over: Partial<Picture> = {}, limitBytes = LIMIT): Change => ({
  kind: "picture.add",
  picture: {
    hash: ONE,
    merchantId: M1,
    productId: int64(1),
    large: Uint8Array.from({ length: 60 }, (_, i) => 255 - i),
    small: new Uint8Array([0, 255, 128, 7]),
    ...over,
  },
  limitBytes,
});

const remove = (hash: string, at = NOW): Change => ({
  kind: "picture.remove",
  merchantId: M1,
  hash,
  at,
});

const refused = (store: Store, change: Change, message: string) =>
  assertRefused(store.commit([change]), change, new RegExp(`^${message}$`));

/** Contract of the port: pictures of products. */
export function pictureContract(promised: Promised): void {
  promised("a picture comes back byte for byte, and its product names it", async (store) => {
    await store.commit([putMerchant, putMug(M1, [ONE]), add()]);
    assert.deepEqual([...(await store.pictures.file(ONE, "small"))!], [0, 255, 128, 7]);
    const large = await store.pictures.file(ONE, "large");
    assert.deepEqual([large?.length, large?.[0], large?.at(-1)], [60, 255, 196]);
    assert.equal(await store.pictures.file(TWO, "large"), null);
    assert.deepEqual(
      (await store.catalog.products(M1, [int64(1)])).get(int64(1))?.pictures,
      [ONE],
    );
  });

  promised("the pictures of a shop have a limit, removed ones included", async (store) => {
    await store.commit([putMerchant, putOther, putMug(M1), putMug(M2), add()]);
    assert.equal(await store.pictures.bytesOf(M1), 64);
    const full = "The pictures of the shop take all the space that they may have";
    await refused(store, add({ hash: TWO }), full);
    await store.commit([remove(ONE)]);
    await refused(store, add({ hash: TWO }), full);
    await store.commit([add({ hash: TWO }, 128)]);
    assert.equal(await store.pictures.bytesOf(M1), 128);
    // Another shop has its own.
    await store.commit([add({ hash: "3".repeat(32), merchantId: M2 })]);
    assert.equal(await store.pictures.bytesOf(M2), 64);
    await refused(
      store,
      add({ hash: "4".repeat(32), merchantId: M2, productId: int64(9) }, 999),
      "Product of the picture is not known: 9",
    );
  });

  promised(
    "removed pictures are served until they are purged; added again they stay",
    async (store) => {
      await store.commit([putMerchant, putMug(M1), add({}, 999), add({ hash: TWO }, 999)]);
      const before = {
        "idempotency.purge": 0,
        "otp.purge": 0,
        "return.purge": 0,
        "message.purge": 0,
        "limit.purge": 0,
        "event.purge": 0,
        "picture.purge": NOW + 1,
      };
      assert.equal(await store.health.hasExpired(before), false);
      await store.commit([remove(ONE), remove(TWO)]);
      await refused(store, remove(TWO), `Picture is not known: ${TWO}`);
      await store.commit([add({ hash: TWO }, 999)]);
      assert.equal(await store.health.hasExpired(before), true);
      const kept = async () => [
        (await store.pictures.file(ONE, "small")) !== null,
        (await store.pictures.file(TWO, "small")) !== null,
      ];
      await store.commit([{ kind: "picture.purge", before: NOW }]);
      assert.deepEqual(await kept(), [true, true]);
      await store.commit([{ kind: "picture.purge", before: NOW + 1 }]);
      assert.deepEqual(await kept(), [false, true]);
    },
  );

  promised("pictures go with the products of a shop", async (store: Store) => {
    await store.commit([putMerchant, putMug(M1, [ONE]), add()]);
    await store.commit([{ kind: "merchant.clear", merchantId: M1, part: "products", limit: 9 }]);
    assert.equal(await store.pictures.file(ONE, "large"), null);
    assert.equal(await store.pictures.bytesOf(M1), 0);
  });
}
