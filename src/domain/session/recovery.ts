import type { SessionId } from "../ids.ts";
import type { Merchant } from "../shop/merchant.ts";

/** Ways in which a customer comes back by a recovery link: to a session, or as a new one. */
export const RETURNS = ["RESUMED", "REOPENED"] as const;
/** One of {@link RETURNS}. */
export type Return = (typeof RETURNS)[number];

/** Inactivity of a session's customer, and the return by a link. */
export interface Recovery {
  /** Time of the `session.idle` event; null without one. */
  readonly idleAt: number | null;
  /** `REOPENED` if the session was made from another one's cart; null without a return. */
  readonly returned: Return | null;
  /** The session that was made from this one's cart; null for none. */
  readonly reopenedAs: SessionId | null;
  /** True if its link must not work any more: personal data was erased. */
  readonly closed: boolean;
}

/** A session that was never idle. */
export const NO_RECOVERY: Recovery = {
  idleAt: null,
  returned: null,
  reopenedAs: null,
  closed: false,
};

/** Where a shop's recovery links lead back to; empty if the shop has named no page. */
export function returnUrlOf(shop: Pick<Merchant, "recoveryUrl" | "redirectUrl">): string {
  return shop.recoveryUrl || shop.redirectUrl;
}
