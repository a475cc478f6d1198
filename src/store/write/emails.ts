import { sql } from "../sql/sql.ts";
import { people } from "./locks.ts";
import { insertInto, write } from "./write.ts";

/** True for a person with an address. */
const HAS_EMAIL = "EXISTS (SELECT 1 FROM person_emails AS e WHERE e.person_id = :person_id)";
const MAIL = ["id", "person_id", "kind", "facts", "created_at", "tries", "due_at"] as const;

/** E-mail addresses of people, and mails to them. */
export const EMAIL_WRITES = {
  "email.put": write(
    sql`${insertInto("person_emails", ["person_id", "address", "verified_at"])}
       ON CONFLICT (person_id) DO UPDATE
       SET address = excluded.address, verified_at = excluded.verified_at`,
    people,
  ),
  "email.delete": write(
    "DELETE FROM person_emails WHERE person_id = :person_id",
    people,
  ),
  "emailLink.put": write(
    sql`${insertInto("email_links", ["person_id", "address", "token_hash", "created_at"])}
       ON CONFLICT (person_id) DO UPDATE SET address = excluded.address,
         token_hash = excluded.token_hash, created_at = excluded.created_at`,
    people,
  ),
  "emailLink.renew": write(
    `UPDATE email_links SET token_hash = :token_hash, created_at = :created_at
       WHERE person_id = :person_id AND address = :address`,
    people,
  ),
  "emailLink.delete": write(
    "DELETE FROM email_links WHERE token_hash = :token_hash",
    people,
  ),
  "emailLink.deleteOf": write(
    "DELETE FROM email_links WHERE person_id = :person_id",
    people,
  ),
  "emailLinks.purge": write(
    "DELETE FROM email_links WHERE created_at < :created_before",
    people,
  ),
  "mail.add": write(
    insertInto("person_mails", [...MAIL, "address"]),
    people,
  ),
  "mail.link": write(
    insertInto("person_mails", [...MAIL, "address"], {
      where: `NOT EXISTS (SELECT 1 FROM person_mails AS w
           WHERE w.person_id = :person_id AND w.kind = :kind)
         AND NOT EXISTS (SELECT 1 FROM sign_in_links AS l
           WHERE l.person_id = :person_id AND l.created_at > :created_after)`,
    }),
    people,
  ),
  "mail.news": write(
    insertInto("person_mails", MAIL, {
      computed: {
        address: "(SELECT e.address FROM person_emails AS e WHERE e.person_id = :person_id)",
      },
      where:
        `${HAS_EMAIL} AND (:unless_place IS NULL OR NOT EXISTS (SELECT 1 FROM person_places AS l
         WHERE l.person_id = :person_id AND l.network = :unless_place))`,
    }),
    people,
  ),
  "mail.owners": write(
    `INSERT INTO person_mails (id, person_id, address, kind, facts, created_at, tries, due_at)
       SELECT :id, person_id, address, :kind, :facts, :created_at, 0, :created_at FROM person_emails
       WHERE person_id IS DISTINCT FROM :unless_person AND (
         EXISTS (SELECT 1 FROM people AS o
           WHERE o.id = person_emails.person_id AND o.role = 'owner')
         OR EXISTS (SELECT 1 FROM person_roles AS s
           WHERE s.person_id = person_emails.person_id AND s.role = 'owner'
             AND (:merchant_id IS NULL OR s.merchant_id = :merchant_id)))`,
    people,
  ),
  "place.put": write(
    sql`${
      insertInto("person_places", ["person_id", "network", "last_seen_at"], { where: HAS_EMAIL })
    } ON CONFLICT (person_id, network) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
    people,
  ),
  "places.purge": write(
    "DELETE FROM person_places WHERE person_id = :person_id AND last_seen_at < :seen_before",
    people,
  ),
  "mail.take": write(
    `UPDATE person_mails SET tries = tries + 1, due_at = :due_at
       WHERE id = :id AND person_id = :person_id AND tries = :tries`,
    people,
  ),
  "mail.delete": write(
    "DELETE FROM person_mails WHERE id = :id AND person_id = :person_id",
    people,
  ),
} as const;
