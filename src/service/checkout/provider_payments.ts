import { AppError } from "../../domain/errors.ts";
import {
  holdsUntil,
  isGivenUp,
  lookedAt,
  type ProviderPayment,
} from "../../domain/session/provider_payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { isKeyDeleted, PROVIDER_KINDS, type ProviderKind } from "../../domain/shop/provider.ts";
import type { ProviderPageRef, Standing } from "../../payments/provider.ts";
import { pacer } from "../batches.ts";
import type { Deps } from "../deps.ts";
import { LookPause } from "./look_pause.ts";
import { OWN_CALLS, type ProviderCalls, silenceOf } from "./provider_calls.ts";
import { type Asked, isFinal, type ProviderSettling } from "./provider_settling.ts";

/** Least time between two looks at a payment, except those of the timer, which has its own pauses. */
const PAUSE_MS = 10_000;
/** Duration of a batch of looks after which the others of its provider wait for the next run. */
const SLOW_MS = 5000;

/** Dependencies of {@link ProviderPayments}. */
export interface ProviderPaymentsDeps
  extends Pick<Deps, "store" | "now" | "wait" | "monotonicMs" | "warn"> {
  readonly calls: Pick<ProviderCalls, "reach">;
  readonly settling: ProviderSettling;
  /** True in a process of the operator, which runs no timer. */
  readonly isOperator: boolean;
}

/**
 * Payments that providers take. The provider's own answer decides: it is asked when the customer
 * comes back, after a hook, and by a timer.
 */
export class ProviderPayments {
  readonly #deps: ProviderPaymentsDeps;
  readonly #pause = new LookPause(PAUSE_MS);

  constructor(deps: ProviderPaymentsDeps) {
    this.#deps = deps;
  }

