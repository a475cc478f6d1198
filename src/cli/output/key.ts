import type { ApiKey } from "../../domain/shop/api_key.ts";
import { listJson } from "../../schema/list.ts";
import type { NewKey } from "../../service/shop/keys.ts";
import { keyList, scopesText } from "../../things/key.ts";
import type { Output } from "./output.ts";
import { moment } from "../../domain/values/wording.ts";

/** Prints a new key with its secret, and the key that it replaces. */
export function showNewKey(
  out: Output,
  { key, secret, previous }: NewKey & { readonly previous?: ApiKey },
): void {
  const replaced = previous === undefined ? {} : { previous: keyJson(previous) };
  out.result({ ...keyJson(key, { secret }), ...replaced }, () => {
    out.fields([
      ["ID", key.id],
      ["Name", key.name],
      ["Scopes", scopesText(key).toLowerCase()],
      ...key.allowedFrom.length > 0 ? [["From", key.allowedFrom.join(", ")] as const] : [],
      ["Expires", key.expiresAt === null ? "never" : moment(key.expiresAt)],
      ["Secret", secret],
    ]);
    out.line();
    out.line("Keep the secret now: it is shown only once and not stored.");
    if (previous === undefined) return;
    out.line(`The old key works until ${moment(previous.expiresAt)}: ${previous.id}`);
  });
}

/** A key as JSON; a new one is shown with its secret. */
export function keyJson(key: ApiKey, shown: { readonly secret?: string } = {}) {
  return { id: key.id, ...shown, ...listJson(keyList(key.createdAt), key) };
}
