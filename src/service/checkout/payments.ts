import type { Change } from "../../domain/changes.ts";
import { AppError, invalid, shown } from "../../domain/errors.ts";
import { unexpectedEvent } from "../../domain/events.ts";
import { type MerchantId, parseSessionId } from "../../domain/ids.ts";
import { type UnexpectedPayment, unexpectedReason } from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import {
  isRepeatedResult,
  type PaymentResult,
  reportPaymentResult,
} from "../../domain/steps/payment_result.ts";
import { currencyOf, decimalText, formatMajor, parseMajor } from "../../domain/values/money.ts";
import { asciiUpperCase } from "../../domain/values/text.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Authentication } from "../authentication.ts";
import type { Deps } from "../deps.ts";
import type { Checkout, StepCall } from "./checkout.ts";

/** A payment's result as the shop sent it. */
export interface ReportedResult {
  readonly paymentId: string;
  readonly status: PaymentResult["status"];
  /** In the major unit. */
  readonly amount: number | string | null;
  readonly currency: string | null;
  readonly reference: string;
}

/** Payment ids are UUIDs; of anything longer that was sent in the place of one, so much is kept. */
const MAX_PAYMENT_ID = 255;

/** Dependencies of {@link Payments}. */
export interface PaymentsDeps extends Pick<Deps, "store" | "now" | "newId" | "warn" | "onEvents"> {
  readonly checkout: Checkout;
  readonly authentication: Pick<Authentication, "confirm">;
}

/** The results of payments, which the shop reports. */
export class Payments {
  readonly #deps: PaymentsDeps;

  constructor(deps: PaymentsDeps) {
    this.#deps = deps;
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
      return await this.#deps.checkout.run(call, reportPaymentResult, {
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
      if (reported.status === "PAID") await this.#record(call, reported, error);
      throw error;
    }
  }

  /**
   * Records a PAID that was refused, with its event, in a commit of its own. The same result
   * again is the same record. Of what says nothing about money, such as a conflict, there is none.
   *
   * @throws {AppError} `error.unauthorized` when the key was revoked meanwhile
   */
  async #record(call: StepCall, reported: ReportedResult, refusal: AppError): Promise<void> {
    const reason = unexpectedReason(refusal.code);
    const sessionId = parseSessionId(call.sessionId);
    if (reason === undefined || sessionId === undefined) return;
    const { store, now, newId, onEvents } = this.#deps;
    const { merchantId } = call.caller;
    const stored = await store.sessions.find(sessionId);
    // Of a session that is gone, or another merchant's, there is nobody to send an event about.
    const session = stored?.merchantId === merchantId ? stored.load() : null;
    const currencyCode = reported.currency === null
      ? await this.#currencyOf(merchantId)
      : asciiUpperCase(reported.currency);
    const amount = reported.amount === null ? null : decimalText(reported.amount, currencyCode);
    // What is no amount in any currency was refused as malformed, or names no session besides.
    if (amount === undefined) return;
    const unexpected: UnexpectedPayment = {
      id: newId(),
      merchantId,
      sessionId,
      paymentId: [...reported.paymentId].slice(0, MAX_PAYMENT_ID).join(""),
      reference: reported.reference,
      amount,
      currencyCode,
      reason,
      message: refusal.message,
      at: now(),
      resolution: null,
    };
    await this.#deps.authentication.confirm(call.caller);
    try {
      await store.commit([
        { kind: "unexpected.add", unexpected },
        ...(session === null ? [] : [this.#event(session, unexpected)]),
      ]);
    } catch (error) {
      if (error instanceof CommitRefused && error.change.kind === "unexpected.add") return;
      throw error;
    }
    onEvents();
  }

  async #currencyOf(merchantId: MerchantId): Promise<string> {
    const merchant = await this.#deps.store.merchants.find(merchantId);
    if (merchant === null) throw new RangeError(`A key's merchant is gone: ${merchantId}`);
    return merchant.currencyCode;
  }

  #event(session: CheckoutSession, unexpected: UnexpectedPayment): Change {
    const { type, data } = unexpectedEvent(session, unexpected);
    const { merchantId, sessionId, at } = unexpected;
    return {
      kind: "event.add",
      event: { id: this.#deps.newId(), merchantId, sessionId, type, at, data },
    };
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
