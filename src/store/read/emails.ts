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
    ["at", "limit"],
    "SELECT * FROM person_mails WHERE due_at <= :at ORDER BY due_at, id, person_id LIMIT :limit",
    personMailFromRow,
  );
  return {
    emailLink: (tokenHash) => emailLink.one({ token_hash: tokenHash }),
    emailLinkOf: (personId) => emailLinkOf.one({ person_id: personId }),
    dueMails: (at, limit) => dueMails.all({ at, limit }),
  };
}
