import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import {
  NO_DELIVERY_FILTER,
  NO_PREFIX_FILTER,
  NO_PRODUCT_FILTER,
} from "../../src/domain/filters.ts";
import { NO_SUBJECT } from "../../src/domain/idempotency.ts";
import { RowError } from "../../src/schema/stored/parse.ts";
import { type BesideDoc, docFromText, docToText } from "../../src/schema/stored/session.ts";
import { shownSessionFromRow } from "../../src/schema/stored/session_head.ts";
import { sessionFromRow, sessionToRow } from "../../src/schema/stored/session_row.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { runs } from "../support/arbitraries.ts";
import { aCoupon, aCustomer, aProduct, aVariant, NOW } from "../support/builders.ts";
import { aKey } from "../support/keys.ts";
import { orderNumber } from "../support/orders.ts";
import { int64s, sessions } from "./arbitraries.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  holdStock,
  M1,
  OPEN,
  putMerchant,
  sid,
  withPath,
} from "./support.ts";
import { aMovement } from "../support/shop.ts";

Deno.test("sessions.find() gives back any session that was added", async () => {
  const store = await openSqliteStore(":memory:");
  await store.commit([putMerchant]);
  let n = 0;
  await fc.assert(
    fc.asyncProperty(sessions, async (generated) => {
      // Cloned, because fast-check also makes objects without a prototype.
      n += 1;
      const order = generated.order && { ...generated.order, number: orderNumber(n) };
      const session = structuredClone({ ...generated, id: sid(n), order });
      await store.commit([addSession(session)]);
      assert.deepEqual((await store.sessions.find(session.id))?.load(), session);
    }),
    runs(300),
  );
  await store.close();
});

/** The columns beside the document of {@link aSession}. */
const BESIDE = { updatedAt: NOW, view: null, orderNumber: null, paymentFee: null };
const COLUMNS: BesideDoc = { id: sid(1), state: OPEN, ...BESIDE };

Deno.test("docFromText() keeps a property called __proto__ as a property", () => {
  const named: Record<string, string> = JSON.parse('{"__proto__": "a", "toString": "b"}');
  const session = aSession(1);
  const lines = session.lines.map((line) => ({ ...line, properties: named }));
  const doc = docFromText(docToText({ ...session, lines }, null), COLUMNS);
  const [line] = doc.lines;
  assert.deepEqual(Object.entries(line?.properties ?? {}), [["__proto__", "a"], ["toString", "b"]]);
});

Deno.test("docToText() writes a line once where its priced line is the same", () => {
  const session = aSession(1);
  const text = docToText(session, null);
  assert.equal(text.split('"title":"Mug"').length - 1, 1);
  const lines = session.lines.map((line) => ({ ...line, title: "Other" }));
  const changed = { ...session, lines };
  const { priced, lines: read } = docFromText(docToText(changed, null), COLUMNS);
  assert.deepEqual([priced, read], [changed.priced, changed.lines]);
});

Deno.test("docFromText() refuses a priced line that has no line", () => {
  const session = aSession(1);
  const text = docToText(session, null).replace(/"lines":\[.*?\],"priced"/, '"lines":[],"priced"');
  assert.throws(
    () => docFromText(text, { ...COLUMNS, id: "K" }),
    /cannot be read, doc\.priced\.lines\.0 has no line: K$/,
  );
});

