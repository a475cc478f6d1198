import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { sessionToRow } from "../../rows/session.ts";
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
  "doc",
  "received",
] as const;

/** Writes checkout sessions. */
export class SessionWrites {
  readonly #add: StatementSync;
  readonly #advance: StatementSync;
  readonly #touch: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync) {
    this.#add = db.prepare(insertInto("sessions", SESSION));
    this.#advance = db.prepare(
      `UPDATE sessions SET session_state = :session_state, payment_state = :payment_state,
         version = version + 1, updated_at = max(updated_at, :at)
       WHERE id = :id AND version = :version`,
    );
    this.#touch = db.prepare(
      "UPDATE sessions SET last_active_at = :at WHERE id = :id AND last_active_at < :at",
    );
    this.#delete = db.prepare("DELETE FROM sessions WHERE id = :id AND last_active_at < :before");
  }

  add(change: Of<"session.add">): void {
    const { session, received } = change;
    writeOne(change, {
      statement: this.#add,
      row: sessionToRow(session, received),
      refusals: {
        [VIOLATED.primaryKey]: `Session id is taken: ${session.id}`,
        [VIOLATED.foreignKey]: `Merchant of the session is not known: ${session.merchantId}`,
      },
    });
  }

  /** Not activity: what moves a session on may be the sweep, which nobody waits for. */
  advance(change: Of<"session.advance">): void {
    const { sessionId, expectedVersion, state, at } = change;
    writeOne(change, {
      statement: this.#advance,
      row: {
        id: sessionId,
        version: expectedVersion,
        session_state: state.session,
        payment_state: state.payment,
        at,
      },
      refusals: { 0: `Session ${sessionId} is not at the expected version: ${expectedVersion}` },
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
