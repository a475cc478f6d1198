import { type Change, invalidatesCaches } from "../../../domain/changes.ts";
import { eventToRow } from "../../../schema/stored/write/event.ts";
import { toFlag } from "../../../schema/stored/write/flag.ts";
import { sessionStateToRow, sessionToRow } from "../../../schema/stored/write/session.ts";
import type { RowValues } from "./statements.ts";

/**
 * A change in the form that is written: as the port has it, but for sessions and events, which
 * are rows already. A row is a few long texts and so goes to another thread at the cost of
 * copying them; a session is hundreds of small objects, and an event may hold integers that a
 * copy would not keep.
 */
export type Write =
  | Exclude<Change, { readonly kind: "session.add" | "session.put" | "event.add" }>
  | SessionAddWrite
  | SessionPutWrite
  | EventAddWrite;

/** A session that is added, as its row. */
export interface SessionAddWrite {
  readonly kind: "session.add";
  readonly row: RowValues;
}

/** A session that is replaced: what changes of its row, and what the row has to be at. */
export interface SessionPutWrite {
  readonly kind: "session.put";
  readonly row: RowValues;
}

/** An event that is added, as its row. */
export interface EventAddWrite {
  readonly kind: "event.add";
  readonly row: ReturnType<typeof eventToRow>;
}

/** The changes of one commit, to be written together or not at all. */
export interface CommitWrites {
  readonly writes: readonly Write[];
  /** Whether what a shop decided is among them (`isAdministrative`). */
  readonly isAdministrative: boolean;
  /** About how many bytes it takes while it waits. */
  readonly size: number;
}

/** What a change takes that has no long texts. */
const SMALL_BYTES = 1024;

/** Brings the changes of one commit into the form that is written. */
export function toWrites(changes: readonly Change[]): CommitWrites {
  const writes = changes.map(toWrite);
  return {
    writes,
    isAdministrative: changes.some(invalidatesCaches),
    size: writes.reduce((size, write) => size + sizeOf(write), 0),
  };
}

/** @throws {RangeError} when a session's version does not follow the expected one */
function toWrite(change: Change): Write {
  switch (change.kind) {
    case "session.add":
      return { kind: change.kind, row: sessionToRow(change.session, change) };
    case "session.put": {
      const { session, view, expectedVersion, expired, at } = change;
      // No refusal, which would be tried again: whoever keeps answers by id and version relies on it.
      if (session.version !== expectedVersion + 1) {
        throw new RangeError(`Session version must follow ${expectedVersion}: ${session.version}`);
      }
      const row = {
        ...sessionStateToRow(session, view),
        expected_version: expectedVersion,
        expired: toFlag(expired),
        at,
      };
      return { kind: change.kind, row };
    }
    case "event.add":
      return { kind: change.kind, row: eventToRow(change.event) };
    default:
      return change;
  }
}

/** What is long are the texts of a session, and the answer that shows it. */
function sizeOf(write: Write): number {
  if (write.kind === "idempotency.add") return SMALL_BYTES + write.record.body.length;
  if (!("row" in write)) return SMALL_BYTES;
  let size = SMALL_BYTES;
  for (const value of Object.values(write.row)) {
    if (typeof value === "string") size += value.length;
  }
  return size;
}
