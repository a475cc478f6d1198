/** Which programs change a schema, and what the others do with an older or a newer one. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { DatabaseUpgraded } from "../../src/store/errors.ts";
import { DatabaseOpenError } from "../../src/store/open_error.ts";
import { openStore, SCHEMA_VERSIONS } from "../../src/store/open.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { type Engine, testOnEngines } from "../support/engines.ts";
import { databaseOf } from "../support/database_of.ts";
import { refused } from "../support/refused.ts";
import { VERSIONS, withVersion } from "./upgrade/versions.ts";
import { putMerchant, putOther, withPath } from "./support.ts";

const OLDER = VERSIONS.at(-1)!;
const TOO_OLD = new RegExp(
  `^OlderSchemaError: The database has schema version ${OLDER} and must be at ${SCHEMA_VERSIONS.sqlite}, ` +
    "to which `db migrate` upgrades it: .*checkout\\.db$",
);

/** Runs with a database of an earlier schema version. */
const withOlder = (run: (path: string) => Promise<void>) => withVersion(OLDER, run);

for (const schema of ["create", "require"] as const) {
  Deno.test(`openSqliteStore() with schema ${schema} refuses an older database and leaves it as it is`, () =>
    withOlder(async (path) => {
      const before = await Deno.readFile(path);
      await assert.rejects(openSqliteStore(path, { schema }), TOO_OLD);
      assert.deepEqual(await Deno.readFile(path), before);
    }));
}

Deno.test("openSqliteStore() makes tables unless the schema is required", () =>
  withPath(async (path) => {
    await assert.rejects(openSqliteStore(path, { schema: "require" }), /^NoDatabaseError: No data/);
    await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
    await Deno.writeTextFile(path, "");
    await assert.rejects(openSqliteStore(path, { schema: "require" }), /has no tables: /);
    assert.equal((await Deno.stat(path)).size, 0);
    await (await openSqliteStore(path, { schema: "create" })).close();
    await (await openSqliteStore(path, { schema: "require" })).close();
  }));

Deno.test("openSqliteStore() locks servers out while it migrates, and nobody out of a current schema", () =>
  withOlder(async (path) => {
    const taken: string[] = [];
    const isTaken = () => {
      throw new DatabaseOpenError("A server runs");
    };
    await assert.rejects(openSqliteStore(path, { lockToMigrate: isTaken }), /: A server runs$/);
    await assert.rejects(openSqliteStore(path, { schema: "require" }), TOO_OLD);
    const lockToMigrate = () => {
      taken.push("locked");
      return { release: () => void taken.push("released") };
    };
    await (await openSqliteStore(path, { lockToMigrate })).close();
    assert.deepEqual(taken, ["locked", "released"]);
    await (await openSqliteStore(path, { lockToMigrate: isTaken })).close();
  }));

/** Lets a database look as a newer program leaves it. */
async function upgrade({ name, sql }: Engine, folder: string): Promise<void> {
  const { sqlite, postgres } = SCHEMA_VERSIONS;
  await sql(
    folder,
    name === "sqlite"
      ? `PRAGMA user_version = ${sqlite + 1}`
      : `INSERT INTO schema_migrations (version, oldest) VALUES (${postgres + 1}, ${postgres + 1})`,
  );
}

testOnEngines(
  "checkSchema() ends a store whose database a newer program has upgraded",
  (engine) =>
    engine.withFolder(async (folder) => {
      const lost: Error[] = [];
      const { store } = await openStore(databaseOf(folder), {
        program: "tests",
        env: () => undefined,
        schema: "migrate",
        onLost: (reason) => void lost.push(reason),
      });
      try {
        await store.commit([putMerchant]);
        await store.checkSchema();
        assert.deepEqual(lost, []);
        await upgrade(engine, folder);
        await store.checkSchema();
        await store.checkSchema();
        assert.deepEqual(lost.map(({ name }) => name), ["DatabaseUpgraded"]);
        const message =
          /^The database is unavailable: The database was upgraded by a newer program/;
        const run = async (work: () => unknown) => void await work();
        for (
          const work of [
            () => store.commit([putMerchant]),
            () => store.merchants.all(),
            () => store.epoch(),
            () => store.ping(),
          ]
        ) await refused(run(work), "error.unavailable", message);
      } finally {
        await store.close();
      }
    }),
);

for (const writer of ["here", "thread"] as const) {
  Deno.test(`a commit after an upgrade is not written: ${writer}`, () =>
    withPath(async (path) => {
      const lost: Error[] = [];
      const onLost = (reason: Error) => void lost.push(reason);
      const store = await openSqliteStore(path, { writer, onLost });
      await store.commit([putMerchant]);
      using other = opened(path);
      other.exec(`PRAGMA user_version = ${SCHEMA_VERSIONS.sqlite + 1}`);
      await refused(
        store.commit([putOther]),
        "error.unavailable",
        /upgraded by a newer program/,
      );
      assert.ok(lost.length === 1 && lost[0] instanceof DatabaseUpgraded);
      assert.equal(other.prepare("SELECT count(*) AS n FROM merchants").get()?.["n"], 1);
      await store.close();
    }));
}

Deno.test("a read of a table that an upgrade has dropped is unavailable, not a defect", () =>
  withPath(async (path) => {
    const lost: Error[] = [];
    const store = await openSqliteStore(path, { onLost: (reason) => void lost.push(reason) });
    assert.deepEqual(await store.merchants.all(), []);
    using other = opened(path);
    other.exec(
      `PRAGMA foreign_keys = OFF; DROP TABLE merchants;
       PRAGMA user_version = ${SCHEMA_VERSIONS.sqlite + 1}`,
    );
    await refused(
      (async () => await store.merchants.all())(),
      "error.unavailable",
      /upgraded by a newer program/,
    );
    assert.equal(lost.length, 1);
    await store.close();
  }));

function opened(path: string): DatabaseSync & Disposable {
  const db = new DatabaseSync(path);
  return Object.assign(db, { [Symbol.dispose]: () => db.close() });
}
