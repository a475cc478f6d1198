import type { DisputeStatus, RefundState } from "../domain/session/refund.ts";
import type { StateWord } from "./list.ts";

const STATES: Readonly<Record<RefundState, StateWord>> = {
  REQUESTED: ["Requested", "warn"],
  PENDING: ["On its way", "warn"],
  DONE: ["Refunded", "good"],
  FAILED: ["Failed", "bad"],
};

/** The state of a refund; one that the shop pays back by hand waits for the shop. */
export function refundWord(state: RefundState, { isByHand }: { isByHand: boolean }): StateWord {
  return state === "REQUESTED" && isByHand ? ["To refund", "warn"] : STATES[state];
}

/** The state of a dispute. */
export const DISPUTE_WORDS: Readonly<Record<DisputeStatus, StateWord>> = {
  OPEN: ["Open", "bad"],
  WON: ["Won", "good"],
  LOST: ["Lost", "bad"],
};
