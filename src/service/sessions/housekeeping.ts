import { RETURN_LIFETIME_MS } from "../../domain/session/payment_return.ts";
import { IDEMPOTENCY_LIFETIME_MS } from "../../domain/idempotency.ts";
import { MESSAGES_KEPT_MS } from "../../domain/message_limits.ts";
import { OTP_KEPT_MS, OTP_LIFETIME_MS } from "../../domain/session/otp.ts";
import { REMOVED_PICTURE_KEPT_MS } from "../../domain/shop/picture.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { expireSession } from "../../domain/steps/ending.ts";
import { releasePayment } from "../../domain/steps/payment.ts";
import { noteIdle } from "../../domain/steps/recover.ts";
import type { IdlePlace } from "../../store/reads/sessions.ts";
import { PURGES } from "../../store/store.ts";
import type { ActivityNotes } from "../cache/activity.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import { isReceived, isWanted } from "../checkout/events.ts";
import type { Steps } from "../checkout/steps.ts";
import type { Deps } from "../deps.ts";
import type { LimitRefusals } from "../refusals.ts";
import { BATCH, countDone, pacer, untilDone } from "../batches.ts";
import { Retention, type RetentionDeps } from "./retention.ts";

const MINUTE_MS = 60_000;
/** Purges of one call of `forget()`, a minute's: more than 3,000 records a second. */
const MAX_PURGES = 200;
/** Sessions that one commit sums: some ten milliseconds. */
const SUMMED_AT_ONCE = 500;

/** Dependencies of {@link Housekeeping}. */
export interface HousekeepingDeps
  extends RetentionDeps, Pick<Deps, "sessionTtlMs" | "paymentTtlMs"> {
  readonly activity: Pick<ActivityNotes, "flush" | "lagMs">;
  readonly finder: Pick<SessionFinder, "isIdle" | "isInactive" | "forget">;
  readonly shops: Pick<Shops, "byId">;
  readonly steps: Steps;
  readonly refusals: Pick<LimitRefusals, "flush" | "shownFrom">;
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
    const { store, finder, steps, activity } = this.#deps;
    const pause = pacer(this.#deps);
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
      await pause();
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

  /**
   * Adds the sessions from before schema version 30 to the sums of statistics, a bounded batch at a
   * time; returns how many batches. An interrupted call is continued by the next one.
   */
  async sumAll(onBatch: (batches: number) => void = () => {}): Promise<number> {
    const { store } = this.#deps;
    const pause = pacer(this.#deps);
    for (let batches = 0;; batches++) {
      const slice = await store.statistics.unsummed(SUMMED_AT_ONCE);
      if (slice === null) return batches;
      await store.commit([{ kind: "session.sum", ...slice }]);
      onBatch(1);
      await pause();
    }
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
   * Purges expired records: recorded answers, codes and their counts, rate limits; pictures that were
   * removed; and the events of shops past the retention of sessions. A bounded number of each at a time.
   */
  async forget(): Promise<void> {
    const { store, now: clock, retentionMs, refusals } = this.#deps;
    const pause = pacer(this.#deps);
    const now = clock();
    const before = {
      "idempotency.purge": now - IDEMPOTENCY_LIFETIME_MS,
      "otp.purge": now - OTP_KEPT_MS,
      "return.purge": now - RETURN_LIFETIME_MS,
      "message.purge": now - MESSAGES_KEPT_MS,
      "limit.purge": refusals.shownFrom(),
      "event.purge": now - retentionMs,
      "picture.purge": now - REMOVED_PICTURE_KEPT_MS,
    };
    await store.commit([{ kind: "otp.redact", before: now - OTP_LIFETIME_MS }]);
    for (let round = 0; round < MAX_PURGES && await store.health.hasExpired(before); round++) {
      await store.commit(PURGES.map((kind) => ({ kind, before: before[kind] })));
      await pause();
    }
    await store.shared?.quotas.purge();
  }

  /** Time of the last activity of sessions that have been inactive for a time. */
  #before(inactiveMs: number): number {
    return this.#deps.now() - inactiveMs - this.#deps.activity.lagMs;
  }
}
