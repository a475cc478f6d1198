import { AppError } from "../../domain/errors.ts";
import type { DisputeRow } from "../../domain/session/refund.ts";
import { disputeLookAt } from "../../domain/session/refund_pause.ts";
import {
  accountWithKey,
  LIST_OVERLAP_MS,
  type ProviderAccount,
} from "../../domain/shop/provider.ts";
import { LIST_KINDS, type ListKind, type ListRequest } from "../../payments/records.ts";
import type { ListedAccount } from "../../store/reads/providers.ts";
import { CommitRefused } from "../../store/store.ts";
import { untilDone } from "../batches.ts";
import type { Deps } from "../deps.ts";
import type { CallBudget } from "./call_budget.ts";
import { FoundMoney, type FoundMoneyDeps } from "./found_money.ts";
import { LookPause } from "./look_pause.ts";
import { OWN_CALLS, type ProviderCalls, silenceOf } from "./provider_calls.ts";

const HOUR_MS = 3_600_000;
/** Longest time that is listed at once, and shortest: that of a list that does not end. */
const SLICE_MS = 72 * HOUR_MS;
const SHORTEST_SLICE_MS = 60_000;
/** Time before now that is listed after a list has failed, however long it has done so. */
const NEWEST_MS = 30 * 24 * HOUR_MS;
/** Time between two looks at a dispute whose account has no key: it may be added anew. */
const KEYLESS_PAUSE_MS = 24 * HOUR_MS;
/** Most accounts that are listed in one run. */
const ACCOUNTS = 1000;
/** Pages of refunds and disputes of a slice: a slice with more is listed in parts. */
const MOST_PAGES = 100;
/** Pages of payments of a slice, newest first: nearly all are known, but for their fees. */
const MOST_FEE_PAGES = 20;

/** Dependencies of {@link ProviderFindings}. */
export interface ProviderFindingsDeps extends FoundMoneyDeps, Pick<Deps, "wait" | "monotonicMs"> {
  readonly calls: Pick<ProviderCalls, "reach">;
  readonly budget: CallBudget;
}

/**
 * Refunds and disputes that were made elsewhere: recorded, and never refused. Fees of payments, and
 * money of ours that no look has found.
 */
export class ProviderFindings {
  readonly #deps: ProviderFindingsDeps;
  readonly #pause = new LookPause(HOUR_MS);
  readonly #found: FoundMoney;

  constructor(deps: ProviderFindingsDeps) {
    this.#deps = deps;
    this.#found = new FoundMoney(deps);
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

  /**
   * Asks for all disputes that are due, within the shops' budgets and a bounded batch at a time;
   * returns how many were due.
   */
  async lookAtDisputes(): Promise<number> {
    const { store, now, budget } = this.#deps;
    return await untilDone(this.#deps, async () => {
      const due = await store.disputes.due(now(), OWN_CALLS, budget.spent(now()));
      const affordable = due.filter(({ merchantId }) => budget.take(merchantId, 1, now()));
      await Promise.all(
        affordable.map((one) =>
          this.#reported(`dispute ${one.reference}`, () => this.#lookAt(one))
        ),
      );
      return due.length;
    }, OWN_CALLS);
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
    await this.#found.take(account, {
      refunds: found.refunds.flat(),
      disputes: found.disputes.filter((one) => one !== null),
      charges: [],
    });
  }

  /** @returns false if it failed, which is logged */
  async #reported(what: string, run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const cause = silenceOf(error);
      this.#deps.warn("A payment provider was not asked for refunds and disputes", { what, cause });
      return false;
    }
  }

  /**
   * Lists what is due of an account, oldest first: what a slice found is noted with it. A list that
   * fails does not hide the others: these go on without it. Nothing after it is noted, so that it is
   * listed again in the next run.
   */
  async #list(account: ListedAccount): Promise<void> {
    const { store, now } = this.#deps;
    const { id: accountId } = account;
    const end = now();
    const failed = new Set<ListKind>();
    // Fees alone are not listed.
    const isOver = () => failed.has("refunds") && failed.has("disputes");
    let from = account.listedUntil;
    let since = (from ?? account.createdAt) - LIST_OVERLAP_MS;
    while (since < end) {
      const until = Math.min(since + SLICE_MS, end);
      for (const kind of LIST_KINDS) {
        if (failed.has(kind) || isOver()) continue;
        const list = () => this.#listKind(account, { kind, since, until });
        if (!await this.#reported(`${kind} of account ${accountId}`, list)) failed.add(kind);
      }
      if (isOver()) return;
      // Payments are no reason to list all again.
      const isWhole = !failed.has("refunds") && !failed.has("disputes");
      if (isWhole && until > (from ?? 0)) {
        await store.commit([{ kind: "provider.listed", accountId, from, until }]);
        from = until;
      }
      since = isWhole ? until : Math.max(until, end - NEWEST_MS);
    }
  }

  /** Lists one kind of things of a time, in parts if it has too many pages. */
  async #listKind(
    account: ProviderAccount,
    { kind, since, until }: Omit<ListRequest, "cursor">,
  ): Promise<void> {
    let sliceMs = until - since;
    let at = since;
    while (at < until) {
      const part = { kind, since: at, until: Math.min(at + sliceMs, until) };
      if (await this.#listSlice(account, part)) {
        at = part.until;
        continue;
      }
      sliceMs = Math.ceil(sliceMs / 2);
      if (sliceMs >= SHORTEST_SLICE_MS) continue;
      throw new AppError("error.unavailable", "The payment provider's list does not end");
    }
  }

  /** @returns false if the slice has too many pages */
  async #listSlice(
    account: ProviderAccount,
    slice: Omit<ListRequest, "cursor">,
  ): Promise<boolean> {
    let cursor: string | null = null;
    let feePages = 0;
    for (let page = 0; feePages < MOST_FEE_PAGES; page++) {
      if (page - feePages >= MOST_PAGES) return false;
      const request: ListRequest = { ...slice, cursor };
      const listing = await this.#deps.calls.reach(
        account,
        (provider, access) => provider.list(access, request),
      );
      for (const reference of listing.unread) {
        const message = "The form of a refund, dispute or payment at a provider is not known";
        this.#deps.warn(message, { account: account.id, reference });
      }
      await this.#found.take(account, listing);
      if (listing.charges.length > 0) feePages += 1;
      cursor = listing.next;
      if (cursor === null) return true;
    }
    return true;
  }

  async #lookAt(row: DisputeRow): Promise<void> {
    const { store, now } = this.#deps;
    const { merchantId, livemode, reference, sessionId, nextLookAt } = row;
    if (nextLookAt === null) return;
    const account = accountWithKey(await store.providers.find(row.accountId));
    // The account may get a key again; until then the operator says how it ended.
    const later = disputeLookAt(row, now());
    const pause = account === null && later !== null ? now() + KEYLESS_PAUSE_MS : later;
    try {
      const next = { from: nextLookAt, nextLookAt: pause };
      const place = { merchantId, livemode, reference, sessionId };
      await store.commit([{ kind: "dispute.look", ...place, ...next }]);
    } catch (error) {
      // Another server has just asked, or a hook has told a change.
      if (error instanceof CommitRefused) return;
      throw error;
    }
    if (account !== null) await this.look(account, { charges: [], disputes: [reference] });
  }
}
