import { AppError } from "../../domain/errors.ts";
import type { DisputeRow, DisputeStatus } from "../../domain/session/refund.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import { type FoundFee, isFeeKnown, recordFee } from "../../domain/steps/payment_fee.ts";
import {
  type FoundRefund,
  isDisputeKnown,
  isRefundKnown,
  recordDispute,
  recordRefund,
} from "../../domain/steps/refund_result.ts";
import { currencyOf, parseMajor } from "../../domain/values/money.ts";
import type { ListedAccount } from "../../store/reads/providers.ts";
import type {
  ListRequest,
  ProviderCharge,
  ProviderDispute,
  ProviderRefund,
} from "../../payments/records.ts";
import { CommitRefused } from "../../store/store.ts";
import { untilDone } from "../batches.ts";
import type { Deps } from "../deps.ts";
import { LookPause } from "./look_pause.ts";
import { type ProviderCalls, silenceOf } from "./provider_calls.ts";
import { type ProviderRefunds, refundAnswer, refundOf } from "./provider_refunds.ts";
import { takeUntilDone, type TakingDeps } from "./taking.ts";
import { addFoundRefund, putFoundDispute } from "./unexpected_findings.ts";

const HOUR_MS = 3_600_000;
/**
 * Time before the end of the last list from which the next one begins: a payment may be known later
 * than its refund.
 */
const OVERLAP_MS = 48 * HOUR_MS;
/** Most accounts that are listed in one run. */
const ACCOUNTS = 1000;
/** Disputes that are asked for at the same time. */
const CALLS = 8;
/** Pages of one list in one run: an hour of a large shop. */
const MOST_PAGES = 100;
/** Pages of payments in one run, newest first: only their fees are of interest. */
const MOST_FEE_PAGES = 20;

/** Dependencies of {@link ProviderFindings}. */
export interface ProviderFindingsDeps
  extends TakingDeps, Pick<Deps, "now" | "newId" | "wait" | "monotonicMs" | "warn"> {
  readonly calls: Pick<ProviderCalls, "reach">;
  readonly providerRefunds: Pick<ProviderRefunds, "settle">;
}

/** Refunds and disputes that were made elsewhere: recorded, and never refused. Fees of payments. */
export class ProviderFindings {
  readonly #deps: ProviderFindingsDeps;
  readonly #pause = new LookPause(HOUR_MS);

  constructor(deps: ProviderFindingsDeps) {
    this.#deps = deps;
  }

