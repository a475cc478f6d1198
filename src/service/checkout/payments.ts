import type { Change } from "../../domain/changes.ts";
import { AppError, invalid, shown } from "../../domain/errors.ts";
import { currencyOf, decimalText, formatMajor, parseMajor } from "../../domain/money.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import {
  isRepeatedResult,
  type PaymentResult,
  reportPaymentResult,
} from "../../domain/steps/payment_result.ts";
import { asciiUpperCase } from "../../domain/text.ts";
import type { Checkout, StepCall } from "./checkout.ts";
import type { Deps } from "../deps.ts";
import type { ReportedResult, UnexpectedPayments } from "./unexpected_payments.ts";

/** The results of payments, which the shop reports. */
export class Payments {
  readonly #deps: Pick<Deps, "warn">;
  readonly #checkout: Checkout;
  readonly #unexpected: UnexpectedPayments;

  constructor(deps: Pick<Deps, "warn">, checkout: Checkout, unexpected: UnexpectedPayments) {
    this.#deps = deps;
    this.#checkout = checkout;
    this.#unexpected = unexpected;
  }

  /**
   * Takes the result of a payment, also after its session has ended.
   *
   * A PAID that cannot become an order is recorded before the caller is told: somebody has
   * money that no order is for. It is logged as well, as is a failure of another amount.
   *
   * @param reported as it was sent; its amount is read in the session's currency
   * @throws {AppError} `error.payment-not-found`, `error.payment-mismatch`, `error.invalid-state`,
   *   `error.payment-reference-used`, `error.invalid-request`
   */
  async reportResult(call: StepCall, reported: ReportedResult): Promise<CheckoutSession> {
    try {
      return await this.#checkout.run(call, reportPaymentResult, {
        input: (session) => readResult(reported, session),
        evenEnded: true,
        isDone: isRepeatedResult,
        refusedAs: referenceUsed,
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (reported.status === "PAID" || error.code === "error.payment-mismatch") {
        this.#deps.warn("A payment result was refused: check the money with the payment provider", {
          ...reported,
          session: call.sessionId,
          key: call.caller.subject.label,
          code: error.code,
          reason: error.message,
        });
      }
      if (reported.status === "PAID") await this.#unexpected.record(call, reported, error);
      throw error;
    }
  }
}

/** An amount in another currency is no amount of this session, and is kept as it was sent. */
function readResult(
  { amount, currency, ...reported }: ReportedResult,
  session: CheckoutSession,
): PaymentResult {
  const own = currencyOf(session.currencyCode);
  const currencyCode = currency === null ? null : asciiUpperCase(currency);
  const read = { ...reported, currencyCode };
  if (amount === null) return { ...read, amount: null, amountText: null };
  if (currencyCode !== null && currencyCode !== own.code) {
    const amountText = decimalText(amount, currencyCode);
    if (amountText === undefined) {
      throw invalid(`data.amount must be an amount of 0 or more: ${shown(amount)}`);
    }
    return { ...read, amount: null, amountText };
  }
  const minor = parseMajor(amount, own, "data.amount");
  return { ...read, amount: minor, amountText: formatMajor(minor, own) };
}

function referenceUsed(change: Change): AppError | undefined {
  if (change.kind !== "reference.take") return undefined;
  const message = `Another payment already has this reference: ${shown(change.reference)}`;
  return new AppError("error.payment-reference-used", message);
}
