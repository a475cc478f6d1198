/** Results of refunds that the shop says, as no provider gives them. */
import type { Decision, StepContext } from "../decision/decision.ts";
import { AppError, invalid, shown } from "../errors.ts";
import type { Refund } from "../session/refund.ts";
import { isPaidByHand } from "../session/refundable.ts";
import type { CheckoutSession } from "../session/session.ts";
import { decidedByProvider } from "./payment_result.ts";
import { type RefundResult, requireRefund, settleRefund } from "./refund_result.ts";

/** The result of a refund, as the shop says it. */
export type RefundReport = Omit<RefundResult, "next">;

/** The result of a refund that no provider was asked for. */
export interface ReportedRefund extends RefundReport {
  /** As in {@link RefundTerms}. */
  readonly isOutOfReach: boolean;
}

/** True if a refund has this result already. */
export function isReported(
  refund: Pick<Refund, "state" | "reference">,
  { state, reference }: Pick<RefundReport, "state" | "reference">,
): boolean {
  return refund.state === state && (state === "FAILED" || refund.reference === reference);
}

/** {@link isReported} for the refund of an order. */
export function isReportedAs({ order }: CheckoutSession, result: RefundReport): boolean {
  const refund = order?.refunds.find(({ id }) => id === result.refundId);
  return refund !== undefined && isReported(refund, result);
}

/**
 * {@link settleRefund} for money that the shop pays back itself, or at a provider that is out of
 * reach.
 *
 * @throws {AppError} `error.refund-not-found`, those of {@link requireReportable}
 */
export function reportRefundByHand(
  session: CheckoutSession,
  { isOutOfReach, ...result }: ReportedRefund,
  context: StepContext,
): Decision {
  const refund = requireRefund(session, result.refundId);
  const isByHand = isPaidByHand(session, refund);
  requireReportable(refund, { isByHand, isOutOfReach }, result);
  return settleRefund(session, { ...result, next: null }, context);
}

/**
 * @throws {AppError} `error.payment-at-provider` for a refund that a provider gives,
 *   `error.invalid-request` without a reference, `error.conflict` for one that has ended
 */
export function requireReportable(
  { state, reference }: Pick<Refund, "state" | "reference">,
  { isByHand, isOutOfReach }: { readonly isByHand: boolean; readonly isOutOfReach: boolean },
  result: Pick<RefundResult, "state" | "reference">,
): void {
  if (!isByHand && !isOutOfReach) throw decidedByProvider();
  if (result.state === "DONE" && result.reference === null) {
    throw invalid("data.reference must name the money that went back", "data.reference");
  }
  if (state !== "REQUESTED" && (isByHand || state !== "PENDING")) {
    const known = reference === null ? "" : `, reference ${shown(reference)}`;
    throw new AppError("error.conflict", `The refund has ended: ${state}${known}`);
  }
}
