import assert from "node:assert/strict";
import { NOW, uuid } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import {
  addEntry,
  fill,
  requireFound,
  requireHolds,
  requireOwnChanges,
  sealsOf,
  TAMPERED,
} from "../trail_cases.ts";
import { connect } from "./later.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

function tested(name: string, run: (database: TestDatabase) => Promise<void>): void {
  Deno.test({
    name: `postgres: ${name}`,
    ignore: isMissing,
    fn: async () => {
      await using database = await server!.database();
      await run(database);
    },
  });
}

tested("a chain of hashes seals the audit trail, also after an erasure and a deletion", async (
  { store, check },
) => {
  await requireOwnChanges(store);
  assert.deepEqual((await check()).findings, []);
});

tested("entries are not changed or deleted", async ({ store, sql }) => {
  await fill(store);
  for (
    const change of [
      "UPDATE audit_entries SET at = 1",
      "UPDATE audit_entries SET subject_label = 'mallory'",
      "UPDATE audit_entries SET after = '{}'",
      "DELETE FROM audit_entries",
      "TRUNCATE audit_entries",
    ]
  ) await assert.rejects(sql(change), /audit entries are never changed or deleted/, change);
});

tested("audit verify finds what was changed behind the program's back", async (
  { store, sql },
) => {
  await fill(store);
  const head = await requireHolds(store, 5);
  const tables = ["audit_entries", "audit_seals", "audit_sealed", "audit_unsealed"];
  for (const table of tables) await sql(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  for (const [name, changes, problem, needsHead] of TAMPERED) {
    await sql("ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_guard");
    for (const change of changes) {
      // The index on places holds at once for each row.
      await sql(
        change.includes("nth = ") ? `DROP INDEX IF EXISTS audit_sealed_by_seal; ${change}` : change,
      );
    }
    await requireFound(store, problem, needsHead === undefined ? [] : [head])
      .catch((error) => Promise.reject(new Error(name, { cause: error })));
    for (const table of tables) await sql(`DELETE FROM ${table}`);
    for (const table of tables) await sql(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
    await sql("DELETE FROM audit_unsealed");
    await requireHolds(store, 5);
  }
});

tested("an entry whose commit is slow is sealed once it can be seen", async ({ store, name }) => {
  const slow = await connect(server!.url(name));
  await fill(store);
  await slow.script("BEGIN", 1000);
  await slow.script(
    `INSERT INTO audit_entries SELECT '${uuid(6)}', ${NOW + 2 * 86_400_000}, subject_kind,
       subject_id, subject_label, merchant_id, action, object_kind, object_id, object_label, before,
       after FROM audit_entries WHERE id = '${uuid(5)}'`,
    1000,
  );
  const at = NOW + 2 * 86_400_000 + 120_000;
  await addEntry(store, 7, at);
  assert.equal(await sealsOf(store, at).sealAll(), 1);
  await requireHolds(store, 6);
  await slow.script("COMMIT", 1000);
  await slow.close();
  assert.equal(await sealsOf(store, at + 60_000).sealAll(), 1);
  await requireHolds(store, 7);
});

tested("servers that seal at once seal each entry once", async ({ store, open }) => {
  const other = await open();
  for (let n = 1; n <= 300; n++) await addEntry(store, n, NOW + n);
  await Promise.all([store, other, store].map((one) => sealsOf(one).sealAll()));
  await sealsOf(other).sealAll();
  await requireHolds(store, 300);
  await other.close();
});
