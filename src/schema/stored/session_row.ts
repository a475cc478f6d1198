import { z } from "zod";
import type { MerchantId, OrderNumber, SessionId } from "../../domain/ids.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import { parseOrderNumber } from "../../domain/session/order_number.ts";
import { heldSince, heldUntil } from "../../domain/session/payment.ts";
import { awaitsIdle } from "../../domain/session/idle.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { SessionCount, StoredSession } from "../../domain/session/stored.ts";
import { count, inflated, merchantId, parseRow, sessionId } from "./parse.ts";
import { RowReader } from "./reader.ts";
import { HEAD_COLUMNS, HeadRow, PLACE } from "./session_head.ts";
import { briefToText, docFromText, docToText } from "./session.ts";

/** The columns that {@link sessionFromRow} reads. */
export const SESSION_COLUMNS =
  `${HEAD_COLUMNS}, created_at, updated_at, doc, packed, view, order_number, placed_at, payment_fee`;

/** A row of `sessions`; its document stays text until used. */
class SessionRow extends HeadRow implements StoredSession {
  readonly createdAt: number;
  readonly placedAt: number | null;
  readonly #updatedAt: number;
  readonly #doc: DocText;
  readonly #view: string | null;
  readonly #orderNumber: OrderNumber | null;
  readonly #paymentFee: number | null;

  constructor(row: RowReader) {
    super(row);
    this.#orderNumber = orderNumberIn(row);
    this.#paymentFee = row.countOrNull("payment_fee");
    this.#view = row.textOrNull("view");
    this.createdAt = row.count("created_at");
    this.placedAt = row.countOrNull("placed_at");
    this.#updatedAt = row.count("updated_at");
    this.#doc = new DocText(row, this.id);
  }

  load(): CheckoutSession {
    const { id, merchantId, livemode, version, state, createdAt } = this;
    return {
      ...docFromText(this.#doc.whole(), {
        id,
        state,
        updatedAt: this.#updatedAt,
        view: this.#view,
        orderNumber: this.#orderNumber,
        paymentFee: this.#paymentFee,
      }),
      id,
      merchantId,
      livemode,
      version,
      state,
      createdAt,
    };
  }
}

/**
 * Reads the column `order_number`.
 *
 * @throws {RowError} for other text than a number
 */
export function orderNumberIn(row: RowReader): OrderNumber | null {
  return row.idOrNull("order_number", parseOrderNumber, "not an order number");
}

/** The document of a row, compressed until used. */
export class DocText {
  readonly #id: SessionId;
  readonly #doc: string;
  readonly #packed: Uint8Array | null;

  constructor(row: RowReader, id: SessionId) {
    this.#id = id;
    this.#doc = row.text("doc");
    this.#packed = row.bytesOrNull("packed");
  }

  /** @throws {RowError} when it cannot be inflated */
  whole(): string {
    const place = { table: PLACE.table, key: this.#id, name: "packed" };
    return this.#packed === null ? this.#doc : inflated(this.#packed, place);
  }
}

/**
 * Reads a session from {@link SESSION_COLUMNS}; `load()` throws a {@link RowError} as well
 * when the document does not parse.
 *
 * @throws {RowError} when the other columns do not parse
 */
export function sessionFromRow(row: unknown): StoredSession {
  return new SessionRow(new RowReader(row, PLACE));
}

const idSchema = z.object({ id: sessionId });

/** Reads the id of a session. */
export function sessionIdFromRow(row: unknown): SessionId {
  return parseRow(idSchema, row, PLACE).id;
}

const shopSchema = z.object({ merchant_id: merchantId });

/** Reads the shop of sessions. */
export function shopIdFromRow(row: unknown): MerchantId {
  return parseRow(shopSchema, row, { ...PLACE, keyColumns: [] }).merchant_id;
}

const extraSchema = z.object({ extra: z.string() });

/** Reads the kept rest of a session's request. */
export function extraFromRow(row: unknown): string {
  return parseRow(extraSchema, row, PLACE).extra;
}

const countSchema = z.object({
  merchant_id: merchantId,
  session_state: z.enum(SESSION_STATES),
  payment_state: z.enum(PAYMENT_STATES),
  count,
});

/** Reads a merchant's number of sessions in a state. */
export function sessionCountFromRow(row: unknown): SessionCount {
  const read = parseRow(countSchema, row, { ...PLACE, keyColumns: ["merchant_id"] });
  return {
    merchantId: read.merchant_id,
    session: read.session_state,
    payment: read.payment_state,
    count: read.count,
  };
}

/**
 * Limit of a document and a view that are stored uncompressed: carts with many tens of lines. A
 * longer view is not stored, but made when it is read.
 */
const MAX_PLAIN = 32 * 1024;

/** The columns of `sessions` that change with the session. */
export function sessionStateToRow(session: CheckoutSession, made: string | null) {
  const view = made !== null && made.length <= MAX_PLAIN ? made : null;
  return {
    id: session.id,
    version: session.version,
    payment_fee: session.payment?.fee ?? null,
    ...foundByColumns(session),
    ...docColumns(session, view),
    view,
  };
}

/** Columns that a session is found by besides its id: indexes have them. */
function foundByColumns(session: CheckoutSession) {
  return {
    session_state: session.state.session,
    payment_state: session.state.payment,
    // An erased customer has no phone number.
    customer_phone: session.customer?.phone || null,
    held_since: heldSince(session.payment),
    due_at: heldUntil(session.payment),
    placed_at: session.order?.placedAt ?? null,
    order_number: session.order?.number ?? null,
    awaits_idle: awaitsIdle(session) ? 1 : null,
    idle_at: session.recovery.idleAt,
    returned: session.recovery.returned,
  };
}

/** True if a session is found by the same as before: only its version and its document differ. */
export function isFoundAsBefore(before: CheckoutSession, session: CheckoutSession): boolean {
  const [was, is] = [foundByColumns(before), foundByColumns(session)];
  return Object.entries(is).every(([name, value]) => was[name as keyof typeof is] === value);
}

/** The document; a long one as the fields that queries read, and the whole for compression. */
function docColumns(
  session: CheckoutSession,
  view: string | null,
): { readonly doc: string; readonly packed: string | null } {
  const doc = docToText(session, view);
  return doc.length <= MAX_PLAIN
    ? { doc, packed: null }
    : { doc: briefToText(session), packed: doc };
}

/** The columns of `sessions` for a new session. */
export function sessionToRow(
  session: CheckoutSession,
  { extra, view }: { readonly extra: string; readonly view: string | null },
) {
  return {
    ...sessionStateToRow(session, view),
    merchant_id: session.merchantId,
    livemode: Number(session.livemode),
    created_at: session.createdAt,
    updated_at: session.createdAt,
    last_active_at: session.createdAt,
    expired: 0,
    extra,
  };
}
