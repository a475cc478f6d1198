import { secretFromRow, secretKeyFromRow } from "../../schema/stored/secret.ts";
import type { SecretReads } from "../reads/secrets.ts";
import { mapped, type Reader } from "./query.ts";

/** Reads secrets. */
export function secretReads(db: Reader): SecretReads {
  const byName = db.query(["name"], "SELECT * FROM secrets WHERE name = :name", secretFromRow);
  const keys = db.query([], "SELECT * FROM secret_keys ORDER BY fingerprint", secretKeyFromRow);
  const any = db.query(
    [],
    `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM webhook_endpoints AS w)
       OR EXISTS (SELECT 1 FROM secrets)
       OR EXISTS (SELECT 1 FROM payment_providers AS p WHERE p.secret IS NOT NULL)
       OR EXISTS (SELECT 1 FROM authenticators)`,
    () => true,
  );
  return {
    find: (name) => byName.one({ name }),
    exist: () => mapped(any.one({}), (found) => found ?? false),
    keys: () => keys.all({}),
  };
}
