import { z } from "zod";
import {
  type MerchantId,
  parseMerchantId,
  parseSessionId,
  type SessionId,
} from "../../../domain/ids.ts";
import { PAYMENT_STATES, SESSION_STATES, type State } from "../../../domain/lifecycle.ts";
import type { CheckoutSession } from "../../../domain/session.ts";
import type {
  SessionCount,
  SessionHead,
  ShownSession,
  StoredSession,
} from "../../../domain/stored.ts";
import { inflated } from "./inflated.ts";
import { count, merchantId, parseRow, type RowPlace, sessionId } from "./parse.ts";
import { RowReader } from "./reader.ts";
import { docFromText } from "./session_doc.ts";

const PLACE: RowPlace = { table: "sessions", keyColumns: ["id"] };

const HEAD_COLUMNS =
  "id, merchant_id, session_state, payment_state, version, last_active_at, expired";

/** The columns that {@link sessionFromRow} reads. */
export const SESSION_COLUMNS = `${HEAD_COLUMNS}, created_at, updated_at, doc, packed`;

/** The columns that {@link shownSessionFromRow} reads. */
export const SHOWN_COLUMNS = `${HEAD_COLUMNS}, view`;

/** What every read of a session reads. */
class HeadRow implements SessionHead {
  readonly id: SessionId;
  readonly merchantId: MerchantId;
  readonly version: number;
  readonly state: State;
  readonly lastActiveAt: number;
  readonly expired: boolean;

  constructor(row: RowReader) {
    this.id = row.id("id", parseSessionId);
    this.merchantId = row.id("merchant_id", parseMerchantId);
    this.version = row.count("version");
    this.state = {
      session: row.oneOf("session_state", SESSION_STATES),
      payment: row.oneOf("payment_state", PAYMENT_STATES),
    };
    this.lastActiveAt = row.count("last_active_at");
    this.expired = row.flag("expired");
  }
}

class ShownRow extends HeadRow implements ShownSession {
  readonly view: string | null;

  constructor(row: RowReader) {
    super(row);
    this.view = row.textOrNull("view");
  }
}

/** A row of `sessions`; its document stays text until somebody wants it. */
class SessionRow extends HeadRow implements StoredSession {
  readonly #createdAt: number;
  readonly #updatedAt: number;
  readonly #doc: DocText;

  constructor(row: RowReader) {
    super(row);
    this.#createdAt = row.count("created_at");
    this.#updatedAt = row.count("updated_at");
    this.#doc = new DocText(row, this.id);
  }

  load(): CheckoutSession {
    const { id, merchantId, version, state } = this;
    return {
      ...docFromText(this.#doc.whole(), { id, state, updatedAt: this.#updatedAt }),
      id,
      merchantId,
      version,
      state,
      createdAt: this.#createdAt,
    };
  }
}

/** The document of a row; compressed until somebody wants it. */
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
 * Reads a session from {@link SHOWN_COLUMNS}.
 *
 * @throws {RowError} when the columns do not parse
 */
export function shownSessionFromRow(row: unknown): ShownSession {
  return new ShownRow(new RowReader(row, PLACE));
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

const extraSchema = z.object({ extra: z.string() });

/** Reads what is kept besides of the request that a session was made from. */
export function extraFromRow(row: unknown): string {
  return parseRow(extraSchema, row, PLACE).extra;
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
