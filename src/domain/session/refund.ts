/** Money that goes back to a customer, and money that a customer's bank disputes. */
import type { MerchantId, SessionId } from "../ids.ts";
import type { Minor } from "../values/money.ts";

/**
 * State of a refund: `REQUESTED` until the provider has taken it, or the shop has paid it back by
 * hand; `PENDING` while the money is on its way.
 */
export const REFUND_STATES = ["REQUESTED", "PENDING", "DONE", "FAILED"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** `PROVIDER`: made in the provider's own dashboard. */
export const REFUND_ORIGINS = ["OURS", "PROVIDER"] as const;
export type RefundOrigin = (typeof REFUND_ORIGINS)[number];

/** State of a dispute; the bank has decided one that is `WON` or `LOST`. */
export const DISPUTE_STATUSES = ["OPEN", "WON", "LOST"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Units of a line that the customer has given back. */
export interface ReturnedLine {
  /** Its place in the priced lines of the session, from 1. */
  readonly line: number;
  readonly quantity: number;
}

/** Coins that came back with goods. */
export interface RefundCoins {
  readonly returned: number;
  readonly takenBack: number;
  readonly owed: number;
}

/** Money that an order gives back. */
export interface Refund {
  /** UUID, by which the provider knows a repeated request. */
  readonly id: string;
  /** Payment that the money came with; null for cash. */
  readonly paymentId: string | null;
  /** 0 for goods that came back without money. */
  readonly amount: Minor;
  /** Paid price of {@link lines}, in this refund and those of the same request. */
  readonly proposed: Minor;
  /** Goods that came back with it. */
  readonly lines: readonly ReturnedLine[];
  /** Used coins that the customer got back, earned ones taken back, and earned ones owed since. */
  readonly coins: RefundCoins;
  /** Null if none was given, or it was erased. */
  readonly reason: string | null;
  /** The key, person or program that asked for it. */
  readonly by: string;
  /** Reference of the money that went back; null until it is known. */
  readonly reference: string | null;
  readonly state: RefundState;
  readonly origin: RefundOrigin;
  readonly at: number;
  /** When it was done or failed; null before. */
  readonly settledAt: number | null;
  /** Why it failed, as the provider says; null unless it did. */
  readonly failure: string | null;
}

/** Money of a payment that the customer's bank takes back, or may. */
export interface Dispute {
  /** The provider's. */
  readonly reference: string;
  readonly paymentId: string;
  readonly amount: Minor;
  /** As the provider says. */
  readonly reason: string;
  readonly status: DisputeStatus;
  /** Until when the shop can send evidence; null if it cannot, or need not. */
  readonly evidenceDueAt: number | null;
  readonly at: number;
  /** When the bank decided; null before. */
  readonly decidedAt: number | null;
}

/** A refund beside its session: of the timer, of lists, and of payments without an order. */
export interface RefundRow
  extends Pick<Refund, "id" | "paymentId" | "amount" | "reference" | "state" | "origin" | "at"> {
  readonly merchantId: MerchantId;
  readonly livemode: boolean;
  /** The session of the payment, which need not be stored for an unexpected one. */
  readonly sessionId: SessionId;
  /** The unexpected payment that it gives back; null for one of an order. */
  readonly unexpectedId: string | null;
  /** Account of the provider that gives it back; null if the shop does by hand. */
  readonly accountId: string | null;
  /** The provider's reference of the money that was taken; null without a provider. */
  readonly charge: string | null;
  readonly currencyCode: string;
  readonly settledAt: number | null;
  /** When to go to the provider next; null for nothing to do there. */
  readonly nextTryAt: number | null;
  /** How often the provider was called for it. */
  readonly tries: number;
  /** The person whose refunds of a day have a limit; null for others. */
  readonly personId: string | null;
}

/** True for a refund of ours whose money did not go back. */
export function hasFailed({ origin, state }: Pick<Refund, "origin" | "state">): boolean {
  return origin === "OURS" && state === "FAILED";
}

/** Time after which a refund that was done is asked for once more: a bank may send it back. */
export const ASKED_AGAIN_MS = 7 * 86_400_000;

/** When to go to the provider for a refund that was just added; null for nothing to do there. */
export function firstTryAt(
  { origin, state, at, reference }: Pick<RefundRow, "origin" | "state" | "at" | "reference">,
): number | null {
  // Ours are sent, and those that were made there are asked for as ours are later.
  if (state === "DONE") return reference === null ? null : at + ASKED_AGAIN_MS;
  return state === (origin === "OURS" ? "REQUESTED" : "PENDING") ? at : null;
}

/** A dispute beside its session. */
export interface DisputeRow extends Dispute {
  readonly merchantId: MerchantId;
  readonly livemode: boolean;
  readonly sessionId: SessionId;
  /** The payment without an order; null for one of an order. */
  readonly unexpectedId: string | null;
  readonly currencyCode: string;
  readonly accountId: string;
  /** When to ask the provider next; null once nothing more is asked for. */
  readonly nextLookAt: number | null;
}
