import { type ApiKey, isUsable, type Scope, SCOPES } from "../../../domain/shop/api_key.ts";
import { isVisible } from "../../../domain/values/text.ts";
import { expiresSoon } from "../../../domain/shop/attention.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { Badge } from "../parts/panel.tsx";
import type { Tone } from "../../../things/list.ts";

/** Names of the scopes, for people. */
export const SCOPE_TEXTS = {
  "sessions:read": "Read sessions and orders",
  "sessions:write": "Create and change sessions",
  "payments:write": "Report payment results",
} as const satisfies Record<Scope, string>;

/** The name of a key; the beginning of its secret if the name is invisible. */
export function keyLabel({ name, prefix }: Pick<ApiKey, "name" | "prefix">): string {
  return isVisible(name) ? name : `${prefix}…`;
}

function stateOf(key: ApiKey, now: number): readonly [string, Tone] {
  if (key.revokedAt !== null) return ["Revoked", "plain"];
  const isRotated = key.successorId !== null;
  if (!isUsable(key, now)) return isRotated ? ["Replaced", "plain"] : ["Expired", "bad"];
  if (isRotated) return ["Rotated", "warn"];
  return expiresSoon(key, now) ? ["Ends soon", "warn"] : ["Active", "good"];
}

/** The state of a key, and its mode if it is for test data. */
export function KeyBadges({ apiKey, now }: { readonly apiKey: ApiKey; readonly now: number }) {
  const [text, tone] = stateOf(apiKey, now);
  return (
    <span>
      <Badge tone={tone}>{text}</Badge> {apiKey.livemode ? "" : <Badge>Test</Badge>}
    </span>
  );
}

/** Scopes of a key: `All`, or their names. */
export function scopeNames({ scopes }: Pick<ApiKey, "scopes">): string {
  return scopes.size === SCOPES.length ? "All" : [...scopes].join(", ");
}

/** Requests per minute of a key. */
export function limitText(
  { rateLimit }: Pick<ApiKey, "rateLimit">,
  { whole }: DashboardFormats,
): string {
  return rateLimit === null ? "The server's default" : `${whole(rateLimit)} requests a minute`;
}
