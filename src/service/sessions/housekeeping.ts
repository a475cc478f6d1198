import { IDEMPOTENCY_LIFETIME_MS } from "../../domain/idempotency.ts";
import type { CustomerId } from "../../domain/ids.ts";
import { OTP_DAY_MS, OTP_LIFETIME_MS } from "../../domain/session/otp.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { expireSession } from "../../domain/steps/ending.ts";
import { releasePayment } from "../../domain/steps/payment.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Activity } from "../cache/activity.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Steps } from "../checkout/steps.ts";
import type { Deps } from "../deps.ts";

/** Sessions handled in one commit, so that a sweep never holds others up for long. */
const BATCH = 100;
/** Between two of them others have their turn: after a long rest there may be many to end. */
const PAUSE_MS = 100;
/** Batches of customers that are looked through in one go: a walk over all takes several. */
const MAX_WALK = 10;

/** Dependencies of {@link Housekeeping}. */
export interface HousekeepingDeps
  extends Pick<Deps, "store" | "now" | "wait" | "sessionTtlMs" | "paymentTtlMs" | "retentionMs"> {
  readonly activity: Pick<Activity, "flush">;
  readonly finder: Pick<SessionFinder, "isIdle">;
  readonly steps: Steps;
}

/** Recurring work of a server. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  /** The last customer that was looked at; empty at the beginning of a walk. */
  #walkedTo = "";

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
  }

  /**
   * Writes activity that was only noted so far.
   *
   * @param all also what could still wait: the server stops
   */
  async flush(all = false): Promise<void> {
    await this.#deps.activity.flush(all);
  }

  /** Moves all expired sessions to ABANDONED, a bounded batch at a time; returns how many. */
  async sweepAll(): Promise<number> {
    const { store, now, sessionTtlMs, finder, steps } = this.#deps;
    // A call may have arrived since the database was read.
    const end = async (session: StoredSession) =>
      finder.isIdle(session) &&
      await steps.take(session, expireSession, { input: null, expired: true });
    return await this.#untilDone(async () =>
      await countDone(await store.sessions.idle(now() - sessionTtlMs, BATCH), end)
    );
  }

  /**
   * Releases the holds of all overdue payments, a bounded batch at a time; returns how many. Only
   * the start of a payment counts; activity on its session does not.
   */
  async releaseAll(): Promise<number> {
    const { store, now, paymentTtlMs, steps } = this.#deps;
    const release = (session: StoredSession) =>
      steps.take(session, releasePayment, { input: null, activeAt: session.lastActiveAt });
    return await this.#untilDone(async () =>
      await countDone(await store.sessions.overdue(now() - paymentTtlMs, BATCH), release)
    );
  }

  /** Deletes all sessions past the retention, a bounded batch at a time; returns how many. */
  async purgeAll(): Promise<number> {
    const { store, now, retentionMs } = this.#deps;
    return await this.#untilDone(async () => {
      const lastActiveBefore = now() - retentionMs;
      const old = await store.sessions.old(lastActiveBefore, BATCH);
      if (old.length > 0) {
        await store.commit(
          old.map((sessionId) => ({ kind: "session.delete", sessionId, lastActiveBefore })),
        );
      }
      return old.length;
    });
  }

  /**
   * Erases customers past the retention who have neither sessions nor coins, and returns how many.
   * Goes on where the last call left off, and looks at a bounded number of them.
   */
  async eraseIdle(): Promise<number> {
    const { store, now, retentionMs, wait } = this.#deps;
    let erased = 0;
    for (let batch = 1;; batch++) {
      const before = now() - retentionMs;
      const { idle, last } = await store.people.idleCustomers(this.#walkedTo, before, BATCH);
      for (const customerId of idle) if (await this.#eraseCustomer(customerId)) erased += 1;
      this.#walkedTo = last ?? "";
      if (last === null || batch === MAX_WALK) return erased;
      await wait(PAUSE_MS);
    }
  }

  /** Forgets what has done its service: recorded answers, sent codes, and how many there were. */
  async forget(): Promise<void> {
    const now = this.#deps.now();
    await this.#deps.store.commit([
      { kind: "idempotency.purge", before: now - IDEMPOTENCY_LIFETIME_MS },
      { kind: "otp.purge", before: now - OTP_DAY_MS },
      { kind: "otp.redact", before: now - OTP_LIFETIME_MS },
    ]);
  }

  async #eraseCustomer(customerId: CustomerId): Promise<boolean> {
    try {
      await this.#deps.store.commit([{ kind: "customer.erase", customerId, onlyIdle: true }]);
      return true;
    } catch (error) {
      // They have come back this very moment.
      if (error instanceof CommitRefused) return false;
      throw error;
    }
  }

  /** Repeats a batch until one is not full. */
  async #untilDone(batch: () => Promise<number>): Promise<number> {
    let total = 0;
    for (;;) {
      const done = await batch();
      total += done;
      if (done < BATCH) return total;
      await this.#deps.wait(PAUSE_MS);
    }
  }
}

/** Works on sessions at the same time; returns how many were changed. */
async function countDone(
  sessions: readonly StoredSession[],
  work: (session: StoredSession) => Promise<boolean>,
): Promise<number> {
  return (await Promise.all(sessions.map(work))).filter(Boolean).length;
}
