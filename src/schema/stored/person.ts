import { z } from "zod";
import type { Person } from "../../domain/people/person.ts";
import { ROLES } from "../../domain/people/role.ts";
import {
  type PersonSession,
  SIGN_IN_METHODS,
  type SignInLink,
} from "../../domain/people/sign_in.ts";
import type { Form } from "../form.ts";
import { count, flag, merchantId, parseJsonColumn, parseRow, personId, sha256 } from "./parse.ts";

const role = z.enum(ROLES);

const rowSchema = z.object({
  id: personId,
  login: z.string(),
  name: z.string(),
  role: role.nullable(),
  password_hash: z.string().nullable(),
  created_at: count,
});

/** A query adds the roles in single shops as a JSON array of pairs, if there is a factor, and the e-mail. */
const readSchema = rowSchema.extend({
  shops: z.string(),
  has_factor: flag,
  email: z.string().nullable(),
});
const shopsSchema = z.array(z.tuple([merchantId, role]));

/**
 * Reads a person from a row of `people` with its rows of `person_roles`.
 *
 * @throws {RowError} when the row does not parse
 */
export function personFromRow(row: unknown): Person {
  const { id, login, name, role, ...read } = parseRow(readSchema, row, {
    table: "people",
    keyColumns: ["id"],
  });
  const roles = parseJsonColumn(shopsSchema, read.shops, {
    table: "person_roles",
    key: id,
    name: "roles",
  });
  return {
    id,
    login,
    name,
    everywhere: role,
    shops: roles.map(([merchantId, role]) => ({ merchantId, role })),
    passwordHash: read.password_hash,
    hasFactor: read.has_factor === 1,
    email: read.email,
    createdAt: read.created_at,
  };
}

/** The columns of `people`. */
export function personToRow(person: Person): Form<typeof rowSchema> {
  return {
    id: person.id,
    login: person.login,
    name: person.name,
    role: person.everywhere,
    password_hash: person.passwordHash,
    created_at: person.createdAt,
  };
}

const linkSchema = z.object({ person_id: personId, token_hash: sha256, created_at: count });

/**
 * Reads a link from a row of `sign_in_links`.
 *
 * @throws {RowError} when the row does not parse
 */
export function signInLinkFromRow(row: unknown): SignInLink {
  const { person_id, token_hash, created_at } = parseRow(linkSchema, row, {
    table: "sign_in_links",
    keyColumns: ["person_id"],
  });
  return { personId: person_id, tokenHash: token_hash, createdAt: created_at };
}

/** The columns of `sign_in_links`. */
export function signInLinkToRow(link: SignInLink): Form<typeof linkSchema> {
  return { person_id: link.personId, token_hash: link.tokenHash, created_at: link.createdAt };
}

const sessionSchema = z.object({
  token_hash: sha256,
  person_id: personId,
  method: z.enum(SIGN_IN_METHODS),
  created_at: count,
  last_seen_at: count,
  confirmed_at: count,
  address: z.string(),
});

/**
 * Reads a sign-in from a row of `sign_ins`.
 *
 * @throws {RowError} when the row does not parse
 */
export function personSessionFromRow(row: unknown): PersonSession {
  const session = parseRow(sessionSchema, row, { table: "sign_ins", keyColumns: ["person_id"] });
  return {
    tokenHash: session.token_hash,
    personId: session.person_id,
    method: session.method,
    createdAt: session.created_at,
    lastSeenAt: session.last_seen_at,
    confirmedAt: session.confirmed_at,
    address: session.address,
  };
}

/** The columns of `sign_ins`. */
export function personSessionToRow(session: PersonSession): Form<typeof sessionSchema> {
  return {
    token_hash: session.tokenHash,
    person_id: session.personId,
    method: session.method,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
    confirmed_at: session.confirmedAt,
    address: session.address,
  };
}
