import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { beyondAllowance } from "../../domain/refund_allowance.ts";
import type { RefundFilter } from "../../domain/filters.ts";
import type { RefundRow } from "../../domain/session/refund.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { cancelOrder } from "../../domain/steps/cancel.ts";
import { collectCash } from "../../domain/steps/collect.ts";
import type { MoneyBack, RefundTerms } from "../../domain/decision/refund_terms.ts";
import { refundOrder } from "../../domain/steps/refund.ts";
import {
  isReportedAs,
  type RefundReport,
  reportRefundByHand,
} from "../../domain/steps/refund_report.ts";
import { type Currency, currencyOf, type Minor } from "../../domain/values/money.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";
import { isOutOfReach, orderCoins, refundFacts } from "../checkout/orders.ts";
import type { PaymentProviders } from "../../payments/provider.ts";
import type { ProviderRefunds } from "../checkout/provider_refunds.ts";
import type { Steps } from "../checkout/steps.ts";
import type { Deps } from "../deps.ts";
import { findSession } from "./find_session.ts";
import { changedMeanwhile } from "./session_admin.ts";

/** Dependencies of {@link OrderAdmin}. */
export interface OrderAdminDeps extends Pick<Deps, "store"> {
  readonly steps: Steps;
  readonly providerRefunds: Pick<ProviderRefunds, "send">;
  readonly paymentProviders: PaymentProviders;
}

/** Placed orders for the operator: cash, cancellation, refunds. */
export class OrderAdmin {
  readonly #deps: OrderAdminDeps;

  constructor(deps: OrderAdminDeps) {
    this.#deps = deps;
  }

  /**
   * Records cash that arrived for an order after it was placed.
   *
   * @param read reads the amount in the order's currency
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, the errors of {@link collectCash}, and
   *   `error.conflict` if the session just changed
   */
  async collect(
    idText: string,
    read: (currency: Currency) => Minor,
    by: Subject,
  ): Promise<CheckoutSession> {
    const stored = await this.#find(idText);
    const session = stored.load();
    const amount = read(currencyOf(session.currencyCode));
    const { earned } = await orderCoins(this.#deps.store, session);
    const how = {
      input: { amount, coinsEarned: earned },
      byOperator: true,
      audit: { by, action: "session.collected" as const },
    };
    if (!await this.#deps.steps.take(stored, collectCash, how)) {
      throw changedMeanwhile(stored);
    }
    return (await this.#find(idText)).load();
  }

  /**
   * Cancels an order.
   *
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, the errors of {@link cancelOrder},
   *   `error.refund-exceeded` beyond the allowance, and `error.conflict` if the session just changed
   */
  async cancel(
    idText: string,
    { reason, refund }: { readonly reason: string; readonly refund: MoneyBack | null },
    by: Subject,
  ): Promise<CheckoutSession> {
    const stored = await this.#find(idText);
    const facts = await refundFacts(this.#deps, stored.load());
    const how = {
      input: { reason, facts, refund: refund && { ...refund, by: by.label } },
      refusedAs: notAllowed,
      byOperator: true,
      audit: { by, action: "session.cancel" as const },
    };
    if (!await this.#deps.steps.take(stored, cancelOrder, how)) throw changedMeanwhile(stored);
    return await this.#sent(stored);
  }

  /**
   * Gives money of an order back, and takes goods back; a provider is called at once, and again by
   * the server if it does not answer.
   *
   * @param read makes the request in the order's currency
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, the errors of {@link refundOrder} and of `read`,
   *   `error.refund-exceeded` beyond the allowance, and `error.conflict` if the session just changed
   */
  async refund(
    idText: string,
    read: (session: CheckoutSession) => Omit<RefundTerms, "by" | "facts">,
    by: Subject,
  ): Promise<CheckoutSession> {
    const stored = await this.#find(idText);
    const session = stored.load();
    const facts = await refundFacts(this.#deps, session);
    const how = {
      input: { ...read(session), facts, by: by.label },
      refusedAs: notAllowed,
      byOperator: true,
      audit: { by, action: "session.refund" as const },
    };
    if (!await this.#deps.steps.take(stored, refundOrder, how)) throw changedMeanwhile(stored);
    return await this.#sent(stored);
  }

  /** {@link isOutOfReach}. */
  async isOutOfReach(session: CheckoutSession): Promise<boolean> {
    return await isOutOfReach(this.#deps.store, session);
  }

  /**
   * Notes that a refund was paid back by hand, or will not be.
   *
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, the errors of {@link reportRefundByHand}, and
   *   `error.conflict` if the session just changed
   */
  async reportRefund(
    idText: string,
    result: RefundReport,
    by: Subject,
  ): Promise<CheckoutSession> {
    const stored = await this.#find(idText);
    const session = stored.load();
    if (isReportedAs(session, result)) return session;
    const input = { ...result, isOutOfReach: await isOutOfReach(this.#deps.store, session) };
    const audit = { by, action: "session.refund-result" as const };
    const how = { input, byOperator: true, audit };
    const isTaken = await this.#deps.steps.take(stored, reportRefundByHand, how);
    if (!isTaken) throw changedMeanwhile(stored);
    return (await this.#find(idText)).load();
  }

  /**
   * Matching refunds, newest first.
   *
   * @param page `after` is the id of a refund
   * @throws {AppError} `error.refund-not-found`
   */
  async refunds(
    filter: RefundFilter,
    { limit, after }: PageRequest<string>,
  ): Promise<Page<RefundRow, string>> {
    const { refunds } = this.#deps.store;
    const key = after === undefined ? undefined : await refunds.find(after);
    if (key === null || key && filter.merchantId !== null && key.merchantId !== filter.merchantId) {
      throw new AppError("error.refund-not-found", `No refund has this id: ${shown(after ?? "")}`);
    }
    const { rows, next } = await refunds.list(filter, {
      limit,
      after: key && { at: key.at, id: key.id },
    });
    return { rows, next: next?.id ?? null };
  }

  async #sent({ id }: StoredSession): Promise<CheckoutSession> {
    return await this.#deps.providerRefunds.send((await this.#find(id)).load());
  }

  #find(text: string): Promise<StoredSession> {
    return findSession(this.#deps.store, text);
  }
}

/** The error for a refund that its person may not make today. */
function notAllowed(change: Change): AppError | undefined {
  if (change.kind !== "refund.add" || change.allowance === undefined) return undefined;
  return beyondAllowance(change.allowance, change.refund.currencyCode);
}