Deno.test("load() refuses a damaged document with its table and key, sessions.find() does not", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    const session = aSession(1);
    await store.commit([putMerchant, addSession(session)]);
    const doc = docToText(session, null);
    const damaged: [string, RegExp][] = [
      [doc.slice(0, -9), /doc is not JSON/],
      [doc.replace('"quantity":1', '"quantity":1.5'), /doc\.lines\.0\.quantity not a safe integer/],
      [doc.replace('"quantity":1', '"quantity":-1'), /doc\.lines\.0\.quantity not a safe integer/],
      [doc.replace('"variantId":"11"', '"variantId":11'), /doc\.lines\.0\.variantId not a 64-bit/],
      [
        doc.replace('"variantId":"11"', '"variantId":"9223372036854775808"'),
        /doc\.lines\.0\.variantId not a 64-bit/,
      ],
      [
        doc.replace('"properties":{}', '"properties":{"a":1}'),
        /properties not an object of strings/,
      ],
      ["null", /doc Invalid input/],
    ];
    const db = new DatabaseSync(path);
    for (const [text, message] of damaged) {
      assert.notEqual(text, doc);
      db.prepare("UPDATE sessions SET doc = ?").run(text);
      const stored = await store.sessions.find(session.id);
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
    const customer = aCustomer();
    const movement = aMovement({ coins: 1 });
    const since = { at: NOW, quietSince: NOW, since: NOW, limit: 1, shopSince: NOW, shopLimit: 1 };
    const name = { merchantId: M1, livemode: true, method: "POST", path: "/session", key: "k" };
    const answer = { ...NO_SUBJECT, fingerprint: "f", status: 200, body: "", location: null };
    await store.commit([
      putMerchant,
      { kind: "key.add", key: aKey() },
      { kind: "coupon.put", coupon: aCoupon() },
      { kind: "product.put", merchantId: M1, product: aProduct() },
      { kind: "customer.put", customer, seededCoins: 0 },
      { kind: "coins.move", movement },
      { kind: "otp.sent", merchantId: M1, phone: customer.phone, ...since },
      { kind: "webhook.put", endpoint: anEndpoint() },
      { kind: "event.add", event: anEvent(1) },
      { kind: "idempotency.add", record: { ...name, ...answer, at: NOW } },
      holdStock(),
    ]);
    const recorded = () => store.idempotency.find(name);
    const endpoint = () => store.webhooks.find(anEndpoint().id);
    const deliveries = () =>
      store.webhooks.deliveries([anEndpoint().id], NO_DELIVERY_FILTER, { limit: 1 });
    const { merchants, keys, coupons, catalog, sessions } = store;
    const allCoupons = () => coupons.of(M1, NO_PREFIX_FILTER, { limit: 9 });
    const products = () => catalog.of(M1, NO_PRODUCT_FILTER, { limit: 9 });
    const damaged: [string, () => unknown, RegExp][] = [
      ["UPDATE merchants SET rules = '{}'", () => merchants.all(), /merchants .+rules\.tax .+: /],
      [`UPDATE api_keys SET scopes = '["all"]'`, () => keys.of(M1), /api_keys .+scopes\.0 .+: /],
      ["UPDATE api_keys SET created_at = -1", () => keys.of(M1), /api_keys .+created_at .+: /],
      ["UPDATE coupons SET definition = '[]'", allCoupons, /coupons .+definition .+: /],
      ["UPDATE variants SET grams = 9007199254740993", products, /grams .+, 1$/],
      [
        "UPDATE customers SET created_at = -1",
        () => store.customers.byPhone(M1, customer.phone),
        /customers .+created_at .+: 0{8}-/,
      ],
      ["UPDATE products SET images = '[{}]'", products, /images\.0\.id .+, 1$/],
      [
        "UPDATE coin_movements SET moved_at = -1",
        () => store.customers.movements(customer.id),
        /coin_movements .+moved_at .+60$/,
      ],
      [
        "UPDATE otp_sends SET sent_at = -1",
        () => store.customers.otpSends(M1, customer.phone, -2),
        /otp_sends .+sent_at .+\+919876543210$/,
      ],
      ["UPDATE deliveries SET last_status = -1", deliveries, /deliveries .+last_status .+70$/],
      [
        "UPDATE deliveries SET last_status = 0; UPDATE events SET data = '[]'",
        deliveries,
        /events .+data not an object: .+9001$/,
      ],
      ["UPDATE events SET type = 'lost'", () => sessions.events(sid(1)), /events .+type .+9001$/],
      ["UPDATE webhook_endpoints SET kind = 'sms'", endpoint, /webhook_.+secret is not JSON.+70$/],
      ["UPDATE webhook_endpoints SET events = '[\"lost\"]'", endpoint, /webhook_.+events\.0 .+70$/],
      ["UPDATE idempotency_records SET body = x'ff'", recorded, /idempotency.+ body .+, k$/],
      ["UPDATE idempotency_records SET status = -1", recorded, /idempotency.+ status .+, k$/],
      [
        "PRAGMA ignore_check_constraints = ON; UPDATE stock_holds SET units = -1",
        () => sessions.holds(sid(1)),
        /stock_holds .+units .+, 11$/,
      ],
    ];
    for (const [sql, read, message] of damaged) {
      db.exec(sql);
      await assert.rejects(async () => await read(), message);
    }
    db.close();
    await store.close();
  }));

Deno.test("sessionFromRow() refuses a row with the key named", () => {
  const row = sessionToRow(aSession(1), { extra: "{}", view: null });
  for (
    const over of [
      { version: "1" },
      { session_state: "LOST" },
      { merchant_id: "x" },
      { expired: 2 },
      { created_at: -1 },
      { last_active_at: 1.5 },
      { payment_state: null },
      { doc: null },
    ]
  ) {
    assert.throws(() => sessionFromRow({ ...row, ...over }), (error) => {
      assert.ok(error instanceof RowError);
      assert.equal(error.key, sid(1));
      assert.ok(error.message.includes(Object.keys(over).join()));
      return true;
    });
  }
  assert.equal(sessionFromRow(row).id, sid(1));
  assert.equal(shownSessionFromRow(row).id, sid(1));
  assert.throws(() => shownSessionFromRow({ ...row, view: 1 }), /view/);
});

Deno.test("catalog.of() gives back any 64-bit ids digit for digit", async () => {
  const store = await openSqliteStore(":memory:");
  await store.commit([putMerchant]);
  await fc.assert(
    fc.asyncProperty(int64s, int64s, fc.option(int64s), async (productId, variantId, imageId) => {
      const variants = [aVariant({ productId, variantId, imageId })];
      const product = aProduct({ productId, variants, images: [{ id: productId, src: "" }] });
      // An earlier product may have the variant: it gives it up.
      const before = await store.catalog.variants(M1, [variantId]);
      const bare = [...before.values()].map((entry) => ({ ...entry.product, variants: [] }));
      const put = { kind: "product.put", merchantId: M1 } as const;
      await store.commit([...bare, product].map((product) => ({ ...put, product })));
      assert.deepEqual((await store.catalog.products(M1, [productId])).get(productId), product);
      const entries = await store.catalog.variants(M1, [variantId]);
      assert.deepEqual(entries.get(variantId)?.product, product);
    }),
    runs(200),
  );
  await store.close();
});
