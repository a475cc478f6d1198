import { z } from "zod";
import type { PgConnection } from "../connection/client.ts";

/** The kind of a connection of another user may be hidden. */
const OTHERS = `
  SELECT string_agg(DISTINCT coalesce(nullif(application_name, ''), 'no name'), ', ') AS names
  FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND usename IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'`;
const othersSchema = z.object({ names: z.string().nullable() });

/** Names of the programs that are connected to the database, without this one; null for none. */
export async function otherClients(connection: PgConnection): Promise<string | null> {
  const [row] = await connection.query(OTHERS);
  return othersSchema.parse(row).names;
}
