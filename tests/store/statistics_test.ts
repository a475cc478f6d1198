/** Statistics of a database with a damaged document. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { RowError } from "../../src/schema/stored/parse.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { check, findsAlone, ORDER, tamper, withPopulated } from "./maintenance/support.ts";
import { loadDump } from "./upgrade/dump.ts";
import v9 from "./upgrade/v9.sql" with { type: "text" };
import { withPath } from "./support.ts";

/** Whole quarters of an hour. */
const ALL = [0, 2 ** 33 * 900_000];

async function figuresOf(path: string): Promise<unknown> {
  const store = await openSqliteStore(path);
  try {
    const merchants = await store.merchants.all();
    return merchants.map(({ id: merchantId }) => {
      const period = { merchantId, bounds: ALL };
      return [store.statistics.orders(period), store.statistics.revenue(period)];
    });
  } finally {
    await store.close();
  }
}

async function requireLoud(path: string): Promise<void> {
  await assert.rejects(
    figuresOf(path),
    (error) => error instanceof RowError && error.message.includes("currency"),
  );
}

Deno.test("a document that is damaged later changes no statistics, and `db check` says so", () =>
  withPopulated(async (path) => {
    const before = await figuresOf(path);
    tamper(path, `UPDATE sessions SET doc = '{"cut' WHERE id = ${ORDER}`);
    assert.deepEqual(await figuresOf(path), before);
    const { findings } = await check(path);
    assert.ok(findings.some((one) => one.check === "session-sum"));
  }));

Deno.test("an upgrade sums a damaged order as an error, not without it", () =>
  withPath(async (path) => {
    loadDump(path, v9);
    const db = new DatabaseSync(path);
    db.exec("UPDATE sessions SET doc = '{\"cut' WHERE session_state = 'COMPLETED'");
    db.close();
    await requireLoud(path);
    const store = await openSqliteStore(path);
    for (;;) {
      const slice = await store.statistics.unsummed(1);
      if (slice === null) break;
      await store.commit([{ kind: "session.sum", ...slice }]);
    }
    await store.close();
    await requireLoud(path);
  }));

findsAlone([
  "session-sum",
  "a sum of orders",
  "UPDATE session_sums SET placed_payable = placed_payable - 1 WHERE placed = 1",
  /^Its sums lack placed_payable 1$/,
]);
findsAlone([
  "money-sum",
  "a sum of refunds",
  "UPDATE money_sums SET refunded = refunded + 1 WHERE refunds > 0",
  /^Its sums lack refunded -1$/,
]);
