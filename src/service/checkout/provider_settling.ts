import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import { failureOf, type Payment, type PaymentFailure } from "../../domain/session/payment.ts";
import { holdsUntil, type ProviderPayment } from "../../domain/session/provider_payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { LIST_OVERLAP_MS, type ProviderAccount } from "../../domain/shop/provider.ts";
import {
  isRepeatedResult,
  type PaymentResult,
  reportPaymentResult,
} from "../../domain/steps/payment_result.ts";
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import type { Standing } from "../../payments/provider.ts";
import type { ProviderCharge } from "../../payments/records.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { StepFunction } from "./steps.ts";
import { takeUntilDone, type TakingDeps } from "./taking.ts";
import type { UnexpectedPayments } from "./unexpected_payments.ts";

/** A payment with its session and the shop's account. */
export interface Asked {
  readonly payment: ProviderPayment;
  readonly stored: StoredSession;
  readonly account: ProviderAccount;
}

/** Dependencies of {@link ProviderSettling}. */
export interface ProviderSettlingDeps extends TakingDeps, Pick<Deps, "now"> {
  readonly unexpectedPayments: Pick<UnexpectedPayments, "record">;
}

/** Takes a provider's answer into the session: all results of providers go this way. */
export class ProviderSettling {
  readonly #deps: ProviderSettlingDeps;

  constructor(deps: ProviderSettlingDeps) {
    this.#deps = deps;
  }

