import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import type { CheckReport } from "../../../src/store/maintenance.ts";
import { postgresMaintenance } from "../../../src/store/postgres/maintenance/maintenance.ts";
import { openPostgresStore, type PostgresOptions } from "../../../src/store/postgres/open_store.ts";
import { postgresServer } from "../../support/postgres.ts";
import { PARTS } from "../maintenance/support.ts";

/** A store in a database of its own. */
export type OpenedStore = Awaited<ReturnType<typeof openPostgresStore>>;

/** A store, and what a test needs of its database. */
export interface TestDatabase extends AsyncDisposable {
  readonly store: OpenedStore;
  readonly name: string;
  /** Runs SQL and returns its output. */
  sql(text: string): Promise<string>;
  /** Checks the database as `db check` does. */
  check(): Promise<CheckReport>;
  /** Another store in the same database. */
  open(options?: PostgresOptions): Promise<OpenedStore>;
}

/** Checks a database as `db check` does. */
export async function checkPostgres(url: string): Promise<CheckReport> {
  const deps = { isView: PARTS.isView, now: () => 0 };
  return await postgresMaintenance(readDatabaseUrl(url, () => undefined), deps)
    .check(url, { onProgress: () => {} });
}

/** Starts a server, whose databases have the tables. Call it at the top of a file. */
export async function startServer(settings: Readonly<Record<string, string>> = {}) {
  const server = await postgresServer(settings);
  const open = (name: string, options: PostgresOptions = {}, port = server.port) => {
    const url = server.url(name).replace(`:${server.port}/`, `:${port}/`);
    return openPostgresStore(readDatabaseUrl(url, () => undefined), options);
  };
  const template = await server.freshDatabase();
  await (await open(template)).close();
  return {
    ...server,
    open,
    /** A database with the tables. */
    template,
    /** @param port of a relay, instead of the server's own */
    database: async (options: PostgresOptions = {}, port?: number): Promise<TestDatabase> => {
      const name = await server.freshDatabase(template);
      const store = await open(name, options, port);
      return {
        store,
        name,
        sql: (text) => server.sql(name, text),
        check: () => checkPostgres(server.url(name)),
        open: (over) => open(name, over),
        [Symbol.asyncDispose]: () => store.close(),
      };
    },
  };
}
