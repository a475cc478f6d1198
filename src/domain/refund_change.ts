import type { MerchantId, SessionId } from "./ids.ts";
import type { DisputeRow, RefundRow, RefundState } from "./session/refund.ts";
import type { Minor } from "./values/money.ts";

/** The limit of a person's refunds in a day of the shop. */
export interface RefundAllowance {
  readonly personId: string;
  /** When the day began. */
  readonly since: number;
  readonly most: Minor;
}

/** Refunds and disputes, beside the sessions that they are part of. */
export type RefundChange =
  /**
   * Adds a refund. Refused if its id is known, or if the shop has one with its reference in this
   * mode at its account, beyond what an unexpected payment took, and beyond what its person may
   * refund since a time.
   */
  | {
    readonly kind: "refund.add";
    readonly refund: RefundRow;
    /**
     * What the unexpected payment took: with this one its refunds that have not failed, and its
     * disputes that are open or lost, are at most as much (default: no limit).
     */
    readonly taken?: Minor;
    /** Default: no limit. */
    readonly allowance?: RefundAllowance;
  }
  /** Moves a refund to its next state. Refused if it is not in the state `from`, or unknown. */
  | {
    readonly kind: "refund.move";
    readonly refund: Pick<
      RefundRow,
      "id" | "sessionId" | "state" | "reference" | "settledAt" | "nextTryAt" | "tries"
    >;
    readonly from: RefundState;
  }
  /** Says when to go to the provider again. Refused if it was tried since, or is settled. */
  | {
    readonly kind: "refund.try";
    readonly refund: Pick<RefundRow, "id" | "sessionId" | "tries"> & { readonly nextTryAt: number };
  }
  /**
   * Adds a dispute, or replaces the one with its reference in the shop and mode. Refused if that is
   * not as it was read.
   */
  | {
    readonly kind: "dispute.put";
    readonly dispute: DisputeRow;
    /**
     * The dispute as it was read; null for none (default: any, where the version of its session
     * says that nothing has changed).
     */
    readonly read?: Pick<DisputeRow, "status" | "amount" | "evidenceDueAt"> | null;
  }
  /** Says when to ask for a dispute again, if ever. Refused if it was asked for since. */
  | {
    readonly kind: "dispute.look";
    readonly merchantId: MerchantId;
    readonly livemode: boolean;
    readonly reference: string;
    readonly sessionId: SessionId;
    readonly from: number;
    readonly nextLookAt: number | null;
  }
  /**
   * Notes until when refunds and disputes of an account were listed; nothing if that has changed
   * from what it was.
   */
  | {
    readonly kind: "provider.listed";
    readonly accountId: string;
    readonly from: number | null;
    readonly until: number;
  }
  /** Lets an account be listed again from a time; nothing if it was not listed that far. */
  | { readonly kind: "provider.relist"; readonly accountId: string; readonly until: number };
