import type { CheckoutEvent } from "../../domain/events.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { SessionHolds } from "../../domain/session/stored.ts";

/** A session with its data for the operator. */
export interface SessionDetails {
  readonly session: CheckoutSession;
  readonly lastActiveAt: number;
  /** Kept rest of the request that created it, as JSON text. */
  readonly extra: string;
  /** Its events, oldest first. */
  readonly events: readonly CheckoutEvent[];
  /** Holds of its payment. */
  readonly holds: SessionHolds;
}
