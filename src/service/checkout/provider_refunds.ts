import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { RefundRow } from "../../domain/session/refund.ts";
import { askedAgainAt, calledAt } from "../../domain/session/refund_pause.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { accountWithKey } from "../../domain/shop/provider.ts";
import { isSettledAs, type RefundResult, settleRefund } from "../../domain/steps/refund_result.ts";
import { CommitRefused } from "../../store/store.ts";
import { untilDone } from "../batches.ts";
import type { Deps } from "../deps.ts";
import type { CallBudget } from "./call_budget.ts";
import { OWN_CALLS, type ProviderCalls, silenceOf } from "./provider_calls.ts";
import { failedAnswer, type RefundAnswer, refundAnswer } from "./refund_answers.ts";
import { takeUntilDone, type TakingDeps } from "./taking.ts";
import { settledOfRecord } from "./unexpected_findings.ts";

/** Dependencies of {@link ProviderRefunds}. */
export interface ProviderRefundsDeps
  extends TakingDeps, Pick<Deps, "now" | "newId" | "wait" | "monotonicMs" | "warn"> {
  readonly calls: Pick<ProviderCalls, "reach">;
  readonly budget: CallBudget;
}

/** Refunds that providers give: sent after their commit, and asked for until they have ended. */
export class ProviderRefunds {
  readonly #deps: ProviderRefundsDeps;

  constructor(deps: ProviderRefundsDeps) {
    this.#deps = deps;
  }

