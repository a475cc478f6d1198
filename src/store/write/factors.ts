import { sql } from "../sql/sql.ts";
import { people } from "./locks.ts";
import { insertInto, write } from "./write.ts";

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
           IS NOT DISTINCT FROM :replaces`,
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
