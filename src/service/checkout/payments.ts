import { reaches, requireScope } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, invalid, shown } from "../../domain/errors.ts";
import { unexpectedEvent } from "../../domain/events.ts";
import { type MerchantId, parseSessionId } from "../../domain/ids.ts";
import { manyUnknownEvent } from "../../domain/many_unknown.ts";
import {
  MANY_UNKNOWN_PAYMENTS,
  type UnexpectedPayment,
  unexpectedReason,
} from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import {
  isRepeatedResult,
  type PaymentResult,
  reportPaymentResult,
} from "../../domain/steps/payment_result.ts";
import { currencyOf, decimalText, formatMajor, parseMajor } from "../../domain/values/money.ts";
import { asciiUpperCase } from "../../domain/values/text.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_UNEXPECTED_PAYMENT } from "../../domain/trail/sale.ts";
import { MAX_PAYMENT_ID } from "../../domain/values/limits.ts";
import { CommitRefused, type Store } from "../../store/store.ts";
import { audited } from "../audit.ts";
import type { Authentication } from "../authentication.ts";
import type { Deps } from "../deps.ts";
import type { Checkout, StepCall } from "./checkout.ts";

/** A payment result as received. */
export interface ReportedResult {
  readonly paymentId: string;
  readonly status: PaymentResult["status"];
  /** In the major unit. */
  readonly amount: number | string | null;
  readonly currency: string | null;
  readonly reference: string;
}

/** Dependencies of {@link Payments}. */
export interface PaymentsDeps extends Pick<Deps, "store" | "now" | "newId" | "warn" | "onEvents"> {
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
   * @throws {AppError} `error.payment-not-found`, `error.payment-mismatch`, `error.invalid-state`,
   *   `error.payment-reference-used`, `error.invalid-request`
   */
  async reportResult(call: StepCall, reported: ReportedResult): Promise<CheckoutSession> {
    requireScope(call.caller, "payments:write");
    try {
      return await this.#deps.checkout.run(call, reportPaymentResult, {
        input: (session) => readResult(reported, session),
        evenEnded: true,
        isDone: isRepeatedResult,
        refusedAs: referenceUsed,
        action: "payment.result",
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
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

  /**
   * Records a refused PAID result with its event, in a commit of its own. A repeated result is the
   * same record. Errors that say nothing about the money, like a conflict, are not recorded.
   *
   * @throws {AppError} `error.unauthorized` when the key was revoked meanwhile
   */
  async #record(call: StepCall, reported: ReportedResult, refusal: AppError): Promise<void> {
    const reason = unexpectedReason(refusal.code);
    const sessionId = parseSessionId(call.sessionId);
    if (reason === undefined || sessionId === undefined) return;
    const { store, now, newId, onEvents } = this.#deps;
    const { merchantId, livemode, subject } = call.caller;
    const stored = await store.sessions.find(sessionId);
    // Without a session that the caller reaches there is no event.
    const session = stored !== null && reaches(call.caller, stored) ? stored.load() : null;
    const currencyCode = reported.currency === null
      ? await this.#currencyOf(merchantId)
      : asciiUpperCase(reported.currency);
    const amount = reported.amount === null ? null : decimalText(reported.amount, currencyCode);
    // An invalid amount was refused as malformed, or belongs to no known session.
    if (amount === undefined) return;
    const unexpected: UnexpectedPayment = {
      id: newId(),
      merchantId,
      livemode,
      sessionId,
      paymentId: [...reported.paymentId].slice(0, MAX_PAYMENT_ID).join(""),
      reference: reported.reference,
      amount,
      currencyCode,
      reason,
      message: refusal.message,
      at: now(),
      keyId: subject.kind === "key" ? subject.id : null,
      count: 1,
      resolution: null,
    };
    const isUnknown = reason === "error.session-not-found" ||
      (reason === "error.payment-not-found" && !await this.#hadPayment(unexpected));
    await this.#deps.authentication.confirm(call.caller);
    const isNew = await isCommitted(store, [
      { kind: "unexpected.add", unexpected, isUnknown },
      ...(session === null ? [] : [this.#event(session, unexpected)]),
      // The audit trail is of the live shop.
      ...(livemode ? [this.#audited(call, unexpected)] : []),
    ]);
    if (!isNew) return;
    onEvents();
    if (isUnknown) await this.#reportMany(call, unexpected);
  }

  /** True if the session had the payment before another one: then money may be waiting. */
  async #hadPayment({ sessionId, paymentId }: UnexpectedPayment): Promise<boolean> {
    const events = await this.#deps.store.sessions.events(sessionId);
    return events.some(({ type, data }) =>
      type !== "payment.unexpected" && data["payment_id"] === paymentId
    );
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

  #audited({ caller }: StepCall, unexpected: UnexpectedPayment): Change {
    const change = { before: null, after: unexpected };
    const fact = factOf(AUDITED_UNEXPECTED_PAYMENT, "payment.unexpected", change);
    return audited(this.#deps, caller.subject, fact);
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

/** Commits; false if the first change, which says that something is new, is refused. */
async function isCommitted(store: Store, changes: readonly [Change, ...Change[]]) {
  try {
    await store.commit(changes);
    return true;
  } catch (error) {
    if (error instanceof CommitRefused && error.change === changes[0]) return false;
    throw error;
  }
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

/** The error for a reference of another payment. */
export function referenceUsed(change: Change): AppError | undefined {
  if (change.kind !== "reference.take") return undefined;
  const message = `Another payment already has this reference: ${shown(change.reference)}`;
  return new AppError("error.payment-reference-used", message);
}
