import type { DatabaseSync } from "node:sqlite";
import type { MerchantId, SessionId } from "../../../domain/ids.ts";
import {
  extraFromRow,
  SESSION_COLUMNS,
  sessionCountFromRow,
  sessionFromRow,
  sessionIdFromRow,
  SHOWN_COLUMNS,
  shownSessionFromRow,
} from "../../../schema/stored/read/session.ts";
import type { SessionCount, SessionFilter, ShownSession, StoredSession } from "../../store.ts";
import { Query } from "./query.ts";

// Word for word the conditions of the partial indexes: only then are those used.
const OPEN = "session_state IN ('INITIATED', 'IN_PROGRESS')";
const CLOSED = "session_state IN ('COMPLETED', 'ABANDONED')";

/** Newest first of one shop, or merged from the newest of each shop: by index in both cases. */
const LIST = `
  SELECT ${SESSION_COLUMNS} FROM sessions WHERE rowid IN (
    SELECT newest.rowid FROM merchants AS m JOIN sessions AS newest ON newest.rowid IN (
      SELECT rowid FROM sessions
      WHERE merchant_id = m.id AND (?2 IS NULL OR session_state = ?2)
        AND (?4 IS NULL OR payment_state = ?4)
      ORDER BY created_at DESC, rowid DESC LIMIT ?3
    )
    WHERE ?1 IS NULL OR m.id = ?1
  )
  ORDER BY created_at DESC, rowid DESC LIMIT ?3`;

/** The same of one verified phone number. */
const LIST_BY_PHONE = `
  SELECT ${SESSION_COLUMNS} FROM sessions
  WHERE customer_phone = ?5
    AND (?1 IS NULL OR merchant_id = ?1) AND (?2 IS NULL OR session_state = ?2)
    AND (?4 IS NULL OR payment_state = ?4)
  ORDER BY created_at DESC, rowid DESC LIMIT ?3`;

const COUNTS = `
  SELECT merchant_id, session_state, payment_state, count FROM session_counts
  WHERE count > 0 AND (?1 IS NULL OR merchant_id = ?1)
  ORDER BY merchant_id, session_state, payment_state`;

const OLD = `
  SELECT id FROM (
    SELECT * FROM (SELECT id, last_active_at FROM sessions
      WHERE ${OPEN} AND last_active_at < ?1 ORDER BY last_active_at LIMIT ?2)
    UNION ALL
    SELECT * FROM (SELECT id, last_active_at FROM sessions
      WHERE ${CLOSED} AND last_active_at < ?1 ORDER BY last_active_at LIMIT ?2)
  )
  ORDER BY last_active_at LIMIT ?2`;

/** Reads checkout sessions; each method as the port describes it. */
export class SessionReads {
  readonly #session: Query<StoredSession>;
  readonly #shown: Query<ShownSession>;
  readonly #extra: Query<string>;
  readonly #list: Query<StoredSession>;
  readonly #listByPhone: Query<StoredSession>;
  readonly #counts: Query<SessionCount>;
  readonly #idle: Query<StoredSession>;
  readonly #overdue: Query<StoredSession>;
  readonly #old: Query<SessionId>;

  constructor(db: DatabaseSync) {
    this.#session = new Query(
      db,
      `SELECT ${SESSION_COLUMNS} FROM sessions WHERE id = ?`,
      sessionFromRow,
    );
    this.#shown = new Query(
      db,
      `SELECT ${SHOWN_COLUMNS} FROM sessions WHERE id = ?`,
      shownSessionFromRow,
    );
    this.#extra = new Query(
      db,
      "SELECT id, extra FROM sessions WHERE id = ?",
      extraFromRow,
    );
    this.#list = new Query(db, LIST, sessionFromRow);
    this.#listByPhone = new Query(db, LIST_BY_PHONE, sessionFromRow);
    this.#counts = new Query(db, COUNTS, sessionCountFromRow);
    this.#idle = new Query(
      db,
      `SELECT ${SESSION_COLUMNS} FROM sessions
       WHERE ${OPEN} AND last_active_at <= ? ORDER BY last_active_at LIMIT ?`,
      sessionFromRow,
    );
    this.#overdue = new Query(
      db,
      `SELECT ${SESSION_COLUMNS} FROM sessions
       WHERE held_since IS NOT NULL AND held_since <= ? ORDER BY held_since LIMIT ?`,
      sessionFromRow,
    );
    this.#old = new Query(db, OLD, sessionIdFromRow);
  }

  session(id: SessionId): StoredSession | null {
    return this.#session.one(id);
  }

  shownSession(id: SessionId): ShownSession | null {
    return this.#shown.one(id);
  }

  sessionExtra(id: SessionId): string | null {
    return this.#extra.one(id);
  }

  sessions({ merchantId, state, payment, phone, limit }: SessionFilter): StoredSession[] {
    const parameters = [merchantId ?? null, state ?? null, limit, payment ?? null];
    return phone === undefined
      ? this.#list.all(...parameters)
      : this.#listByPhone.all(...parameters, phone);
  }

  sessionCounts(merchantId?: MerchantId): SessionCount[] {
    return this.#counts.all(merchantId ?? null);
  }

  idleSessions(lastActiveUntil: number, limit: number): StoredSession[] {
    return this.#idle.all(lastActiveUntil, limit);
  }

  overduePayments(startedUntil: number, limit: number): StoredSession[] {
    return this.#overdue.all(startedUntil, limit);
  }

  oldSessions(lastActiveBefore: number, limit: number): SessionId[] {
    return this.#old.all(lastActiveBefore, limit);
  }
}
