import { secretFromRow } from "../../../schema/stored/secret.ts";
import type { SecretReads } from "../../reads/secrets.ts";
import { PgQuery, type Reads } from "./query.ts";

/** Reads secrets. */
export function postgresSecrets(reads: Reads): SecretReads {
  const byName = new PgQuery(reads, "SELECT * FROM secrets WHERE name = $1", secretFromRow);
  return { find: (name) => byName.one(name) };
}
