/** Every version of a session as it is committed, kept by a trigger of the tests' own. */
import type { Cluster } from "../../support/cluster.ts";
import type { PostgresServer } from "../../support/postgres.ts";
import type { StoredVersion } from "./history.ts";

/** In a schema of its own, where `db check` does not look. */
const BEGIN = String.raw`
  CREATE SCHEMA history;
  CREATE TABLE history.versions (session text, version bigint, value text);
  CREATE FUNCTION history.note() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    view json := regexp_replace(NEW.view, '^\d+ ', '');
  BEGIN
    INSERT INTO history.versions VALUES (NEW.id, NEW.version,
      concat(view #>> '{items,0,quantity}', ':', view ->> 'payment_state'));
    RETURN NULL;
  END $$;
  CREATE TRIGGER history AFTER INSERT OR UPDATE OF version ON sessions
    FOR EACH ROW EXECUTE FUNCTION history.note()`;

const END = "DROP TRIGGER history ON sessions";

/** Begins to keep versions. */
export async function keepVersions({ sql }: PostgresServer, { database }: Cluster): Promise<void> {
  await sql(database, BEGIN);
}

/** Ends keeping versions, and returns those that were kept. */
export async function keptVersions(
  { sql }: PostgresServer,
  { database }: Cluster,
): Promise<StoredVersion[]> {
  await sql(database, END);
  const rows = await sql(database, "SELECT session, version, value FROM history.versions");
  return rows.split("\n").map((row) => {
    const [session = "", version, value = ""] = row.split("|");
    return { session, version: Number(version), value };
  });
}
