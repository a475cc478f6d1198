import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { NO_PRODUCT_FILTER, NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import { NO_OTP } from "../../src/domain/session/otp.ts";
import { SCHEMA_VERSION } from "../../src/store/sqlite/file/migrate.ts";
import init from "../../src/store/sqlite/migrations/0001_init.sql" with { type: "text" };
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { aCoupon, aMerchant, aProduct, aVariant, int64, NOW, uuid } from "../support/builders.ts";
import {
  aSession,
  COMPLETED,
  holdStock,
  M1,
  OPEN,
  PENDING,
  putSession,
  sid,
  withPath,
} from "./support.ts";

/** The document of {@link aSession} as the first schema's program wrote it. */
const OLD_DOC = String
  .raw`{"countryCode":"IN","currencyCode":"INR","redirectUrl":"https://demo-store.example/thanks","lines":[{"productId":"1","variantId":"11","quantity":1,"properties":{},"source":"MANUAL","title":"Mug","handle":"","variantTitle":"","grams":0,"singleVariant":false,"taxable":true,"image":"","unitPrice":34900,"compareAtPrice":null}],"choices":{"claims":[],"codes":[],"destination":null,"method":null,"coins":0},"amountPaid":0,"priced":{"lines":[{"giftOf":null,"subTotal":34900,"discount":0,"total":34900,"tax":0,"outOfStock":false}],"coupons":[],"offers":[],"claims":[],"totals":{"subTotal":34900,"couponDiscount":0,"paymentOfferDiscount":0,"coinDiscount":0,"discount":0,"total":34900,"tax":0,"taxesIncluded":true,"shipping":-1,"codAvailable":false,"codOrder":false,"codPrice":0,"partialCodPrice":0,"isPartialCod":false,"totalPayable":34900,"amountPaid":0},"coins":{"available":0,"redeemable":0,"used":0,"processing":0},"coinProgram":null,"serviceable":true}}`;

/** One row of each kind, as the first schema's program left them: an open and an ended session. */
const OLD_REQUEST = JSON.stringify({
  data: { note: "Ring twice, \u{1f514} 1.0", fp_id: "f" },
}).replace(
  '"fp_id"',
  '"attributes":{"Gift":"yes","__proto__":"kept"},"items":[{"id":1.0}],"fp_id"',
);
const OLD_ROWS = `
  PRAGMA user_version = 1;
  PRAGMA application_id = 1667985268;
  INSERT INTO merchants VALUES ('${M1}', 'Demo Store', 'IN', 'INR', 'plain',
    'https://demo-store.example/thanks',
    '{"tax":{"rate":0,"included":true},"shipping":[],"cod":null,"paymentOffers":[],"coin":null}',
    ${NOW}, ${NOW});
  INSERT INTO merchant_domains VALUES ('demo-store.example', '${M1}', 0);
  INSERT INTO products VALUES ('${M1}', 1, '${uuid(30)}', 'Mug', 'mug', 'Demo', '<p>A mug</p>',
    'active', '[{"id":"1","src":"https://cdn.example/mug.png"}]');
  INSERT INTO variants VALUES
    ('${M1}', 11, 1, 0, 'Default Title', 34900, NULL, 300, 1, 20, 'deny', 1),
    ('${M1}', 12, 1, 1, 'Default Title', 34900, NULL, 300, 1, NULL, 'deny', 1);
  INSERT INTO coupons VALUES ('${uuid(20)}', '${M1}', 'SAVE10', 'SAVE10', 'AUTOMATIC', 1, NULL,
    NULL, NULL, 3, ${NOW}, '{"combine":false,"discount":{"type":"PERCENTAGE","rate":100000,
    "cap":null},"disableCod":false,"platform":"SERVICE","minPurchase":0,"minQuantity":0,
    "usageLimitPerCustomer":null,"productIds":[],"gift":null}');
  INSERT INTO sessions VALUES
    ('${sid(1)}', '${M1}', 'INITIATED', 'DRAFT', 1, ${NOW + 1}, ${NOW + 1}, ${NOW + 1},
      '${OLD_DOC}', 'received'),
    ('${sid(2)}', '${M1}', 'ABANDONED', 'DRAFT', 2, ${NOW + 2}, ${NOW + 9}, ${NOW + 2},
      '${OLD_DOC}', 'received'),
    ('${sid(3)}', '${M1}', 'COMPLETED', 'PAID', 2, ${NOW + 3}, ${NOW + 9}, ${NOW + 3},
      '${OLD_DOC}', '${OLD_REQUEST}');`;

const MUG = aProduct({
  variants: [aVariant(), aVariant({ variantId: int64(12), inventoryQuantity: null })],
});

/** Runs with a database that the first schema's program made, opened by this one. */
function upgraded(run: (store: Store, path: string) => Promise<void>): Promise<void> {
  return withPath(async (path) => {
    const db = new DatabaseSync(path);
    db.exec(init);
    db.exec(OLD_ROWS);
    db.close();
    const store = await openSqliteStore(path);
    try {
      await run(store, path);
    } finally {
      await store.close();
    }
  });
}

Deno.test("openSqliteStore() brings a database of the first schema up to date", () =>
  upgraded(async (store, path) => {
    const db = new DatabaseSync(path);
    assert.equal(db.prepare("PRAGMA user_version").get()?.["user_version"], SCHEMA_VERSION);
    assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
    assert.equal(db.prepare("PRAGMA integrity_check").get()?.["integrity_check"], "ok");
    db.close();
    assert.deepEqual(await store.merchants.all(), [aMerchant()]);
  }));

Deno.test("load() reads a session of the first schema with nothing decided", () =>
  upgraded(async (store) => {
    const stored = await store.sessions.find(sid(1));
    const session = stored?.load();
    assert.deepEqual(session, aSession(1));
    assert.deepEqual(session?.choices, {
      claims: [],
      codes: [],
      address: null,
      shippingOption: null,
      method: null,
      way: null,
      coins: 0,
    });
    assert.deepEqual([session?.customer, session?.otp, session?.payment], [null, NO_OTP, null]);
    assert.deepEqual(stored?.state, OPEN);
    assert.equal(await store.sessions.extra(sid(1)), "{}", "what is not JSON is not kept");
  }));

Deno.test("a note and attributes that came with the request become a part of the session", () =>
  upgraded(async (store) => {
    const { note, attributes, reference } = (await store.sessions.find(sid(3)))!.load();
    assert.deepEqual([note, reference], ["Ring twice, \u{1f514} 1.0", null]);
    assert.deepEqual(Object.entries(attributes), [["Gift", "yes"], ["__proto__", "kept"]]);
    assert.equal(await store.sessions.extra(sid(3)), '{"data":{"items":[{"id":1.0}],"fp_id":"f"}}');
    const other = (await store.sessions.find(sid(1)))!.load();
    assert.deepEqual([other.note, other.attributes], [null, {}]);
  }));

Deno.test("sessions that the first schema abandoned have expired, others have not", () =>
  upgraded(async (store) => {
    const found = (await store.sessions.list(NO_SESSION_FILTER, { limit: 9 })).rows;
    assert.deepEqual(
      found.map(({ id, expired }) => [id, expired]),
      [[sid(3), false], [sid(2), true], [sid(1), false]],
    );
  }));

Deno.test("session.put goes on with a session of the first schema", () =>
  upgraded(async (store) => {
    const next = aSession(1, { version: 2, state: PENDING });
    await store.commit([putSession(next)]);
    await store.commit([putSession({ ...next, version: 3, state: COMPLETED })]);
    const stored = await store.sessions.find(sid(1));
    assert.deepEqual(stored?.load(), { ...next, version: 3, state: COMPLETED });
    assert.equal(await store.sessions.extra(sid(1)), "{}", "what is not JSON is not kept");
  }));

Deno.test("stock of the first schema is all left, and counts as imported", () =>
  upgraded(async (store) => {
    assert.deepEqual((await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows, [MUG]);
    assert.deepEqual([...(await store.catalog.imported(M1, [int64(1)])).values()], [MUG]);
    await store.commit([holdStock({ units: 3 }), { kind: "stock.sell", sessionId: sid(1) }]);
    // The same file once more does not bring back what was sold.
    await store.commit([{ kind: "product.put", merchantId: M1, product: MUG }]);
    const [product] = (await store.catalog.of(M1, NO_PRODUCT_FILTER, { limit: 1000 })).rows;
    assert.equal(product?.variants[0]?.inventoryQuantity, 17);
  }));

Deno.test("uses of coupons that the first schema counted go on counting", () =>
  upgraded(async (store) => {
    const { id } = aCoupon();
    const taken = { customerId: null, limitPerCustomer: null };
    await store.commit([
      { kind: "coupon.take", couponId: id, sessionId: sid(1), limit: 4, ...taken },
    ]);
    const usage = await store.coupons.usage([id], null);
    assert.deepEqual(usage, new Map([[id, { used: 4, usedByCustomer: 0 }]]));
  }));

Deno.test("openSqliteStore() leaves the first schema whole when the next does not fit", () =>
  withPath(async (path) => {
    const db = new DatabaseSync(path);
    db.exec(init);
    db.exec(OLD_ROWS);
    // Somebody's own table under a name that the next schema uses last.
    db.exec("CREATE TABLE idempotency_records (theirs TEXT)");
    await assert.rejects(openSqliteStore(path), /idempotency_records already exists/);
    assert.equal(db.prepare("PRAGMA user_version").get()?.["user_version"], 1);
    const added = db.prepare("SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'expired'");
    assert.equal(added.get(), undefined);
    db.close();
  }));
