import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { deflated } from "../../../schema/stored/write/deflated.ts";
import { insertInto, type RowValues, VIOLATED, writeOne } from "./statements.ts";
import type { SessionAddWrite, SessionPutWrite } from "./write.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const SESSION = [
  "id",
  "merchant_id",
  "session_state",
  "payment_state",
  "version",
  "created_at",
  "updated_at",
  "last_active_at",
  "expired",
  "customer_phone",
  "held_since",
  "doc",
  "extra",
  "view",
  "packed",
] as const;

/** Writes checkout sessions. */
export class SessionWrites {
  readonly #add: StatementSync;
  readonly #put: StatementSync;
  readonly #touch: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync) {
    this.#add = db.prepare(insertInto("sessions", SESSION));
    this.#put = db.prepare(
      `UPDATE sessions SET session_state = :session_state, payment_state = :payment_state,
         version = :version, updated_at = max(updated_at, :at),
         last_active_at = iif(:expired, last_active_at, max(last_active_at, :at)),
         expired = :expired,
         customer_phone = :customer_phone, held_since = :held_since, doc = :doc, packed = :packed,
         view = :view
       WHERE id = :id AND version = :expected_version`,
    );
    this.#touch = db.prepare(
      "UPDATE sessions SET last_active_at = :at WHERE id = :id AND last_active_at < :at",
    );
    this.#delete = db.prepare("DELETE FROM sessions WHERE id = :id AND last_active_at < :before");
  }

  add(change: SessionAddWrite): void {
    const row = packed(change.row);
    writeOne(change, {
      statement: this.#add,
      row,
      refusals: {
        [VIOLATED.primaryKey]: `Session id is taken: ${row["id"]}`,
        [VIOLATED.foreignKey]: `Merchant of the session is not known: ${row["merchant_id"]}`,
      },
    });
  }

  put(change: SessionPutWrite): void {
    const row = packed(change.row);
    writeOne(change, {
      statement: this.#put,
      row,
      refusals: {
        0: `Session ${row["id"]} is not at the expected version: ${row["expected_version"]}`,
      },
    });
  }

  /** No row is right as well: the session was active later than that, or is gone. */
  touch({ sessionId, at }: Of<"session.touch">): void {
    this.#touch.run({ id: sessionId, at });
  }

  delete(change: Of<"session.delete">): void {
    writeOne(change, {
      statement: this.#delete,
      row: { id: change.sessionId, before: change.lastActiveBefore },
      refusals: { 0: `Session has been active since or is not known: ${change.sessionId}` },
    });
  }
}

/** A row with its long text compressed: here, where nobody waits for an event loop. */
function packed(row: RowValues): RowValues {
  const { packed } = row;
  return typeof packed === "string" ? { ...row, packed: deflated(packed) } : row;
}
