import { sealedBy } from "../../domain/secret.ts";
import { type Endpoint, secretOf } from "../../domain/shop/webhook.ts";
import type { Context } from "../context.ts";
import { clean } from "./text.ts";

/** Says where the key of a new secret is. */
export function noteKey(context: Context, endpoint: Endpoint): void {
  const { path, problem } = context.secretKeys();
  context.out.note(
    sealedBy(secretOf(endpoint)) === null
      ? `The database has the secret as plain text: ${problem}`
      : `The secret is sealed by the key in ${clean(path ?? "")}: keep a copy of that file apart ` +
        "from the database",
  );
}
