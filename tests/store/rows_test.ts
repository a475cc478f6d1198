import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import type { CartLine } from "../../src/domain/cart.ts";
import type { Customer } from "../../src/domain/customer.ts";
import type { Int64 } from "../../src/domain/ids.ts";
import { INITIAL_STATE } from "../../src/domain/lifecycle.ts";
import { price } from "../../src/domain/pricing/price.ts";
import type { CheckoutSession } from "../../src/domain/session.ts";
import { RowError } from "../../src/store/rows/parse.ts";
import { sessionFromRow, sessionToRow } from "../../src/store/rows/session.ts";
import { docFromText, docToText } from "../../src/store/rows/session_doc.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { pricingCases, runs } from "../support/arbitraries.ts";
import { aCoupon, aKey, aProduct, aVariant, int64, NOW, uuid } from "../support/builders.ts";
import { addSession, aSession, M1, putMerchant, sid, withPath } from "./support.ts";

const int64s: fc.Arbitrary<Int64> = fc.oneof(
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, 0n),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
).map(int64);

/** Whole characters only: a lone surrogate is refused before it gets here. */
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "\u0000", "😀", "\u2028", '"\\', "e\u0301"),
);

const properties = fc.array(
  fc.tuple(fc.oneof(texts, fc.constantFrom("__proto__", "constructor", "_a")), texts),
  { maxLength: 4 },
).map((entries): Record<string, string> => Object.fromEntries(entries));

const lineTexts: fc.Arbitrary<Partial<CartLine>> = fc.record({
  // Half of them are products that coupons are scoped to.
  productId: fc.oneof(int64s, fc.constantFrom(1, 2, 3, 4).map(int64)),
  variantId: int64s,
  properties,
  title: texts,
  handle: texts,
  variantTitle: texts,
  image: texts,
  compareAtPrice: fc.option(fc.maxSafeNat(), { nil: null }),
  grams: fc.maxSafeNat(),
  source: fc.constantFrom("MANUAL", "UPSELL"),
});

/** Sessions as pricing leaves them: coupons, offers, claimed gifts, coins, and awkward texts. */
const sessions: fc.Arbitrary<CheckoutSession> = fc.tuple(
  pricingCases,
  fc.array(lineTexts, { minLength: 12, maxLength: 12 }),
  texts,
).map(([{ order, rules }, words, redirectUrl]) => {
  const lines = order.lines.map((line, i) => ({ ...line, ...words[i] }));
  const { claims, codes, destination, method, coins } = order;
  return {
    id: sid(1),
    merchantId: M1,
    version: 1,
    state: INITIAL_STATE,
    countryCode: order.countryCode,
    currencyCode: order.currency.code,
    redirectUrl,
    lines,
    choices: { claims, codes, destination, method, coins },
    amountPaid: order.amountPaid,
    priced: price({ ...order, lines }, rules, NOW),
    createdAt: NOW,
  };
});

Deno.test("session() gives back any session that was added", async () => {
  const store = await openSqliteStore(":memory:");
  await store.commit([putMerchant]);
  let n = 0;
  await fc.assert(
    fc.asyncProperty(sessions, async (generated) => {
      // Cloned, because fast-check also makes objects without a prototype.
      const session = structuredClone({ ...generated, id: sid(++n) });
      await store.commit([addSession(session)]);
      assert.deepEqual((await store.session(session.id))?.load(), session);
    }),
    runs(300),
  );
  await store.close();
});

Deno.test("docFromText() keeps a property called __proto__ as a property", () => {
  const named: Record<string, string> = JSON.parse('{"__proto__": "a", "toString": "b"}');
  const session = aSession(1);
  const lines = session.lines.map((line) => ({ ...line, properties: named }));
  const doc = docFromText(docToText({ ...session, lines }), session.id);
  const [line] = doc.lines;
  assert.deepEqual(Object.entries(line?.properties ?? {}), [["__proto__", "a"], ["toString", "b"]]);
});

Deno.test("docToText() writes a line once where its priced line is the same", () => {
  const session = aSession(1);
  const text = docToText(session);
  assert.equal(text.split('"title":"Mug"').length - 1, 1);
  const lines = session.lines.map((line) => ({ ...line, title: "Other" }));
  const changed = { ...session, lines };
  const { priced, lines: read } = docFromText(docToText(changed), session.id);
  assert.deepEqual([priced, read], [changed.priced, changed.lines]);
});

Deno.test("docFromText() refuses a priced line that has no line", () => {
  const session = aSession(1);
  const text = docToText(session).replace(/"lines":\[.*?\],"choices"/, '"lines":[],"choices"');
  assert.throws(
    () => docFromText(text, "K"),
    /cannot be read, doc\.priced\.lines\.0 has no line: K$/,
  );
});

