import { RETURN_LIFETIME_MS } from "../../domain/session/payment_return.ts";
import { IDEMPOTENCY_LIFETIME_MS } from "../../domain/idempotency.ts";
import { MESSAGES_KEPT_MS } from "../../domain/message_limits.ts";
import { OTP_KEPT_MS, OTP_LIFETIME_MS } from "../../domain/session/otp.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { expireSession } from "../../domain/steps/ending.ts";
import { releasePayment } from "../../domain/steps/payment.ts";
import { noteIdle } from "../../domain/steps/recover.ts";
import type { IdlePlace } from "../../store/reads/sessions.ts";
import type { ActivityNotes } from "../cache/activity.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import { isReceived, isWanted } from "../checkout/events.ts";
import type { Steps } from "../checkout/steps.ts";
import type { Deps } from "../deps.ts";
import type { LimitRefusals } from "../refusals.ts";
import { BATCH, countDone, PAUSE_MS, untilDone } from "./batches.ts";
import { Retention, type RetentionDeps } from "./retention.ts";

const MINUTE_MS = 60_000;

/** Dependencies of {@link Housekeeping}. */
export interface HousekeepingDeps
  extends RetentionDeps, Pick<Deps, "sessionTtlMs" | "paymentTtlMs"> {
  readonly activity: Pick<ActivityNotes, "flush" | "lagMs">;
  readonly finder: Pick<SessionFinder, "isIdle" | "isInactive" | "forget">;
  readonly shops: Pick<Shops, "byId">;
  readonly steps: Steps;
  readonly refusals: Pick<LimitRefusals, "flush" | "purge">;
}

/**
 * Recurring work of a server. Times of inactivity count {@link ActivityNotes.lagMs} longer here, so
 * that what other servers have noted is stored.
 */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  readonly #retention: Retention;

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
    this.#retention = new Retention(deps);
  }

  /**
   * Writes noted activity, and what was refused.
   *
   * @param all also activity that is not due yet, at shutdown
   */
  async flush(all = false): Promise<void> {
    await Promise.all([this.#deps.activity.flush(all), this.#deps.refusals.flush()]);
  }

  /** Moves all expired sessions to ABANDONED, a bounded batch at a time; returns how many. */
  async sweepAll(): Promise<number> {
    const { store, now, sessionTtlMs, finder, steps, activity } = this.#deps;
    // A call may have arrived since the database was read.
    const end = async (session: StoredSession) =>
      finder.isIdle(session) && finder.isInactive(session, sessionTtlMs + activity.lagMs) &&
      await steps.take(session, expireSession, { input: null, expired: true });
    return await untilDone(this.#deps, async () => {
      const until = { lastActiveUntil: this.#before(sessionTtlMs), dueUntil: now() };
      return await countDone(await store.sessions.idle(until, BATCH), end);
    });
  }

  /**
   * Reports sessions that their customers left alone, once each, as `session.idle`; returns how
   * many. Only for shops with an endpoint for it. It is no activity.
   */
  async reportIdle(): Promise<number> {
    const { store, shops } = this.#deps;
    let reported = 0;
    for (const id of await store.sessions.shopsAwaitingIdle()) {
      const shop = await shops.byId(id);
      if (shop === null || shop.merchant.idleAfterMinutes === 0) continue;
      if (isWanted(shop, "session.idle", { livemode: true })) {
        reported += await this.#reportIdleOf(shop);
      }
    }
    return reported;
  }

  /** Reads on after each batch: sessions whose latest activity is not stored yet stay. */
  async #reportIdleOf(shop: Shop): Promise<number> {
    const { id, idleAfterMinutes } = shop.merchant;
    const { store, wait, finder, steps, activity } = this.#deps;
    const afterMs = idleAfterMinutes * MINUTE_MS;
    const report = async (session: StoredSession) =>
      finder.isInactive(session, afterMs + activity.lagMs) && !finder.isIdle(session) &&
      isReceived(shop, "session.idle", session.load()) &&
      await steps.take(session, noteIdle, { input: null, activeAt: session.lastActiveAt });
    let reported = 0;
    for (let after: IdlePlace | null = null;;) {
      const page = { after, limit: BATCH };
      const found: StoredSession[] = await store.sessions.awaitingIdle(
        id,
        this.#before(afterMs),
        page,
      );
      reported += await countDone(found, report);
      after = found.at(-1) ?? null;
      if (found.length < BATCH) return reported;
      await wait(PAUSE_MS);
    }
  }

  /**
   * Releases the holds of all overdue payments, a bounded batch at a time; returns how many. Only
   * the start of a payment, or the due time of a manual one, counts; activity on its session does
   * not.
   */
  async releaseAll(): Promise<number> {
    const { store, now, paymentTtlMs, steps } = this.#deps;
    const release = (session: StoredSession) =>
      steps.take(session, releasePayment, { input: null, activeAt: session.lastActiveAt });
    return await untilDone(this.#deps, async () => {
      const until = { startedUntil: now() - paymentTtlMs, dueUntil: now() };
      return await countDone(await store.sessions.overdue(until, BATCH), release);
    });
  }

  /** {@link Retention.purgeAll} */
  async purgeAll(onBatch?: (deleted: number) => void): Promise<number> {
    return await this.#retention.purgeAll(onBatch);
  }

  /** {@link Retention.eraseOrders} */
  async eraseOrders(onBatch?: (erased: number) => void): Promise<number> {
    return await this.#retention.eraseOrders(onBatch);
  }

  /** {@link Retention.eraseIdle} */
  async eraseIdle(onBatch?: (erased: number) => void): Promise<number> {
    return await this.#retention.eraseIdle(onBatch);
  }

  /**
   * Purges expired records: recorded answers, codes and their counts, rate limits; and the events of
   * shops past the retention of sessions.
   */
  async forget(): Promise<void> {
    const now = this.#deps.now();
    await this.#deps.store.commit([
      { kind: "idempotency.purge", before: now - IDEMPOTENCY_LIFETIME_MS },
      { kind: "otp.purge", before: now - OTP_KEPT_MS },
      { kind: "return.purge", before: now - RETURN_LIFETIME_MS },
      { kind: "otp.redact", before: now - OTP_LIFETIME_MS },
      { kind: "event.purge", before: now - this.#deps.retentionMs },
      this.#deps.refusals.purge(),
      { kind: "message.purge", before: now - MESSAGES_KEPT_MS },
    ]);
    await this.#deps.store.shared?.quotas.purge();
  }

  /** Time of the last activity of sessions that have been inactive for a time. */
  #before(inactiveMs: number): number {
    return this.#deps.now() - inactiveMs - this.#deps.activity.lagMs;
  }
}
