import type { Change } from "../../domain/changes.ts";
import type { KeyId, SessionId } from "../../domain/ids.ts";
import type { Store } from "../../store/store.ts";

/** Changes in one commit: a flush must not hold other commits up. */
const BATCH = 200;
/** Twelve days: how long ago it was makes no difference beyond, and these are 31 bits. */
const LONG_AGO_MS = 2 ** 30;
/** Sessions that one flush writes, so that it does not keep the disk busy while others wait. */
const MAX_A_FLUSH = 1000;
/** Commits at once on the way out, when nobody else waits: they share a flush to disk. */
const COMMITS_AT_ONCE = 20;

/**
 * A moment that is not written yet, and the one that is: milliseconds since the first of those
 * that are noted. There may be a hundred thousand of these, and small integers take half the room
 * of what is counted from 1970. With one that is 24 days from the first, all of them take the other
 * half again, and are right all the same.
 */
interface Noted {
  storedAt: number;
  at: number;
}

/**
 * When sessions and keys were last used. A read counts as activity, and a read must
 * not cost a write: moments are kept here and written together now and then.
 *
 * A session's moment is written once it is `coarseMs` later than the stored one, and all
 * of them when the server stops: a page that polls every second costs a write a minute.
 */
export class Activity {
  readonly #store: Pick<Store, "commit">;
  readonly #coarseMs: number;
  readonly #sessions = new Map<SessionId, Noted>();
  readonly #keys = new Map<KeyId, number>();
  /** The first moment of those noted of sessions, in milliseconds since the epoch. */
  #origin = 0;
  /** The latest, since then. */
  #latest = 0;
  /** The flush that is under way. */
  #flushing: Promise<void> | undefined;

  constructor(store: Pick<Store, "commit">, coarseMs: number) {
    this.#store = store;
    this.#coarseMs = coarseMs;
  }

  /** Notes a call on a session that the store has as last active at `storedAt`. */
  touchSession(id: SessionId, storedAt: number, at: number): void {
    if (this.#sessions.size === 0) {
      this.#origin = at;
      this.#latest = 0;
    }
    const moment = small(at - this.#origin);
    const stored = small(Math.max(storedAt - this.#origin, -LONG_AGO_MS - this.#coarseMs));
    const known = this.#sessions.get(id);
    if (known === undefined) this.#sessions.set(id, { storedAt: stored, at: moment });
    else {
      known.storedAt = Math.max(known.storedAt, stored);
      known.at = moment;
    }
    this.#latest = Math.max(this.#latest, moment);
  }

  /** Notes the use of a key. */
  touchKey(id: KeyId, at: number): void {
    this.#keys.set(id, at);
  }

  /** When a session was last active: what is stored, or what is not written yet. */
  lastActiveAt(id: SessionId, storedAt: number): number {
    const noted = this.#sessions.get(id);
    return noted === undefined ? storedAt : Math.max(storedAt, this.#origin + noted.at);
  }

  /**
   * Writes what is due. What cannot be written is kept for the next time. One flush after the
   * other: two at once would write the same moments twice.
   *
   * @param all also what is not due yet: the server stops
   */
  async flush(all = false): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing.catch(() => {});
    this.#flushing = this.#flush(all);
    try {
      await this.#flushing;
    } finally {
      this.#flushing = undefined;
    }
  }

  /**
   * Looks at one moment after another and never at all of them at once: there may be a hundred
   * thousand, and requests are waiting.
   */
  async #flush(all: boolean): Promise<void> {
    const atOnce = all ? COMMITS_AT_ONCE : 1;
    const writing: Promise<void>[] = [];
    let due: [SessionId, number][] = [];
    let written = 0;
    for (const [id, { storedAt, at }] of this.#sessions) {
      if (at > storedAt && (all || at - storedAt >= this.#coarseMs)) due.push([id, at]);
      else if (at <= storedAt && this.#latest - at > this.#coarseMs) this.#sessions.delete(id);
      if (due.length < BATCH) continue;
      writing.push(this.#writeSessions(due));
      written += due.length;
      due = [];
      if (writing.length >= atOnce) await Promise.all(writing.splice(0));
      // The others have their turn the next time: these are not due then.
      if (written >= MAX_A_FLUSH && !all) break;
    }
    if (due.length > 0) writing.push(this.#writeSessions(due));
    await Promise.all(writing);
    await this.#writeKeys();
  }

  async #writeSessions(due: readonly (readonly [SessionId, number])[]): Promise<void> {
    // Neighbours by id stand on the same pages.
    const sorted = [...due].sort(([a], [b]) => a < b ? -1 : 1);
    await this.#store.commit(
      sorted.map(([sessionId, at]): Change => ({
        kind: "session.touch",
        sessionId,
        at: this.#origin + at,
      })),
    );
    for (const [id, storedAt] of due) {
      // Kept for a while: who has the session at hand knows an older moment as the stored one.
      const now = this.#sessions.get(id);
      if (now !== undefined) now.storedAt = storedAt;
    }
  }

  async #writeKeys(): Promise<void> {
    const used = [...this.#keys];
    if (used.length === 0) return;
    await this.#store.commit(
      used.map(([keyId, at]): Change => ({ kind: "key.used", keyId, at })),
    );
    for (const [id, at] of used) if (this.#keys.get(id) === at) this.#keys.delete(id);
  }
}

/** The same number. A whole one of 32 bits V8 then keeps as it is, without an object of its own. */
function small(ms: number): number {
  const whole = ms | 0;
  return whole === ms ? whole : ms;
}
