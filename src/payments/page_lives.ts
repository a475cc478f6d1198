import type { ProviderKind } from "../domain/shop/provider.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Shortest and longest life of a page, in milliseconds. */
export interface PageLife {
  readonly shortestMs: number;
  readonly longestMs: number;
}

/** Lives of the pages of each provider: apart from the adapters, which load when they are used. */
export const PAGE_LIVES: Readonly<Record<ProviderKind, PageLife>> = {
  // https://docs.stripe.com/api/checkout/sessions/create, `expires_at`.
  stripe: { shortestMs: 30 * MINUTE_MS, longestMs: 24 * HOUR_MS },
  // "timestamp must be atleast 15 minutes in future". Six months; no six months are shorter.
  razorpay: { shortestMs: 15 * MINUTE_MS, longestMs: 180 * DAY_MS },
  demo: { shortestMs: 10 * MINUTE_MS, longestMs: 24 * HOUR_MS },
};
