import { type Caller, isOtherMode, reaches } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { parseSessionId, type SessionId } from "../../domain/ids.ts";
import { canExpire } from "../../domain/session/lifecycle.ts";
import { isExpired } from "../../domain/session/session.ts";
import {
  endOf,
  type FoundSession,
  type MaybePromise,
  type SessionHead,
  type ShownSession,
  type StoredSession,
} from "../../domain/session/stored.ts";
import type { Deps, SessionViews } from "../deps.ts";
import type { ActivityNotes } from "./activity.ts";
import type { DecodedSessions } from "./decoded_sessions.ts";
import type { ReadSession, SessionCache } from "./session_cache.ts";

/** Dependencies of {@link SessionFinder}. */
export interface FinderDeps extends Pick<Deps, "store" | "now" | "sessionTtlMs" | "views"> {
  readonly activity: Pick<ActivityNotes, "touchSession" | "lastActiveAt" | "coarseMs">;
  readonly cache: SessionCache;
  readonly decoded: Pick<DecodedSessions, "find" | "drop">;
}

/** A caller's request for a session. */
interface SessionLookup {
  readonly caller: Caller;
  readonly idText: string;
  /** True to find expired sessions too. */
  readonly evenEnded: boolean;
}

/** Finds sessions for callers that may see them. */
export class SessionFinder {
  readonly #deps: FinderDeps;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
  }

  /**
   * Finds a session for reading; a fresh cache answers without a promise. Otherwise as
   * {@link findForUpdate}.
   */
  findForRead(caller: Caller, idText: string): MaybePromise<ReadSession> {
    const id = parseSessionId(idText);
    if (id === undefined) throw notFound(idText);
    const asked = { caller, idText, evenEnded: false };
    const cached = this.#deps.cache.recall(id);
    return cached === undefined ? this.#findShown(id, asked) : this.#requireOwned(cached, asked);
  }

  async #findShown(id: SessionId, asked: SessionLookup): Promise<ReadSession> {
    const { cache } = this.#deps;
    const cached = await cache.find(id);
    if (cached !== undefined) return this.#requireOwned(cached, asked);
    return await cache.read(id, () => this.#readShown(id, asked));
  }

  /**
   * Reads a session with its view, and makes a view that is missing or of an older form. Nothing is
   * made for callers that may not see the session: an ended session has no stored view.
   */
  async #readShown(id: SessionId, asked: SessionLookup): Promise<ReadSession> {
    const { store: { sessions }, views } = this.#deps;
    const shown = this.#requireOwned(await sessions.shown(id), asked);
    if (hasView(shown, views)) return shown;
    return made(this.#requireOwned(await sessions.find(id), asked), views);
  }

  /** Begins to read the session for {@link findForUpdate}, by the id that a caller sent. */
  begin(idText: string): MaybePromise<FoundSession | null> {
    const id = parseSessionId(idText);
    if (id === undefined) return null;
    const { store: { sessions }, decoded } = this.#deps;
    const kept = decoded.find(id);
    if (kept === undefined) return sessions.find(id);
    const { session, isCurrent } = kept;
    if (isCurrent) return session;
    const found = (head: SessionHead | null) =>
      head?.version === session.version ? { ...head, load: session.load } : sessions.find(id);
    const head = sessions.head(id);
    return head instanceof Promise ? head.then(found) : found(head);
  }

  /**
   * Finds a session by the id that a caller sent. Unknown, malformed, another merchant's and
   * expired ids get the same answer.
   *
   * @param options `evenEnded` finds expired sessions too: the result of a payment is always
   *   accepted; `begun` is a read that {@link begin} began
   * @throws {AppError} `error.session-not-found`
   */
  async findForUpdate(
    caller: Caller,
    idText: string,
    { evenEnded = false, begun = this.begin(idText) }: {
      readonly evenEnded?: boolean | undefined;
      readonly begun?: MaybePromise<FoundSession | null>;
    } = {},
  ): Promise<FoundSession> {
    return this.#requireOwned(await begun, { caller, idText, evenEnded });
  }

  #requireOwned<Session extends SessionHead>(
    stored: Session | null,
    { caller, idText, evenEnded }: SessionLookup,
  ): Session {
    if (stored === null || !reaches(caller, stored) || (!evenEnded && this.hasEnded(stored))) {
      throw notFound(idText, stored !== null && isOtherMode(caller, stored) ? caller : undefined);
    }
    return stored;
  }

  /**
   * Removes a session from the caches: this server has changed it other than by a step, or another
   * process has changed it.
   */
  forget(id: SessionId): void {
    this.#deps.cache.drop(id);
    this.#deps.decoded.drop(id);
  }

  /** Notes a successful call on a session; await a promise before the answer. */
  touch(stored: SessionHead): MaybePromise<void> {
    const { activity, now } = this.#deps;
    return activity.touchSession(stored, now());
  }

  /** True if a use of a session now need not be written with a change, but can be noted. */
  isRecent({ lastActiveAt, expired }: SessionHead): boolean {
    const age = this.#deps.now() - lastActiveAt;
    return !expired && age >= 0 && age < this.#deps.activity.coarseMs;
  }

  /**
   * Time at which a session expires if there is no further call; null for one that does not expire.
   * Counts from now, because the current call is activity.
   */
  expiresAt({ state, dueAt }: Pick<SessionHead, "state" | "dueAt">): number | null {
    const lastActiveAt = this.#deps.now();
    return endOf({ state, dueAt, lastActiveAt }, this.#deps.sessionTtlMs);
  }

  /** True if a session has ended by inactivity, by the clock, swept or not. */
  hasEnded(stored: SessionHead): boolean {
    if (stored.expired) return true;
    // An abandoned session can be read for as long as any other that is not completed.
    if (!canExpire(stored.state) && stored.state.session !== "ABANDONED") return false;
    return this.isIdle(stored);
  }

  /** True if the last activity is longer ago than a session lives, and no manual payment awaited. */
  isIdle(stored: SessionHead): boolean {
    if (stored.dueAt !== null && this.#deps.now() < stored.dueAt) return false;
    return this.isInactive(stored, this.#deps.sessionTtlMs);
  }

  /** True if the last activity, stored or not, is at least a time ago. */
  isInactive(stored: SessionHead, ttlMs: number): boolean {
    const { activity, now } = this.#deps;
    const lastActiveAt = activity.lastActiveAt(stored.id, stored.lastActiveAt);
    return isExpired(lastActiveAt, { now: now(), ttlMs });
  }
}

/** @param otherMode the caller, if its own shop has such a session in the other mode */
function notFound(idText: string, otherMode?: Caller): AppError {
  const where = otherMode === undefined
    ? ""
    : otherMode.livemode
    ? " (it is a test session: use a test key)"
    : " (it is a live session: use a live key)";
  return new AppError(
    "error.session-not-found",
    `No session has this id${where}: ${shown(idText)}`,
  );
}

function hasView(shown: ShownSession, views: SessionViews): shown is ReadSession {
  return views.isCurrent(shown.view);
}

function made(stored: StoredSession, views: SessionViews): ReadSession {
  const { id, merchantId, livemode, version, state, lastActiveAt, dueAt, expired } = stored;
  const view = views.make(stored.load());
  return { id, merchantId, livemode, version, state, lastActiveAt, dueAt, expired, view };
}
