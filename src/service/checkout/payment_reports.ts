/** Results of payments as they arrive, and what becomes of those that are refused. */
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { PaymentResult } from "../../domain/steps/payment_result.ts";

/** A payment result as received. */
export interface ReportedResult {
  readonly paymentId: string;
  readonly status: PaymentResult["status"];
  /** In the major unit. */
  readonly amount: number | string | null;
  readonly currency: string | null;
  readonly reference: string;
}

/** The error for a reference of another payment. */
export function referenceUsed(change: Change): AppError | undefined {
  if (change.kind !== "reference.take") return undefined;
  const message = `Another payment already has this reference: ${shown(change.reference)}`;
  return new AppError("error.payment-reference-used", message);
}
