import { emailLinkFromRow, personMailFromRow } from "../../schema/stored/email.ts";
import type { PersonReads } from "../reads/persons.ts";
import type { Reader } from "./query.ts";

/** Reads links of e-mail addresses, and mails to people. */
export function emailReads(
  db: Reader,
): Pick<PersonReads, "emailLink" | "emailLinkOf" | "dueMails"> {
  const emailLink = db.query(
    ["token_hash"],
    "SELECT * FROM email_links WHERE token_hash = :token_hash",
    emailLinkFromRow,
  );
  const emailLinkOf = db.query(
    ["person_id"],
    "SELECT * FROM email_links WHERE person_id = :person_id",
    emailLinkFromRow,
  );
  const dueMails = db.query(
    ["at", "after_at", "after", "after_person", "limit"],
    `SELECT * FROM person_mails WHERE due_at <= :at AND due_at >= :after_at
       AND (due_at, id, person_id) > (:after_at, :after, :after_person)
       ORDER BY due_at, id, person_id LIMIT :limit`,
    personMailFromRow,
  );
  return {
    emailLink: (tokenHash) => emailLink.one({ token_hash: tokenHash }),
    emailLinkOf: (personId) => emailLinkOf.one({ person_id: personId }),
    dueMails: (at, { after, limit }) =>
      dueMails.all({
        at,
        after_at: after?.dueAt ?? 0,
        after: after?.id ?? "",
        after_person: after?.personId ?? "",
        limit,
      }),
  };
}
