import assert from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { CouponDraft } from "../../../src/domain/shop/coupon.ts";
import { withWorld } from "../../support/app.ts";
import { aCoupon, aProduct, int64 } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { scope } from "../../support/shop.ts";

const NOT_STORED = "the shop has not stored product 2; the coupon applies to carts that have it";

for (const catalogue of ["open", "strict"] as const) {
  Deno.test(`a coupon for a product that the shop has not stored, in an ${catalogue} catalogue`, () =>
    withWorld(async ({ services: { coupons }, store, merchant: { id } }) => {
      await store.commit([{ kind: "product.put", merchantId: id, product: aProduct() }]);
      const draft = (code: string, ...products: number[]): CouponDraft => ({
        ...aCoupon(),
        code,
        ...scope(...products),
      });
      const all = await coupons.create(id, draft("ALL", 1), OPERATOR);
      assert.deepEqual(await coupons.checkScope(id, all), []);
      const create = () => coupons.create(id, draft("SOME", 1, 2), OPERATOR);
      const update = () => coupons.update(id, "ALL", (old) => ({ ...old, ...scope(2) }), OPERATOR);
      if (catalogue === "open") {
        assert.deepEqual(await coupons.checkScope(id, await create()), [
          `product_ids: ${NOT_STORED}`,
        ]);
        assert.deepEqual((await update()).coupon.productIds, [int64(2)]);
        return;
      }
      const refusal = {
        code: "error.invalid-request",
        message: "product_ids must be a product of the shop, got 2",
      };
      await assert.rejects(create(), refusal);
      await assert.rejects(update(), refusal);
      assert.equal((await coupons.list(id, NO_PREFIX_FILTER, { limit: 9 })).rows.length, 1);
      // Another change of a coupon from before the catalogue was strict is not refused.
      const old = aCoupon({ merchantId: id, code: "OLD", ...scope(2) });
      await store.commit([{ kind: "coupon.put", coupon: { ...old, id: all.id } }]);
      const changed = await coupons.update(
        id,
        "OLD",
        (one) => ({ ...one, minQuantity: 2 }),
        OPERATOR,
      );
      assert.equal(changed.coupon.minQuantity, 2);
      assert.deepEqual(await coupons.checkScope(id, changed.coupon, { refuses: false }), [
        `product_ids: ${NOT_STORED}`,
      ]);
    }, { merchant: { catalogue } }));
}
