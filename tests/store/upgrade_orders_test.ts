import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { unitsByVariant } from "../../src/domain/cart/cart.ts";
import { NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import type { VariantId } from "../../src/domain/ids.ts";
import { parseOrderNumber } from "../../src/domain/session/order_number.ts";
import { createOperatorServices } from "../../src/service/services.ts";
import { makeSchema } from "../../src/store/sqlite/file/migrate.ts";
import orders from "../../src/store/sqlite/migrations/0013_orders.sql" with { type: "text" };
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { effectsOf, FakeClock } from "../support/app.ts";
import { uuid } from "../support/builders.ts";
import { check } from "./maintenance/support.ts";
import { M1, M2 } from "./support.ts";
import { VERSIONS, withVersion } from "./upgrade/versions.ts";
import { OPERATOR } from "../support/operator.ts";
import { plainSecrets } from "../support/secrets.ts";

/** A database of schema version 12 with completed sessions of two shops and one open session. */
function beforeNumbers(completed: number): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  makeSchema(db, 12);
  const shop = db.prepare(
    "INSERT INTO merchants VALUES (?, 'Shop', 'IN', 'INR', 'plain', '', '{}', 0, 0, 'open')",
  );
  const session = db.prepare(
    `INSERT INTO sessions (id, merchant_id, session_state, payment_state, version, created_at,
       updated_at, last_active_at, doc) VALUES (?, ?, ?, 'DRAFT', 1, 0, 0, 0, '{}')`,
  );
  for (const id of [M1, M2]) {
    shop.run(id);
    for (let n = 0; n < completed; n++) session.run(`${id} ${n}`, id, "COMPLETED");
  }
  session.run("open", M1, "INITIATED");
  return db;
}

function numbersOf(db: DatabaseSync, merchantId: string): string[] {
  return db.prepare(
    "SELECT order_number FROM sessions WHERE merchant_id = ? AND session_state = 'COMPLETED'",
  ).all(merchantId).map((row) => String(row["order_number"]));
}

Deno.test("0013_orders.sql gives every order a number, unique in its shop", () => {
  const db = beforeNumbers(1000);
  db.exec(orders);
  for (const id of [M1, M2]) {
    const numbers = numbersOf(db, id);
    assert.equal(new Set(numbers).size, 1000);
    for (const number of numbers) assert.equal(parseOrderNumber(number), number);
  }
  const open = db.prepare("SELECT order_number FROM sessions WHERE id = 'open'").get();
  assert.equal(open?.["order_number"], null);
  db.close();
});

Deno.test("0013_orders.sql gives orders that got the same number other ones", () => {
  const db = beforeNumbers(4);
  // Numbers of the eight orders, then of those that are not the first with theirs.
  const drawn = [1, 1, 1, 5, 1, 2, 3, 4, 1, 5, 9, 9];
  db.function("random", { deterministic: false }, () => drawn.shift() ?? 7);
  db.exec(orders);
  assert.deepEqual(drawn, []);
  const numbers = numbersOf(db, M1).sort();
  assert.deepEqual(numbers, ["0000-0001", "0000-0005", "0000-0007", "0000-0009"]);
  // Another shop has numbers of its own.
  assert.deepEqual(numbersOf(db, M2), ["0000-0001", "0000-0002", "0000-0003", "0000-0004"]);
  db.close();
});

Deno.test("0013_orders.sql writes the bits of a number as composeOrderNumber() does", () => {
  const db = beforeNumbers(1);
  const drawn = [-1n, 0b10011_00111_10111_00010_01001_10100_11101_01101n];
  db.function("random", { deterministic: false }, () => drawn.shift()!);
  db.exec(orders);
  assert.deepEqual([numbersOf(db, M1), numbersOf(db, M2)], [["ZZZZ-ZZZZ"], ["K7Q2-9MXD"]]);
  db.close();
});

Deno.test("0013_orders.sql is refused whole when numbers stay the same", () => {
  const db = beforeNumbers(2);
  db.function("random", { deterministic: false }, () => 1);
  assert.throws(() => db.exec(orders), /UNIQUE constraint failed: sessions.merchant_id/);
  db.close();
});

Deno.test("an order of schema version 9 keeps its number through a later change", () =>
  withVersion(9, async (path) => {
    const store = await openSqliteStore(path);
    const before =
      (await store.sessions.list({ ...NO_SESSION_FILTER, state: "COMPLETED" }, { limit: 9 })).rows
        .map((stored) => stored.load());
    assert.ok(before.length > 2);
    for (const session of before) {
      assert.equal(session.order?.salesRecorded, false);
      const number = session.order!.number;
      assert.deepEqual((await store.sessions.byOrderNumber(number, null)).map(({ id }) => id), [
        session.id,
      ]);
      await store.commit([{
        kind: "session.put",
        session: { ...session, version: session.version + 1 },
        view: null,
        expectedVersion: session.version,
        expired: false,
        at: session.createdAt,
      }]);
      assert.deepEqual((await store.sessions.find(session.id))?.load().order, session.order);
    }
    await store.close();
    assert.deepEqual((await check(path)).findings, []);
  }));

for (const version of VERSIONS) {
  Deno.test(`orders of schema version ${version} can be cancelled, and the books agree`, () =>
    withVersion(version, async (path) => {
      const store = await openSqliteStore(path);
      let ids = 800_000;
      const services = createOperatorServices({
        store,
        secrets: plainSecrets(store),
        ...effectsOf(new FakeClock()),
        newId: () => uuid(++ids),
      });
      const { rows: orders } = await store.sessions.list({
        ...NO_SESSION_FILTER,
        state: "COMPLETED",
      }, { limit: 99 });
      assert.ok(orders.length > 0);
      const units = new Map<VariantId, number>();
      for (const stored of orders) {
        const { merchantId, priced, order } = stored.load();
        const returned = unitsByVariant(priced.lines);
        for (const { variantId, quantity } of order?.shortfall?.units ?? []) {
          returned.set(variantId, (returned.get(variantId) ?? 0) - quantity);
        }
        const before = await store.catalog.variants(merchantId, [...returned.keys()]);
        const { order: after } = await services.orderAdmin.cancel(
          stored.id,
          { reason: "upgraded", refund: null },
          OPERATOR,
        );
        assert.equal(after?.cancellation?.reason, "upgraded");
        const now = await store.catalog.variants(merchantId, [...returned.keys()]);
        for (const [variantId, { variant }] of before) {
          const left = now.get(variantId)!.variant.inventoryQuantity;
          const { inventoryQuantity } = variant;
          const expected = inventoryQuantity === null
            ? null
            : inventoryQuantity + (returned.get(variantId) ?? 0);
          assert.equal(left, expected);
          units.set(variantId, (units.get(variantId) ?? 0) + (returned.get(variantId) ?? 0));
        }
        assert.deepEqual((await store.sessions.holds(stored.id)).coupons, []);
      }
      assert.ok([...units.values()].some((one) => one > 0), "some stock went back");
      await store.close();
      assert.deepEqual((await check(path)).findings, []);
    }));
}
