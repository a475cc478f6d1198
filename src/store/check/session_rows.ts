import { type OrderNumber, parseMerchantId, parseSessionId } from "../../domain/ids.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { RowReader } from "../../schema/stored/reader.ts";
import { docFromText } from "../../schema/stored/session.ts";
import { DocText, orderNumberIn } from "../../schema/stored/session_row.ts";

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

/**
 * Reads a row of `sessions.rows`.
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
        paymentFee: reader.countOrNull("payment_fee"),
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
