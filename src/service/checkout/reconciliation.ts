import { AppError } from "../../domain/errors.ts";
import type { MerchantId } from "../../domain/ids.ts";
import {
  isKeyDeleted,
  type ProviderAccount,
  type ProviderKind,
} from "../../domain/shop/provider.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { ProviderCharge, ProviderDispute, ProviderRefund } from "../../payments/records.ts";
import type { Deps } from "../deps.ts";
import {
  type Difference,
  disputeDifference,
  moneyText,
  refundDifference,
  unaskedDifferences,
  unlistedDifferences,
} from "./differences.ts";
import {
  isOthersMoney,
  openRefunds,
  ownDisputes,
  ownerOf,
  ownPayments,
  ownRefunds,
  recordedPayments,
} from "./own_books.ts";
import { type ProviderCalls, silenceOf } from "./provider_calls.ts";
import { refundOf } from "./refund_answers.ts";
import { silenceText, theirBooks } from "./their_books.ts";

/** The books of an account at its provider, compared with ours. */
export interface Reconciliation {
  readonly accountId: string;
  readonly provider: ProviderKind;
  /** False for a provider that cannot list: only what is ours was compared. */
  readonly isListed: boolean;
  /**
   * False without the account's key: its refunds and disputes that have not ended are the differences
   * then. False also for one that did not answer, of which nothing is compared.
   */
  readonly isAsked: boolean;
  /**
   * Why the provider did not answer, or with the names of the lists that it did not give; null if it
   * answered, or has no key to ask with.
   */
  readonly silence: string | null;
  /** Numbers of what was compared; `others` are payments of other shops and programs. */
  readonly payments: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly others: number;
  readonly differences: readonly Difference[];
}

/** Dependencies of {@link Reconciliations}. */
export interface ReconciliationDeps extends Pick<Deps, "store" | "now"> {
  readonly calls: Pick<ProviderCalls, "reach">;
}

/** Compares what providers took and gave back with orders, records and refunds. Changes nothing. */
export class Reconciliations {
  readonly #deps: ReconciliationDeps;

  constructor(deps: ReconciliationDeps) {
    this.#deps = deps;
  }

  /** Compares each account of a shop, since a time. One that does not answer hides no other one. */
  async compare(merchantId: MerchantId, since: number): Promise<Reconciliation[]> {
    const found: Reconciliation[] = [];
    for (const account of await this.#deps.store.providers.of(merchantId)) {
      found.push(
        isKeyDeleted(account) ? await this.#keyless(account) : await this.#asked(account, since),
      );
    }
    return found;
  }

