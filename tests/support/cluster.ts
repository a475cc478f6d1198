/** Servers that share one PostgreSQL database, each a process. */
import { readDatabaseUrl } from "../../src/store/database_url.ts";
import { openPostgresStore } from "../../src/store/postgres/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { addShop, type CtlShop } from "./ctl_shop.ts";
import type { PostgresServer } from "./postgres.ts";
import { type RunningServer, startServer, withFolder } from "./process.ts";

/** Requests a minute: a test that is not about the limit never reaches it. */
const UNLIMITED = 1_000_000;

/** Options of {@link withCluster}. */
export interface ClusterOptions {
  /** Number of servers [3]. */
  readonly size?: number;
  /** Flags of server `i`. */
  readonly flags?: (i: number) => readonly string[];
  /** Variables of server `i`. */
  readonly env?: (i: number) => Readonly<Record<string, string>>;
  /** Address of the database for server `i`, if it is not the one of the others: of a relay. */
  readonly databaseUrl?: (url: string, i: number) => string;
  /** Requests a minute of the shop's key [1,000,000]. */
  readonly rateLimit?: number;
}

/** Servers that run on one database, with a shop in it. */
export interface Cluster {
  /** Addresses of the servers; one that is started again keeps its own. */
  readonly urls: readonly string[];
  /** Shop `demo-store.example`, and a key of it. */
  readonly shop: CtlShop;
  /** Name of the database. */
  readonly database: string;
  /** Address of the database. */
  readonly databaseUrl: string;
  /** Temporary folder, where the servers run. */
  readonly folder: string;
  /** The store of the database in the process of the test. */
  readonly store: Store;
  /** Process of server `i`. */
  server(i: number): RunningServer;
  /** Ends server `i` with SIGKILL. */
  kill(i: number): Promise<void>;
  /** Starts server `i` again on its port, after it has ended. */
  restart(i: number): Promise<void>;
  /** Stops server `i` with SIGSTOP, until {@link thaw}. */
  freeze(i: number): void;
  thaw(i: number): void;
}

/**
 * Starts servers on a fresh database, for the length of a test. All of them are killed at its end,
 * also after a failure, and those that are frozen.
 */
export async function withCluster(
  postgres: PostgresServer,
  { size = 3, flags, env, databaseUrl: urlOf, rateLimit = UNLIMITED }: ClusterOptions,
  test: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const database = await postgres.freshDatabase();
  const databaseUrl = postgres.url(database);
  await withFolder(async (folder) => {
    const start = (i: number, port = "0") => {
      const db = urlOf?.(databaseUrl, i) ?? databaseUrl;
      const args = ["--db", db, "--rate-limit", `${UNLIMITED}`, ...flags?.(i) ?? []];
      return startServer(folder, [...args, "--port", port], env?.(i));
    };
    const store = await openPostgresStore(readDatabaseUrl(databaseUrl, () => undefined));
    try {
      // All that open the database while it is empty wait for the first.
      const [shop, ...servers] = await Promise.all([
        addShop(store, rateLimit),
        ...Array.from({ length: size }, (_, i) => start(i)),
      ]);
      const server = (i: number) => servers[i]!;
      await test({
        urls: servers.map(({ url }) => url),
        shop,
        database,
        databaseUrl,
        folder,
        store,
        server,
        kill: async (i) => {
          await server(i).end("SIGKILL");
        },
        restart: async (i) => {
          servers[i] = await start(i, new URL(server(i).url).port);
        },
        freeze: (i) => Deno.kill(server(i).pid, "SIGSTOP"),
        thaw: (i) => Deno.kill(server(i).pid, "SIGCONT"),
      });
    } finally {
      await store.close();
    }
  });
}
