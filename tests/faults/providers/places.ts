/** Databases in which shops take payments at providers. */
import type { CheckReport } from "../../../src/store/maintenance.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import type { Store } from "../../../src/store/store.ts";
import { check as checkSqlite } from "../../store/maintenance/support.ts";
import type { startServer } from "../../store/postgres/support.ts";
import { withFolder } from "../../support/process.ts";

/** Where a field's database is. */
export interface Place {
  readonly store: Store;
  /** The same database again. */
  readonly again: () => Promise<Store>;
  readonly check: () => Promise<CheckReport>;
}

/** Runs on a new SQLite file. */
export function onSqlite(test: (place: Place) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const store = await openSqliteStore(path);
    try {
      await test({
        store,
        again: async () => await openSqliteStore(path),
        check: () => checkSqlite(path),
      });
    } finally {
      await store.close();
    }
  });
}

/** Runs on a new database of a PostgreSQL server. */
export async function onPostgres(
  server: Awaited<ReturnType<typeof startServer>>,
  test: (place: Place) => Promise<void>,
): Promise<void> {
  await using database = await server.database();
  const { store, open, check } = database;
  await test({ store, again: () => open(), check });
}
