import type { MerchantId, SessionId } from "../../domain/ids.ts";
import type { RefundRow } from "../../domain/session/refund.ts";
import {
  isKeyDeleted,
  type ProviderAccount,
  type ProviderKind,
} from "../../domain/shop/provider.ts";
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import type { ProviderCharge, ProviderDispute, ProviderRefund } from "../../payments/records.ts";
import type { Deps } from "../deps.ts";
import { type OwnPayment, ownPayments, ownRefunds, recordedReferences } from "./own_books.ts";
import type { ProviderCalls } from "./provider_calls.ts";
import { disputeStatus } from "./found_money.ts";
import { refundAnswer, refundOf } from "./provider_refunds.ts";

/** Something that a provider and the shop's books do not agree on. */
export interface Difference {
  readonly thing: "payment" | "refund" | "dispute";
  /** The provider's reference. */
  readonly reference: string;
  /** With its currency. */
  readonly amount: string;
  readonly sessionId: SessionId | null;
  /** A sentence. */
  readonly problem: string;
}

/** The books of an account at its provider, compared with ours. */
export interface Reconciliation {
  readonly accountId: string;
  readonly provider: ProviderKind;
  /** False for a provider that cannot list: only what is ours was compared. */
  readonly isListed: boolean;
  /** Numbers of what was compared; `others` are payments of other programs, which were not. */
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

  /**
   * Compares each account of a shop that has its key, since a time.
   *
   * @throws {AppError} `error.unavailable` if a provider does not answer
   */
  async compare(merchantId: MerchantId, since: number): Promise<Reconciliation[]> {
    const found: Reconciliation[] = [];
    for (const account of await this.#deps.store.providers.of(merchantId)) {
      if (!isKeyDeleted(account)) found.push(await this.#compared(account, since));
    }
    return found;
  }

  async #compared(account: ProviderAccount, since: number): Promise<Reconciliation> {
    const theirs = await this.#listed(account, since);
    const ours = theirs.charges.filter(({ paymentId }) => paymentId !== null);
    const { store } = this.#deps;
    let read: Promise<ReadonlySet<string>> | undefined;
    const recorded = () => read ??= recordedReferences(store, account);
    const found: (Difference | null)[] = [];
    for (const charge of ours) found.push(await this.#charge(account, charge, recorded));
    for (const refund of theirs.refunds) found.push(await this.#refund(account, refund));
    for (const dispute of theirs.disputes) found.push(await this.#dispute(account, dispute));
    const seen = new Set(
      [...theirs.charges, ...theirs.refunds].map((one) =>
        "refundId" in one ? one.reference : one.charge
      ),
    );
    const orders = await ownPayments(store, account, since);
    const refunds = await ownRefunds(store, account, since);
    found.push(...await this.#missing(account, { seen, orders, refunds }));
    return {
      accountId: account.id,
      provider: account.kind,
      isListed: theirs.isListed,
      payments:
        new Set([...ours.map(({ charge }) => charge), ...orders.map(({ charge }) => charge)])
          .size,
      refunds: Math.max(theirs.refunds.length, refunds.length),
      disputes: theirs.disputes.length,
      others: theirs.charges.length - ours.length,
      differences: found.filter((one) => one !== null),
    };
  }

  async #listed(account: ProviderAccount, since: number) {
    const until = this.#deps.now();
    return await this.#deps.calls.reach(account, async (provider, access) => {
      const all = {
        isListed: provider.hasList,
        charges: [] as ProviderCharge[],
        refunds: [] as ProviderRefund[],
        disputes: [] as ProviderDispute[],
      };
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof provider.list>> = await provider.list(access, {
          since,
          until,
          cursor,
        });
        all.charges.push(...page.charges);
        all.refunds.push(...page.refunds);
        all.disputes.push(...page.disputes);
        cursor = page.next;
      } while (cursor !== null);
      return all;
    });
  }

