import { sql } from "../sql/sql.ts";
import { people } from "./locks.ts";
import { insertInto, write } from "./write.ts";

/** True for a person who has a factor. */
export const HAS_FACTOR =
  `(EXISTS (SELECT 1 FROM authenticators AS a WHERE a.person_id = :person_id)
  OR EXISTS (SELECT 1 FROM passkeys AS k WHERE k.person_id = :person_id))`;

/** Second factors of people, and sign-ins that wait for one. */
export const FACTOR_WRITES = {
  "signInWait.add": write(
    insertInto("sign_in_waits", ["token_hash", "person_id", "method", "created_at"]),
    people,
  ),
  "signInWait.delete": write(
    "DELETE FROM sign_in_waits WHERE token_hash = :token_hash",
    people,
  ),
  "signInWait.deleteAll": write(
    "DELETE FROM sign_in_waits WHERE person_id = :person_id",
    people,
  ),
  "signInWait.deleteLinked": write(
    "DELETE FROM sign_in_waits WHERE person_id = :person_id AND method = 'link'",
    people,
  ),
  "signInWaits.purge": write(
    "DELETE FROM sign_in_waits WHERE created_at < :created_before",
    people,
  ),
  "authenticator.put": write(
    sql`${
      insertInto("authenticators", ["person_id", "secret", "last_step", "created_at"], {
        where: `(SELECT a.created_at FROM authenticators AS a WHERE a.person_id = :person_id)
           IS NOT DISTINCT FROM :replaces AND ${HAS_FACTOR} = (:with_factor = 1)`,
      })
    } ON CONFLICT (person_id) DO UPDATE SET secret = excluded.secret,
         last_step = excluded.last_step, created_at = excluded.created_at`,
    people,
  ),
  "authenticator.use": write(
    `UPDATE authenticators SET last_step = :last_step
       WHERE person_id = :person_id AND created_at = :created_at AND last_step < :last_step`,
    people,
  ),
  "authenticator.delete": write(
    "DELETE FROM authenticators WHERE person_id = :person_id",
    people,
  ),
  "factor.require": write(
    `UPDATE people SET login = login WHERE id = :person_id AND ${HAS_FACTOR}`,
    people,
  ),
  "passkey.add": write(
    insertInto("passkeys", [
      "id",
      "person_id",
      "name",
      "host",
      "public_key",
      "counter",
      "created_at",
      "last_used_at",
    ], {
      where: `${HAS_FACTOR} = (:with_factor = 1)
         AND (SELECT count(*) FROM passkeys AS o WHERE o.person_id = :person_id) < :most`,
    }),
    people,
  ),
  "passkey.use": write(
    `UPDATE passkeys SET counter = :counter, last_used_at = :at
       WHERE id = :id AND last_used_at < :at
         AND (counter < :counter OR (counter = 0 AND :counter = 0))`,
    people,
  ),
  "passkey.delete": write(
    `DELETE FROM passkeys WHERE id = :id AND person_id = :person_id
       AND (EXISTS (SELECT 1 FROM authenticators AS a WHERE a.person_id = :person_id)
         OR EXISTS (SELECT 1 FROM passkeys AS o WHERE o.person_id = :person_id AND o.id <> :id))`,
    people,
  ),
  "passkeys.delete": write(
    "DELETE FROM passkeys WHERE person_id = :person_id",
    people,
  ),
  "recoveryCode.add": write(
    insertInto("recovery_codes", ["person_id", "code_hash"]),
    people,
  ),
  "recoveryCode.delete": write(
    "DELETE FROM recovery_codes WHERE person_id = :person_id AND code_hash = :code_hash",
    people,
  ),
  "recoveryCodes.delete": write(
    "DELETE FROM recovery_codes WHERE person_id = :person_id",
    people,
  ),
} as const;
