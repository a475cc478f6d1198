import { insertRow } from "./insert.ts";

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
  "person.add": insertRow("people", [
    "id",
    "login",
    "name",
    "role",
    "password_hash",
    "created_at",
  ]),
  "person.setRole": "UPDATE people SET role = :role WHERE id = :id",
  "person.setShopRole": `${insertRow("person_roles", ["person_id", "merchant_id", "role"])}
       ON CONFLICT (person_id, merchant_id) DO UPDATE SET role = excluded.role`,
  "person.deleteShopRole":
    "DELETE FROM person_roles WHERE person_id = :person_id AND merchant_id = :merchant_id",
  "person.setPassword": `UPDATE people SET password_hash = :password_hash
       WHERE id = :id AND password_hash IS NOT DISTINCT FROM :expected::text`,
  "person.delete": `DELETE FROM people WHERE id = :id AND (:only_in::text IS NULL OR (role IS NULL
         AND NOT EXISTS (SELECT 1 FROM person_roles
           WHERE person_id = :id AND merchant_id <> :only_in::text)
         AND NOT EXISTS (SELECT 1 FROM invitations WHERE accepted_by = :id)))`,
  "signInLink.put": `${insertRow("sign_in_links", ["person_id", "token_hash", "created_at"])}
       ON CONFLICT (person_id) DO UPDATE
       SET token_hash = excluded.token_hash, created_at = excluded.created_at`,
  "signInLink.delete": "DELETE FROM sign_in_links WHERE token_hash = :token_hash",
  "signInLink.deleteOf": "DELETE FROM sign_in_links WHERE person_id = :person_id",
  "signInLinks.purge": "DELETE FROM sign_in_links WHERE created_at < :created_before::bigint",
  "invitation.add": `${insertRow("invitations", INVITATION)}
       WHERE (SELECT count(*) FROM invitations AS i
         WHERE i.merchant_id = r.merchant_id AND i.invited_by = r.invited_by) < :most::bigint`,
  "invitation.accept": `UPDATE invitations SET accepted_by = :person_id, accepted_at = :at::bigint
       WHERE token_hash = :token_hash AND accepted_by IS NULL AND created_at > :created_after::bigint`,
  "invitation.delete": `DELETE FROM invitations
       WHERE id = :id AND accepted_by IS NOT DISTINCT FROM :accepted_by::text`,
  "invitation.deleteOf": "DELETE FROM invitations WHERE accepted_by = :accepted_by",
  "invitations.purge": `DELETE FROM invitations
       WHERE coalesce(accepted_at, created_at) < :before::bigint`,
  "signIn.add": insertRow("sign_ins", [
    "token_hash",
    "person_id",
    "method",
    "created_at",
    "last_seen_at",
    "confirmed_at",
    "address",
  ]),
  "signIn.seen": `UPDATE sign_ins SET last_seen_at = :at::bigint
       WHERE token_hash = :token_hash AND last_seen_at < :at::bigint`,
  "signIn.confirm": `UPDATE sign_ins SET confirmed_at = :at::bigint
       WHERE token_hash = :token_hash AND confirmed_at < :at::bigint`,
  "signIn.delete": "DELETE FROM sign_ins WHERE token_hash = :token_hash",
  "signIn.deleteAll": "DELETE FROM sign_ins WHERE person_id = :person_id",
  "signIn.deleteLinked": "DELETE FROM sign_ins WHERE person_id = :person_id AND method = 'link'",
  "signIns.purge": `DELETE FROM sign_ins
       WHERE created_at < :created_before::bigint OR last_seen_at < :seen_before::bigint`,
} as const;