  async #charge(
    { merchantId, livemode }: ProviderAccount,
    charge: ProviderCharge,
    recorded: () => Promise<ReadonlySet<string>>,
  ): Promise<Difference | null> {
    const { store } = this.#deps;
    const owner = await store.payments.ofReference(merchantId, livemode, charge.charge);
    const payment = owner && (await store.sessions.find(owner.sessionId))?.load().payment;
    const of = { thing: "payment", reference: charge.charge, amount: textOf(charge) } as const;
    const sessionId = owner?.sessionId ?? null;
    if (payment?.reference === charge.charge) {
      if (payment.amount === charge.amount) return null;
      return { ...of, sessionId, problem: "The order was paid another amount" };
    }
    if ((await recorded()).has(charge.charge)) return null;
    return { ...of, sessionId, problem: "The provider took it, and no order and no record has it" };
  }

  async #refund(
    account: ProviderAccount,
    refund: ProviderRefund,
  ): Promise<Difference | null> {
    const { store } = this.#deps;
    const row = await refundOf(store, account, refund);
    const of = { thing: "refund", reference: refund.reference, amount: textOf(refund) } as const;
    if (row === null) {
      const { merchantId, livemode } = account;
      const owner = await store.payments.ofReference(merchantId, livemode, refund.charge);
      // Money of another program at the same account.
      if (owner === null) return null;
      const problem = "The provider gave it back, and no order has it yet";
      return { ...of, sessionId: owner.sessionId, problem };
    }
    const { state } = refundAnswer(refund);
    if (row.amount !== refund.amount) {
      return { ...of, sessionId: row.sessionId, problem: "Our refund has another amount" };
    }
    if (row.state === state) return null;
    return {
      ...of,
      sessionId: row.sessionId,
      problem: `It is ${state} there and ${row.state} here`,
    };
  }

  async #dispute(
    { merchantId, livemode }: ProviderAccount,
    { reference, charge, ...dispute }: ProviderDispute,
  ): Promise<Difference | null> {
    const { store } = this.#deps;
    const row = await store.disputes.find(merchantId, livemode, reference);
    const status = disputeStatus(dispute);
    if (row?.status === status) return null;
    const owner = await store.payments.ofReference(merchantId, livemode, charge);
    if (owner === null) return null;
    const problem = row === null
      ? "The order does not have this dispute yet"
      : `It is ${status} there and ${row.status} here`;
    const { sessionId } = owner;
    return { thing: "dispute", reference, amount: textOf(dispute), sessionId, problem };
  }

  /** Asks for each of ours that was not listed, by its reference, as it may be older. */
  async #missing(
    account: ProviderAccount,
    { seen, orders, refunds }: {
      readonly seen: ReadonlySet<string>;
      readonly orders: readonly OwnPayment[];
      readonly refunds: readonly RefundRow[];
    },
  ): Promise<Difference[]> {
    const found: Difference[] = [];
    for (const { charge, amount, currencyCode, sessionId } of orders) {
      if (seen.has(charge)) continue;
      const known = await this.#deps.calls.reach(
        account,
        (provider, access) => provider.chargeAt(access, charge),
      );
      if (known?.amount === amount) continue;
      const problem = known === null
        ? "The order is paid, and the provider does not know the payment"
        : `The provider took ${textOf(known)}`;
      const text = textOf({ amount, amountText: "", currencyCode });
      found.push({ thing: "payment", reference: charge, amount: text, sessionId, problem });
    }
    for (const { reference, amount, currencyCode, sessionId, state } of refunds) {
      if (reference === null || seen.has(reference) || account.kind === "demo") continue;
      const known = await this.#deps.calls.reach(
        account,
        (provider, access) => provider.refundAt(access, reference),
      );
      const there = known === null ? "unknown" : refundAnswer(known).state;
      if (there === state) continue;
      const text = textOf({ amount, amountText: "", currencyCode });
      const problem = `It is ${there} there and ${state} here`;
      found.push({ thing: "refund", reference, amount: text, sessionId, problem });
    }
    return found;
  }
}

/** An amount with its currency. */
function textOf(
  { amount, amountText, currencyCode }: Pick<
    ProviderCharge,
    "amount" | "amountText" | "currencyCode"
  >,
): string {
  const text = amount === null ? amountText : formatMajor(amount, currencyOf(currencyCode));
  return `${text} ${currencyCode}`;
}
