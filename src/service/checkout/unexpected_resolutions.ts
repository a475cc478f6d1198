import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import { beyondAllowance } from "../../domain/refund_allowance.ts";
import { dailyLimit, withinDay } from "../../domain/daily_limits.ts";
import { withinDailyLimits } from "../daily_refusals.ts";
import type { Resolution, UnexpectedPayment } from "../../domain/session/payment.ts";
import { hasFailed, type RefundRow } from "../../domain/session/refund.ts";
import {
  amountLeftOf,
  amountTaken,
  knownAmountTaken,
  unexpectedRefundEvents,
  unexpectedRefundRow,
} from "../../domain/session/unexpected_refund.ts";
import { accountWithKey, type ProviderAccount } from "../../domain/shop/provider.ts";
import {
  disputedMoney,
  type MoneyBack,
  requireNewReference,
} from "../../domain/decision/refund_terms.ts";
import {
  isReported,
  type RefundReport,
  requireReportable,
} from "../../domain/steps/refund_report.ts";
import { refundNotFound } from "../../domain/steps/refund_result.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_REFUND, AUDITED_UNEXPECTED_PAYMENT } from "../../domain/trail/sale.ts";
import type { Minor } from "../../domain/values/money.ts";
import { isRefundIdOf } from "../../payments/records.ts";
import { audited } from "../audit.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { ProviderRefunds } from "./provider_refunds.ts";
import { moneyOfRecord } from "./unexpected_findings.ts";
import { recordEvents } from "./record_events.ts";
import type { UnexpectedPayments } from "./unexpected_payments.ts";

/** A record, and the refund that its resolution made; null for none. */
export interface Resolved {
  readonly payment: UnexpectedPayment;
  readonly refund: RefundRow | null;
}

/** Dependencies of {@link UnexpectedResolutions}. */
export interface UnexpectedResolutionsDeps extends Pick<Deps, "store" | "now" | "newId"> {
  readonly unexpectedPayments: Pick<UnexpectedPayments, "show">;
  readonly providerRefunds: Pick<ProviderRefunds, "sendOne">;
}

/** Resolves payments without an order, with their money or with a note alone. */
export class UnexpectedResolutions {
  readonly #deps: UnexpectedResolutionsDeps;

