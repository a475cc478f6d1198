import { readFacts, UNREAD_FACTS } from "../../check/facts.ts";
import type { DatabaseFacts, ExamineOptions } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { postgresReader } from "../read/reader.ts";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { readSchema, worksOn } from "../schema/version.ts";
import { requireLocks } from "../fit.ts";
import { inSnapshot } from "./check.ts";
import { serverFacts, type ServerQuestion } from "./server_facts.ts";

/**
 * Gathers facts of a database and its server. Of a schema that this program does not work on, or of
 * an unfinished copy, only the version and the server's.
 */
export async function examinePostgres(
  connection: PgConnection,
  options: ExamineOptions,
  of: ServerQuestion,
): Promise<DatabaseFacts> {
  await requireLocks(connection);
  const schema = await readSchema(connection);
  const facts = {
    schemaVersion: schema.version,
    knownVersion: POSTGRES_SCHEMA_VERSION,
    isUsable: worksOn(schema),
    damage: null,
    server: await serverFacts(connection, of),
  };
  if (!facts.isUsable || facts.server.isUnfinishedCopy) return { ...facts, ...UNREAD_FACTS };
  const reader = postgresReader({ query: (text, values) => connection.query(text, values) });
  return await inSnapshot(connection, async () => ({
    ...facts,
    ...await readFacts(reader, options),
  }));
}
