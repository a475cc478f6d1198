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
  sessionCountFromRow,
  sessionFromRow,
  sessionIdFromRow,
  shopIdFromRow,
  shownSessionFromRow,
} from "../../../schema/stored/session_row.ts";
import type { IdlePlace, IdleUntil, OverdueUntil, SessionReads } from "../../reads/sessions.ts";
import { BatchedQuery } from "./batched.ts";
import { PgQuery, type Reads } from "./query.ts";
import { PG_LIST, PG_LIST_BY_PHONE, PG_ORDERS } from "./session_lists.ts";
import { PG_OLD, PG_OPEN, PG_ORDERS_TO_ERASE, unused } from "./retention.ts";
import { LAST_ACTIVE, PG_SESSION, PG_SHOWN } from "./session_rows.ts";

/** A number is unique in its shop, so each shop is one search of the index. */
const BY_ORDER_NUMBER = `
  SELECT ${PG_SESSION} FROM merchants AS m JOIN sessions AS s ON s.merchant_id = m.id
  WHERE ($2::text IS NULL OR m.id = $2) AND s.order_number = $1 LIMIT 2`;

const COUNTS = `
  SELECT merchant_id, session_state, payment_state, sum(count)::bigint AS count FROM (
    SELECT merchant_id, session_state, payment_state, count FROM session_counts
    UNION ALL
    SELECT merchant_id, session_state, payment_state, delta FROM session_count_deltas
  ) AS counts
  WHERE $1::text IS NULL OR merchant_id = $1
  GROUP BY merchant_id, session_state, payment_state HAVING sum(count) > 0
  ORDER BY merchant_id, session_state, payment_state`;

const IDLE = unused(`${PG_OPEN} AND (s.due_at IS NULL OR s.due_at <= $3)`, "<= $2", {
  columns: PG_SESSION,
});

/** A manual payment is overdue at its own time, any other a time after its start. */
const OVERDUE = `
  SELECT ${PG_SESSION} FROM sessions AS s WHERE s.id IN (
    (SELECT id FROM sessions WHERE held_since IS NOT NULL AND held_since <= $1
     ORDER BY held_since LIMIT $3)
    UNION ALL
    (SELECT id FROM sessions WHERE due_at IS NOT NULL AND due_at <= $2 ORDER BY due_at LIMIT $3)
  )
  ORDER BY coalesce(s.due_at, s.held_since) LIMIT $3`;

