import { type ApiKey, SCOPES } from "../../domain/shop/api_key.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { NewKey } from "../../service/shop/keys.ts";
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
      ["Scopes", scopesText(key)],
      ["Expires", key.expiresAt === null ? "never" : moment(key.expiresAt)],
      ["Secret", secret],
    ]);
    out.line();
    out.line("Keep the secret now: it is shown only once and not stored.");
    if (previous === undefined) return;
    out.line(`The old key works until ${moment(previous.expiresAt)}: ${previous.id}`);
  });
}

/** Scopes of a key, for people. */
export function scopesText({ scopes }: ApiKey): string {
  return scopes.size === SCOPES.length ? "all" : [...scopes].join(", ");
}

/** A key as JSON, without its hash; a new one is shown with its secret. */
export function keyJson(key: ApiKey, shown: { readonly secret?: string } = {}) {
  return {
    id: key.id,
    ...shown,
    merchant_id: key.merchantId,
    name: key.name,
    prefix: key.prefix,
    rate_limit: key.rateLimit,
    livemode: key.livemode,
    scopes: [...key.scopes],
    created_at: momentText(key.createdAt),
    last_used_at: momentText(key.lastUsedAt),
    expires_at: momentText(key.expiresAt),
    revoked_at: momentText(key.revokedAt),
    successor_id: key.successorId,
  };
}