Deno.test("load() refuses a damaged document with its table and key, session() does not", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    const session = aSession(1);
    await store.commit([putMerchant, addSession(session)]);
    const doc = docToText(session);
    const damaged: [string, RegExp][] = [
      [doc.slice(0, -9), /doc is no JSON/],
      [doc.replace('"quantity":1', '"quantity":1.5'), /doc\.lines\.0\.quantity not a safe integer/],
      [doc.replace('"quantity":1', '"quantity":-1'), /doc\.lines\.0\.quantity not a safe integer/],
      [doc.replace('"variantId":"11"', '"variantId":11'), /doc\.lines\.0\.variantId not a 64-bit/],
      [
        doc.replace('"variantId":"11"', '"variantId":"9223372036854775808"'),
        /doc\.lines\.0\.variantId not a 64-bit/,
      ],
      [doc.replace('"properties":{}', '"properties":{"a":1}'), /properties not an object of texts/],
      ["null", /doc Invalid input/],
    ];
    const db = new DatabaseSync(path);
    for (const [text, message] of damaged) {
      assert.notEqual(text, doc);
      db.prepare("UPDATE sessions SET doc = ?").run(text);
      const stored = await store.session(session.id);
      assert.equal(stored?.version, 1);
      assert.throws(() => stored?.load(), (error) => {
        assert.ok(error instanceof RowError);
        assert.equal(error.table, "sessions");
        assert.equal(error.key, session.id);
        assert.match(error.message, message);
        assert.ok(error.message.endsWith(`: ${session.id}`));
        return true;
      });
    }
    db.close();
    await store.close();
  }));

Deno.test("rows of every other table are refused with table and key when damaged", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    const db = new DatabaseSync(path);
    const customer: Customer = { id: uuid(60), merchantId: M1, phone: "+15550100", createdAt: NOW };
    await store.commit([
      putMerchant,
      { kind: "key.add", key: aKey() },
      { kind: "coupon.put", coupon: aCoupon() },
      { kind: "product.put", merchantId: M1, product: aProduct() },
      { kind: "customer.put", customer, seededCoins: 0 },
    ]);
    const damaged: [string, () => unknown, RegExp][] = [
      ["UPDATE merchants SET rules = '{}'", () => store.merchants(), /merchants .+rules\.tax .+: /],
      ["UPDATE api_keys SET created_at = -1", () => store.keys(M1), /api_keys .+created_at .+: /],
      [
        "UPDATE coupons SET definition = '[]'",
        () => store.coupons(M1),
        /coupons .+definition .+: /,
      ],
      ["UPDATE variants SET grams = 9007199254740993", () => store.products(M1), /grams .+, 1$/],
      [
        "UPDATE customers SET created_at = -1",
        () => store.customer(M1, customer.phone),
        /customers .+created_at .+: 0{8}-/,
      ],
      ["UPDATE products SET images = '[{}]'", () => store.products(M1), /images\.0\.id .+, 1$/],
    ];
    for (const [sql, read, message] of damaged) {
      db.exec(sql);
      await assert.rejects(async () => await read(), message);
    }
    db.close();
    await store.close();
  }));

Deno.test("sessionFromRow() refuses a row with the key named", () => {
  const row = sessionToRow(aSession(1), "");
  for (const over of [{ version: "1" }, { session_state: "LOST" }, { merchant_id: "x" }]) {
    assert.throws(() => sessionFromRow({ ...row, ...over }), (error) => {
      assert.ok(error instanceof RowError);
      assert.equal(error.key, sid(1));
      assert.ok(error.message.includes(Object.keys(over).join()));
      return true;
    });
  }
  assert.equal(sessionFromRow(row).id, sid(1));
});

Deno.test("products() gives back any 64-bit ids digit for digit", async () => {
  const store = await openSqliteStore(":memory:");
  await store.commit([putMerchant]);
  await fc.assert(
    fc.asyncProperty(int64s, int64s, fc.option(int64s), async (productId, variantId, imageId) => {
      const variants = [aVariant({ productId, variantId, imageId })];
      const product = aProduct({ productId, variants, images: [{ id: productId, src: "" }] });
      // An earlier product may have the variant: it gives it up.
      const before = await store.catalog(M1, [variantId]);
      const bare = [...before.values()].map((entry) => ({ ...entry.product, variants: [] }));
      await store.commit([...bare, product].map((product) => ({
        kind: "product.put",
        merchantId: M1,
        product,
      })));
      assert.deepEqual((await store.productsById(M1, [productId])).get(productId), product);
      assert.deepEqual((await store.catalog(M1, [variantId])).get(variantId)?.product, product);
    }),
    runs(200),
  );
  await store.close();
});