  /**
   * Takes what the provider says of a payment.
   *
   * @returns true if the payment has failed by it
   */
  async settle({ payment, stored, account }: Asked, standing: Standing): Promise<boolean> {
    const { paymentId } = payment;
    switch (standing.kind) {
      case "open":
      case "waiting":
        return false;
      case "failed":
      case "expired": {
        const row = isFinal(standing) ? "close" : null;
        // A bank may answer for what was begun before the page's end, so what is held has a later end.
        if (row === null && this.#deps.now() < holdsUntil(payment)) return false;
        const own = stored.load().payment;
        if (own?.id === paymentId && own.status === "PENDING") {
          const result = failedResult(own, payment.reference ?? "none", failureIn(standing));
          await this.take(paymentId, result, isRepeatedResult, reportPaymentResult, row);
          return true;
        }
        if (row === "close") await this.#close(payment);
        return false;
      }
      case "paid":
        await this.#paid({ payment, stored, account }, standing);
        return false;
    }
  }

  async #paid(
    { payment, stored, account }: Asked,
    { charge, amount, amountText, currencyCode, livemode }: Extract<
      Standing,
      { readonly kind: "paid" }
    >,
  ): Promise<void> {
    const { paymentId } = payment;
    const isOwn = currencyCode === stored.load().currencyCode;
    const text = paidText({ amount, amountText, currencyCode });
    const result: PaymentResult = {
      paymentId,
      status: "PAID",
      amount: isOwn ? amount : null,
      amountText: text,
      currencyCode,
      reference: charge,
    };
    try {
      if (livemode !== account.livemode) {
        const message = `The payment is ${livemode ? "live" : "a test"} at the provider alone`;
        throw new AppError("error.payment-mismatch", message);
      }
      if (isOwn && amount === null) {
        const message = `The provider took an amount that ${currencyCode} does not have: ${text}`;
        throw new AppError("error.payment-mismatch", message);
      }
      await this.take(paymentId, result, isRepeatedResult, reportPaymentResult, "paid");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reported = { ...result, amount: text, currency: currencyCode };
      const isRecorded = await this.#deps.unexpectedPayments.record({
        ...stored,
        sessionId: stored.id,
        session: stored.load(),
        by: null,
        also: this.#listedAgain(payment),
      }, { reported, refusal: error });
      if (isRecorded === null) throw error;
      await this.#close(payment);
    }
  }

  /**
   * Takes a step on the session of a payment, and decides again if others were faster.
   *
   * @param row the page that the payment has got, or if there is nothing more to ask: `paid`, or
   *   `close` without money
   * @returns the session afterwards; null if it is gone
   */
  async take<Input>(
    paymentId: string,
    input: Input,
    isDone: (session: CheckoutSession, input: Input) => boolean,
    step: StepFunction<Input>,
    row: { readonly reference: string; readonly expiresAt: number } | "paid" | "close" | null,
  ): Promise<CheckoutSession | null> {
    const payment = await this.#deps.store.providers.payment(paymentId);
    if (payment === null) return null;
    const isClosed = row === "close" || row === "paid";
    const also: Change[] = [];
    if (isClosed) also.push({ kind: "at-provider.close", payment });
    else if (row !== null) also.push({ kind: "at-provider.page", payment: { ...payment, ...row } });
    if (row === "paid") also.push(...this.#listedAgain(payment));
    const taken = await takeUntilDone(this.#deps, payment.sessionId, {
      step,
      input,
      isDone,
      also,
    });
    if (isClosed && taken?.isTaken === false) await this.#close(payment);
    return taken?.session ?? null;
  }

  /**
   * Lets the account be listed again, if the money is known so late that its refunds and disputes
   * may have been listed before: nothing had it then.
   */
  #listedAgain({ accountId, expiresAt }: ProviderPayment): Change[] {
    if (this.#deps.now() < expiresAt + LIST_OVERLAP_MS / 2) return [];
    return [{ kind: "provider.relist", accountId, until: expiresAt }];
  }

  /** Asks again later: the timer's word alone, so that no customer's look delays it. */
  async later(payment: ProviderPayment): Promise<void> {
    await this.#note({ kind: "at-provider.look", payment });
  }

  /** Leaves the next look to a server, at once. */
  async hasten(paymentId: string): Promise<void> {
    const { store, now } = this.#deps;
    const payment = await store.providers.payment(paymentId);
    if (payment === null) return;
    const due = { ...payment, looks: payment.looks + 1, nextLookAt: now() };
    await this.#note({ kind: "at-provider.look", payment: due });
  }

  async #close({ paymentId, sessionId }: ProviderPayment): Promise<void> {
    await this.#note({ kind: "at-provider.close", payment: { paymentId, sessionId } });
  }

  async #note(change: Change): Promise<void> {
    try {
      await this.#deps.store.commit([change]);
    } catch (error) {
      // Another server has just asked, or the session was deleted.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }

  /** A payment that a provider takes; null for none, and once its session is gone. */
  async find(paymentId: string): Promise<Asked | null> {
    const { store } = this.#deps;
    const payment = await store.providers.payment(paymentId);
    if (payment === null) return null;
    const stored = await store.sessions.find(payment.sessionId);
    return stored && { payment, stored, account: await this.account(payment.accountId) };
  }

  /** The account of a payment, which is never deleted before it. */
  async account(id: string): Promise<ProviderAccount> {
    const account = await this.#deps.store.providers.find(id);
    if (account === null) throw new RangeError(`A payment's account is gone: ${id}`);
    return account;
  }
}

/** True if there is nothing more to ask for. */
export function isFinal(standing: Standing): boolean {
  if (standing.kind === "expired") return standing.mayBePaid !== true;
  return standing.kind !== "open" && standing.kind !== "waiting";
}

/** The amount that a provider took, in the major unit. */
export function paidText(
  { amount, amountText, currencyCode }: Pick<
    ProviderCharge,
    "amount" | "amountText" | "currencyCode"
  >,
): string {
  return amount === null ? amountText : formatMajor(amount, currencyOf(currencyCode));
}

/** The result of a payment that took no money. */
export function failedResult(
  { id }: Payment,
  reference: string,
  failure: PaymentFailure,
): PaymentResult {
  const nothing = { amount: null, amountText: null, currencyCode: null };
  return { ...nothing, paymentId: id, status: "FAILED", reference, failure };
}

function failureIn(
  standing: Extract<Standing, { readonly kind: "failed" | "expired" }>,
): PaymentFailure {
  return standing.kind === "expired"
    ? failureOf("EXPIRED")
    : failureOf("DECLINED", standing.reason);
}
