import type { Change } from "../../domain/changes.ts";
import type { CustomerId, SessionId } from "../../domain/ids.ts";
import type { SessionKey } from "../../domain/session/stored.ts";
import { CommitRefused } from "../../store/store.ts";
import type { ActivityNotes } from "../cache/activity.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Deps } from "../deps.ts";
import { BATCH, countDone, pacer } from "../batches.ts";
import { eraseSession } from "./erase_session.ts";

/** Batches of customers or orders per call; a walk over all of them takes several calls. */
const MAX_WALK = 10;

/** Dependencies of {@link Retention}. */
export interface RetentionDeps extends
  Pick<
    Deps,
    | "store"
    | "now"
    | "monotonicMs"
    | "newId"
    | "wait"
    | "views"
    | "retentionMs"
    | "orderRetentionMs"
  > {
  readonly activity: Pick<ActivityNotes, "lagMs">;
  readonly finder: Pick<SessionFinder, "forget">;
}

/** Deletes and erases what is past its time. Orders stay for ever, without the person. */
export class Retention {
  readonly #deps: RetentionDeps;
  /** Last customer that was checked; empty at the start of a walk. */
  #walkedTo = "";
  /** Last order that was examined; null at the start of a walk. */
  #examinedTo: SessionKey | null = null;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  /**
   * Deletes all sessions past the retention that are no live orders, a bounded batch at a time;
   * returns how many.
   *
   * @param onBatch called with the number of each batch
   */
  async purgeAll(onBatch: (deleted: number) => void = () => {}): Promise<number> {
    const { store, now, retentionMs, activity } = this.#deps;
    const pause = pacer(this.#deps);
    let total = 0;
    for (;;) {
      const lastActiveBefore = now() - retentionMs - activity.lagMs;
      const old = await store.sessions.old(lastActiveBefore, BATCH);
      const deleted = await this.#delete(old, lastActiveBefore);
      if (deleted > 0) onBatch(deleted);
      total += deleted;
      if (old.length < BATCH || deleted === 0) return total;
      await pause();
    }
  }

  /** Deletes sessions in one commit, or those that can be; returns how many. */
  async #delete(ids: readonly SessionId[], lastActiveBefore: number): Promise<number> {
    const changes = ids.map((sessionId): Change => (
      { kind: "session.delete", sessionId, lastActiveBefore }
    ));
    try {
      if (await this.#isCommitted(changes)) return ids.length;
      // One was used meanwhile, or another server has deleted it: the others do not wait for it.
      let deleted = 0;
      for (const change of changes) if (await this.#isCommitted([change])) deleted += 1;
      return deleted;
    } finally {
      for (const id of ids) this.#deps.finder.forget(id);
    }
  }

  /**
   * Erases the persons of live orders past the retention of orders, by the session; returns how many.
   * Orders with an open payment or an open record wait. Continues where the last call stopped, and
   * examines a limited number.
   *
   * @param onBatch called with the number of each batch
   */
  async eraseOrders(onBatch: (erased: number) => void = () => {}): Promise<number> {
    const { store, now, orderRetentionMs, finder } = this.#deps;
    const pause = pacer(this.#deps);
    if (orderRetentionMs === Infinity) return 0;
    const deps = {
      ...this.#deps,
      commit: async (changes: readonly Change[]) => void await store.commit(changes),
    };
    let total = 0;
    for (let batch = 1;; batch++) {
      const page = { after: this.#examinedTo, limit: BATCH };
      const found = await store.sessions.ordersToErase(now() - orderRetentionMs, page);
      const erased = await countDone(found, async ({ id }) => {
        const isErased = await eraseSession(id, null, deps);
        finder.forget(id);
        return isErased;
      });
      if (erased > 0) onBatch(erased);
      total += erased;
      const last = found.at(-1);
      const isAtEnd = last === undefined || found.length < BATCH;
      this.#examinedTo = isAtEnd ? null : { at: last.placedAt ?? 0, id: last.id };
      if (isAtEnd || batch === MAX_WALK) return total;
      await pause();
    }
  }

  /**
   * Erases customers past the retention who have no sessions and no coins; returns how many.
   * Continues where the last call stopped, and checks a limited number.
   *
   * @param onBatch called with the number of each batch
   */
  async eraseIdle(onBatch: (erased: number) => void = () => {}): Promise<number> {
    const { store, now, retentionMs } = this.#deps;
    const pause = pacer(this.#deps);
    let erased = 0;
    for (let batch = 1;; batch++) {
      const before = now() - retentionMs;
      const { idle, last } = await store.people.idleCustomers(this.#walkedTo, before, BATCH);
      let inBatch = 0;
      for (const customerId of idle) if (await this.#eraseCustomer(customerId)) inBatch += 1;
      if (inBatch > 0) onBatch(inBatch);
      erased += inBatch;
      this.#walkedTo = last ?? "";
      if (last === null || batch === MAX_WALK) return erased;
      await pause();
    }
  }

  async #eraseCustomer(customerId: CustomerId): Promise<boolean> {
    const { now, newId } = this.#deps;
    const entry = { entryId: newId(), at: now() };
    // Refused if the customer has just returned.
    return await this.#isCommitted([
      { kind: "customer.erase", customerId, onlyIdle: true, ...entry },
    ]);
  }

  /** @returns false if a precondition failed */
  async #isCommitted(changes: readonly Change[]): Promise<boolean> {
    try {
      if (changes.length > 0) await this.#deps.store.commit(changes);
      return true;
    } catch (error) {
      if (error instanceof CommitRefused) return false;
      throw error;
    }
  }
}
