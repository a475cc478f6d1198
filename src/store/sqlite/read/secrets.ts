import type { DatabaseSync } from "node:sqlite";
import { secretFromRow } from "../../../schema/stored/secret.ts";
import type { SecretReads } from "../../reads/secrets.ts";
import { Query } from "./query.ts";

/** Reads secrets. */
export function sqliteSecrets(db: DatabaseSync): SecretReads {
  const byName = new Query(db, "SELECT * FROM secrets WHERE name = ?", secretFromRow);
  return { find: (name) => byName.one(name) };
}