  /** Lists all accounts that were not listed for an hour; returns how many. */
  async listDue(): Promise<number> {
    const { store, now } = this.#deps;
    const before = now() - HOUR_MS;
    let count = 0;
    for (const account of await store.providers.toList(before, ACCOUNTS)) {
      // One whose key lacks a right is not asked every minute.
      if (!this.#pause.begin(account.id, now())) continue;
      await this.#reported(`account ${account.id}`, () => this.#list(account));
      count += 1;
    }
    return count;
  }

  /** Asks for all disputes that are due, a bounded batch at a time; returns how many. */
  async lookAtDisputes(): Promise<number> {
    const { store, now } = this.#deps;
    return await untilDone(this.#deps, async () => {
      const due = await store.disputes.due(now(), CALLS);
      await Promise.all(
        due.map((one) => this.#reported(`dispute ${one.reference}`, () => this.#lookAt(one))),
      );
      return due.length;
    }, CALLS);
  }

  /**
   * Asks for the refunds of a charge and for disputes that a hook named.
   *
   * @throws {AppError} `error.unavailable` if the provider does not answer
   */
  async look(
    account: ProviderAccount,
    { charges, disputes }: {
      readonly charges: readonly string[];
      readonly disputes: readonly string[];
    },
  ): Promise<void> {
    const found = await this.#deps.calls.reach(account, async (provider, access) => ({
      refunds: await Promise.all(charges.map((charge) => provider.refundsOf(access, charge))),
      disputes: await Promise.all(disputes.map((one) => provider.disputeAt(access, one))),
    }));
    for (const refund of found.refunds.flat()) await this.#takeRefund(account, refund);
    for (const dispute of found.disputes) {
      if (dispute !== null) await this.#takeDispute(account, dispute);
    }
  }

  async #reported(what: string, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const cause = silenceOf(error);
      this.#deps.warn("A payment provider was not asked for refunds and disputes", { what, cause });
    }
  }

  async #list(account: ListedAccount): Promise<void> {
    const { store, now } = this.#deps;
    const until = now();
    const since = (account.listedUntil ?? account.createdAt) - OVERLAP_MS;
    let cursor: string | null = null;
    // Refunds and disputes come first.
    let feePages = 0;
    for (let page = 0; page < MOST_PAGES && feePages < MOST_FEE_PAGES; page++) {
      const request: ListRequest = { since, until, cursor };
      const listing = await this.#deps.calls.reach(
        account,
        (provider, access) => provider.list(access, request),
      );
      for (const refund of listing.refunds) await this.#takeRefund(account, refund);
      for (const dispute of listing.disputes) await this.#takeDispute(account, dispute);
      for (const charge of listing.charges) await this.#takeFee(account, charge);
      if (listing.charges.length > 0) feePages += 1;
      cursor = listing.next;
      if (cursor === null) break;
    }
    if (cursor !== null && feePages === 0) return;
    await store.commit([{ kind: "provider.listed", accountId: account.id, until }]);
  }

  /** A refund of ours moves on; another one is recorded with the order, or with the record. */
  async #takeRefund(account: ProviderAccount, found: ProviderRefund): Promise<void> {
    const { store, providerRefunds } = this.#deps;
    const known = await refundOf(store, account, found);
    const answer = refundAnswer(found);
    if (known !== null) {
      if (known.state !== answer.state) await providerRefunds.settle(known, answer);
      return;
    }
    const { reference, charge, at } = found;
    const { state, failure } = answer;
    const refund: FoundRefund = { reference, amount: amountOf(found), state, failure, at };
    const sessionId = await this.#sessionOf(account, charge);
    if (sessionId === null) {
      return await addFoundRefund(this.#deps, account, { ...refund, charge });
    }
    const how = { step: recordRefund, input: refund, isDone: isRefundKnown };
    await takeUntilDone(this.#deps, sessionId, how);
  }

  async #takeDispute(account: ProviderAccount, found: ProviderDispute): Promise<void> {
    const { reference, reason, evidenceDueAt, at } = found;
    const status = disputeStatus(found);
    const dispute = {
      reference,
      amount: amountOf(found),
      reason,
      status,
      evidenceDueAt,
      at,
      accountId: account.id,
      nextLookAt: status === "OPEN" ? this.#deps.now() + HOUR_MS : null,
    };
    const sessionId = await this.#sessionOf(account, found.charge);
    if (sessionId === null) {
      return await putFoundDispute(this.#deps, account, { ...dispute, charge: found.charge });
    }
    const how = { step: recordDispute, input: dispute, isDone: isDisputeKnown };
    await takeUntilDone(this.#deps, sessionId, how);
  }

  async #takeFee(
    account: ProviderAccount,
    { charge, fee, currencyCode }: ProviderCharge,
  ): Promise<void> {
    const sessionId = fee === null ? null : await this.#sessionOf(account, charge);
    if (fee === null || sessionId === null) return;
    await takeUntilDone(this.#deps, sessionId, {
      step: recordFee,
      input: { reference: charge, currencyCode, fee } satisfies FoundFee,
      isDone: isFeeKnown,
    });
  }

  async #lookAt(row: DisputeRow): Promise<void> {
    const { store, now } = this.#deps;
    const { merchantId, livemode, reference, sessionId, nextLookAt } = row;
    if (nextLookAt === null) return;
    try {
      const next = { from: nextLookAt, nextLookAt: now() + HOUR_MS };
      const place = { merchantId, livemode, reference, sessionId };
      await store.commit([{ kind: "dispute.look", ...place, ...next }]);
    } catch (error) {
      // Another server has just asked, or a hook has told the end.
      if (error instanceof CommitRefused) return;
      throw error;
    }
    const account = await store.providers.find(row.accountId);
    if (account !== null) await this.look(account, { charges: [], disputes: [reference] });
  }

  /** The session of an order that took this money; null for none. */
  async #sessionOf({ merchantId, livemode }: ProviderAccount, charge: string) {
    const owner = await this.#deps.store.payments.ofReference(merchantId, livemode, charge);
    if (owner === null) return null;
    const stored = await this.#deps.store.sessions.find(owner.sessionId);
    return stored?.load().payment?.reference === charge ? owner.sessionId : null;
  }
}

/** Status of a dispute by its provider's answer. */
export function disputeStatus({ status }: Pick<ProviderDispute, "status">): DisputeStatus {
  return ({ open: "OPEN", won: "WON", lost: "LOST" } as const)[status];
}

/** Rounded up where the currency of the order does not have the amount. */
function amountOf(
  { amount, amountText, currencyCode }: Pick<
    ProviderRefund,
    "amount" | "amountText" | "currencyCode"
  >,
): number {
  if (amount !== null) return amount;
  const currency = currencyOf(currencyCode);
  return parseMajor(amountText.split(".")[0]!, currency, "amount") + 1;
}