  /**
   * Asks how a payment stands, and takes its result.
   *
   * @returns null for a payment that no provider takes
   * @throws {AppError} `error.unavailable` if the provider does not answer
   */
  async look(paymentId: string): Promise<Standing["kind"] | null> {
    const asked = await this.#deps.settling.find(paymentId);
    return asked && (await this.#look(asked)).kind;
  }

  /** {@link lookOnce} for a customer who came back. */
  async lookAtReturn({ payment }: Pick<CheckoutSession, "payment">): Promise<boolean> {
    if (payment?.status !== "PENDING" || payment.atProvider === null) return false;
    return await this.lookOnce(payment.id);
  }

  /**
   * {@link look} for a customer who came back, and after a report or a hook: not if it was asked just
   * now, and never an error. The timer of a server asks again, and at once if this process is not a server.
   *
   * @returns true if the session may have changed
   */
  async lookOnce(paymentId: string): Promise<boolean> {
    const { now, warn, isOperator } = this.#deps;
    if (!this.#pause.begin(paymentId, now())) return false;
    try {
      await this.look(paymentId);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      warn("A payment provider did not answer", { payment: paymentId, cause: silenceOf(error) });
      if (isOperator) await this.#deps.settling.hasten(paymentId);
      return false;
    }
  }

  /**
   * Ends the page of a pending payment at its provider, before the payment is cancelled. If it was
   * paid there, its order is placed.
   *
   * @throws {AppError} nothing is cancelled then: `error.unavailable` if the provider does not
   *   answer, `error.conflict` if the customer has paid and the bank has not
   */
  async end({ payment }: Pick<CheckoutSession, "payment">): Promise<void> {
    if (payment?.status !== "PENDING" || payment.atProvider?.page == null) return;
    const asked = await this.#deps.settling.find(payment.id);
    if (asked === null || await this.#endPage(asked) !== "waiting") return;
    const message = "The customer has paid, and the bank is at work: wait for the result";
    throw new AppError("error.conflict", message);
  }

  /**
   * Ends the page of a payment before the key of its account is deleted, and takes how it stands.
   *
   * @returns false if money may still come, of which nothing will tell then
   * @throws {AppError} `error.unavailable` if the provider does not answer
   */
  async endForGood(paymentId: string): Promise<boolean> {
    const asked = await this.#deps.settling.find(paymentId);
    if (asked === null) return true;
    let standing = await this.#look(asked);
    if (standing.kind === "open") {
      if (await this.#endPage(asked) !== null) return true;
      // Without a page there is nothing to be paid.
      standing = asked.payment.reference === null ? { kind: "expired" } : await this.#look(asked);
      await this.#deps.settling.settle(asked, standing);
    }
    return isFinal(standing);
  }

  /**
   * Asks for all payments that are due, a bounded batch at a time, at each kind of provider for itself;
   * returns how many.
   */
  async lookAtDue(): Promise<number> {
    const runs = await Promise.allSettled(PROVIDER_KINDS.map((kind) => this.#lookAtDueOf(kind)));
    let total = 0;
    for (const run of runs) {
      if (run.status === "rejected") throw run.reason;
      total += run.value;
    }
    return total;
  }

  async #lookAtDueOf(kind: ProviderKind): Promise<number> {
    const { store, now, monotonicMs, warn } = this.#deps;
    const pause = pacer(this.#deps);
    for (let total = 0;;) {
      const startedMs = monotonicMs();
      const due = await store.providers.due(kind, now(), OWN_CALLS);
      await Promise.all(due.map(async ({ paymentId }) => {
        try {
          await this.#lookDue(paymentId);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          warn("A payment was not settled", { payment: paymentId, cause: silenceOf(error) });
        }
      }));
      total += due.length;
      // The run of all kinds ends before the next one begins: a silent provider has one batch in each.
      if (due.length < OWN_CALLS || monotonicMs() - startedMs >= SLOW_MS) return total;
      await pause();
    }
  }

  async #lookDue(paymentId: string): Promise<void> {
    const asked = await this.#deps.settling.find(paymentId);
    if (asked === null) return;
    let standing: Standing | null = null;
    try {
      const isOver = this.#deps.now() >= holdsUntil(asked.payment);
      standing = await this.#look(asked);
      if (standing.kind === "open" && isOver && await this.#endPage(asked) === null) {
        standing = { kind: "expired", mayBePaid: true };
        await this.#deps.settling.settle(asked, standing);
      }
    } catch (error) {
      standing = null;
      throw error;
    } finally {
      // Its next look is later, whatever the error, so that it holds up no other payment.
      if (standing === null || !isFinal(standing)) await this.#later(asked, standing);
    }
  }

  /**
   * Leaves a payment to a later look. After the last one it has failed: money that still comes is
   * found by hand, as an unexpected payment.
   */
  async #later(asked: Asked, standing: Standing | null): Promise<void> {
    const { payment } = asked;
    const now = this.#deps.now();
    const hasEnded = standing?.kind === "expired";
    if (!isGivenUp(payment, now, { hasEnded })) {
      return await this.#deps.settling.later(lookedAt(payment, now, { hasEnded }));
    }
    const reason = `no final answer in ${payment.looks + 1} looks`;
    if (!await this.#deps.settling.settle(asked, { kind: "failed", reason })) return;
    this.#deps.warn(
      "A payment has failed after 30 days without a final answer: look for its money at the provider",
      {
        payment: payment.paymentId,
        session: payment.sessionId,
        provider: asked.account.kind,
        reference: payment.reference,
        cause: reason,
      },
    );
  }

  async #look(asked: Asked): Promise<Standing> {
    const { payment, account } = asked;
    const page = pageOf(payment);
    const isOver = this.#deps.now() >= holdsUntil(payment);
    // Without an answer to its start no customer has ever seen its page.
    const standing: Standing = page !== null
      ? await this.#deps.calls.reach(account, (provider, access) => provider.look(access, page))
      : { kind: isOver ? "expired" : "open" };
    await this.#deps.settling.settle(asked, standing);
    return standing;
  }

  /** @returns how it stands if it was paid there, which is taken; null if it has ended unpaid */
  async #endPage(asked: Asked): Promise<Standing["kind"] | null> {
    const { payment, account } = asked;
    const page = pageOf(payment);
    // Without the key nothing can be ended or taken there any more.
    const isPaid = page !== null && !isKeyDeleted(account) &&
      await this.#deps.calls.reach(account, (provider, access) => provider.end(access, page)) ===
        "paid";
    return isPaid ? (await this.#look(asked)).kind : null;
  }
}

function pageOf({ paymentId, reference }: ProviderPayment): ProviderPageRef | null {
  return reference === null ? null : { paymentId, reference };
}
