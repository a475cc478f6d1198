import { z } from "zod";
import type { Authenticator, SignInWait } from "../../domain/people/factor.ts";
import type { Passkey } from "../../domain/people/passkey.ts";
import { SIGN_IN_METHODS } from "../../domain/people/sign_in.ts";
import type { Form } from "../form.ts";
import { count, parseRow, personId, sha256 } from "./parse.ts";

const authenticatorSchema = z.object({
  person_id: personId,
  secret: z.string(),
  last_step: count,
  created_at: count,
});

/**
 * Reads an authenticator app from a row of `authenticators`.
 *
 * @throws {RowError} when the row does not parse
 */
export function authenticatorFromRow(row: unknown): Authenticator {
  const { person_id, secret, last_step, created_at } = parseRow(authenticatorSchema, row, {
    table: "authenticators",
    keyColumns: ["person_id"],
  });
  return {
    personId: person_id,
    secret: { stored: secret },
    lastStep: last_step,
    createdAt: created_at,
  };
}

/** Reads the login of the person from a row of `authenticators` joined with `people`. */
export function loginOfAuthenticator(row: unknown): string {
  return z.object({ login: z.string() }).parse(row).login;
}

/** The columns of `authenticators`. */
export function authenticatorToRow(app: Authenticator): Form<typeof authenticatorSchema> {
  return {
    person_id: app.personId,
    secret: app.secret.stored,
    last_step: app.lastStep,
    created_at: app.createdAt,
  };
}

const passkeySchema = z.object({
  id: z.string(),
  person_id: personId,
  name: z.string(),
  host: z.string(),
  public_key: z.string(),
  counter: count,
  created_at: count,
  last_used_at: count,
});

/**
 * Reads a passkey from a row of `passkeys`.
 *
 * @throws {RowError} when the row does not parse
 */
export function passkeyFromRow(row: unknown): Passkey {
  const passkey = parseRow(passkeySchema, row, { table: "passkeys", keyColumns: ["id"] });
  return {
    id: passkey.id,
    personId: passkey.person_id,
    name: passkey.name,
    host: passkey.host,
    publicKey: passkey.public_key,
    counter: passkey.counter,
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at,
  };
}

/** The columns of `passkeys`. */
export function passkeyToRow(passkey: Passkey): Form<typeof passkeySchema> {
  return {
    id: passkey.id,
    person_id: passkey.personId,
    name: passkey.name,
    host: passkey.host,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt,
  };
}

const waitSchema = z.object({
  token_hash: sha256,
  person_id: personId,
  method: z.enum(SIGN_IN_METHODS),
  created_at: count,
});

/**
 * Reads a sign-in that waits for the second factor from a row of `sign_in_waits`.
 *
 * @throws {RowError} when the row does not parse
 */
export function signInWaitFromRow(row: unknown): SignInWait {
  const wait = parseRow(waitSchema, row, { table: "sign_in_waits", keyColumns: ["person_id"] });
  return {
    tokenHash: wait.token_hash,
    personId: wait.person_id,
    method: wait.method,
    createdAt: wait.created_at,
  };
}

/** The columns of `sign_in_waits`. */
export function signInWaitToRow(wait: SignInWait): Form<typeof waitSchema> {
  return {
    token_hash: wait.tokenHash,
    person_id: wait.personId,
    method: wait.method,
    created_at: wait.createdAt,
  };
}

/** A row of `recovery_codes`: the code itself is not stored. */
export const recoveryCodeSchema = z.object({ person_id: personId, code_hash: sha256 });
