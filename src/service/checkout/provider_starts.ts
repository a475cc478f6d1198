import { AppError } from "../../domain/errors.ts";
import { failureOf, lacksPage } from "../../domain/session/payment.ts";
import { pageEnd } from "../../domain/session/provider_payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { accountInUse, type ProviderKind } from "../../domain/shop/provider.ts";
import { hasPage, notePage, type PaymentTerms } from "../../domain/steps/payment.ts";
import { reportPaymentResult } from "../../domain/steps/payment_result.ts";
import { PAGE_LIVES } from "../../payments/page_lives.ts";
import type { Opening, PaymentProviders } from "../../payments/provider.ts";
import type { Shop } from "../cache/shops.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCalls } from "./provider_calls.ts";
import { failedResult, type ProviderSettling } from "./provider_settling.ts";

/** Dependencies of {@link ProviderStarts}. */
export interface ProviderStartsDeps extends Pick<Deps, "now" | "warn"> {
  readonly providers: PaymentProviders;
  readonly calls: Pick<ProviderCalls, "reach">;
  readonly settling: Pick<ProviderSettling, "account" | "take">;
  /** Time from a payment's start until its holds are released, unless the provider needs longer. */
  readonly paymentTtlMs: number;
}

/** Starts payments that providers take. */
export class ProviderStarts {
  readonly #deps: ProviderStartsDeps;

  constructor(deps: ProviderStartsDeps) {
    this.#deps = deps;
  }

  /** Terms of a payment that starts now; null if no provider takes the payments of the shop. */
  async terms(
    { providers }: Pick<Shop, "providers">,
    { livemode }: Pick<CheckoutSession, "livemode">,
    { now, returnUrl }: { readonly now: number; readonly returnUrl: () => string },
  ): Promise<PaymentTerms | null> {
    const account = accountInUse(providers, livemode);
    if (account === undefined) return null;
    const { paymentTtlMs } = this.#deps;
    const adapter = await this.#deps.providers[account.kind]();
    const expiresAt = pageEnd(now, { ...PAGE_LIVES[account.kind], paymentTtlMs });
    const { id: accountId, kind: provider } = account;
    const problem: typeof adapter.problem = (amount, code) => adapter.problem(amount, code);
    return { accountId, provider, returnUrl, expiresAt, problem };
  }

  /**
   * Asks the provider for the page of a payment that has started, unless there is one: also for a
   * repeated request, and after a crash in between.
   *
   * @returns the session afterwards
   * @throws {AppError} `error.provider-refused`: the payment has failed; `error.unavailable` if the
   *   provider does not answer: the same request later goes on, or begins another payment
   */
  async open(session: CheckoutSession): Promise<CheckoutSession> {
    const { id, merchantId, payment, currencyCode } = session;
    if (!lacksPage(payment)) return session;
    const { accountId, returnUrl, expiresAt } = payment.atProvider;
    const account = await this.#deps.settling.account(accountId);
    const opening = await this.#deps.calls.reach(
      account,
      (provider, access) =>
        provider.open(access, {
          paymentId: payment.id,
          merchantId,
          sessionId: id,
          amount: payment.amount,
          currencyCode,
          description: `Order ${session.reference ?? id.slice(-8)}`,
          returnUrl: returnUrl ?? "",
          expiresAt,
        }),
    );
    if (opening.kind === "refused") {
      this.#deps.warn("A payment provider refused to begin a payment", {
        payment: payment.id,
        session: id,
        provider: account.kind,
        account: account.id,
        cause: opening.reason,
      });
      const failed = failedResult(
        payment,
        "refused",
        failureOf("REFUSED", opening.reason),
      );
      // A request beside this one may have the page already, and the customer is there.
      const after = await this.#deps.settling.take(
        payment.id,
        failed,
        hasPage,
        reportPaymentResult,
        null,
      );
      if (after?.payment?.id === payment.id && after.payment.status === "PENDING") return after;
      throw this.#refusal(opening, account.kind, expiresAt);
    }
    const { kind: _, ...page } = opening;
    const given = { ...page, paymentId: payment.id };
    return await this.#deps.settling.take(payment.id, given, hasPage, notePage, given) ?? session;
  }

  /** The error for a payment that has failed: another one may be taken, or none. */
  #refusal(
    { reason, mayTryAnew = false }: Extract<Opening, { readonly kind: "refused" }>,
    kind: ProviderKind,
    expiresAt: number,
  ): AppError {
    // The start was repeated so late that a page with the end of the first request is too short.
    const isTooLate = expiresAt - this.#deps.now() < PAGE_LIVES[kind].shortestMs;
    if (!mayTryAnew && !isTooLate) {
      const message = `The payment provider refused the payment: ${reason}`;
      return new AppError("error.provider-refused", message);
    }
    const message = "The payment provider did not begin the payment: try again";
    return new AppError("error.unavailable", message, { retryAfterSeconds: 1 });
  }
}
