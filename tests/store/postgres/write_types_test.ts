import assert from "node:assert/strict";
import { typeOfParam } from "../../../src/store/sql/param_types.ts";
import { sqlFor } from "../../../src/store/sql/sql.ts";
import { WRITES } from "../../../src/store/write/writes.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();
const PARAMETER = /(?<![:\w]):([A-Za-z_]+)/g;

/** Those that a function alone can run: they keep a value, or lock. */
const OF_FUNCTION = /\bINTO event_number\b|\bevent_number\b|\bkey_hash\b|PERFORM/;

Deno.test({
  name: "postgres: every write can be planned with the types of its parameters",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const writes = Object.entries(WRITES).map(([name, { sql }]) =>
      [name, sqlFor("postgres", sql)] as const
    ).filter(([, sql]) => sql !== "NULL" && !OF_FUNCTION.test(sql));
    assert.ok(writes.length > 100, String(writes.length));
    const wrong: string[] = [];
    for (const [name, sql] of writes) {
      const statement = sql.replaceAll(
        PARAMETER,
        (_, param: string) => `NULL::${typeOfParam(param).replace("int64", "bigint")}`,
      )
        // A whole row is read from the statement's parameters.
        .replaceAll(/(?<=, )p(?=\))/g, "NULL::jsonb");
      try {
        await database.sql(`EXPLAIN ${statement}`);
      } catch (error) {
        wrong.push(`${name}: ${error}`);
      }
    }
    assert.deepEqual(wrong, []);
  },
});
