/** Query plans of the reads that a step takes, of a shop with many coupons, products and customers. */
import assert from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { CouponId, CustomerId } from "../../../src/domain/ids.ts";
import { aCoupon, aProduct, int64, NOW, uuid } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { addSession, aSession, M1, putMerchant } from "../support.ts";
import { copyRow, ID, indexesOf, plansOf, ROWS, wholeReads } from "./plans.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

/** Shops are few. */
const FEW = ["merchants", "merchant_domains"];
const COUPON = uuid<CouponId>(20);
const CUSTOMER = uuid<CustomerId>(50);
const PHONE = "+919876543210";
const GIFT = { targetType: "QUANTITY", target: 1, maxQuantity: 1, productIds: [int64(1)] } as const;

/** Fills a shop. */
async function fill(database: TestDatabase): Promise<void> {
  const { store, sql } = database;
  const coupon = aCoupon({ id: COUPON, applicationType: "CODE", gift: GIFT });
  const customer = { id: CUSTOMER, merchantId: M1, phone: PHONE, createdAt: NOW };
  await store.commit([
    putMerchant,
    { kind: "product.put", merchantId: M1, product: aProduct() },
    { kind: "coupon.put", coupon },
    { kind: "customer.add", customer },
  ]);
  await copyRow(database, {
    table: "products",
    over: `'id', ${ID}, 'product_id', n, 'handle', 'mug-' || n`,
  });
  await copyRow(database, { table: "variants", over: "'variant_id', 10 + n, 'product_id', n" });
  await sql(`INSERT INTO variant_aliases
    SELECT merchant_id, -variant_id, -product_id, product_id, variant_id FROM variants`);
  await copyRow(database, {
    table: "coupons",
    over: `'id', ${ID}, 'code', 'C' || n, 'code_key', 'C' || n`,
  });
  await copyRow(database, { table: "customers", over: `'id', ${ID}, 'phone', '+1' || n` });
  await sql("UPDATE coupons SET used = 1");
  await sql(`INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
    SELECT 's' || row_number() OVER (), c.id, k.id FROM
      (SELECT id, row_number() OVER (ORDER BY id) AS n FROM coupons) AS c
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers) AS k USING (n)`);
  await sql("INSERT INTO coupon_use_deltas SELECT id, 1 FROM coupons");
  await sql(`INSERT INTO otp_sends (merchant_id, phone, sent_at)
    SELECT '${M1}', '+1' || n, ${NOW} + n FROM generate_series(1, ${ROWS}) AS n`);
  await sql("ANALYZE");
}

Deno.test({
  name: "postgres: unpaid holds are found in the indexes of what is held",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store, sql } = database;
    await store.commit([putMerchant, addSession(aSession())]);
    await copyRow(database, { table: "sessions", over: `'id', ${ID}`, rows: 2000 });
    await sql("UPDATE sessions SET held_since = 1 WHERE id LIKE '%00'");
    await sql("UPDATE sessions SET due_at = 1 WHERE id LIKE '%01'");
    await sql("ANALYZE");
    const plans = await plansOf(server!.url(database.name), async ({ attention }) => {
      await attention.unpaidHolds(M1, 0);
    });
    const [plan] = plans.values();
    assert.ok(plan);
    const own = ["sessions_held", "sessions_due", "sessions_pkey"];
    assert.deepEqual(indexesOf(plan, "sessions").toSorted(), own.toSorted());
  },
});

Deno.test({
  name: "postgres: what a step reads of a shop with many coupons and products is found by indexes",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    await fill(database);
    const plans = await plansOf(server!.url(database.name), async (reads) => {
      const { coupons, catalog, customers } = reads;
      const priced = await coupons.forPricing(M1, {
        ids: [COUPON],
        code: "C7",
        limited: [COUPON],
        customer: { phone: PHONE },
      });
      assert.deepEqual([priced.entered.length, priced.gifts.size, priced.usage.size], [2, 1, 2]);
      assert.equal((await coupons.entered(M1, { ids: [COUPON], code: null })).length, 1);
      assert.equal((await coupons.usage([COUPON], CUSTOMER)).size, 1);
      await coupons.automatic(M1);
      await coupons.of(M1, { ...NO_PREFIX_FILTER, prefix: "C1" }, { limit: 10 });
      const lines = [{ productId: int64(7), variantId: int64(17) }];
      assert.equal((await catalog.cart(M1, [int64(17)], lines)).variants.size, 1);
      await catalog.products(M1, [int64(7)]);
      await catalog.imported(M1, [int64(7)]);
      await catalog.aliases(M1, [int64(-7)]);
      await catalog.byHandle(M1, ["mug-7"]);
      await catalog.stock(M1, [int64(17)]);
      await customers.byPhone(M1, PHONE);
      await customers.find(CUSTOMER);
      await customers.otpSends(M1, PHONE, NOW);
      await customers.otpsSince(M1, NOW + ROWS - 9);
    });
    assert.ok(plans.size > 12, String(plans.size));
    const found = [...plans].map(([text, plan]) => [text, wholeReads(plan, FEW)] as const)
      .filter(([, whole]) => whole.length > 0);
    assert.deepEqual(found, []);
  },
});
