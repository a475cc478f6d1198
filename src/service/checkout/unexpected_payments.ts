import type { KeySubject, LinkSubject, Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { unexpectedEvent } from "../../domain/events.ts";
import type { UnexpectedFilter } from "../../domain/filters.ts";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import { type UnexpectedPayment, unexpectedReason } from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_UNEXPECTED_PAYMENT } from "../../domain/trail/sale.ts";
import { type Page, pageOf, type PageRequest } from "../../domain/values/page.ts";
import { MAX_PAYMENT_ID } from "../../domain/values/limits.ts";
import { decimalText } from "../../domain/values/money.ts";
import { asciiUpperCase } from "../../domain/values/text.ts";
import { audited } from "../audit.ts";
import { isCommitted } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { eventChange } from "./events.ts";
import type { ReportedResult } from "./payment_reports.ts";

/** A PAID result of a payment; the amount is in the major unit. */
export type PaidResult = Omit<ReportedResult, "status">;

/** Where a refused result comes from. */
export interface ResultOrigin {
  readonly merchantId: MerchantId;
  readonly livemode: boolean;
  /** The session that it names, which may not exist. */
  readonly sessionId: SessionId;
  /** That session, if the caller may see it; null for none. */
  readonly session: CheckoutSession | null;
  /** Who reports it; null for the server, which asked the provider. */
  readonly by: KeySubject | LinkSubject | null;
  /** Further changes of the commit (default: none). */
  readonly also?: readonly Change[];
  /** Called before the commit, to refuse a key that was revoked meanwhile. */
  readonly confirm?: () => MaybePromise<void>;
}

/** Dependencies of {@link UnexpectedPayments}. */
export interface UnexpectedPaymentsDeps extends Pick<Deps, "store" | "now" | "newId"> {
  /** Called after a commit with events (default: servers find them by themselves). */
  readonly onEvents?: Deps["onEvents"];
}

/** PAID results without an order, kept until the operator resolves them. */
export class UnexpectedPayments {
  readonly #deps: UnexpectedPaymentsDeps;

  constructor(deps: UnexpectedPaymentsDeps) {
    this.#deps = deps;
  }

  /**
   * Records a refused PAID result with its event, in a commit of its own. A repeated result is the
   * same record. Errors that say nothing about the money, like a conflict, are not recorded.
   *
   * @returns null for an error that is not recorded
   */
  async record(
    origin: ResultOrigin,
    { reported, refusal }: { readonly reported: PaidResult; readonly refusal: AppError },
  ): Promise<
    | {
      readonly unexpected: UnexpectedPayment;
      readonly isNew: boolean;
      readonly isUnknown: boolean;
    }
    | null
  > {
    const { store, now, newId, onEvents } = this.#deps;
    const { merchantId, livemode, sessionId, session, by, also = [], confirm } = origin;
    const reason = unexpectedReason(refusal.code);
    if (reason === undefined) return null;
    const currencyCode = reported.currency === null
      ? await this.#currencyOf(merchantId)
      : asciiUpperCase(reported.currency);
    const amount = reported.amount === null ? null : decimalText(reported.amount, currencyCode);
    // An invalid amount was refused as malformed, or belongs to no known session.
    if (amount === undefined) return null;
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
      keyId: by?.kind === "key" ? by.id : null,
      count: 1,
      resolution: null,
    };
    const isUnknown = by !== null && (reason === "error.session-not-found" ||
      (reason === "error.payment-not-found" && !await this.#hadPayment(unexpected)));
    await confirm?.();
    const isNew = await isCommitted(store, [
      { kind: "unexpected.add", unexpected, isUnknown },
      ...(session === null ? [] : [
        eventChange(unexpectedEvent(session, unexpected), { session, now: unexpected.at, newId }),
      ]),
      // The audit trail is of the live shop.
      ...(livemode && by !== null ? [this.#audited(by, unexpected)] : []),
      ...also,
    ]);
    if (isNew) onEvents?.();
    return { unexpected, isNew, isUnknown };
  }

  /** True if the session had the payment before another one: then money may be waiting. */
  async #hadPayment({ sessionId, paymentId }: UnexpectedPayment): Promise<boolean> {
    const events = await this.#deps.store.sessions.events(sessionId);
    return events.some(({ type, data }) =>
      type !== "payment.unexpected" && data["payment_id"] === paymentId
    );
  }

  #audited(by: Subject, unexpected: UnexpectedPayment): Change {
    const change = { before: null, after: unexpected };
    return audited(
      this.#deps,
      by,
      factOf(AUDITED_UNEXPECTED_PAYMENT, "payment.unexpected", change),
    );
  }

  async #currencyOf(merchantId: MerchantId): Promise<string> {
    const merchant = await this.#deps.store.merchants.find(merchantId);
    if (merchant === null) throw new RangeError(`A session's merchant is gone: ${merchantId}`);
    return merchant.currencyCode;
  }

  /**
   * A page of records of a shop, or of all, newest first.
   *
   * @param page `after` is the id of a record of them
   * @throws {AppError} `error.payment-not-found`
   */
  async page(
    filter: UnexpectedFilter,
    { limit, after }: PageRequest<string>,
  ): Promise<Page<UnexpectedPayment, string>> {
    const key = after === undefined
      ? undefined
      : await this.show(after, filter.merchantId ?? undefined);
    const { payments } = this.#deps.store;
    const found = await payments.unexpected(filter, { limit: limit + 1, after: key });
    return pageOf(found, limit, ({ id }) => id);
  }

  /** Number of unresolved records, of a shop or of all. */
  async openCount(merchantId: MerchantId | null, livemode = true): Promise<number> {
    return await this.#deps.store.payments.openCount(merchantId, livemode);
  }

  /**
   * One record.
   *
   * @param merchantId its shop (default: any)
   * @throws {AppError} `error.payment-not-found`
   */
  async show(id: string, merchantId?: MerchantId): Promise<UnexpectedPayment> {
    const found = await this.#deps.store.payments.find(id.toLowerCase());
    if (found !== null && found.merchantId === (merchantId ?? found.merchantId)) return found;
    throw new AppError(
      "error.payment-not-found",
      `No unexpected payment has this id: ${shown(id)}`,
    );
  }
}
