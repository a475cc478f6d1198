import type { Change } from "../domain/changes.ts";
import type { KeyId, SessionId } from "../domain/ids.ts";
import type { Store } from "../store/store.ts";

/**
 * When sessions and keys were last used. A read counts as activity, and a read must
 * not cost a write: moments are kept here and written together now and then.
 */
export class Activity {
  readonly #store: Pick<Store, "commit">;
  #sessions = new Map<SessionId, number>();
  #keys = new Map<KeyId, number>();
  /** What a flush under way is writing; still the latest word until it is on disk. */
  #flushing: ReadonlyMap<SessionId, number> = new Map();

  constructor(store: Pick<Store, "commit">) {
    this.#store = store;
  }

  /** Notes a call on a session. */
  touchSession(id: SessionId, at: number): void {
    this.#sessions.set(id, at);
  }

  /** Notes the use of a key. */
  touchKey(id: KeyId, at: number): void {
    this.#keys.set(id, at);
  }

  /** When a session was last active: what is stored, or what is not written yet. */
  lastActiveAt(id: SessionId, storedAt: number): number {
    return Math.max(storedAt, this.#sessions.get(id) ?? 0, this.#flushing.get(id) ?? 0);
  }

  /** Writes what was noted since the last time. What cannot be written is kept for the next. */
  async flush(): Promise<void> {
    const [sessions, keys] = [this.#sessions, this.#keys];
    if (sessions.size === 0 && keys.size === 0) return;
    this.#sessions = new Map();
    this.#keys = new Map();
    this.#flushing = sessions;
    const changes: Change[] = [
      ...Array.from(keys, ([keyId, at]) => ({ kind: "key.used", keyId, at } as const)),
      ...Array.from(
        sessions,
        ([sessionId, at]) => ({ kind: "session.touch", sessionId, at } as const),
      ),
    ];
    try {
      await this.#store.commit(changes);
    } catch (error) {
      this.#sessions = new Map([...sessions, ...this.#sessions]);
      this.#keys = new Map([...keys, ...this.#keys]);
      throw error;
    } finally {
      this.#flushing = new Map();
    }
  }
}
