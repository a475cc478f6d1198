/** A database after one of its shops was deleted, whatever the shop had. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ShopRemoval } from "../../../src/service/shop/removal.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { check, withPopulated } from "./support.ts";

/** Tables whose rows outlive their shop. */
const OUTLIVING = ["audit_entries"];

/** Rows by table: those of a shop, and all others. */
function rows(path: string, merchantId: string): Map<string, { of: number; others: number }> {
  using db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare(
    `SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND c.name = 'merchant_id' ORDER BY m.name`,
  ).all().map(({ name }) => String(name)).filter((name) => !OUTLIVING.includes(name));
  return new Map(tables.map((name) => {
    const count = (sign: string) =>
      Number(
        db.prepare(`SELECT count(*) AS n FROM ${name} WHERE merchant_id ${sign} ?`).get(merchantId)
          ?.["n"],
      );
    return [name, { of: count("="), others: count("<>") }];
  }));
}

Deno.test("db check finds nothing after a shop was deleted with its data, and no row of it is left", () =>
  withPopulated(async (path) => {
    let store = await openSqliteStore(path);
    let ids = 990;
    const shops = await store.merchants.all();
    await store.close();
    assert.ok(shops.length >= 1);
    for (const shop of shops) {
      const before = rows(path, shop.id);
      assert.ok([...before.values()].some(({ of }) => of > 0));
      store = await openSqliteStore(path);
      const removal = new ShopRemoval({
        store,
        now: () => NOW,
        newId: () => uuid(ids++),
        providerPayments: { endForGood: () => Promise.resolve(true) },
      });
      await removal.remove(shop, { withData: true, by: OPERATOR });
      await store.close();
      const report = await check(path);
      assert.deepEqual(report.findings, []);
      for (const [table, left] of rows(path, shop.id)) {
        assert.deepEqual(left, { of: 0, others: before.get(table)?.others }, table);
      }
    }
  }));