  /**
   * Sends the refunds of an order that are requested. One that its provider did not answer for is
   * sent again by the timer of a server.
   *
   * @returns the session afterwards
   */
  async send(session: CheckoutSession): Promise<CheckoutSession> {
    const { store, warn } = this.#deps;
    const requested = session.order?.refunds.filter(({ state }) => state === "REQUESTED") ?? [];
    try {
      const isSent = await Promise.all(requested.map(({ id }) => this.#trySent(id)));
      if (!isSent.includes(true)) return session;
      return (await store.sessions.find(session.id))?.load() ?? session;
    } catch (error) {
      // It is committed: the timer sends it.
      warn("A refund was not sent", { session: session.id, error });
      return session;
    }
  }

  /** {@link send} for a refund of a payment without an order; returns it as it is afterwards. */
  async sendOne(refund: RefundRow): Promise<RefundRow> {
    const { store, warn } = this.#deps;
    try {
      await this.#trySent(refund.id);
      return await store.refunds.find(refund.id) ?? refund;
    } catch (error) {
      warn("A refund was not sent", { refund: refund.id, error });
      return refund;
    }
  }

  /** Sends a refund that is due: one that was just sent by another request is on its way. */
  async #trySent(id: string): Promise<boolean> {
    const refund = await this.#deps.store.refunds.find(id);
    if (refund === null || refund.nextTryAt === null) return false;
    return refund.nextTryAt <= this.#deps.now() && await this.#tryOne(refund);
  }

  /**
   * Goes to providers for all refunds that are due, within the shops' budgets and a bounded batch at
   * a time; returns how many were due.
   */
  async runDue(): Promise<number> {
    const { store, now, budget } = this.#deps;
    return await untilDone(this.#deps, async () => {
      const due = await store.refunds.due(now(), OWN_CALLS, budget.spent(now()));
      const affordable = due.filter((one) => budget.take(one.merchantId, callsOf(one), now()));
      await Promise.all(affordable.map((refund) => this.#tryOne(refund)));
      return due.length;
    }, OWN_CALLS);
  }

  /** @returns false if another server does it, or the provider does not answer */
  async #tryOne(refund: RefundRow): Promise<boolean> {
    try {
      const begun = await this.#begin(refund);
      if (begun === null) return false;
      const answer = await this.#ask(refund);
      if (answer === null) await this.#keep(begun);
      else await this.settle(begun, answer);
      return answer !== null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#deps.warn("A refund was not settled", { refund: refund.id, cause: silenceOf(error) });
      return false;
    }
  }

  /**
   * Notes the call before it is made: after a crash the provider is asked if it has the refund, and
   * of two servers one makes it.
   */
  async #begin(refund: RefundRow): Promise<RefundRow | null> {
    const begun = { ...refund, ...calledAt(refund, this.#deps.now()) };
    try {
      await this.#deps.store.commit([{ kind: "refund.try", refund: begun }]);
      return begun;
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      return null;
    }
  }

  /**
   * Asks the provider of a refund, which is sent first if it was not.
   *
   * @returns null without a word of it, which does not mean that no money went back
   */
  async #ask(refund: RefundRow): Promise<RefundAnswer | null> {
    const { id, accountId, charge, amount, currencyCode, reference, state, tries } = refund;
    const { providers } = this.#deps.store;
    const account = accountId === null ? null : accountWithKey(await providers.find(accountId));
    if (account === null || charge === null) {
      if (state !== "REQUESTED") return null;
      // The shop may pay back what may have been sent: from now on it is asked for alone.
      return tries === 0
        ? failedAnswer("The key of the provider's account is deleted")
        : { state: "PENDING", reference: null, failure: null };
    }
    return await this.#deps.calls.reach(account, async (provider, access) => {
      if (state !== "REQUESTED" && reference !== null) {
        const found = await provider.refundAt(access, reference);
        return found && refundAnswer(found);
      }
      const earlier = tries === 0
        ? undefined
        : (await provider.refundsOf(access, charge)).find(({ refundId }) => refundId === id);
      if (earlier !== undefined) return refundAnswer(earlier);
      if (state !== "REQUESTED") return failedAnswer("The provider does not have it");
      const given = await provider.refund(access, { charge, refundId: id, amount, currencyCode });
      return given.kind === "failed" ? failedAnswer(given.reason) : {
        state: given.kind === "done" ? "DONE" : "PENDING",
        reference: given.reference,
        failure: null,
      };
    });
  }

  /** Leaves a refund as it is: one that was done is asked for no more. */
  async #keep(refund: RefundRow): Promise<void> {
    const next = askedAgainAt({ ...refund, before: refund.state }, refund.state, this.#deps.now());
    if (next.nextTryAt !== null) return;
    await this.#move({ ...refund, ...next }, refund.state);
  }

  /** Takes what a provider says of a refund of ours. */
  async settle(refund: RefundRow, answer: RefundAnswer): Promise<void> {
    const { id, sessionId, state: before, reference } = refund;
    const next = askedAgainAt({ ...refund, before }, answer.state, this.#deps.now());
    if (refund.unexpectedId !== null) {
      await this.#settleAlone({ ...refund, ...next }, answer);
      return;
    }
    const result: RefundResult = { ...answer, refundId: id, next };
    const taken = await takeUntilDone(this.#deps, sessionId, {
      step: settleRefund,
      input: result,
      isDone: isSettledAs,
    });
    if (taken === null || taken.isTaken) return;
    // Nothing is new but when to ask again.
    await this.#move({ ...refund, ...next, reference: answer.reference ?? reference }, before);
  }

  /** {@link settle} for a refund of a payment without an order, which no session has. */
  async #settleAlone(refund: RefundRow, answer: RefundAnswer): Promise<void> {
    const { after, events } = await settledOfRecord(this.#deps, refund, answer);
    await this.#move(after, refund.state, events);
  }

  async #move(
    refund: RefundRow,
    from: RefundRow["state"],
    events: readonly Change[] = [],
  ): Promise<void> {
    try {
      await this.#deps.store.commit([{ kind: "refund.move", refund, from }, ...events]);
    } catch (error) {
      // Another server was faster.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }
}

/** Most calls of one try: one that may have been sent is looked for before it is sent. */
function callsOf({ state }: Pick<RefundRow, "state">): number {
  return state === "REQUESTED" ? 3 : 1;
}
