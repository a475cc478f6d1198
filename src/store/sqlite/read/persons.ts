import { invitationFromRow } from "../../../schema/stored/invitation.ts";
import {
  personFromRow,
  personSessionFromRow,
  signInLinkFromRow,
} from "../../../schema/stored/person.ts";
import type { PersonReads } from "../../reads/persons.ts";
import { type Connection, Query } from "./query.ts";

/** People with their roles in single shops, by shop. */
export const PERSONS = `SELECT people.*, (
         SELECT json_group_array(json_array(merchant_id, role) ORDER BY merchant_id)
         FROM person_roles WHERE person_id = people.id) AS shops
       FROM people`;

/** Reads people with access to the dashboard. */
export function sqlitePersons(db: Connection): PersonReads {
  const find = new Query(db, `${PERSONS} WHERE id = ?`, personFromRow);
  const byLogin = new Query(db, `${PERSONS} WHERE login = ?`, personFromRow);
  const all = new Query(db, `${PERSONS} ORDER BY login`, personFromRow);
  const signIn = new Query(
    db,
    "SELECT * FROM sign_ins WHERE token_hash = ?",
    personSessionFromRow,
  );
  const signIns = new Query(
    db,
    "SELECT * FROM sign_ins WHERE person_id = ? ORDER BY created_at, token_hash",
    personSessionFromRow,
  );
  const signInLink = new Query(
    db,
    "SELECT * FROM sign_in_links WHERE token_hash = ?",
    signInLinkFromRow,
  );
  const invitation = new Query(
    db,
    "SELECT * FROM invitations WHERE token_hash = ?",
    invitationFromRow,
  );
  const invitations = new Query(
    db,
    `SELECT * FROM invitations WHERE merchant_id = ? AND invited_by = ?
       ORDER BY created_at, id`,
    invitationFromRow,
  );
  return {
    find: (id) => find.one(id),
    byLogin: (login) => byLogin.one(login),
    all: () => all.all(),
    signIn: (tokenHash) => signIn.one(tokenHash),
    signIns: (personId) => signIns.all(personId),
    signInLink: (tokenHash) => signInLink.one(tokenHash),
    invitation: (tokenHash) => invitation.one(tokenHash),
    invitations: ({ merchantId, invitedBy }) => invitations.all(merchantId, invitedBy),
  };
}
