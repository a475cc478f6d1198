import { type ApiKey, DEFAULT_SCOPES, isUsable, SCOPES } from "../domain/shop/api_key.ts";
import { expiresSoon } from "../domain/shop/attention.ts";
import { isVisible } from "../domain/values/text.ts";
import type { List, ListFields, StateWord } from "./list.ts";

const FIELDS = {
  id: { kind: "word", of: ({ id }) => id },
  merchant_id: { kind: "word", of: ({ merchantId }) => merchantId, only: "json" },
  name: { kind: "text", of: ({ name }) => name },
  prefix: { kind: "word", of: ({ prefix }) => prefix },
  livemode: { kind: "flag", of: ({ livemode }) => livemode },
  scopes: { kind: "words", of: ({ scopes }) => [...scopes] },
  allowed_from: { kind: "words", of: ({ allowedFrom }) => [...allowedFrom] },
  rate_limit: { kind: "count", of: ({ rateLimit }) => rateLimit },
  created_at: { kind: "moment", of: ({ createdAt }) => createdAt },
  last_used_at: { kind: "moment", of: ({ lastUsedAt }) => lastUsedAt },
  last_used_from: { kind: "word", of: ({ lastUsedFrom }) => lastUsedFrom },
  expires_at: { kind: "moment", of: ({ expiresAt }) => expiresAt },
  revoked_at: { kind: "moment", of: ({ revokedAt }) => revokedAt },
  successor_id: { kind: "word", of: ({ successorId }) => successorId },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<ApiKey>;

/** The name of a key; the beginning of its secret if the name is invisible. */
export function keyLabel({ name, prefix }: Pick<ApiKey, "name" | "prefix">): string {
  return isVisible(name) ? name : `${prefix}…`;
}

/** Scopes of a key in words: `All`, `Checkout` for those of a new key, or their names. */
export function scopesText({ scopes }: Pick<ApiKey, "scopes">): string {
  if (scopes.size === SCOPES.length) return "All";
  const isDefault = scopes.size === DEFAULT_SCOPES.size && scopes.isSubsetOf(DEFAULT_SCOPES);
  return isDefault ? "Checkout" : [...scopes].join(", ");
}

function limitText({ rateLimit }: ApiKey): string | null {
  return rateLimit === null ? null : `${rateLimit}/min`;
}

/** The state of a key. */
function stateOf(key: ApiKey, now: number): StateWord {
  if (key.revokedAt !== null) return ["Revoked", "plain"];
  const isRotated = key.successorId !== null;
  if (!isUsable(key, now)) return isRotated ? ["Replaced", "plain"] : ["Expired", "bad"];
  if (isRotated) return ["Rotated", "warn"];
  return expiresSoon(key, now) ? ["Ends soon", "warn"] : ["Active", "good"];
}

/** The state of a key, and its mode if it is for test data. */
export function keyStates(key: ApiKey, now: number): StateWord[] {
  return [stateOf(key, now), ...key.livemode ? [] : [["Test", "plain"] as const]];
}

/**
 * The list of a shop's API keys, without hashes. The table has the mode as a column, if there are
 * keys for tests.
 */
export function keyList(now: number, hasTests = false): List<ApiKey> {
  const lastUsed = { kind: "age", of: FIELDS.last_used_at.of } as const;
  return {
    fields: FIELDS,
    table: [
      { title: "ID", value: FIELDS.id, fit: { isId: true } },
      { title: "NAME", value: FIELDS.name, fit: { canShrink: true } },
      { title: "STATE", value: { kind: "states", of: (key) => [stateOf(key, now)] } },
      { title: "EXPIRES", value: FIELDS.expires_at },
      ...hasTests
        ? [{
          title: "MODE",
          value: { kind: "word" as const, of: (key: ApiKey) => key.livemode ? "live" : "test" },
        }]
        : [],
      {
        title: "SCOPES",
        value: { kind: "word", of: (key) => scopesText(key).toLowerCase() },
        fit: { isOptional: true },
      },
      { title: "LAST USED", value: lastUsed, fit: { isOptional: true } },
      {
        title: "LIMIT",
        value: { kind: "word", of: limitText },
        none: "default",
        isNumber: true,
        fit: { isOptional: true },
      },
      {
        title: "PREFIX",
        value: { kind: "code", of: ({ prefix }) => `${prefix}...` },
        fit: { isOptional: true },
      },
      { title: "CREATED", value: FIELDS.created_at, fit: { isOptional: true } },
      { title: "REVOKED", value: FIELDS.revoked_at, fit: { isOptional: true } },
    ],
    page: [
      { title: "Name", value: { kind: "text", of: keyLabel }, isMain: true },
      { title: "State", value: { kind: "states", of: (key) => keyStates(key, now) } },
      { title: "Begins with", value: { kind: "code", of: ({ prefix }) => `${prefix}…` } },
      { title: "Scopes", value: { kind: "words", of: (key) => [scopesText(key)] } },
      { title: "Expires", value: FIELDS.expires_at, none: "Never" },
      { title: "Last used", value: lastUsed },
    ],
  };
}
