/** Query plans of the reads that a step takes, of a shop with many coupons, products and customers. */
import assert from "node:assert/strict";
import { z } from "zod";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { CouponId, CustomerId } from "../../../src/domain/ids.ts";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { PgConnection, type SqlValue } from "../../../src/store/postgres/connection/client.ts";
import { postgresReader } from "../../../src/store/postgres/read/reader.ts";
import { attentionReads } from "../../../src/store/read/attention.ts";
import { catalogReads } from "../../../src/store/read/catalog.ts";
import { couponReads } from "../../../src/store/read/coupons.ts";
import { customerReads } from "../../../src/store/read/customers.ts";
import { aCoupon, aProduct, int64, NOW, uuid } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { addSession, aSession, M1, putMerchant } from "../support.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const ROWS = 5000;
const COUPON = uuid<CouponId>(20);
const CUSTOMER = uuid<CustomerId>(50);
const PHONE = "+919876543210";
const GIFT = { targetType: "QUANTITY", target: 1, maxQuantity: 1, productIds: [int64(1)] } as const;

/** An id of its own for each copy. */
const ID = "'00000000-0000-7000-8000-' || lpad((1000000 + n)::text, 12, '0')";

/** Copies of the only row of a table, with other values in some columns. */
const copies = (table: string, over: string) =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${over}))).*
   FROM ${table} AS t, generate_series(2, ${ROWS}) AS n`;

/** Fills a shop. */
async function fill({ store, sql }: TestDatabase): Promise<void> {
  const coupon = aCoupon({ id: COUPON, applicationType: "CODE", gift: GIFT });
  const customer = { id: CUSTOMER, merchantId: M1, phone: PHONE, createdAt: NOW };
  await store.commit([
    putMerchant,
    { kind: "product.put", merchantId: M1, product: aProduct() },
    { kind: "coupon.put", coupon },
    { kind: "customer.add", customer },
  ]);
  await sql(copies("products", `'id', ${ID}, 'product_id', n`));
  await sql(copies("variants", "'variant_id', 10 + n, 'product_id', n"));
  await sql(copies("coupons", `'id', ${ID}, 'code', 'C' || n, 'code_key', 'C' || n`));
  await sql(copies("customers", `'id', ${ID}, 'phone', '+1' || n`));
  await sql("UPDATE coupons SET used = 1");
  await sql(`INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
    SELECT 's' || row_number() OVER (), c.id, k.id FROM
      (SELECT id, row_number() OVER (ORDER BY id) AS n FROM coupons) AS c
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers) AS k USING (n)`);
  await sql(`INSERT INTO otp_sends (merchant_id, phone, sent_at)
    SELECT '${M1}', '+1' || n, ${NOW} + n FROM generate_series(1, ${ROWS}) AS n`);
  await sql("ANALYZE");
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  readonly "Index Cond"?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Index Cond": z.string().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const planSchema = z.tuple([z.object({ Plan: nodeSchema })]);

/** Nodes that read a whole table or a whole index; shops are few. */
function wholeReads(node: PlanNode): string[] {
  const { "Node Type": type, "Relation Name": table, "Index Cond": condition } = node;
  const isWhole = type === "Seq Scan" || (/Index/.test(type) && condition === undefined);
  const isFew = table === "merchants" || table === "merchant_domains";
  return [
    ...(isWhole && !isFew ? [`${type} of ${table}`] : []),
    ...(node.Plans ?? []).flatMap(wholeReads),
  ];
}

/** Indexes by which a table is read. */
function indexesOf(node: PlanNode, table: string): string[] {
  const own = node["Relation Name"] === table ? [node["Index Name"] ?? node["Node Type"]] : [];
  return [...own, ...(node.Plans ?? []).flatMap((one) => indexesOf(one, table))];
}

/** A connection, and a reader over it that notes its statements. */
async function noting({ name }: TestDatabase) {
  const url = readDatabaseUrl(server!.url(name), () => undefined);
  const connection = await PgConnection.open(url, { connectMs: 5000, queryMs: 60_000 });
  const texts = new Set<string>();
  const reader = postgresReader({
    query: (text: string, values: readonly SqlValue[]) => {
      texts.add(text);
      return connection.query(text, values);
    },
  });
  return { connection, texts, reader };
}

/** Plans of statements that were prepared: they do not know the values. */
async function plansOf(connection: PgConnection, texts: Iterable<string>) {
  await connection.query("SET plan_cache_mode = force_generic_plan");
  const plans = new Map<string, PlanNode>();
  for (const text of texts) {
    const name = `plan_${plans.size}`;
    const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, nth]) => Number(nth)));
    await connection.script(`PREPARE ${name} AS ${text}`, 5000);
    const values = count === 0 ? "" : `(${Array(count).fill("NULL").join(", ")})`;
    const [row] = await connection.query(`EXPLAIN (FORMAT JSON) EXECUTE ${name}${values}`);
    const plan = JSON.parse(String(Object.values(row as Record<string, unknown>)[0]));
    plans.set(text, planSchema.parse(plan)[0].Plan);
  }
  await connection.close();
  return plans;
}

Deno.test({
  name: "postgres: unpaid holds are found in the indexes of what is held",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store, sql } = database;
    const sessions = Array.from({ length: 2000 }, (_, n) => addSession(aSession(n)));
    await store.commit([putMerchant, ...sessions]);
    await sql("UPDATE sessions SET held_since = 1 WHERE id LIKE '%00'");
    await sql("UPDATE sessions SET due_at = 1 WHERE id LIKE '%01'");
    await sql("ANALYZE");
    const { connection, texts, reader } = await noting(database);
    await attentionReads(reader).unpaidHolds(M1, 0);
    const [[, plan] = []] = await plansOf(connection, texts);
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
    const { connection, texts, reader } = await noting(database);
    const coupons = couponReads(reader);
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
    const catalog = catalogReads(reader);
    const lines = [{ productId: int64(7), variantId: int64(17) }];
    assert.equal((await catalog.cart(M1, [int64(17)], lines)).variants.size, 1);
    await catalog.products(M1, [int64(7)]);
    await catalog.imported(M1, [int64(7)]);
    await catalog.stock(M1, [int64(17)]);
    const customers = customerReads(reader);
    await customers.byPhone(M1, PHONE);
    await customers.find(CUSTOMER);
    await customers.otpSends(M1, PHONE, NOW);
    await customers.otpsSince(M1, NOW + ROWS - 9);

    const plans = await plansOf(connection, texts);
    assert.ok(plans.size > 12, String(plans.size));
    const found = [...plans].map(([text, plan]) => [text, wholeReads(plan)] as const)
      .filter(([, whole]) => whole.length > 0);
    assert.deepEqual(found, []);
  },
});
