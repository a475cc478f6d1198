import { z } from "zod";
import { type DatabaseUrl, isOwnMachine } from "../../database_url.ts";
import type { ServerFacts } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { isUnfinishedCopy } from "../fit.ts";

const FACTS = `
  SELECT current_setting('server_version') AS version,
    current_setting('server_encoding') AS encoding,
    current_setting('fsync') = 'on' AS fsync,
    current_setting('full_page_writes') = 'on' AS "fullPageWrites",
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('synchronous_standby_names') AS "synchronousStandbys",
    (SELECT count(*) FROM pg_stat_replication) AS standbys,
    (SELECT min(limited) FROM (
      SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS limited
      UNION ALL SELECT rolconnlimit
        - (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user) FROM pg_roles
        WHERE rolname = current_user AND rolconnlimit >= 0
      UNION ALL SELECT datconnlimit
        - (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())
        FROM pg_database WHERE datname = current_database() AND datconnlimit >= 0
    ) AS limits) AS "connectionsLeft",
    (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS tls,
    pg_database_size(current_database()) AS bytes,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock`;

/** Rights on tables that are missing, and the right to make new ones. */
const LACKING = `
  SELECT format('%s on %s', lower(right_name), relname) AS lacking
  FROM pg_class CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_name
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    AND NOT has_table_privilege(oid, right_name)
  UNION ALL SELECT format('create in schema %s', current_schema())
  WHERE NOT has_schema_privilege(current_schema(), 'CREATE')
  ORDER BY 1`;

const factsSchema = z.object({
  version: z.string(),
  encoding: z.string(),
  fsync: z.boolean(),
  fullPageWrites: z.boolean(),
  synchronousCommit: z.string(),
  synchronousStandbys: z.string(),
  standbys: z.number(),
  connectionsLeft: z.number(),
  tls: z.string().nullable(),
  bytes: z.number(),
  clock: z.number(),
});

const lackingSchema = z.object({ lacking: z.string() });

/** Settings of the connection, and this machine's clock. */
export interface ServerQuestion {
  readonly url: Pick<DatabaseUrl, "host" | "sslMode">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Gathers facts of the server of a connection. */
export async function serverFacts(
  connection: PgConnection,
  { url: { host, sslMode }, now }: ServerQuestion,
): Promise<ServerFacts> {
  const lacking = (await connection.query(LACKING)).map((row) => lackingSchema.parse(row).lacking);
  const before = now();
  const [row] = await connection.query(FACTS);
  const { clock, ...facts } = factsSchema.parse(row);
  // Its clock was read at some time of the question.
  const after = now();
  const clockAheadMs = clock > after ? clock - after : clock < before ? clock - before : 0;
  const isVerified = sslMode === "verify-full" || sslMode === "verify-ca";
  return {
    ...facts,
    lacking,
    clockAheadMs,
    isVerified,
    isOwnMachine: isOwnMachine(host),
    isUnfinishedCopy: await isUnfinishedCopy(connection),
  };
}
