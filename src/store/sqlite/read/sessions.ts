import type { CheckoutEvent } from "../../../domain/events.ts";
import {
  NO_SESSION_FILTER,
  nothingLeft,
  type OrderFilter,
  type SessionFilter,
} from "../../../domain/filters.ts";
import type { MerchantId, OrderNumber, SessionId } from "../../../domain/ids.ts";
import type {
  SessionCount,
  SessionHolds,
  SessionKey,
  ShownSession,
  StoredSession,
} from "../../../domain/session/stored.ts";
import { type Page, pageOf, type PageRequest } from "../../../domain/values/page.ts";
import { eventFromRow } from "../../../schema/stored/event.ts";
import { stockHoldFromRow, usedCodeFromRow } from "../../../schema/stored/session_holds.ts";
import {
  extraFromRow,
  SESSION_COLUMNS,
  sessionCountFromRow,
  sessionFromRow,
  sessionIdFromRow,
  shopIdFromRow,
  SHOWN_COLUMNS,
  shownSessionFromRow,
} from "../../../schema/stored/session_row.ts";
import type { IdlePlace, IdleUntil, OverdueUntil, SessionReads } from "../../reads/sessions.ts";
import { type Connection, Query } from "./query.ts";
import { OLD, OPEN, ORDERS_TO_ERASE } from "./retention.ts";
import { LIST, LIST_BY_PHONE, ORDERS } from "./session_lists.ts";

/** A number is unique in its shop, so each shop is one search of the index. */
const BY_ORDER_NUMBER = `
  SELECT ${SESSION_COLUMNS} FROM sessions WHERE rowid IN (
    SELECT s.rowid FROM merchants AS m CROSS JOIN sessions AS s
    WHERE (?2 IS NULL OR m.id = ?2) AND s.merchant_id = m.id AND s.order_number = ?1 LIMIT 2
  )`;

const COUNTS = `
  SELECT merchant_id, session_state, payment_state, count FROM session_counts
  WHERE count > 0 AND (?1 IS NULL OR merchant_id = ?1)
  ORDER BY merchant_id, session_state, payment_state`;

/** A manual payment is overdue at its own time, any other a time after its start. */
const OVERDUE = `
  SELECT ${SESSION_COLUMNS} FROM sessions WHERE rowid IN (
    SELECT * FROM (SELECT rowid FROM sessions
      WHERE held_since IS NOT NULL AND held_since <= ?1 ORDER BY held_since LIMIT ?3)
    UNION ALL
    SELECT * FROM (SELECT rowid FROM sessions
      WHERE due_at IS NOT NULL AND due_at <= ?2 ORDER BY due_at LIMIT ?3)
  )
  ORDER BY coalesce(due_at, held_since) LIMIT ?3`;

const AWAITING_IDLE = `
  SELECT ${SESSION_COLUMNS} FROM sessions
  WHERE merchant_id = ?1 AND awaits_idle = 1 AND last_active_at <= ?2
    AND (last_active_at, id) > (?3, ?4)
  ORDER BY last_active_at, id LIMIT ?5`;

/** One search of the index for each shop in it. */
const SHOPS_AWAITING_IDLE = `
  WITH RECURSIVE m (merchant_id) AS (
    SELECT min(merchant_id) FROM sessions WHERE awaits_idle = 1
    UNION ALL
    SELECT (SELECT min(s.merchant_id) FROM sessions AS s
      WHERE s.awaits_idle = 1 AND s.merchant_id > m.merchant_id)
    FROM m WHERE m.merchant_id IS NOT NULL
  )
  SELECT merchant_id FROM m WHERE merchant_id IS NOT NULL`;

const USED_CODES = `
  SELECT u.session_id, c.code FROM coupon_uses AS u JOIN coupons AS c ON c.id = u.coupon_id
  WHERE u.session_id = ? ORDER BY c.code_key`;

const STOCK = `
  SELECT session_id, CAST(variant_id AS TEXT) AS variant_id, units
  FROM stock_holds AS h WHERE session_id = ? ORDER BY merchant_id, h.variant_id`;

/** Reads checkout sessions, their events and their holds. */
export class SqliteSessions implements SessionReads {
  readonly #byId: Query<StoredSession>;
  readonly #byOrderNumber: Query<StoredSession>;
  readonly #shown: Query<ShownSession>;
  readonly #extra: Query<string>;
  readonly #list: Query<StoredSession>;
  readonly #listOfAll: Query<StoredSession>;
  readonly #listByPhone: Query<StoredSession>;
  readonly #orders: Query<StoredSession>;
  readonly #ordersOfAll: Query<StoredSession>;
  readonly #counts: Query<SessionCount>;
  readonly #idle: Query<StoredSession>;
  readonly #shopsAwaitingIdle: Query<MerchantId>;
  readonly #awaitingIdle: Query<StoredSession>;
  readonly #overdue: Query<StoredSession>;
  readonly #old: Query<SessionId>;
  readonly #ordersToErase: Query<StoredSession>;
  readonly #usedCodes: Query<string>;
  readonly #stock: Query<SessionHolds["stock"][number]>;
  readonly #events: Query<CheckoutEvent>;

