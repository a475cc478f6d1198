import { secretFromRow } from "../../schema/stored/secret.ts";
import type { SecretReads } from "../reads/secrets.ts";
import type { Reader } from "./query.ts";

/** Reads secrets. */
export function secretReads(db: Reader): SecretReads {
  const byName = db.query(["name"], "SELECT * FROM secrets WHERE name = :name", secretFromRow);
  return { find: (name) => byName.one({ name }) };
}
