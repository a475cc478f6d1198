import { invitationFromRow } from "../../../schema/stored/invitation.ts";
import {
  personFromRow,
  personSessionFromRow,
  signInLinkFromRow,
} from "../../../schema/stored/person.ts";
import type { PersonReads } from "../../reads/persons.ts";
import { PgQuery, type Reads } from "./query.ts";

/** People with their roles in single shops, by shop. */
export const PG_PERSONS = `SELECT people.*, coalesce((
         SELECT json_agg(json_build_array(merchant_id, role) ORDER BY merchant_id)
         FROM person_roles WHERE person_id = people.id)::text, '[]') AS shops
       FROM people`;

/** Reads people with access to the dashboard. */
export function postgresPersons(reads: Reads): PersonReads {
  const find = new PgQuery(reads, `${PG_PERSONS} WHERE id = $1`, personFromRow);
  const byLogin = new PgQuery(reads, `${PG_PERSONS} WHERE login = $1`, personFromRow);
  const all = new PgQuery(reads, `${PG_PERSONS} ORDER BY login`, personFromRow);
  const signIn = new PgQuery(
    reads,
    "SELECT * FROM sign_ins WHERE token_hash = $1",
    personSessionFromRow,
  );
  const signIns = new PgQuery(
    reads,
    "SELECT * FROM sign_ins WHERE person_id = $1 ORDER BY created_at, token_hash",
    personSessionFromRow,
  );
  const signInLink = new PgQuery(
    reads,
    "SELECT * FROM sign_in_links WHERE token_hash = $1",
    signInLinkFromRow,
  );
  const invitation = new PgQuery(
    reads,
    "SELECT * FROM invitations WHERE token_hash = $1",
    invitationFromRow,
  );
  const invitations = new PgQuery(
    reads,
    `SELECT * FROM invitations WHERE merchant_id = $1 AND invited_by = $2
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
