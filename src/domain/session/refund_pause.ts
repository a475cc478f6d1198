/** Pauses between calls to providers for refunds and disputes. */
import { ASKED_AGAIN_MS, type DisputeRow, type RefundRow } from "./refund.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time after the first call until the next one, longer than a call can take; it doubles each time. */
const FIRST_PAUSE_MS = 2 * MINUTE_MS;
/** Longest time between two calls. */
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
/** Time after which a refund that has not ended is asked for once a week alone. */
export const ASKED_OFTEN_MS = 90 * DAY_MS;
const LATE_PAUSE_MS = 7 * DAY_MS;
/** Time after which a refund that its provider has not taken is seen to. */
export const UNSENT_MS = DAY_MS;
/** Time between two looks at an open dispute. */
const OPEN_PAUSE_MS = 60 * MINUTE_MS;
/** Time from the bank's decision until the next look at a dispute; it doubles each time. */
const DECIDED_PAUSE_MS = 7 * DAY_MS;
/** Time after which a dispute that is decided is no longer asked for. */
const DECIDED_ASKED_FOR_MS = 90 * DAY_MS;

/** A call to the provider of a refund: how often it was called, and when to call again. */
export function calledAt({ at, tries }: Pick<RefundRow, "at" | "tries">, now: number) {
  const pause = now < at + ASKED_OFTEN_MS
    ? Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
    : LATE_PAUSE_MS;
  return { tries: tries + 1, nextTryAt: now + pause };
}

/**
 * When to ask the provider of a refund again that is in this state now: until its money has gone
 * back, or has not, and once after it was done.
 */
export function askedAgainAt(
  refund: Pick<RefundRow, "at" | "tries"> & { readonly before: RefundRow["state"] },
  state: RefundRow["state"],
  now: number,
): Pick<RefundRow, "nextTryAt" | "tries"> {
  const { tries, before } = refund;
  switch (state) {
    case "DONE":
      return { tries, nextTryAt: before === "DONE" ? null : now + ASKED_AGAIN_MS };
    case "FAILED":
      return { tries, nextTryAt: null };
    default:
      return { tries, nextTryAt: calledAt(refund, now).nextTryAt };
  }
}

/**
 * When to ask the provider of a dispute again; null for no more. The bank may change its decision:
 * one that is lost can be appealed.
 */
export function disputeLookAt(
  { status, decidedAt }: Pick<DisputeRow, "status" | "decidedAt">,
  now: number,
): number | null {
  if (status === "OPEN" || decidedAt === null) return now + OPEN_PAUSE_MS;
  const ageMs = now - decidedAt;
  return ageMs < DECIDED_ASKED_FOR_MS ? now + Math.max(ageMs, DECIDED_PAUSE_MS) : null;
}
