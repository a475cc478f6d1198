import type { SessionId } from "../../domain/ids.ts";
import { heldUntil } from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { FoundSession } from "../../domain/session/stored.ts";
import type { SessionViews } from "../deps.ts";
import type { Freshness } from "./freshness.ts";
import { SizedMap, sizeOfText } from "./sized_map.ts";

/** Budget in bytes: some 1000 ordinary carts. */
const MAX_SIZE = 16 * 1024 * 1024;

/** A session with its view takes about so many bytes for each byte of the view. */
const TIMES_VIEW = 4;

/** A session that this server wrote, and whether the database has been asked since. */
export interface DecodedSession {
  readonly session: FoundSession;
  /** True if no other server can have changed it: the caller need not compare its version. */
  readonly isCurrent: boolean;
}

/**
 * Sessions that took a step at this server, as they are decided on: their next step need not parse
 * them. New ones are not kept, because most take no step, and what is kept costs the collector more
 * than a Create has to spare. A session is kept until its next change, and all of a shop go when an
 * operator changes it: text that another program wrote is always parsed whole. Where other servers take steps
 * too, a session is that of its version only, which the caller compares with the stored one.
 */
export class DecodedSessions {
  readonly #freshness: Pick<Freshness, "onStale" | "isFresh">;
  readonly #views: SessionViews;
  readonly #isAlone: boolean;
  readonly #sessions = new SizedMap<SessionId, FoundSession>(MAX_SIZE);

  /** @param isAlone true if no other server changes sessions */
  constructor(
    freshness: Pick<Freshness, "onStale" | "isFresh">,
    views: SessionViews,
    isAlone: boolean,
  ) {
    this.#freshness = freshness;
    this.#views = views;
    this.#isAlone = isAlone;
    freshness.onStale((isStale) =>
      this.#sessions.deleteIf(({ merchantId }) => isStale(merchantId))
    );
  }

  /** The session as this server wrote it last; undefined if it is not kept. */
  find(id: SessionId): DecodedSession | undefined {
    const session = this.#sessions.get(id);
    return session && { session, isCurrent: this.#isAlone && this.#freshness.isFresh() };
  }

  /**
   * Keeps a session that was committed; one that was abandoned takes no further steps.
   *
   * @param lastActiveAt as it was stored
   */
  keep(session: CheckoutSession, lastActiveAt: number): void {
    const { id, merchantId, livemode, version, state, payment } = session;
    if (state.session === "ABANDONED") return this.drop(id);
    const dueAt = heldUntil(payment);
    const head = { id, merchantId, livemode, version, state, lastActiveAt, dueAt, expired: false };
    const size = TIMES_VIEW * sizeOfText(this.#views.make(session));
    this.#sessions.put(id, { ...head, load: () => session }, size);
  }

  /** Lets go of a session that has changed or may have. */
  drop(id: SessionId): void {
    this.#sessions.delete(id);
  }
}
