import {
  authenticatorFromRow,
  passkeyFromRow,
  recoveryCodeSchema,
  signInWaitFromRow,
} from "../../schema/stored/factor.ts";
import { invitationFromRow } from "../../schema/stored/invitation.ts";
import {
  personFromRow,
  personSessionFromRow,
  signInLinkFromRow,
} from "../../schema/stored/person.ts";
import type { PersonReads } from "../reads/persons.ts";
import { JSON_ARRAY, jsonList } from "../sql/dialect.ts";
import { emailReads } from "./emails.ts";
import type { Reader } from "./query.ts";
import { sql } from "../sql/sql.ts";

const ROLES = jsonList(sql`${JSON_ARRAY}(merchant_id, role)`, {
  order: "merchant_id",
  from: "FROM person_roles WHERE person_id = people.id",
});

const HAS_FACTOR = `CAST(EXISTS (SELECT 1 FROM authenticators AS a WHERE a.person_id = people.id)
  OR EXISTS (SELECT 1 FROM passkeys AS k WHERE k.person_id = people.id) AS INTEGER)`;

const EMAIL = "(SELECT e.address FROM person_emails AS e WHERE e.person_id = people.id)";

/** People with their roles in single shops, by shop, if they have a second factor, and their e-mail. */
export const PERSONS =
  sql`SELECT people.*, ${ROLES} AS shops, ${HAS_FACTOR} AS has_factor, ${EMAIL} AS email FROM people`;

/** Reads people with access to the dashboard. */
export function personReads(db: Reader): PersonReads {
  const find = db.query(["id"], sql`${PERSONS} WHERE id = :id`, personFromRow);
  const byLogin = db.query(["login"], sql`${PERSONS} WHERE login = :login`, personFromRow);
  const all = db.query([], sql`${PERSONS} ORDER BY login`, personFromRow);
  const signIn = db.query(
    ["token_hash"],
    "SELECT * FROM sign_ins WHERE token_hash = :token_hash",
    personSessionFromRow,
  );
  const signIns = db.query(
    ["person_id"],
    "SELECT * FROM sign_ins WHERE person_id = :person_id ORDER BY created_at, token_hash",
    personSessionFromRow,
  );
  const signInLink = db.query(
    ["token_hash"],
    "SELECT * FROM sign_in_links WHERE token_hash = :token_hash",
    signInLinkFromRow,
  );
  const invitation = db.query(
    ["token_hash"],
    "SELECT * FROM invitations WHERE token_hash = :token_hash",
    invitationFromRow,
  );
  const invitations = db.query(
    ["merchant_id", "invited_by"],
    `SELECT * FROM invitations WHERE merchant_id = :merchant_id AND invited_by = :invited_by
       ORDER BY created_at, id`,
    invitationFromRow,
  );
  const authenticator = db.query(
    ["person_id"],
    "SELECT * FROM authenticators WHERE person_id = :person_id",
    authenticatorFromRow,
  );
  const recoveryCodes = db.query(
    ["person_id"],
    "SELECT * FROM recovery_codes WHERE person_id = :person_id ORDER BY code_hash",
    (row) => recoveryCodeSchema.parse(row).code_hash,
  );
  const passkey = db.query(["id"], "SELECT * FROM passkeys WHERE id = :id", passkeyFromRow);
  const passkeys = db.query(
    ["person_id"],
    "SELECT * FROM passkeys WHERE person_id = :person_id ORDER BY created_at, id",
    passkeyFromRow,
  );
  const signInWait = db.query(
    ["token_hash"],
    "SELECT * FROM sign_in_waits WHERE token_hash = :token_hash",
    signInWaitFromRow,
  );
  return {
    find: (id) => find.one({ id }),
    byLogin: (login) => byLogin.one({ login }),
    all: () => all.all({}),
    signIn: (tokenHash) => signIn.one({ token_hash: tokenHash }),
    signIns: (personId) => signIns.all({ person_id: personId }),
    signInLink: (tokenHash) => signInLink.one({ token_hash: tokenHash }),
    authenticator: (personId) => authenticator.one({ person_id: personId }),
    recoveryCodes: (personId) => recoveryCodes.all({ person_id: personId }),
    passkey: (id) => passkey.one({ id }),
    passkeys: (personId) => passkeys.all({ person_id: personId }),
    signInWait: (tokenHash) => signInWait.one({ token_hash: tokenHash }),
    ...emailReads(db),
    invitation: (tokenHash) => invitation.one({ token_hash: tokenHash }),
    invitations: ({ merchantId, invitedBy }) =>
      invitations.all({ merchant_id: merchantId, invited_by: invitedBy }),
  };
}
