import { sql } from "../sql/sql.ts";
import { people } from "./locks.ts";
import { insertInto, write } from "./write.ts";
import { HAS_FACTOR } from "./factors.ts";

const INVITATION = [
  "id",
  "merchant_id",
  "invited_by",
  "role",
  "name",
  "token_hash",
  "created_at",
  "accepted_by",
  "accepted_at",
] as const;

/** People with access to the dashboard, their links and sign-ins. */
export const PEOPLE_WRITES = {
  "person.add": write(
    insertInto("people", [
      "id",
      "login",
      "name",
      "role",
      "password_hash",
      "created_at",
    ]),
    people,
  ),
  "person.setRole": write(
    "UPDATE people SET role = :role WHERE id = :id",
    people,
  ),
  "person.setShopRole": write(
    sql`${insertInto("person_roles", ["person_id", "merchant_id", "role"])}
       ON CONFLICT (person_id, merchant_id) DO UPDATE SET role = excluded.role`,
    people,
  ),
  "person.deleteShopRole": write(
    "DELETE FROM person_roles WHERE person_id = :person_id AND merchant_id = :merchant_id",
    people,
  ),
  "person.setPassword": write(
    `UPDATE people SET password_hash = :password_hash
       WHERE id = :id AND password_hash IS NOT DISTINCT FROM :expected`,
    people,
  ),
  "person.delete": write(
    `DELETE FROM people WHERE id = :id AND (:only_in IS NULL OR (role IS NULL
         AND NOT EXISTS (SELECT 1 FROM person_roles
           WHERE person_id = :id AND merchant_id <> :only_in)
         AND NOT EXISTS (SELECT 1 FROM invitations WHERE accepted_by = :id)))`,
    people,
  ),
  "signInLink.put": write(
    sql`${insertInto("sign_in_links", ["person_id", "token_hash", "created_at"])}
       ON CONFLICT (person_id) DO UPDATE
       SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
    people,
  ),
  "signInLink.delete": write(
    "DELETE FROM sign_in_links WHERE token_hash = :token_hash",
    people,
  ),
  "signInLink.deleteOf": write(
    "DELETE FROM sign_in_links WHERE person_id = :person_id",
    people,
  ),
  "signInLinks.purge": write(
    "DELETE FROM sign_in_links WHERE created_at < :created_before",
    people,
  ),
  "invitation.add": write(
    insertInto("invitations", INVITATION, {
      where: `(SELECT count(*) FROM invitations
         WHERE merchant_id = :merchant_id AND invited_by = :invited_by) < :most`,
    }),
    people,
  ),
  "invitation.accept": write(
    `UPDATE invitations SET accepted_by = :person_id, accepted_at = :at
       WHERE token_hash = :token_hash AND accepted_by IS NULL AND created_at > :created_after`,
    people,
  ),
  "invitation.delete": write(
    `DELETE FROM invitations
       WHERE id = :id AND accepted_by IS NOT DISTINCT FROM :accepted_by`,
    people,
  ),
  "invitation.deleteOf": write(
    "DELETE FROM invitations WHERE accepted_by = :accepted_by",
    people,
  ),
  "invitations.purge": write(
    `DELETE FROM invitations
       WHERE coalesce(accepted_at, created_at) < :before`,
    people,
  ),
  "signIn.add": write(
    insertInto("sign_ins", [
      "token_hash",
      "person_id",
      "method",
      "created_at",
      "last_seen_at",
      "confirmed_at",
      "address",
    ], {
      where: `:with_factor = 1 OR NOT ${HAS_FACTOR}`,
    }),
    people,
  ),
  "signIn.seen": write(
    `UPDATE sign_ins SET last_seen_at = :at
       WHERE token_hash = :token_hash AND last_seen_at < :at`,
    people,
  ),
  "signIn.confirm": write(
    `UPDATE sign_ins SET confirmed_at = :at
       WHERE token_hash = :token_hash AND confirmed_at < :at`,
    people,
  ),
  "signIn.delete": write(
    "DELETE FROM sign_ins WHERE token_hash = :token_hash",
    people,
  ),
  "signIn.deleteAll": write(
    "DELETE FROM sign_ins WHERE person_id = :person_id",
    people,
  ),
  "signIn.deleteLinked": write(
    "DELETE FROM sign_ins WHERE person_id = :person_id AND method = 'link'",
    people,
  ),
  "signIns.purge": write(
    `DELETE FROM sign_ins
       WHERE created_at < :created_before OR last_seen_at < :seen_before`,
    people,
  ),
} as const;
