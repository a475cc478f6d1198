import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { sessionStateToRow, sessionToRow } from "../../rows/session.ts";
import { toFlag } from "../../rows/parse.ts";
import { insertInto, VIOLATED, writeOne } from "./statements.ts";

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
  "doc",
  "received",
  "view",
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
         customer_phone = :customer_phone, doc = :doc, view = :view
       WHERE id = :id AND version = :expected_version`,
    );
    this.#touch = db.prepare(
      "UPDATE sessions SET last_active_at = :at WHERE id = :id AND last_active_at < :at",
    );
    this.#delete = db.prepare("DELETE FROM sessions WHERE id = :id AND last_active_at < :before");
  }

  add(change: Of<"session.add">): void {
    const { session } = change;
    writeOne(change, {
      statement: this.#add,
      row: sessionToRow(session, change),
      refusals: {
        [VIOLATED.primaryKey]: `Session id is taken: ${session.id}`,
        [VIOLATED.foreignKey]: `Merchant of the session is not known: ${session.merchantId}`,
      },
    });
  }

  put(change: Of<"session.put">): void {
    const { session, view, expectedVersion, expired, at } = change;
    // No refusal, which would be tried again: whoever keeps answers by id and version relies on it.
    if (session.version !== expectedVersion + 1) {
      throw new RangeError(`Session version must follow ${expectedVersion}: ${session.version}`);
    }
    writeOne(change, {
      statement: this.#put,
      row: {
        ...sessionStateToRow(session, view),
        expected_version: expectedVersion,
        expired: toFlag(expired),
        at,
      },
      refusals: { 0: `Session ${session.id} is not at the expected version: ${expectedVersion}` },
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
