import { reaches, requireScope } from "../../domain/caller.ts";
import { AppError, invalid, shown } from "../../domain/errors.ts";
import { parseSessionId } from "../../domain/ids.ts";
import { manyUnknownEvent } from "../../domain/many_unknown.ts";
import {
  MANY_UNKNOWN_PAYMENTS,
  type UnexpectedPayment,
  unexpectedReason,
} from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import {
  decidedByProvider,
  isRepeatedResult,
  type PaymentResult,
  reportPaymentResult,
} from "../../domain/steps/payment_result.ts";
import { currencyOf, decimalText, formatMajor, parseMajor } from "../../domain/values/money.ts";
import { asciiUpperCase } from "../../domain/values/text.ts";
import type { Authentication } from "../authentication.ts";
import { isCommitted } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { Checkout, StepCall } from "./checkout.ts";
import type { ProviderPayments } from "./provider_payments.ts";
import { referenceUsed, type ReportedResult } from "./payment_reports.ts";
import type { UnexpectedPayments } from "./unexpected_payments.ts";

/** Dependencies of {@link Payments}. */
export interface PaymentsDeps extends Pick<Deps, "store" | "warn" | "onEvents"> {
  readonly unexpectedPayments: Pick<UnexpectedPayments, "record">;
  readonly providerPayments: Pick<ProviderPayments, "lookOnce">;
  readonly checkout: Checkout;
  readonly authentication: Pick<Authentication, "confirm">;
}

/** Results of payments, reported by the shop. */
export class Payments {
  readonly #deps: PaymentsDeps;
  /** Ids of events about many unknown payments that are stored: one of a key and day. */
  readonly #manyReported = new Set<string>();

  constructor(deps: PaymentsDeps) {
    this.#deps = deps;
  }

  /**
   * Accepts the result of a payment, also after its session has ended.
   *
   * A PAID result that cannot become an order is recorded before the caller gets the error, because
   * money was taken without an order. It is logged too, and so is a failure with another amount.
   *
   * @param reported as received; the amount is in the session's currency
   * @param apart waits for a provider
   * @throws {AppError} `error.payment-not-found`, `error.payment-mismatch`, `error.invalid-state`,
   *   `error.payment-reference-used`, `error.payment-at-provider`, `error.invalid-request`
   */
  async reportResult(
    call: StepCall,
    reported: ReportedResult,
    apart: <T>(work: Promise<T>) => Promise<T> = (work) => work,
  ): Promise<CheckoutSession> {
    requireScope(call.caller, "payments:write");
    try {
      return await this.#deps.checkout.run(call, reportPaymentResult, {
        input: (session) => {
          requireOwn(session, reported.paymentId);
          return readResult(reported, session);
        },
        evenEnded: true,
        isDone: isRepeatedResult,
        refusedAs: referenceUsed,
        action: "payment.result",
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (await this.#isAtProvider(call, reported, error)) {
        await apart(this.#deps.providerPayments.lookOnce(reported.paymentId));
        throw decidedByProvider();
      }
      const isAlarming = reported.status === "PAID" || error.code === "error.payment-mismatch";
      // A test moves no money.
      if (isAlarming && call.caller.livemode) {
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

  /** True for a payment at a provider, also if another one has taken its place. */
  async #isAtProvider(
    { sessionId }: StepCall,
    { paymentId }: ReportedResult,
    { code }: AppError,
  ): Promise<boolean> {
    if (code !== "error.payment-not-found") return code === "error.payment-at-provider";
    const { store } = this.#deps;
    return (await store.providers.payment(paymentId))?.sessionId === sessionId.toLowerCase();
  }

  /** @throws {AppError} `error.unauthorized` when the key was revoked meanwhile */
  async #record(call: StepCall, reported: ReportedResult, refusal: AppError): Promise<void> {
    const { store, authentication, unexpectedPayments } = this.#deps;
    const { caller } = call;
    const sessionId = parseSessionId(call.sessionId);
    if (sessionId === undefined || unexpectedReason(refusal.code) === undefined) return;
    const stored = await store.sessions.find(sessionId);
    const recorded = await unexpectedPayments.record({
      merchantId: caller.merchantId,
      livemode: caller.livemode,
      sessionId,
      // Without a session that the caller reaches there is no event.
      session: stored !== null && reaches(caller, stored) ? stored.load() : null,
      by: caller.subject,
      confirm: () => authentication.confirm(caller),
    }, { reported, refusal });
    if (recorded?.isNew && recorded.isUnknown) await this.#reportMany(call, recorded.unexpected);
  }

  /**
   * Reports a key whose day has too many results of unknown payments: an event and a warning, once
   * on all servers, because the id of the event is made of the key and the day.
   */
  async #reportMany({ caller }: StepCall, { id, keyId, ...record }: UnexpectedPayment) {
    if (keyId === null) return;
    const event = manyUnknownEvent({ ...record, keyId });
    if (this.#manyReported.has(event.id)) return;
    const { store, warn, onEvents } = this.#deps;
    const many = MANY_UNKNOWN_PAYMENTS + 1;
    if (await store.payments.groupSize(id, many) < many) return;
    const isFirst = await isCommitted(store, [{ kind: "event.add", event }]);
    this.#manyReported.add(event.id);
    if (!isFirst) return;
    onEvents();
    if (!caller.livemode) return;
    warn(
      `A key reported more than ${MANY_UNKNOWN_PAYMENTS} results today of payments that its shop never had`,
      { key: caller.subject.label, shop: caller.merchantId },
    );
  }
}

/** @throws {AppError} `error.payment-at-provider` for a payment whose result the provider knows */
function requireOwn({ payment }: CheckoutSession, paymentId: string): void {
  if (payment?.id === paymentId && payment.atProvider !== null) throw decidedByProvider();
}

/** Reads a result; an amount in another currency is kept as text. */
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