  constructor(db: Connection) {
    this.#byId = new Query(
      db,
      `SELECT ${SESSION_COLUMNS} FROM sessions WHERE id = ?`,
      sessionFromRow,
    );
    this.#byOrderNumber = new Query(db, BY_ORDER_NUMBER, sessionFromRow);
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
    this.#list = new Query(db, LIST.ofShop, sessionFromRow);
    this.#listOfAll = new Query(db, LIST.ofAll, sessionFromRow);
    this.#orders = new Query(db, ORDERS.ofShop, sessionFromRow);
    this.#ordersOfAll = new Query(db, ORDERS.ofAll, sessionFromRow);
    this.#listByPhone = new Query(db, LIST_BY_PHONE, sessionFromRow);
    this.#counts = new Query(db, COUNTS, sessionCountFromRow);
    this.#idle = new Query(
      db,
      `SELECT ${SESSION_COLUMNS} FROM sessions
       WHERE ${OPEN} AND last_active_at <= ?1 AND (due_at IS NULL OR due_at <= ?2)
       ORDER BY last_active_at LIMIT ?3`,
      sessionFromRow,
    );
    this.#shopsAwaitingIdle = new Query(db, SHOPS_AWAITING_IDLE, shopIdFromRow);
    this.#awaitingIdle = new Query(db, AWAITING_IDLE, sessionFromRow);
    this.#overdue = new Query(db, OVERDUE, sessionFromRow);
    this.#old = new Query(db, OLD, sessionIdFromRow);
    this.#ordersToErase = new Query(db, ORDERS_TO_ERASE, sessionFromRow);
    this.#usedCodes = new Query(db, USED_CODES, usedCodeFromRow);
    this.#stock = new Query(db, STOCK, stockHoldFromRow);
    this.#events = new Query(
      db,
      "SELECT * FROM events WHERE session_id = ? ORDER BY seq",
      eventFromRow,
    );
  }

  find(id: SessionId): StoredSession | null {
    return this.#byId.one(id);
  }

  byOrderNumber(number: OrderNumber, merchantId: MerchantId | null): StoredSession[] {
    return this.#byOrderNumber.all(number, merchantId);
  }

  shown(id: SessionId): ShownSession | null {
    return this.#shown.one(id);
  }

  extra(id: SessionId): string | null {
    return this.#extra.one(id);
  }

  list(filter: SessionFilter, page: PageRequest<SessionKey>): Page<StoredSession, SessionKey> {
    const { placed, state, phone } = parametersOf(filter, page);
    const parameters = [...placed, state];
    const found = phone !== null
      ? this.#listByPhone.all(...parameters, phone)
      : (filter.merchantId === null ? this.#listOfAll : this.#list).all(...parameters);
    return pageOf(found, page.limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  orders(filter: OrderFilter, page: PageRequest<SessionKey>): Page<StoredSession, SessionKey> {
    const query = filter.merchantId === null ? this.#ordersOfAll : this.#orders;
    const { placed } = parametersOf({ ...NO_SESSION_FILTER, ...filter }, page);
    const found = query.all(...placed);
    return pageOf(found, page.limit, ({ placedAt, id }) => ({ at: placedAt ?? 0, id }));
  }

  counts(merchantId: MerchantId | null): SessionCount[] {
    return this.#counts.all(merchantId);
  }

  idle({ lastActiveUntil, dueUntil }: IdleUntil, limit: number): StoredSession[] {
    return this.#idle.all(lastActiveUntil, dueUntil, limit);
  }

  shopsAwaitingIdle(): MerchantId[] {
    return this.#shopsAwaitingIdle.all();
  }

  awaitingIdle(
    merchantId: MerchantId,
    lastActiveUntil: number,
    { after, limit }: { readonly after: IdlePlace | null; readonly limit: number },
  ): StoredSession[] {
    const { lastActiveAt, id } = after ?? { lastActiveAt: 0, id: "" };
    return this.#awaitingIdle.all(merchantId, lastActiveUntil, lastActiveAt, id, limit);
  }

  overdue({ startedUntil, dueUntil }: OverdueUntil, limit: number): StoredSession[] {
    return this.#overdue.all(startedUntil, dueUntil, limit);
  }

  old(lastActiveBefore: number, limit: number): SessionId[] {
    return this.#old.all(lastActiveBefore, limit);
  }

  ordersToErase(
    placedBefore: number,
    { after, limit }: { readonly after: SessionKey | null; readonly limit: number },
  ): StoredSession[] {
    return this.#ordersToErase.all(placedBefore, after?.at ?? 0, after?.id ?? "", limit);
  }

  holds(id: SessionId): SessionHolds {
    return { coupons: this.#usedCodes.all(id), stock: this.#stock.all(id) };
  }

  events(id: SessionId): CheckoutEvent[] {
    return this.#events.all(id);
  }
}

/**
 * What a filter gives to the queries of lists; `placed` is of orders too: the shop, the key, one row
 * more than the limit, the start of the span, the mode and the payment.
 */
function parametersOf(
  { merchantId, payment, livemode, since, until: end, state, phone, ...rest }: SessionFilter,
  { limit, after }: PageRequest<SessionKey>,
): Pick<SessionFilter, "state" | "phone"> & { readonly placed: (string | number | null)[] } {
  nothingLeft(rest);
  const until = end ?? Number.MAX_SAFE_INTEGER;
  // The end of the span is a key before which everything is older.
  const { at, id } = after !== undefined && after.at < until ? after : { at: until, id: "" };
  const placed = [merchantId, at, id, limit + 1, since ?? 0, Number(livemode), payment];
  return { placed, state, phone };
}
