import { secretFromRow } from "../../../schema/stored/secret.ts";
import type { SecretReads } from "../../reads/secrets.ts";
import { type Connection, Query } from "./query.ts";

/** Reads secrets. */
export function sqliteSecrets(db: Connection): SecretReads {
  const byName = new Query(db, "SELECT * FROM secrets WHERE name = ?", secretFromRow);
  return { find: (name) => byName.one(name) };
}
