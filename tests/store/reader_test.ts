/** Queries with parameters by name, as each engine gets them. */
import assert from "node:assert/strict";
import type { ProductId } from "../../src/domain/ids.ts";
import { postgresReader } from "../../src/store/postgres/read/reader.ts";
import { both, mapped, type Reader } from "../../src/store/read/query.ts";
import { sql } from "../../src/store/sql/sql.ts";
import { sqliteReader } from "../../src/store/sqlite/read/reader.ts";

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A reader of each engine that notes what it is asked. */
function readers(asked: Asked[]): readonly Reader[] {
  const prepare = (text: string) => ({
    get: () => undefined,
    all: (...values: readonly unknown[]) => {
      asked.push({ text, values });
      return [];
    },
  });
  const query = (text: string, values: readonly unknown[]) => {
    asked.push({ text, values });
    return Promise.resolve([]);
  };
  return [sqliteReader({ prepare }), postgresReader({ query })];
}

Deno.test("query() gives each engine its places, types and values", async () => {
  const asked: Asked[] = [];
  const last = sql`${{ sqlite: "max(a)", postgres: "greatest(a, :limit)" }}`;
  for (const reader of readers(asked)) {
    const query = reader.query(
      ["name?", "limit", "livemode", "product_ids"],
      sql`SELECT ${last}, 'a:b' WHERE x = :name OR x::text <> :name AND l = :livemode
        AND p NOT IN :product_ids AND q IN :product_ids`,
      (row) => row,
    );
    const values = { name: null, limit: 7, livemode: true, product_ids: ["5" as ProductId] };
    await query.all(values);
  }
  assert.deepEqual(asked, [
    {
      text: `SELECT max(a), 'a:b' WHERE x = ?1 OR x::text <> ?1 AND l = ?2
        AND p NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(?3)) ` +
        "AND q IN (SELECT CAST(value AS INTEGER) FROM json_each(?3))",
      values: [null, 1, '["5"]'],
    },
    {
      text:
        `SELECT greatest(a, $2::bigint), 'a:b' WHERE x = $1::text OR x::text <> $1::text AND l = $3::smallint
        AND p <> ALL ($4::bigint[]) AND q = ANY ($4::bigint[])`,
      values: [null, 7, 1, ["5"]],
    },
  ]);
});

Deno.test("query() refuses a name that is not declared, and one that no engine uses", () => {
  for (const reader of readers([])) {
    assert.throws(
      () => reader.query([], "SELECT :name", (row) => row),
      /^Error: Undeclared parameter :name in: SELECT :name$/,
    );
    assert.throws(
      () => reader.query(["name"], "SELECT 1", (row) => row),
      /^Error: Unused parameter name in: SELECT 1$/,
    );
  }
});

Deno.test("mapped() and both() make no promise of values", async () => {
  const [three, pair] = [mapped(2, (n) => n + 1), both(1, "a")];
  assert.deepEqual([three, pair], [3, [1, "a"]]);
  assert.deepEqual(await mapped(Promise.resolve(2), (n) => n + 1), 3);
  assert.deepEqual(await both(1, Promise.resolve("a")), [1, "a"]);
});
