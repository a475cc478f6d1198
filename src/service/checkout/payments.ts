import { AppError } from "../../domain/errors.ts";
import { currencyOf, parseMajor } from "../../domain/money.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import { isRepeated, type PaymentResult, takeResult } from "../../domain/steps/payment.ts";
import { asciiUpperCase } from "../../domain/text.ts";
import type { Checkout, StepCall } from "./checkout.ts";
import type { Deps } from "../deps.ts";

/** A payment's result as the shop sent it. */
export interface ReportedResult {
  readonly paymentId: string;
  readonly status: PaymentResult["status"];
  /** In the major unit. */
  readonly amount: number | string | null;
  readonly currency: string | null;
  readonly reference: string;
}

/** The results of payments, which the shop reports. */
export class Payments {
  readonly #deps: Pick<Deps, "tell">;
  readonly #checkout: Checkout;

  constructor(deps: Pick<Deps, "tell">, checkout: Checkout) {
    this.#deps = deps;
    this.#checkout = checkout;
  }

  /**
   * Takes the result of a payment, also after its session has ended.
   *
   * A refused PAID, and any that names another amount, is noted for the operator with all
   * that was reported: somebody has money that no order is for, or tried to settle an
   * order with another amount.
   *
   * @param reported as it was sent; its amount is read in the session's currency
   * @throws {AppError} `error.payment-not-found`, `error.payment-mismatch`, `error.invalid-state`,
   *   `error.invalid-request`
   */
  async takeResult(call: StepCall, reported: ReportedResult): Promise<CheckoutSession> {
    try {
      return await this.#checkout.run(call, takeResult, {
        input: (session) => readResult(reported, session),
        evenEnded: true,
        isDone: isRepeated,
      });
    } catch (error) {
      const isAttempt = error instanceof AppError &&
        (reported.status === "PAID" || error.code === "error.payment-mismatch");
      if (isAttempt) {
        this.#deps.tell("A payment result was refused: look after the money", {
          ...reported,
          session: call.sessionId,
          key: call.key.prefix,
          code: error.code,
          reason: error.message,
        });
      }
      throw error;
    }
  }
}

function readResult(
  { amount, currency, ...reported }: ReportedResult,
  { currencyCode }: CheckoutSession,
): PaymentResult {
  return {
    ...reported,
    amount: amount === null ? null : parseMajor(amount, currencyOf(currencyCode), "data.amount"),
    currencyCode: currency === null ? null : asciiUpperCase(currency),
  };
}
