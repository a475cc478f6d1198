import type { SessionId } from "../../domain/ids.ts";
import type { MaybePromise, SessionHead } from "../../domain/session/stored.ts";
import type { Freshness } from "./freshness.ts";
import { SizedMap, sizeOfText } from "./sized_map.ts";

/** Cache budget in bytes: 1000 ordinary carts. */
const MAX_SIZE = 5 * 1024 * 1024;

/** Limit of the ids of sessions that were read once. */
const MAX_READ_ONCE = 10_000;

/** Size of an entry without its text, in bytes. */
const ENTRY_SIZE = 512;

/** A session for a reader. */
export interface ReadSession extends SessionHead {
  /** The session as shown to clients; the views know its form. */
  readonly view: string;
}

/**
 * Cache of recently read sessions: a checkout page polls the same session again and again. A change
 * by this process removes its session (a step, its expiry, its retention); an administrative change
 * by another process changes the epoch, which removes the sessions of its shop. Where other servers take steps too,
 * nothing is cached.
 */
export class SessionCache {
  readonly #freshness: Freshness;
  readonly #isOn: boolean;
  readonly #entries = new SizedMap<SessionId, ReadSession>(MAX_SIZE);
  /** Sessions that were read once and are not cached. */
  readonly #readOnce = new Set<SessionId>();
  /** Number of removals: a read that was running during one may be outdated. */
  #drops = 0;

  /** @param isAlone true if no other server changes sessions */
  constructor(freshness: Freshness, isAlone: boolean) {
    this.#freshness = freshness;
    this.#isOn = isAlone;
    freshness.onStale((isStale) => {
      this.#drops += 1;
      this.#entries.deleteIf(({ merchantId }) => isStale(merchantId));
    });
  }

  /** The session, if it is cached and the cache is fresh. */
  recall(id: SessionId): ReadSession | undefined {
    return this.#freshness.isFresh() ? this.#entries.get(id) : undefined;
  }

  /** The session, if it is cached; checks the freshness. */
  async find(id: SessionId): Promise<ReadSession | undefined> {
    if (!this.#isOn) return undefined;
    await this.#freshness.renew();
    return this.#entries.get(id);
  }

  /**
   * Reads a session, and caches it from the second read on, unless a removal happened meanwhile.
   * Caching every session would cost more than it saves.
   */
  async read(id: SessionId, load: () => MaybePromise<ReadSession>): Promise<ReadSession> {
    const drops = this.#drops;
    const stored = await load();
    if (drops === this.#drops && this.#isReadAgain(id)) {
      this.#entries.put(id, stored, ENTRY_SIZE + sizeOfText(stored.view));
    }
    return stored;
  }

  /** Removes a session that has changed or will change. */
  drop(id: SessionId): void {
    this.#drops += 1;
    this.#entries.delete(id);
  }

  #isReadAgain(id: SessionId): boolean {
    if (!this.#isOn) return false;
    if (this.#readOnce.delete(id)) return true;
    if (this.#readOnce.size >= MAX_READ_ONCE) this.#readOnce.clear();
    this.#readOnce.add(id);
    return false;
  }
}
