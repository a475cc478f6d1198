import type { ApiKey, Scope } from "../../../domain/shop/api_key.ts";
import type { DashboardFormats } from "../parts/format.ts";

/** Names of the scopes, for people. */
export const SCOPE_TEXTS = {
  "sessions:read": "Read sessions and orders",
  "sessions:write": "Create and change sessions",
  "payments:write": "Report payment results",
  "payments:refund": "Refund orders",
  "orders:read": "List orders and sessions",
  "payments:read": "List refunds, and payments without an order",
  "customers:read": "See customers in lists and orders",
} as const satisfies Record<Scope, string>;

/** Requests per minute of a key. */
export function limitText(
  { rateLimit }: Pick<ApiKey, "rateLimit">,
  { whole }: DashboardFormats,
): string {
  return rateLimit === null ? "The server's default" : `${whole(rateLimit)} requests a minute`;
}

/** Addresses that may use a key. */
export function addressesText({ allowedFrom }: Pick<ApiKey, "allowedFrom">): string {
  return allowedFrom.length === 0 ? "Any" : allowedFrom.join(", ");
}
