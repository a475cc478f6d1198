/** Statistics of a database with a damaged document. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { RowError } from "../../src/schema/stored/parse.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { ORDER, tamper, withPopulated } from "./maintenance/support.ts";
import { loadDump } from "./upgrade/dump.ts";
import v9 from "./upgrade/v9.sql" with { type: "text" };
import { withPath } from "./support.ts";

const ALL = [0, Number.MAX_SAFE_INTEGER];

async function requireLoud(path: string): Promise<void> {
  const store = await openSqliteStore(path);
  try {
    const merchants = await store.merchants.all();
    const sums = merchants.map(({ id: merchantId }) => ({ merchantId, bounds: ALL }))
      .map((period) => () => [store.statistics.orders(period), store.statistics.revenue(period)]);
    assert.ok(
      sums.some((sum) => {
        try {
          sum();
          return false;
        } catch (error) {
          return error instanceof RowError && error.message.includes("currency");
        }
      }),
    );
  } finally {
    await store.close();
  }
}

Deno.test("a damaged order is an error of statistics, not a sum without it", () =>
  withPopulated(async (path) => {
    tamper(path, `UPDATE sessions SET doc = '{"cut' WHERE id = ${ORDER}`);
    await requireLoud(path);
  }));

Deno.test("0024_statistics.sql upgrades a database with a damaged order", () =>
  withPath(async (path) => {
    loadDump(path, v9);
    const db = new DatabaseSync(path);
    db.exec("UPDATE sessions SET doc = '{\"cut' WHERE session_state = 'COMPLETED'");
    db.close();
    await requireLoud(path);
  }));
