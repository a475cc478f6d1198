import type { Change } from "../../domain/changes.ts";
import type { KeyId, SessionId } from "../../domain/ids.ts";
import type { MaybePromise, SessionHead } from "../../domain/session/stored.ts";
import type { Store } from "../../store/store.ts";

/** A session that is used, as it is stored. */
export type ActiveSession = Pick<SessionHead, "id" | "state" | "lastActiveAt" | "dueAt">;

/**
 * The latest use of sessions and keys. A read counts as activity but must not cost a write, so times
 * are noted and written in batches.
 */
export interface ActivityNotes {
  /** Longest time by which stored times lag behind those that other servers have noted. */
  readonly lagMs: number;
  /** Time by which a stored time may be behind: a later use within it can be noted instead. */
  readonly coarseMs: number;
  /** Notes activity on a session; await a promise before the answer. */
  touchSession(stored: ActiveSession, at: number): MaybePromise<void>;
  /** Notes the use of a key. */
  touchKey(id: KeyId, at: number, from?: () => string): void;
  /** Latest activity of a session, stored or noted here. */
  lastActiveAt(id: SessionId, storedAt: number): number;
  /**
   * Writes the times that are due; a failed write is retried next time.
   *
   * @param all also times that are not due yet, at shutdown
   */
  flush(all?: boolean): Promise<void>;
}

/** The last use of a key that is not written yet. */
interface KeyUse extends KeyOrigin {
  readonly at: number;
}

/** Where a key was used. */
export interface KeyOrigin {
  /** The client's address; null if it is not known. */
  readonly from: string | null;
  /** When that was asked for. */
  readonly askedAt: number;
}

/** Time in which the uses of a key are said to come from one address, as asking has its price. */
const ONE_ORIGIN_MS = 1000;

/**
 * Where a key is used now. The address is asked for at once: a request that has ended tells none.
 *
 * @param known of an earlier use
 */
export function keyOrigin(
  known: KeyOrigin | undefined,
  at: number,
  from: (() => string) | undefined,
): KeyOrigin {
  if (known !== undefined && at - known.askedAt < ONE_ORIGIN_MS) return known;
  return { from: from?.() ?? null, askedAt: at };
}

/** Changes in one commit, few enough that a flush does not delay other commits. */
const BATCH = 200;
/** A time is written when it is a sixtieth of the session's lifetime later than the stored one. */
const COARSE_PARTS = 60;
/** Twelve days: times further back count as this far, so that they fit into 31 bits. */
const LONG_AGO_MS = 2 ** 30;
/** Sessions that one flush writes, few enough that other writes do not wait for the disk. */
const MAX_A_FLUSH = 1000;
/** Concurrent commits at shutdown, when no requests wait: they share a flush to disk. */
const COMMITS_AT_ONCE = 20;

/**
 * The latest activity of a session and its stored value, in milliseconds since the first noted one.
 * There may be a hundred thousand of these, and small integers take half the memory of full
 * timestamps. If one is 24 days from the first, all of them take the larger form and stay correct.
 */
interface ActivityTimes {
  storedAt: number;
  at: number;
}

/**
 * The latest use of sessions and keys in a database with one server.
 *
 * A session's time is written when it is a minute later than the stored one, for sessions that last
 * an hour, and always at shutdown: a page that polls every second costs one write a minute.
 */
export class Activity implements ActivityNotes {
  readonly lagMs = 0;
  readonly coarseMs: number;
  readonly #store: Pick<Store, "commit">;
  /**
   * A session that was not used for so long is over, and its time needs no writing. Until then it is
   * kept, also when it is written: a cached session still has the older stored time.
   */
  readonly #endMs: number;
  readonly #sessions = new Map<SessionId, ActivityTimes>();
  readonly #keys = new Map<KeyId, KeyUse>();
  /** First noted time of a session, in milliseconds since the epoch. */
  #origin = 0;
  /** Latest noted time, relative to it. */
  #latest = 0;
  /** The current flush. */
  #flushing: Promise<void> | undefined;

  constructor(store: Pick<Store, "commit">, sessionTtlMs: number) {
    this.#store = store;
    this.#endMs = sessionTtlMs;
    this.coarseMs = sessionTtlMs / COARSE_PARTS;
  }

  touchSession({ id, lastActiveAt: storedAt }: ActiveSession, at: number): void {
    if (this.#sessions.size === 0) {
      this.#origin = at;
      this.#latest = 0;
    }
    const moment = small(at - this.#origin);
    const stored = small(Math.max(storedAt - this.#origin, -LONG_AGO_MS - this.coarseMs));
    const known = this.#sessions.get(id);
    if (known === undefined) this.#sessions.set(id, { storedAt: stored, at: moment });
    else {
      known.storedAt = Math.max(known.storedAt, stored);
      known.at = moment;
    }
    this.#latest = moment;
  }

  touchKey(id: KeyId, at: number, from?: () => string): void {
    const { from: address, askedAt } = keyOrigin(this.#keys.get(id), at, from);
    this.#keys.set(id, { at, from: address, askedAt });
  }

  lastActiveAt(id: SessionId, storedAt: number): number {
    const noted = this.#sessions.get(id);
    return noted === undefined ? storedAt : Math.max(storedAt, this.#origin + noted.at);
  }

  /** Only one flush runs at a time, because two would write the same times twice. */
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
   * Walks the times one by one instead of copying them all: there may be a hundred thousand, and
   * requests wait.
   */
  async #flush(all: boolean): Promise<void> {
    const atOnce = all ? COMMITS_AT_ONCE : 1;
    const writing: Promise<void>[] = [];
    let due: [SessionId, number][] = [];
    let written = 0;
    for (const [id, { storedAt, at }] of this.#sessions) {
      if (at > storedAt && (all || at - storedAt >= this.coarseMs)) due.push([id, at]);
      else if (this.#latest - at > this.#endMs) this.#sessions.delete(id);
      if (due.length < BATCH) continue;
      writing.push(this.#writeSessions(due));
      written += due.length;
      due = [];
      if (writing.length >= atOnce) await Promise.all(writing.splice(0));
      // The rest follows in the next flush, where these are no longer due.
      if (written >= MAX_A_FLUSH && !all) break;
    }
    if (due.length > 0) writing.push(this.#writeSessions(due));
    await Promise.all(writing);
    await this.#writeKeys();
  }

  async #writeSessions(due: readonly (readonly [SessionId, number])[]): Promise<void> {
    // Sorted, because neighbours by id share pages.
    const sorted = [...due].sort(([a], [b]) => a < b ? -1 : 1);
    await this.#store.commit(
      sorted.map(([sessionId, at]): Change => ({
        kind: "session.touch",
        sessionId,
        at: this.#origin + at,
      })),
    );
    for (const [id, storedAt] of due) {
      const now = this.#sessions.get(id);
      if (now !== undefined) now.storedAt = storedAt;
    }
  }

  async #writeKeys(): Promise<void> {
    const used = [...this.#keys];
    if (used.length === 0) return;
    await this.#store.commit(
      used.map(([keyId, { at, from }]): Change => ({
        kind: "key.used",
        keyId,
        at,
        from,
      })),
    );
    for (const [id, use] of used) if (this.#keys.get(id) === use) this.#keys.delete(id);
  }
}

/** Returns the same number. V8 stores a 32-bit integer without an object of its own. */
function small(ms: number): number {
  const whole = ms | 0;
  return whole === ms ? whole : ms;
}
