import { type OrderNumber, parseMerchantId, parseSessionId } from "../../../../domain/ids.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../../../domain/session/lifecycle.ts";
import type { CheckoutSession } from "../../../../domain/session/session.ts";
import { RowReader } from "../../../../schema/stored/reader.ts";
import { docFromText } from "../../../../schema/stored/session.ts";
import { DocText, orderNumberIn } from "../../../../schema/stored/session_row.ts";

/** A session with the columns that repeat parts of its document. */
export interface SessionRow {
  readonly session: CheckoutSession;
  readonly expired: boolean;
  readonly phone: string | null;
  readonly heldSince: number | null;
  readonly dueAt: number | null;
  readonly placedAt: number | null;
  readonly orderNumber: OrderNumber | null;
  readonly awaitsIdle: boolean;
  readonly idleAt: number | null;
  readonly returned: string | null;
  readonly view: string | null;
  /** Currency of its shop. */
  readonly shopCurrency: string | null;
}

/**
 * Limit of the bytes of a page: a session may have megabytes, and a page of such would not fit into
 * memory.
 */
export const PAGE_BYTES = 8 * 1024 * 1024;
/** Limit of the sessions of a page. */
export const PAGE_ROWS = 500;

/** Ids after `?1` in order, with their sizes, which SQLite knows without reading the texts. */
export const SIZES = `
  SELECT id, octet_length(doc) + ifnull(octet_length(packed), 0) + ifnull(octet_length(view), 0) AS size FROM sessions
  WHERE id > ?1 ORDER BY id LIMIT ?2`;

/** Sessions after `?1` up to `?2`. */
export const ROWS = `
  SELECT s.id, s.merchant_id, s.session_state, s.payment_state, s.version, s.created_at,
    s.updated_at, s.expired, s.customer_phone, s.held_since, s.due_at, s.placed_at, s.doc, s.packed,
    s.view, s.order_number, s.awaits_idle, s.idle_at, s.returned, s.livemode,
    m.currency_code AS shop_currency
  FROM sessions AS s LEFT JOIN merchants AS m ON m.id = s.merchant_id
  WHERE s.id > ?1 AND s.id <= ?2 ORDER BY s.id`;

/**
 * Reads a row of {@link ROWS}.
 *
 * @throws {RowError} when it does not parse
 */
export function sessionRow(row: unknown): SessionRow {
  const reader = new RowReader(row, { table: "sessions", keyColumns: ["id"] });
  const id = reader.id("id", parseSessionId);
  const state = {
    session: reader.oneOf("session_state", SESSION_STATES),
    payment: reader.oneOf("payment_state", PAYMENT_STATES),
  };
  const orderNumber = orderNumberIn(reader);
  return {
    session: {
      ...docFromText(new DocText(reader, id).whole(), {
        id,
        state,
        updatedAt: reader.count("updated_at"),
        view: reader.textOrNull("view"),
        orderNumber,
      }),
      id,
      merchantId: reader.id("merchant_id", parseMerchantId),
      livemode: reader.flag("livemode"),
      version: reader.count("version"),
      state,
      createdAt: reader.count("created_at"),
    },
    expired: reader.flag("expired"),
    phone: reader.textOrNull("customer_phone"),
    heldSince: reader.countOrNull("held_since"),
    dueAt: reader.countOrNull("due_at"),
    placedAt: reader.countOrNull("placed_at"),
    orderNumber,
    awaitsIdle: reader.countOrNull("awaits_idle") !== null,
    idleAt: reader.countOrNull("idle_at"),
    returned: reader.textOrNull("returned"),
    view: reader.textOrNull("view"),
    shopCurrency: reader.textOrNull("shop_currency"),
  };
}
