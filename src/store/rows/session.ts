import { z } from "zod";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import { PAYMENT_STATES, SESSION_STATES, type State } from "../../domain/lifecycle.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import type { SessionCount, StoredSession } from "../store.ts";
import { count, merchantId, parseRow, type RowPlace, sessionId } from "./parse.ts";
import { docFromText, docToText } from "./session_doc.ts";

const PLACE: RowPlace = { table: "sessions", keyColumns: ["id"] };

const rowSchema = z.object({
  id: sessionId,
  merchant_id: merchantId,
  session_state: z.enum(SESSION_STATES),
  payment_state: z.enum(PAYMENT_STATES),
  version: count,
  created_at: count,
  last_active_at: count,
  doc: z.string(),
});

/** The columns that {@link sessionFromRow} reads. */
export const SESSION_COLUMNS = Object.keys(rowSchema.shape).join(", ");

/** A row of `sessions`; its document stays text until somebody wants it. */
class SessionRow implements StoredSession {
  readonly id: SessionId;
  readonly merchantId: MerchantId;
  readonly version: number;
  readonly state: State;
  readonly lastActiveAt: number;
  readonly #createdAt: number;
  readonly #doc: string;

  constructor(read: z.infer<typeof rowSchema>) {
    this.id = read.id;
    this.merchantId = read.merchant_id;
    this.version = read.version;
    this.state = { session: read.session_state, payment: read.payment_state };
    this.lastActiveAt = read.last_active_at;
    this.#createdAt = read.created_at;
    this.#doc = read.doc;
  }

  load(): CheckoutSession {
    const { id, merchantId, version, state } = this;
    return {
      ...docFromText(this.#doc, id),
      id,
      merchantId,
      version,
      state,
      createdAt: this.#createdAt,
    };
  }
}

/**
 * Reads a session from a row of `sessions`; `load()` throws a {@link RowError} as well
 * when the document does not parse.
 *
 * @throws {RowError} when the other columns do not parse
 */
export function sessionFromRow(row: unknown): StoredSession {
  return new SessionRow(parseRow(rowSchema, row, PLACE));
}

/** The columns of `sessions` for a session that is added. */
export function sessionToRow(session: CheckoutSession, received: string) {
  return {
    id: session.id,
    merchant_id: session.merchantId,
    session_state: session.state.session,
    payment_state: session.state.payment,
    version: session.version,
    created_at: session.createdAt,
    updated_at: session.createdAt,
    last_active_at: session.createdAt,
    doc: docToText(session),
    received,
  };
}

const idSchema = z.object({ id: sessionId });

/** Reads the id of a session. */
export function sessionIdFromRow(row: unknown): SessionId {
  return parseRow(idSchema, row, PLACE).id;
}

const receivedSchema = z.object({ received: z.string() });

/** Reads the request that a session was made from. */
export function receivedFromRow(row: unknown): string {
  return parseRow(receivedSchema, row, PLACE).received;
}

const countSchema = z.object({
  merchant_id: merchantId,
  session_state: z.enum(SESSION_STATES),
  payment_state: z.enum(PAYMENT_STATES),
  count,
});

/** Reads how many sessions a merchant has in a pair of states. */
export function sessionCountFromRow(row: unknown): SessionCount {
  const read = parseRow(countSchema, row, { ...PLACE, keyColumns: ["merchant_id"] });
  return {
    merchantId: read.merchant_id,
    session: read.session_state,
    payment: read.payment_state,
    count: read.count,
  };
}
