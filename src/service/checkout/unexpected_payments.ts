import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { unexpectedEvent } from "../../domain/events.ts";
import { type MerchantId, parseSessionId } from "../../domain/ids.ts";
import { decimalText } from "../../domain/money.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import type { PaymentResult } from "../../domain/steps/payment_result.ts";
import { asciiUpperCase } from "../../domain/text.ts";
import { type UnexpectedPayment, unexpectedReason } from "../../domain/unexpected_payment.ts";
import type { UnexpectedFilter } from "../../store/reads/requests.ts";
import { CommitRefused } from "../../store/store.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { Keys } from "../shop/keys.ts";
import type { StepCall } from "./checkout.ts";

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

/** PAID results that no order is for, kept until the operator is done with them. */
export class UnexpectedPayments {
  readonly #deps: Deps;
  readonly #keys: Pick<Keys, "confirm">;

  constructor(deps: Deps, keys: Pick<Keys, "confirm">) {
    this.#deps = deps;
    this.#keys = keys;
  }

  /**
   * Records a PAID that was refused, with its event, in a commit of its own. The same result
   * again is the same record. Of what says nothing about money, such as a conflict, there is none.
   *
   * @throws {AppError} `error.unauthorized` when the key was revoked meanwhile
   */
  async record(call: StepCall, reported: ReportedResult, refusal: AppError): Promise<void> {
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
    const amount = amountText(reported.amount, currencyCode);
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
    await this.#keys.confirm(call.caller);
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

  /** Records that match, newest first. */
  async list(filter: UnexpectedFilter): Promise<UnexpectedPayment[]> {
    return await this.#deps.store.payments.unexpected(filter);
  }

  /**
   * One record.
   *
   * @throws {AppError} `error.payment-not-found`
   */
  async show(id: string): Promise<UnexpectedPayment> {
    const found = await this.#deps.store.payments.find(id.toLowerCase());
    if (found !== null) return found;
    throw new AppError(
      "error.payment-not-found",
      `No unexpected payment has this id: ${shown(id)}`,
    );
  }

  /**
   * Closes a record.
   *
   * @param note what was done about it
   * @throws {AppError} `error.payment-not-found`; `error.conflict` when it is closed
   */
  async resolve(id: string, note: string): Promise<UnexpectedPayment> {
    const found = await this.show(id);
    const resolution = { at: this.#deps.now(), note };
    await commitOrConflict(this.#deps.store, [
      { kind: "unexpected.resolve", id: found.id, resolution },
    ]);
    return { ...found, resolution };
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

/** Null where no amount was reported; undefined for what is none. */
function amountText(
  amount: ReportedResult["amount"],
  currencyCode: string,
): string | null | undefined {
  return amount === null ? null : decimalText(amount, currencyCode);
}