  constructor(deps: UnexpectedResolutionsDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves a record, with those that it stands for. With a refund the money goes back that other
   * refunds, and disputes that are not won, leave: by the provider that took it, in the same commit,
   * or by the shop itself, with the reference of that. A refund that failed can be repeated after the
   * resolution.
   *
   * @param note how it was resolved
   * @throws {AppError} `error.payment-not-found`; `error.conflict` if it is already resolved or
   *   nothing is left; those of {@link amountTaken}; `error.payment-disputed`;
   *   `error.refund-exceeded` beyond the allowance; `error.invalid-request` without a reference, or
   *   with one of a provider's refund
   */
  async resolve(
    id: string,
    { note, refund: back }: { readonly note: string; readonly refund: MoneyBack | null },
    by: Subject,
  ): Promise<Resolved> {
    const { store, now, unexpectedPayments, providerRefunds } = this.#deps;
    const found = await unexpectedPayments.show(id);
    const refund = back === null ? null : await this.#refund(found, back);
    const resolved = { ...found, resolution: { at: now(), note } };
    const isAgain = refund !== null && found.resolution !== null;
    const changes = [
      ...(isAgain ? [] : this.#resolution(found, resolved, by)),
      ...(refund === null ? [] : await this.#within(refund)),
      ...(refund === null ? [] : await this.#giveBack(refund, found, { back, by })),
    ];
    await withinDailyLimits(
      this.#deps,
      () => commitOrRefuse(store, changes, refusedAs(refund, back)),
    );
    const sent = refund && await providerRefunds.sendOne(refund);
    return { payment: isAgain ? found : resolved, refund: sent };
  }

  /**
   * Notes what became of a refund of a record, whose provider can no longer be called.
   *
   * @returns the refund afterwards
   * @throws {AppError} `error.payment-not-found`, `error.refund-not-found`, those of
   *   {@link requireReportable}, and `error.conflict` if it just changed
   */
  async reportRefund(id: string, result: RefundReport, by: Subject): Promise<RefundRow> {
    const { store, now, unexpectedPayments } = this.#deps;
    const { refundId, state, reference, failure } = result;
    const refunds = await this.refunds(await unexpectedPayments.show(id));
    const refund = refunds.find((one) => one.id === refundId);
    if (refund === undefined) throw refundNotFound(refundId);
    if (isReported(refund, result)) return refund;
    const { accountId } = refund;
    const account = accountId && accountWithKey(await store.providers.find(accountId));
    const ways = { isByHand: accountId === null, isOutOfReach: account === null };
    requireReportable(refund, ways, result);
    const ended = { state, settledAt: now(), nextTryAt: null };
    const after = { ...refund, ...ended, reference: reference ?? refund.reference };
    const fact = factOf(AUDITED_REFUND, "payment.refund-result", { before: refund, after });
    const changes: Change[] = [
      { kind: "refund.move", refund: after, from: refund.state },
      ...await recordEvents(
        this.#deps,
        after,
        (session) => unexpectedRefundEvents(session, after, { isNew: false, failure }),
      ),
      audited(this.#deps, by, fact),
    ];
    await commitOrRefuse(store, changes, { code: "error.conflict" });
    return after;
  }

  /** Refunds of a record, oldest first. */
  async refunds({ id }: UnexpectedPayment): Promise<RefundRow[]> {
    return await this.#deps.store.refunds.ofUnexpected(id);
  }

  /** Money of a record that is left to give back; null for one that the server does not give back. */
  async left(found: UnexpectedPayment): Promise<Minor | null> {
    if (knownAmountTaken(found) === null) return null;
    return amountLeftOf(found, await moneyOfRecord(this.#deps.store, found));
  }

  /** The account that gives the money of a record back; null if the shop does by hand. */
  async giver(found: UnexpectedPayment): Promise<ProviderAccount | null> {
    return accountWithKey(await this.#taker(found));
  }

  /** The account that took the money; null if that is not known. */
  async #taker({ paymentId, keyId }: UnexpectedPayment): Promise<ProviderAccount | null> {
    const { providers } = this.#deps.store;
    // A key's word names no account.
    const payment = keyId === null ? await providers.payment(paymentId) : null;
    return payment && await providers.find(payment.accountId);
  }

  async #refund(found: UnexpectedPayment, back: MoneyBack): Promise<RefundRow> {
    const { newId, now } = this.#deps;
    const money = await moneyOfRecord(this.#deps.store, found);
    const open = money.disputes.find(({ status }) => status === "OPEN");
    if (open !== undefined && !back.disputed) throw disputedMoney(open);
    const amount = amountLeftOf(found, money);
    if (amount === 0) {
      throw new AppError("error.conflict", `Nothing is left to refund: ${found.id}`);
    }
    const { reference } = back;
    const taker = await this.#taker(found);
    const giver = accountWithKey(taker);
    const isMadeThere = (text: string) => taker !== null && isRefundIdOf(taker.kind, text);
    // The shop can give back money that the provider could not.
    const isDone = giver === null || reference !== null && money.refunds.some(hasFailed);
    requireReference(isDone ? null : giver, reference);
    requireNewReference(money.refunds, reference, isMadeThere);
    // The provider knows nothing of money that the shop has paid back itself.
    const isKnownThere = !isDone || reference !== null && isMadeThere(reference);
    const at = now();
    return unexpectedRefundRow(found, {
      id: newId(),
      accountId: isKnownThere ? taker?.id ?? null : null,
      amount,
      reference,
      state: isDone ? "DONE" : "REQUESTED",
      origin: "OURS",
      at,
      settledAt: isDone ? at : null,
      personId: back.allowance?.personId ?? null,
    });
  }

  /** Keeps the limit of the shop's day; money of a test has none. */
  async #within({ merchantId, livemode, amount }: RefundRow): Promise<Change[]> {
    const shop = livemode ? await this.#deps.store.merchants.find(merchantId) : null;
    return shop === null ? [] : withinDay(dailyLimit("refunds", shop, this.#deps.now()), amount);
  }

  #resolution(
    before: UnexpectedPayment,
    after: UnexpectedPayment & { readonly resolution: Resolution },
    by: Subject,
  ): Change[] {
    const { id, merchantId, resolution } = after;
    const fact = factOf(AUDITED_UNEXPECTED_PAYMENT, "payment.resolve", { before, after });
    return [
      { kind: "unexpected.resolve", id, merchantId, resolution },
      audited(this.#deps, by, fact),
    ];
  }

  async #giveBack(
    refund: RefundRow,
    found: UnexpectedPayment,
    { back, by }: { readonly back: MoneyBack | null; readonly by: Subject },
  ): Promise<Change[]> {
    const allowance = back?.allowance ?? undefined;
    const taken = amountTaken(found);
    const fact = factOf(AUDITED_REFUND, "payment.refund", { before: null, after: refund });
    return [
      { kind: "refund.add", refund, taken, ...(allowance && { allowance }) },
      ...await recordEvents(
        this.#deps,
        refund,
        (session) => unexpectedRefundEvents(session, refund, { isNew: true, failure: null }),
      ),
      audited(this.#deps, by, fact),
    ];
  }
}

/** @throws {AppError} `error.invalid-request` with the field `reference` */
function requireReference(account: ProviderAccount | null, reference: string | null): void {
  if (account === null && reference === null) {
    throw invalid(
      "No provider of the server gives this money back: do it yourself, and enter its reference",
      "reference",
    );
  }
  if (account !== null && reference !== null) {
    throw invalid(
      `A reference is of money that you have paid back: ${account.kind} gives this back itself`,
      "reference",
    );
  }
}

function refusedAs(refund: RefundRow | null, back: MoneyBack | null) {
  const allowance = back?.allowance ?? null;
  if (refund === null || allowance === null) return { code: "error.conflict" as const };
  const { code, message } = beyondAllowance(allowance, refund.currencyCode);
  return { code, message };
}
