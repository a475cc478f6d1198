import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";

/** Asserts that two SQLite databases have the same rows, added in the same order, in all tables. */
export function assertSameRows(actual: string, expected: string): void {
  using one = new DatabaseSync(actual, { readOnly: true });
  using other = new DatabaseSync(expected, { readOnly: true });
  assert.deepEqual(tablesIn(one), tablesIn(other));
  for (const table of tablesIn(one)) {
    const others = rowsOf(other, table);
    for (const row of rowsOf(one, table)) assert.deepEqual(row, others.next().value, table.name);
    assert.equal(others.next().done, true, `${table.name} lacks rows`);
  }
}

interface Table {
  readonly name: string;
  readonly hasRowId: boolean;
}

function tablesIn(db: DatabaseSync): Table[] {
  const all = db.prepare(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
  )
    .all();
  return all.map(({ name, wr }) => ({ name: String(name), hasRowId: wr === 0 }))
    .filter(({ name }) => !name.startsWith("sqlite_"))
    .sort((a, b) => a.name < b.name ? -1 : 1);
}

function rowsOf(
  db: DatabaseSync,
  { name, hasRowId }: Table,
): Iterator<unknown> & Iterable<unknown> {
  const all = db.prepare(`SELECT * FROM "${name}" ${hasRowId ? "ORDER BY rowid" : ""}`);
  all.setReadBigInts(true);
  return all.iterate();
}
