import type { SessionId } from "../../domain/ids.ts";
import type { MaybePromise, SessionHead } from "../../domain/session/stored.ts";
import type { Freshness } from "./freshness.ts";

/** Bytes that the sessions at hand may take together: those of 1000 ordinary carts. */
const MAX_SIZE = 5 * 1024 * 1024;

/** Sessions of which it is remembered that they were read once. */
const MAX_READ_ONCE = 10_000;

/** Size of an entry besides its text. */
const ENTRY_SIZE = 512;

const BEYOND_LATIN_1 = /[^\0-\xff]/;

/** A session as whoever reads it gets it. */
export interface ReadSession extends SessionHead {
  /** As it is shown; whoever shows it knows the form. */
  readonly view: string;
}

interface Entry {
  readonly size: number;
  readonly stored: ReadSession;
  lastActiveAt: number;
}

/**
 * Sessions that were read lately: a checkout page polls the same one again and again.
 * This process drops a session when it changes it; what another process does moves the
 * epoch, and everything is dropped.
 */
export class SessionCache {
  readonly #entries = new Map<SessionId, Entry>();
  /** Read once lately and not kept. */
  readonly #readOnce = new Set<SessionId>();
  #size = 0;
  /** Counts drops: what was read across one may be of before it. */
  #drops = 0;

  constructor(freshness: Freshness) {
    freshness.onStale(() => this.#clear());
  }

  /** The session, if it is at hand. The caller has looked at the freshness. */
  get(id: SessionId): ReadSession | undefined {
    return this.#entries.get(id)?.stored;
  }

  /** When a session that is at hand was last active. */
  lastActiveAt(id: SessionId): number {
    return this.#entries.get(id)?.lastActiveAt ?? 0;
  }

  /** Notes activity on a session that may be at hand. */
  touch(id: SessionId, at: number): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) entry.lastActiveAt = at;
  }

  /**
   * Reads a session. It is kept from the second time on, unless something was dropped
   * meanwhile: to keep what is read only once would cost more than it saves.
   */
  async read(id: SessionId, load: () => MaybePromise<ReadSession>): Promise<ReadSession> {
    const drops = this.#drops;
    const stored = await load();
    if (drops === this.#drops && this.#isReadAgain(id)) this.#keep(id, stored);
    return stored;
  }

  #keep(id: SessionId, stored: ReadSession): void {
    // Another read may have been faster.
    this.#remove(id);
    const size = sizeOf(stored);
    this.#entries.set(id, { size, stored, lastActiveAt: stored.lastActiveAt });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= MAX_SIZE) break;
      this.#remove(oldest);
    }
  }

  /** Drops a session that is about to be changed, or was. */
  drop(id: SessionId): void {
    this.#drops += 1;
    this.#remove(id);
  }

  #isReadAgain(id: SessionId): boolean {
    if (this.#readOnce.delete(id)) return true;
    if (this.#readOnce.size >= MAX_READ_ONCE) this.#readOnce.clear();
    this.#readOnce.add(id);
    return false;
  }

  #clear(): void {
    this.#drops += 1;
    this.#entries.clear();
    this.#size = 0;
  }

  #remove(id: SessionId): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#size -= entry.size;
    this.#entries.delete(id);
  }
}

/** The engine keeps a text with anything beyond Latin-1 in it, such as a ₹, at two bytes a character. */
function sizeOf({ view }: ReadSession): number {
  return ENTRY_SIZE + view.length * (BEYOND_LATIN_1.test(view) ? 2 : 1);
}
