import { advance } from "../domain/lifecycle.ts";
import { isExpired } from "../domain/session.ts";
import { CommitRefused, type StoredSession } from "../store/store.ts";
import type { Activity } from "./activity.ts";
import type { Deps } from "./deps.ts";

/** Sessions handled in one commit, so that a sweep never holds others up for long. */
const BATCH = 200;

/** What has to be done now and then while a server runs. */
export class Housekeeping {
  readonly #deps: Deps;
  readonly #activity: Activity;

  constructor(deps: Deps, activity: Activity) {
    this.#deps = deps;
    this.#activity = activity;
  }

  /** Writes activity that was only noted so far. */
  async flush(): Promise<void> {
    await this.#activity.flush();
  }

  /** Moves all expired sessions to ABANDONED, a bounded batch at a time; returns how many. */
  async sweepAll(): Promise<number> {
    return await untilDone(() => this.#sweep());
  }

  /** Deletes all sessions past the retention, a bounded batch at a time; returns how many. */
  async purgeAll(): Promise<number> {
    return await untilDone(() => this.#purge());
  }

  async #sweep(): Promise<number> {
    const { store, now, sessionTtlMs } = this.#deps;
    // What is noted but not written would look idle.
    await this.#activity.flush();
    const idle = await store.idleSessions(now() - sessionTtlMs, BATCH);
    const ended = await Promise.all(idle.map((session) => this.#end(session)));
    return ended.filter(Boolean).length;
  }

  async #purge(): Promise<number> {
    const { store, now, retentionMs } = this.#deps;
    const lastActiveBefore = now() - retentionMs;
    const old = await store.oldSessions(lastActiveBefore, BATCH);
    if (old.length === 0) return 0;
    await store.commit(
      old.map((sessionId) => ({ kind: "session.delete", sessionId, lastActiveBefore })),
    );
    return old.length;
  }

  async #end({ id, version, state, lastActiveAt }: StoredSession): Promise<boolean> {
    const { store, now, sessionTtlMs } = this.#deps;
    const at = now();
    const ended = advance(state, "expire");
    const lastAt = this.#activity.lastActiveAt(id, lastActiveAt);
    if (ended === null || !isExpired(lastAt, { now: at, ttlMs: sessionTtlMs })) return false;
    try {
      await store.commit([
        { kind: "session.advance", sessionId: id, expectedVersion: version, state: ended, at },
      ]);
      return true;
    } catch (error) {
      // Somebody was faster: it is not idle any more.
      if (error instanceof CommitRefused) return false;
      throw error;
    }
  }
}

/** Repeats a batch until one is not full, so that others get their turn in between. */
async function untilDone(batch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
  }
}