/** All that wait are put in order by their last use: they are reported soon, or used. */
const AWAITING_IDLE = `
  SELECT ${PG_SESSION} FROM sessions AS s
  WHERE s.merchant_id = $1 AND s.awaits_idle = 1 AND s.last_active_at <= $2
    AND ${LAST_ACTIVE} <= $2 AND (${LAST_ACTIVE}, s.id) > ($3, $4)
  ORDER BY ${LAST_ACTIVE}, s.id LIMIT $5`;

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
  WHERE u.session_id = $1 ORDER BY c.code_key`;

const STOCK = `
  SELECT session_id, variant_id::text AS variant_id, units
  FROM stock_holds AS h WHERE session_id = $1 ORDER BY merchant_id, h.variant_id`;

/** Reads checkout sessions, their events and their holds. */
export class PostgresSessions implements SessionReads {
  readonly #byId: BatchedQuery<StoredSession>;
  readonly #byOrderNumber: PgQuery<StoredSession>;
  readonly #shown: BatchedQuery<ShownSession>;
  readonly #extra: PgQuery<string>;
  readonly #list: PgQuery<StoredSession>;
  readonly #listOfAll: PgQuery<StoredSession>;
  readonly #listByPhone: PgQuery<StoredSession>;
  readonly #orders: PgQuery<StoredSession>;
  readonly #ordersOfAll: PgQuery<StoredSession>;
  readonly #counts: PgQuery<SessionCount>;
  readonly #idle: PgQuery<StoredSession>;
  readonly #shopsAwaitingIdle: PgQuery<MerchantId>;
  readonly #awaitingIdle: PgQuery<StoredSession>;
  readonly #overdue: PgQuery<StoredSession>;
  readonly #old: PgQuery<SessionId>;
  readonly #ordersToErase: PgQuery<StoredSession>;
  readonly #usedCodes: PgQuery<string>;
  readonly #stock: PgQuery<SessionHolds["stock"][number]>;
  readonly #events: PgQuery<CheckoutEvent>;

  constructor(reads: Reads) {
    const byIds = (columns: string) => `SELECT ${columns} FROM sessions AS s WHERE s.id = ANY ($1)`;
    this.#byId = new BatchedQuery(reads, { sql: byIds(PG_SESSION), read: sessionFromRow });
    this.#shown = new BatchedQuery(reads, { sql: byIds(PG_SHOWN), read: shownSessionFromRow });
    this.#byOrderNumber = new PgQuery(reads, BY_ORDER_NUMBER, sessionFromRow);
    this.#extra = new PgQuery(reads, "SELECT id, extra FROM sessions WHERE id = $1", extraFromRow);
    this.#list = new PgQuery(reads, PG_LIST.ofShop("$8"), sessionFromRow);
    this.#listOfAll = new PgQuery(reads, PG_LIST.ofAll, sessionFromRow);
    this.#orders = new PgQuery(reads, PG_ORDERS.ofShop("$7"), sessionFromRow);
    this.#ordersOfAll = new PgQuery(reads, PG_ORDERS.ofAll, sessionFromRow);
    this.#listByPhone = new PgQuery(reads, PG_LIST_BY_PHONE, sessionFromRow);
    this.#counts = new PgQuery(reads, COUNTS, sessionCountFromRow);
    this.#idle = new PgQuery(reads, IDLE, sessionFromRow);
    this.#shopsAwaitingIdle = new PgQuery(reads, SHOPS_AWAITING_IDLE, shopIdFromRow);
    this.#awaitingIdle = new PgQuery(reads, AWAITING_IDLE, sessionFromRow);
    this.#overdue = new PgQuery(reads, OVERDUE, sessionFromRow);
    this.#old = new PgQuery(reads, PG_OLD, sessionIdFromRow);
    this.#ordersToErase = new PgQuery(reads, PG_ORDERS_TO_ERASE, sessionFromRow);
    this.#usedCodes = new PgQuery(reads, USED_CODES, usedCodeFromRow);
    this.#stock = new PgQuery(reads, STOCK, stockHoldFromRow);
    this.#events = new PgQuery(
      reads,
      "SELECT * FROM events WHERE session_id = $1 ORDER BY seq",
      eventFromRow,
    );
  }

  find(id: SessionId): Promise<StoredSession | null> {
    return this.#byId.one(id);
  }

  byOrderNumber(
    number: OrderNumber,
    merchantId: MerchantId | null,
  ): Promise<StoredSession[]> {
    return this.#byOrderNumber.all(number, merchantId);
  }

  shown(id: SessionId): Promise<ShownSession | null> {
    return this.#shown.one(id);
  }

  extra(id: SessionId): Promise<string | null> {
    return this.#extra.one(id);
  }

  async list(
    filter: SessionFilter,
    page: PageRequest<SessionKey>,
  ): Promise<Page<StoredSession, SessionKey>> {
    const { placed, merchantId, state, phone } = valuesOf(filter, page);
    const values = [...placed, state];
    const found = phone !== null
      ? this.#listByPhone.all(...values, phone, merchantId)
      : merchantId === null
      ? this.#listOfAll.all(...values)
      : this.#list.all(...values, merchantId);
    return pageOf(await found, page.limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  async orders(
    filter: OrderFilter,
    page: PageRequest<SessionKey>,
  ): Promise<Page<StoredSession, SessionKey>> {
    const { placed, merchantId } = valuesOf({ ...NO_SESSION_FILTER, ...filter }, page);
    const found = merchantId === null
      ? this.#ordersOfAll.all(...placed)
      : this.#orders.all(...placed, merchantId);
    return pageOf(await found, page.limit, ({ placedAt, id }) => ({ at: placedAt ?? 0, id }));
  }

  counts(merchantId: MerchantId | null): Promise<SessionCount[]> {
    return this.#counts.all(merchantId);
  }

  idle({ lastActiveUntil, dueUntil }: IdleUntil, limit: number): Promise<StoredSession[]> {
    return this.#idle.all(limit, lastActiveUntil, dueUntil);
  }

  shopsAwaitingIdle(): Promise<MerchantId[]> {
    return this.#shopsAwaitingIdle.all();
  }

  awaitingIdle(
    merchantId: MerchantId,
    lastActiveUntil: number,
    { after, limit }: { readonly after: IdlePlace | null; readonly limit: number },
  ): Promise<StoredSession[]> {
    const { lastActiveAt, id } = after ?? { lastActiveAt: 0, id: "" };
    return this.#awaitingIdle.all(merchantId, lastActiveUntil, lastActiveAt, id, limit);
  }

  overdue({ startedUntil, dueUntil }: OverdueUntil, limit: number): Promise<StoredSession[]> {
    return this.#overdue.all(startedUntil, dueUntil, limit);
  }

  old(lastActiveBefore: number, limit: number): Promise<SessionId[]> {
    return this.#old.all(limit, lastActiveBefore);
  }

  ordersToErase(
    placedBefore: number,
    { after, limit }: { readonly after: SessionKey | null; readonly limit: number },
  ): Promise<StoredSession[]> {
    return this.#ordersToErase.all(placedBefore, after?.at ?? 0, after?.id ?? "", limit);
  }

  async holds(id: SessionId): Promise<SessionHolds> {
    const [coupons, stock] = await Promise.all([this.#usedCodes.all(id), this.#stock.all(id)]);
    return { coupons, stock };
  }

  events(id: SessionId): Promise<CheckoutEvent[]> {
    return this.#events.all(id);
  }
}

/**
 * What a filter gives to the queries of lists; `placed` is of orders too: the key, one row more than
 * the limit, the start of the span, the mode and the payment.
 */
function valuesOf(
  { merchantId, payment, livemode, since, until: end, state, phone, ...rest }: SessionFilter,
  { limit, after }: PageRequest<SessionKey>,
):
  & Pick<SessionFilter, "merchantId" | "state" | "phone">
  & { readonly placed: (string | number | null)[] } {
  nothingLeft(rest);
  const until = end ?? Number.MAX_SAFE_INTEGER;
  // The end of the span is a key before which everything is older.
  const { at, id } = after !== undefined && after.at < until ? after : { at: until, id: "" };
  const placed = [at, id, limit + 1, since ?? 0, Number(livemode), payment];
  return { placed, merchantId, state, phone };
}
