import type { Change } from "../../domain/changes.ts";
import type { SessionId } from "../../domain/ids.ts";
import { hasOpenPayment, isOwnSession, withoutPerson } from "../../domain/session/erasure.ts";
import { CommitRefused, type Store } from "../../store/store.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { SessionViews } from "../deps.ts";

/** Writes changes, all or none. */
export type Commit = (changes: readonly Change[]) => Promise<void>;

/** Dependencies of {@link eraseSession}. */
export interface EraseSessionDeps {
  readonly store: Pick<Store, "sessions">;
  readonly commit: Commit;
  readonly now: () => number;
  /** True if the running servers must be told (default: this server drops the session itself). */
  readonly byOperator?: boolean;
  /** Default: sessions are stored without a view. */
  readonly views?: SessionViews;
}

/**
 * Removes personal data from a session and from what belongs to it.
 *
 * @param phone E.164; null for the person of an order, whoever it is. An order whose payment is open
 *   then stays as it is
 * @returns false if nothing was removed
 */
export async function eraseSession(
  id: SessionId,
  phone: string | null,
  { store, commit, now, views, byOperator = false }: EraseSessionDeps,
): Promise<boolean> {
  for (let attempt = 1;; attempt++) {
    const stored = await store.sessions.find(id);
    if (stored === null) return false;
    const before = stored.load();
    if (phone === null && hasOpenPayment(before)) return false;
    const session = withoutPerson(before, phone);
    try {
      await commit([
        {
          kind: "session.erase",
          sessionId: id,
          merchantId: session.merchantId,
          phone: phone === null || isOwnSession(before, phone) ? null : phone,
          at: now(),
          withReference: session.reference !== before.reference,
          withReason: session.order?.cancellation?.reason !== before.order?.cancellation?.reason,
        },
        {
          kind: "session.put",
          session,
          view: stored.expired ? null : views?.make(session) ?? null,
          expectedVersion: before.version,
          expired: stored.expired,
          byOperator,
          at: stored.lastActiveAt,
        },
      ]);
      return true;
    } catch (error) {
      // A concurrent step changed the session.
      if (!(error instanceof CommitRefused) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
