import assert from "node:assert/strict";
import { Freshness } from "../../src/service/cache/freshness.ts";
import { Shops } from "../../src/service/cache/shops.ts";
import { loadRules } from "../../src/service/checkout/context.ts";
import { startServer } from "../store/postgres/support.ts";
import { FakeClock } from "../support/app.ts";
import { aCoupon, aMerchant, aProduct, aVariant } from "../support/builders.ts";
import { lacksPostgres } from "../support/postgres.ts";
import { aSession } from "../store/support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

Deno.test({
  name: "servers: prices know the stock of goods and of gifts that another server has sold",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store } = database;
    const merchant = aMerchant();
    const { variantId, productId } = aVariant();
    const gift = {
      targetType: "PURCHASE_AMOUNT",
      target: 0,
      productIds: [productId],
      maxQuantity: 1,
    } as const;
    const automatic = { applicationType: "AUTOMATIC", gift } as const;
    await store.commit([
      { kind: "merchant.put", merchant },
      { kind: "product.put", merchantId: merchant.id, product: aProduct() },
      { kind: "coupon.put", coupon: aCoupon(automatic) },
    ]);
    const shops = new Shops(store, new Freshness(store, new FakeClock().monotonicMs), {
      url: undefined,
    });
    const units = async () => {
      const shop = await shops.byId(merchant.id);
      const { rules } = await loadRules({ store, shops }, shop!, {
        customer: null,
        variantIds: [variantId],
        lines: [],
        couponIds: [],
        code: null,
      });
      const given = rules.giftProducts.get(productId)?.variants[0]?.inventoryQuantity;
      return [rules.stock.get(variantId), given];
    };
    assert.deepEqual(await units(), [20, 20]);
    const other = await database.open();
    const session = aSession();
    const { id: sessionId } = session;
    await other.commit([
      { kind: "session.add", session, extra: "{}", view: "{}" },
      { kind: "stock.hold", merchantId: merchant.id, sessionId, variantId, units: 19 },
    ]);
    assert.deepEqual(await units(), [1, 1]);
    await other.commit([{ kind: "stock.release", sessionId }]);
    assert.deepEqual(await units(), [20, 20]);
    await other.close();
  },
});
