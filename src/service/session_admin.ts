import { AppError, shown } from "../domain/errors.ts";
import { type MerchantId, parseSessionId } from "../domain/ids.ts";
import { advance } from "../domain/lifecycle.ts";
import type { CheckoutSession } from "../domain/session.ts";
import type { SessionCount, SessionFilter, StoredSession } from "../store/store.ts";
import { commitOrConflict } from "./commit.ts";
import type { Deps } from "./deps.ts";

/** A session with all that an operator may see of it. */
export interface SessionDetails {
  readonly session: CheckoutSession;
  readonly lastActiveAt: number;
  /** The request it was made from, as it was received. */
  readonly received: string;
}

/** Sessions as the shop's owner looks at them, across all states, expired ones included. */
export class SessionAdmin {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sessions that match, newest first. */
  async list(filter: SessionFilter): Promise<StoredSession[]> {
    return await this.#deps.store.sessions(filter);
  }

  /**
   * One session, whole.
   *
   * @throws {AppError} `error.session-not-found`
   */
  async show(idText: string): Promise<SessionDetails> {
    const stored = await this.#find(idText);
    const received = await this.#deps.store.receivedRequest(stored.id);
    return { session: stored.load(), lastActiveAt: stored.lastActiveAt, received: received ?? "" };
  }

  /**
   * Ends a session as if it had expired.
   *
   * @throws {AppError} `error.session-not-found`; `error.conflict` when it is completed or
   *   abandoned already, or changed in this moment
   */
  async expire(idText: string): Promise<void> {
    const { store, now } = this.#deps;
    const { id, state, version } = await this.#find(idText);
    const ended = advance(state, "expire");
    if (ended === null) {
      throw new AppError("error.conflict", `Session ${id} has ended already: ${state.session}`);
    }
    await commitOrConflict(store, [
      { kind: "session.advance", sessionId: id, expectedVersion: version, state: ended, at: now() },
    ]);
  }

  /** How many sessions there are in which states. */
  async stats(merchantId?: MerchantId): Promise<SessionCount[]> {
    return await this.#deps.store.sessionCounts(merchantId);
  }

  async #find(idText: string): Promise<StoredSession> {
    const id = parseSessionId(idText);
    const stored = id === undefined ? null : await this.#deps.store.session(id);
    if (stored !== null) return stored;
    throw new AppError("error.session-not-found", `No session has this id: ${shown(idText)}`);
  }
}