  async #keyless(account: ProviderAccount): Promise<Reconciliation> {
    const { store } = this.#deps;
    const refunds = await openRefunds(store, account);
    const all = await ownDisputes(store, account);
    const disputes = all.filter(({ status }) => status === "OPEN");
    const counts = { refunds: refunds.length, disputes: disputes.length };
    return {
      ...unasked(account),
      ...counts,
      differences: unaskedDifferences({ refunds, disputes }),
    };
  }

  async #asked(account: ProviderAccount, since: number): Promise<Reconciliation> {
    try {
      return await this.#compared(account, since);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "error.unavailable")) throw error;
      return { ...unasked(account), silence: silenceOf(error) };
    }
  }

  async #compared(account: ProviderAccount, since: number): Promise<Reconciliation> {
    const { store, calls, now } = this.#deps;
    const theirs = await theirBooks(calls, account, { since, until: now() });
    const ours: ProviderCharge[] = [];
    for (const charge of theirs.charges) {
      if (!await isOthersMoney(store, account, charge)) ours.push(charge);
    }
    let read: ReturnType<typeof recordedPayments> | undefined;
    const recorded = () => read ??= recordedPayments(store, account);
    const found: (Difference | null)[] = [...theirs.unread];
    for (const charge of ours) found.push(await this.#charge(account, charge, recorded));
    for (const refund of theirs.refunds) found.push(await this.#refund(account, refund));
    for (const dispute of theirs.disputes) found.push(await this.#dispute(account, dispute));
    const seen = new Set<string | null>([
      ...theirs.charges.map(({ charge }) => charge),
      ...theirs.refunds.flatMap(({ reference, refundId }) => [reference, refundId]),
      ...theirs.disputes.map(({ reference }) => reference),
      ...theirs.unread.map(({ reference }) => reference),
    ]);
    seen.delete(null);
    const orders = await ownPayments(store, account, since);
    const refunds = await ownRefunds(store, account, since);
    const disputes = await ownDisputes(store, account);
    const unlisted = {
      orders: orders.filter(({ charge }) => !seen.has(charge) && !theirs.silent.has("charges")),
      refunds: refunds.filter(({ id, reference }) =>
        !seen.has(reference) && !seen.has(id) && !theirs.silent.has("refunds")
      ),
      disputes: disputes.filter(({ reference }) =>
        !seen.has(reference) && !theirs.silent.has("disputes")
      ),
    };
    found.push(...await unlistedDifferences(calls, account, { ours: unlisted, now: now() }));
    return {
      accountId: account.id,
      provider: account.kind,
      isListed: theirs.isListed,
      isAsked: true,
      silence: silenceText(theirs.silent),
      payments:
        new Set([...ours.map(({ charge }) => charge), ...orders.map(({ charge }) => charge)])
          .size,
      refunds: Math.max(theirs.refunds.length, refunds.length),
      disputes: theirs.disputes.length,
      others: theirs.charges.length - ours.length,
      differences: found.filter((one) => one !== null),
    };
  }

  async #charge(
    { merchantId, livemode }: ProviderAccount,
    charge: ProviderCharge,
    recorded: () => Promise<ReadonlyMap<string, readonly UnexpectedPayment[]>>,
  ): Promise<Difference | null> {
    const { store } = this.#deps;
    const owner = await store.payments.ofReference(merchantId, livemode, charge.charge);
    const payment = owner && (await store.sessions.find(owner.sessionId))?.load().payment;
    const of = { thing: "payment", reference: charge.charge, amount: moneyText(charge) } as const;
    const sessionId = owner?.sessionId ?? null;
    if (payment?.reference === charge.charge) {
      if (payment.amount === charge.amount) return null;
      return { ...of, sessionId, problem: "The order was paid another amount" };
    }
    const records = (await recorded()).get(charge.charge);
    if (records !== undefined) {
      const isSame = records.some((one) =>
        one.amount === null || `${one.amount} ${one.currencyCode}` === of.amount
      );
      if (isSame) return null;
      const [{ sessionId, amount, currencyCode }] = records as [UnexpectedPayment];
      return { ...of, sessionId, problem: `Its record has ${amount} ${currencyCode}` };
    }
    return { ...of, sessionId, problem: "The provider took it, and no order and no record has it" };
  }

  async #refund(
    account: ProviderAccount,
    refund: ProviderRefund,
  ): Promise<Difference | null> {
    const { store } = this.#deps;
    const row = await refundOf(store, account, refund);
    if (row !== null) return refundDifference(row, refund);
    // Money of another program at the same account.
    const owner = await ownerOf(store, account, refund.charge);
    if (owner === null) return null;
    const { reference } = refund;
    const problem = `The provider gave it back, and the ${owner.kind} does not have it yet`;
    const { sessionId } = owner;
    return { thing: "refund", reference, amount: moneyText(refund), sessionId, problem };
  }

  async #dispute(
    account: ProviderAccount,
    dispute: ProviderDispute,
  ): Promise<Difference | null> {
    const { store } = this.#deps;
    const { reference, charge } = dispute;
    const row = await store.disputes.find(account.merchantId, account.livemode, reference);
    if (row !== null) return disputeDifference(row, dispute);
    const owner = await ownerOf(store, account, charge);
    if (owner === null) return null;
    const problem = `The ${owner.kind} does not have this dispute yet`;
    const { sessionId } = owner;
    return { thing: "dispute", reference, amount: moneyText(dispute), sessionId, problem };
  }
}

/** An account of which nothing was asked. */
function unasked({ id, kind }: ProviderAccount): Reconciliation {
  return {
    accountId: id,
    provider: kind,
    isListed: false,
    isAsked: false,
    silence: null,
    payments: 0,
    refunds: 0,
    disputes: 0,
    others: 0,
    differences: [],
  };
}
