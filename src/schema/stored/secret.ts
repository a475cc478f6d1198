import { z } from "zod";
import { type RecordedKey, type Secret, SECRET_NAMES } from "../../domain/secret.ts";
import type { Form } from "../form.ts";
import { count, parseRow } from "./parse.ts";

/** 32 bytes as base64url, or a sealed text. */
const PLAIN_OR_SEALED = /^(?:[\w-]{43}|sealed:[0-9a-f]{16}:[\w-]+)$/;

const rowSchema = z.object({
  name: z.enum(SECRET_NAMES),
  value: z.string().regex(PLAIN_OR_SEALED, "not a secret"),
  created_at: count,
});

/**
 * Reads a secret from a row of `secrets`.
 *
 * @throws {RowError} when the row does not parse; the message does not contain the value
 */
export function secretFromRow(row: unknown): Secret {
  const { name, value, created_at } = parseRow(rowSchema, row, {
    table: "secrets",
    keyColumns: ["name"],
  });
  return { name, value: { stored: value }, createdAt: created_at };
}

const keyRowSchema = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/, "not a fingerprint"),
  created_at: count,
  cleaned_at: count.nullable(),
});

/**
 * Reads a key's fingerprint from a row of `secret_keys`.
 *
 * @throws {RowError} when the row does not parse
 */
export function secretKeyFromRow(row: unknown): RecordedKey {
  const read = parseRow(keyRowSchema, row, { table: "secret_keys", keyColumns: ["fingerprint"] });
  return { fingerprint: read.fingerprint, cleanedAt: read.cleaned_at };
}

/** The columns of `secrets`. */
export function secretToRow({ name, value, createdAt }: Secret): Form<typeof rowSchema> {
  return { name, value: value.stored, created_at: createdAt };
}
