import {
  type MerchantId,
  parseMerchantId,
  parseSessionId,
  type SessionId,
} from "../../domain/ids.ts";
import { PAYMENT_STATES, SESSION_STATES, type State } from "../../domain/session/lifecycle.ts";
import type { SessionHead, ShownSession } from "../../domain/session/stored.ts";
import type { RowPlace } from "./parse.ts";
import { RowReader } from "./reader.ts";

/** The table of sessions, for messages. */
export const PLACE: RowPlace = { table: "sessions", keyColumns: ["id"] };

/** The columns that {@link headFromRow} reads. */
export const HEAD_COLUMNS =
  "id, merchant_id, session_state, payment_state, version, last_active_at, due_at, expired, livemode";

/** The columns that {@link shownSessionFromRow} reads. */
export const SHOWN_COLUMNS = `${HEAD_COLUMNS}, view`;

/** Columns of every read of a session. */
export class HeadRow implements SessionHead {
  readonly id: SessionId;
  readonly merchantId: MerchantId;
  readonly livemode: boolean;
  readonly version: number;
  readonly state: State;
  readonly lastActiveAt: number;
  readonly dueAt: number | null;
  readonly expired: boolean;

  constructor(row: RowReader) {
    this.id = row.id("id", parseSessionId);
    this.merchantId = row.id("merchant_id", parseMerchantId);
    this.livemode = row.flag("livemode");
    this.version = row.count("version");
    this.state = {
      session: row.oneOf("session_state", SESSION_STATES),
      payment: row.oneOf("payment_state", PAYMENT_STATES),
    };
    this.lastActiveAt = row.count("last_active_at");
    this.dueAt = row.countOrNull("due_at");
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

/**
 * Reads a session without its document from {@link HEAD_COLUMNS}.
 *
 * @throws {RowError} when the columns do not parse
 */
export function headFromRow(row: unknown): SessionHead {
  return new HeadRow(new RowReader(row, PLACE));
}

/**
 * Reads a session from {@link SHOWN_COLUMNS}.
 *
 * @throws {RowError} when the columns do not parse
 */
export function shownSessionFromRow(row: unknown): ShownSession {
  return new ShownRow(new RowReader(row, PLACE));
}
