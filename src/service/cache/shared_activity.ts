import type { Change } from "../../domain/changes.ts";
import type { KeyId, SessionId } from "../../domain/ids.ts";
import { endOf, type MaybePromise } from "../../domain/session/stored.ts";
import type { Deps } from "../deps.ts";
import { type ActiveSession, type ActivityNotes, type KeyOrigin, keyOrigin } from "./activity.ts";

/** Age of a noted time at which it is written; with the interval of flushes it stays below 5 s. */
const WRITTEN_AFTER_MS = 3000;
/** Time before the end of a session in which a use of it is written at once. */
const NEAR_END_MS = 10_000;
/** Changes in one commit: the database takes 10 ms for them. */
const BATCH = 500;

/** Dependencies of {@link SharedActivity}. */
export interface SharedActivityDeps extends Pick<Deps, "now" | "sessionTtlMs"> {
  readonly store: Pick<Deps["store"], "commit">;
}

/**
 * The latest use of sessions and keys by one of several servers. Each decides by the stored times
 * when a session has ended, so a time is written within 5 s, and before the answer if another
 * server might call the session ended until then.
 */
export class SharedActivity implements ActivityNotes {
  /** Twice the time in which a noted time is written: the clocks of servers differ. */
  readonly lagMs = NEAR_END_MS;
  /** A change is written in the row of its session anyway. */
  readonly coarseMs = 0;
  readonly #deps: SharedActivityDeps;
  readonly #sessions = new Notes<SessionId>();
  readonly #keys = new Notes<KeyId>();
  /** Addresses of the clients that used them, until they are written. */
  readonly #from = new Map<KeyId, KeyOrigin>();
  /** The current flush. */
  #flushing: Promise<void> = Promise.resolve();

  constructor(deps: SharedActivityDeps) {
    this.#deps = deps;
  }

  touchSession(stored: ActiveSession, at: number): MaybePromise<void> {
    const endsAt = endOf(stored, this.#deps.sessionTtlMs);
    if (endsAt !== null && endsAt - at <= NEAR_END_MS) {
      return this.#deps.store.commit([touch(stored.id, at)]);
    }
    this.#sessions.note(stored.id, at);
  }

  touchKey(id: KeyId, at: number, from?: () => string): void {
    this.#keys.note(id, at);
    this.#from.set(id, keyOrigin(this.#from.get(id), at, from));
  }

  lastActiveAt(id: SessionId, storedAt: number): number {
    return Math.max(storedAt, this.#sessions.latest(id));
  }

  async flush(all = false): Promise<void> {
    const flushed = this.#flushing.catch(() => {}).then(() => this.#flush(all));
    this.#flushing = flushed;
    await flushed;
  }

  async #flush(all: boolean): Promise<void> {
    const now = this.#deps.now();
    const writing = {
      // A clock that was set back must not keep them.
      isDue: (since: number) => all || since > now || now - since >= WRITTEN_AFTER_MS,
      atOnce: all,
      commit: (changes: readonly Change[]) => this.#deps.store.commit(changes),
    };
    await this.#sessions.write({ ...writing, change: touch });
    await this.#keys.write({
      ...writing,
      change: (keyId, at) => {
        const from = this.#from.get(keyId)?.from ?? null;
        this.#from.delete(keyId);
        return { kind: "key.used", keyId, at, from };
      },
    });
  }
}

function touch(sessionId: SessionId, at: number): Change {
  return { kind: "session.touch", sessionId, at };
}

/** Which times to write, and how. */
interface WriteRule<Id> {
  /** Decides by the first note since the last call. */
  readonly isDue: (since: number) => boolean;
  readonly change: (id: Id, at: number) => Change;
  readonly commit: (changes: readonly Change[]) => Promise<void>;
  /** True for concurrent commits, when no requests wait. */
  readonly atOnce: boolean;
}

/** Latest noted times that are not written yet. */
class Notes<Id> {
  #noted = new Map<Id, number>();
  /** Those that are being written. */
  #writing: ReadonlyMap<Id, number> = new Map();
  /** Time of the first of {@link #noted}. */
  #since = 0;

  note(id: Id, at: number): void {
    if (this.#noted.size === 0) this.#since = at;
    this.#noted.set(id, Math.max(at, this.#noted.get(id) ?? at));
  }

  /** Latest noted time; 0 without one. */
  latest(id: Id): number {
    return this.#noted.get(id) ?? this.#writing.get(id) ?? 0;
  }

  /** Writes all if they are due; those of a failed write are due again. */
  async write({ isDue, atOnce, change, commit }: WriteRule<Id>): Promise<void> {
    if (this.#noted.size === 0 || !isDue(this.#since)) return;
    const since = this.#since;
    const changes = [...this.#noted].map(([id, at]) => change(id, at));
    this.#writing = this.#noted;
    this.#noted = new Map();
    try {
      const commits: Promise<void>[] = [];
      for (let from = 0; from < changes.length; from += BATCH) {
        const written = commit(changes.slice(from, from + BATCH));
        if (atOnce) commits.push(written);
        else await written;
      }
      await Promise.all(commits);
    } catch (error) {
      for (const [id, at] of this.#writing) if (!this.#noted.has(id)) this.#noted.set(id, at);
      this.#since = since;
      throw error;
    } finally {
      this.#writing = new Map();
    }
  }
}
