import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { ProviderPayment } from "../../domain/session/provider_payment.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import type { Minor } from "../../domain/values/money.ts";
import { silenceOf } from "../checkout/provider_calls.ts";
import type { ProviderPayments } from "../checkout/provider_payments.ts";
import type { Deps } from "../deps.ts";

/** Most payments that are listed and ended. */
export const MOST_AT_STAKE = 1000;
/** Payments whose pages are ended at the same time. */
const ENDS = 16;

/** A payment under way at an account. */
export interface PaymentAtStake {
  readonly paymentId: string;
  readonly sessionId: SessionId;
  /** The shop's own reference of the session. */
  readonly reference: string | null;
  /** Null if the session has another payment by now. */
  readonly started: {
    readonly amount: Minor;
    readonly currencyCode: string;
    readonly at: number;
  } | null;
}

/** A payment that has no result once the key of its account is deleted. */
export interface LostPayment extends PaymentAtStake {
  /** Why its page was not ended, in words. */
  readonly reason: string;
}

/** An account that was taken out of use. */
export interface RemovedProvider {
  readonly account: ProviderAccount;
  /** Number of payments under way there. */
  readonly openPayments: number;
  /** Those of them that get no result, because the key is deleted; at most 1,000. */
  readonly lost: readonly LostPayment[];
}

/** Dependencies of {@link ProviderEnds}. */
export interface ProviderEndsDeps extends Pick<Deps, "store"> {
  readonly providerPayments: Pick<ProviderPayments, "endForGood">;
}

/** Ends of what is under way at an account whose key is about to be deleted. */
export class ProviderEnds {
  readonly #deps: ProviderEndsDeps;

  constructor(deps: ProviderEndsDeps) {
    this.#deps = deps;
  }

  /** The first payments under way. */
  async atStake({ id }: Pick<ProviderAccount, "id">, limit: number): Promise<PaymentAtStake[]> {
    const rows = await this.#deps.store.providers.underWay(id, limit);
    return await Promise.all(rows.map((row) => this.#atStake(row)));
  }

  /**
   * Ends the pages of the payments under way.
   *
   * @returns by payment, why money may still come for it
   */
  async endAll({ id }: Pick<ProviderAccount, "id">): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#deps.store.providers.underWay(id, MOST_AT_STAKE);
    const reasons = new Map<string, string>();
    let silence: string | null = null;
    for (let i = 0; i < rows.length; i += ENDS) {
      const some = rows.slice(i, i + ENDS);
      const ends = await Promise.all(some.map((row) => silence ?? this.#end(row)));
      for (const [n, reason] of ends.entries()) {
        if (reason !== null) reasons.set(some[n]!.paymentId, reason);
      }
      // A provider that answers for none of so many is not waited for again.
      if (ends.every((reason) => reason !== null && reason === ends[0])) silence = ends[0]!;
    }
    return reasons;
  }

  /** The payments under way that have no result any more. */
  async lost(
    account: Pick<ProviderAccount, "id">,
    reasons: ReadonlyMap<string, string>,
  ): Promise<LostPayment[]> {
    const left = await this.atStake(account, MOST_AT_STAKE);
    return left.map((one) => ({
      ...one,
      reason: reasons.get(one.paymentId) ?? "it has just begun",
    }));
  }

  /** @returns why money may still come; null if it cannot */
  async #end({ paymentId }: ProviderPayment): Promise<string | null> {
    try {
      const isOver = await this.#deps.providerPayments.endForGood(paymentId);
      return isOver ? null : "a bank is at work, and may still pay it";
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `its page was not ended: ${silenceOf(error)}`;
    }
  }

  async #atStake({ paymentId, sessionId }: ProviderPayment): Promise<PaymentAtStake> {
    const session = (await this.#deps.store.sessions.find(sessionId))?.load();
    const payment = session?.payment?.id === paymentId ? session.payment : null;
    return {
      paymentId,
      sessionId,
      reference: session?.reference ?? null,
      started: payment &&
        { amount: payment.amount, currencyCode: payment.currencyCode, at: payment.startedAt },
    };
  }
}
