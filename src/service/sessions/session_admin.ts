import type { Caller, Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { OrderFilter, SessionFilter } from "../../domain/filters.ts";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import type { SessionStatistics } from "../../domain/session/funnel.ts";
import { advance } from "../../domain/session/lifecycle.ts";
import { isAwaited, type Payment } from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { expireSession } from "../../domain/steps/ending.ts";
import { cancelPayment } from "../../domain/steps/payment.ts";
import { manualResult, reportPaymentResult } from "../../domain/steps/payment_result.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";
import type { Period } from "../../store/reads/sessions.ts";
import { referenceUsed } from "../checkout/payment_reports.ts";
import type { ProviderPayments } from "../checkout/provider_payments.ts";
import type { Steps } from "../checkout/steps.ts";
import type { Deps } from "../deps.ts";
import { findSession } from "./find_session.ts";
import type { SessionDetails } from "./session_details.ts";

/** Dependencies of {@link SessionAdmin}. */
export interface SessionAdminDeps extends Pick<Deps, "store"> {
  readonly steps: Steps;
  readonly providerPayments: Pick<ProviderPayments, "end" | "lookOnce">;
}

/** Sessions for the operator, in all states. */
export class SessionAdmin {
  readonly #deps: SessionAdminDeps;

  constructor(deps: SessionAdminDeps) {
    this.#deps = deps;
  }

  /**
   * Matching sessions, newest first.
   *
   * @param page `after` is the id of a session
   * @throws {AppError} `error.session-not-found`
   */
  async list(
    filter: SessionFilter,
    { limit, after }: PageRequest<string>,
  ): Promise<Page<StoredSession, string>> {
    const key = after === undefined
      ? undefined
      : await this.#find(after, filter.merchantId ?? undefined);
    const page = { limit, after: key && { at: key.createdAt, id: key.id } };
    const { rows, next } = await this.#deps.store.sessions.list(filter, page);
    return { rows, next: next?.id ?? null };
  }

  /**
   * Matching sessions with an order, last placed first.
   *
   * @param page `after` is the id of a session with an order
   * @throws {AppError} `error.session-not-found`
   */
  async orders(
    filter: OrderFilter,
    { limit, after }: PageRequest<string>,
  ): Promise<Page<StoredSession, string>> {
    const key = after === undefined
      ? undefined
      : await this.#find(after, filter.merchantId ?? undefined);
    if (key?.placedAt === null) {
      throw new AppError("error.session-not-found", `No order has this id: ${shown(key.id)}`);
    }
    const { rows, next } = await this.#deps.store.sessions.orders(filter, {
      limit,
      after: key && { at: key.placedAt, id: key.id },
    });
    return { rows, next: next?.id ?? null };
  }

  /**
   * An order, as an API key may see it.
   *
   * @param text its number, or the id of its session
   * @throws {AppError} `error.session-not-found`
   */
  async order(
    { merchantId, livemode }: Pick<Caller, "merchantId" | "livemode">,
    text: string,
  ): Promise<CheckoutSession> {
    const session = (await this.#find(text, merchantId)).load();
    if (session.livemode === livemode && session.order !== null) return session;
    throw new AppError("error.session-not-found", `No order has this number: ${shown(text)}`);
  }

  /**
   * One session with all its data.
   *
   * @param merchantId its shop (default: any)
   * @throws {AppError} `error.session-not-found`
   */
  async show(idText: string, merchantId?: MerchantId): Promise<SessionDetails> {
    const stored = await this.#find(idText, merchantId);
    const { store } = this.#deps;
    const extra = await store.sessions.extra(stored.id);
    return {
      session: stored.load(),
      lastActiveAt: stored.lastActiveAt,
      extra: extra ?? "{}",
      events: await store.sessions.events(stored.id),
      holds: await store.sessions.holds(stored.id),
    };
  }

  /** These of a shop's sessions, if they are stored: some records outlive them. */
  async known(merchantId: MerchantId, ids: Iterable<SessionId>): Promise<ReadonlySet<SessionId>> {
    const known = new Set<SessionId>();
    for (const id of new Set(ids)) {
      const stored = await this.#deps.store.sessions.find(id);
      if (stored?.merchantId === merchantId) known.add(id);
    }
    return known;
  }

  /**
   * Ends a session as if it had expired.
   *
   * @throws {AppError} `error.session-not-found`; `error.conflict` if it has ended or just changed, or
   *   `error.unavailable` if a provider does not end its payment
   */
  async expire(idText: string, by: Subject): Promise<void> {
    const stored = await this.#findEnded(idText);
    if (advance(stored.state, "session.expire") === null) {
      const { id, state } = stored;
      throw new AppError("error.conflict", `Session ${id} has already ended: ${state.session}`);
    }
    const audit = { by, action: "session.expire" as const };
    const how = { input: null, expired: true, byOperator: true, audit };
    if (!await this.#deps.steps.take(stored, expireSession, how)) throw changedMeanwhile(stored);
  }

  /**
   * Records that the money of a manual payment has arrived, also after its session has ended. A
   * provider that takes the payment is asked instead.
   *
   * @param reference null for one made of the payment's id
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, the errors of {@link manualResult},
   *   `error.payment-reference-used`, and `error.conflict` if the session just changed
   */
  async paid(
    idText: string,
    reference: string | null,
    by: Subject,
  ): Promise<CheckoutSession> {
    const stored = await this.#find(idText);
    const session = stored.load();
    if (session.payment?.atProvider) {
      await this.#deps.providerPayments.lookOnce(session.payment.id);
    }
    const input = manualResult(session, reference);
    const how = {
      input,
      refusedAs: referenceUsed,
      byOperator: true,
      audit: { by, action: "session.paid" as const },
    };
    if (!await this.#deps.steps.take(stored, reportPaymentResult, how)) {
      throw changedMeanwhile(stored);
    }
    return (await this.#find(idText)).load();
  }

  /**
   * Cancels an unpaid payment as the API does, and returns it: what it holds is released.
   *
   * @throws {AppError} `error.session-not-found`; `error.conflict` if nothing is held, or it changed, or
   *   `error.unavailable` if its provider does not end it
   */
  async release(idText: string, by: Subject): Promise<Payment> {
    const stored = await this.#findEnded(idText);
    const { payment } = stored.load();
    if (!isAwaited(payment)) {
      throw new AppError("error.conflict", `No unpaid payment holds anything: ${stored.id}`);
    }
    const audit = { by, action: "session.release" as const };
    const how = { input: payment.id, byOperator: true, audit };
    if (!await this.#deps.steps.take(stored, cancelPayment, how)) throw changedMeanwhile(stored);
    return payment;
  }

  /** Funnel, order totals, revenue and recovered carts of a period. */
  async stats(period: Period): Promise<SessionStatistics> {
    const { statistics } = this.#deps.store;
    return {
      days: await statistics.days(period),
      orders: await statistics.orders(period),
      revenue: await statistics.revenue(period),
      money: await statistics.money(period),
      recovery: await statistics.recovery(period),
    };
  }

  /** Ends the page of a session's payment at its provider; returns the session afterwards. */
  async #findEnded(idText: string): Promise<StoredSession> {
    for (let stored = await this.#find(idText);;) {
      const { payment } = stored.load();
      await this.#deps.providerPayments.end({ payment });
      stored = await this.#find(idText);
      // One that came meanwhile would stay open.
      const page = stored.load().payment?.atProvider?.page?.reference;
      if (page === payment?.atProvider?.page?.reference) return stored;
    }
  }

  #find(text: string, merchantId?: MerchantId): Promise<StoredSession> {
    return findSession(this.#deps.store, text, merchantId);
  }
}

/** The refusal of a step on a session that others changed. */
export function changedMeanwhile({ id }: StoredSession): AppError {
  return new AppError("error.conflict", `Session ${id} has just changed: try again`);
}
