import { sealedBy, type StoredSecret } from "../../domain/secret.ts";
import type { Context } from "../context.ts";
import { clean } from "./text.ts";

/** Says where the key of a new secret is. */
export function noteKey(context: Context, secret: StoredSecret): void {
  const { path, problem } = context.secretKeys();
  context.out.note(
    sealedBy(secret) === null
      ? `The database has the secret as plain text: ${problem}`
      : `The secret is sealed by the key in ${clean(path ?? "")}: keep a copy of that file apart ` +
        "from the database",
  );
}
