import { z } from "zod";
import { type Secret, SECRET_BYTES, SECRET_NAMES } from "../../domain/secret.ts";
import type { Form } from "../form.ts";
import { count, parseRow } from "./parse.ts";

const rowSchema = z.object({
  name: z.enum(SECRET_NAMES),
  value: z.base64url().transform((text) => Uint8Array.fromBase64(text, { alphabet: "base64url" }))
    .refine(({ length }) => length === SECRET_BYTES, "not a secret"),
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
  return { name, value, createdAt: created_at };
}

/** The columns of `secrets`. */
export function secretToRow({ name, value, createdAt }: Secret): Form<typeof rowSchema> {
  return {
    name,
    value: value.toBase64({ alphabet: "base64url", omitPadding: true }),
    created_at: createdAt,
  };
}
