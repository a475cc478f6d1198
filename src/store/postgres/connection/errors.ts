import type { WriteFault } from "../../commit/batch.ts";

/** SQLSTATEs with a meaning of their own here; others by their class, the first two characters. */
const LOCK_TIMEOUT = "55P03";
const READ_ONLY = "25006";
const DISK_FULL = "53100";
const TOO_MANY_CONNECTIONS = "53300";
/** Deadlock, serialization failure: the same work may succeed when it is tried again. */
const COLLISIONS: ReadonlySet<string> = new Set(["40P01", "40001"]);
/** The server ends, crashed, or is starting. Class 08 is a broken connection. */
const LOST: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03"]);

/** A query that was not answered in time: the connection is unusable and its effect unknown. */
export class QueryTimeout extends Error {
  override readonly name = "QueryTimeout";

  constructor(ms: number) {
    super(`No answer from the database within ${ms} ms`);
  }
}

/** The SQLSTATE of the server's error; undefined for an error of the connection. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** True if the connection is gone, so that what the last statement did is unknown. */
export function isConnectionLost(error: unknown): boolean {
  // A value of the answer that cannot be read.
  if (error instanceof RangeError) return false;
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith("08") || LOST.has(state);
  // Errors of this program: of a value that is too large, or a defect.
  return !(error instanceof RangeError || error instanceof TypeError);
}

/** True after a deadlock or a serialization failure. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(sqlState(error) ?? "");
}

/** True if a prepared statement would return other columns than before: nothing was run. */
export function isStalePlan(error: unknown): boolean {
  // The state has other causes, and the message is in the language of the server.
  return sqlState(error) === "0A000" && error instanceof Error && "routine" in error &&
    error.routine === "RevalidateCachedQuery";
}

/** True if the server has no room for another connection. */
export function isCrowded(error: unknown): boolean {
  return sqlState(error) === TOO_MANY_CONNECTIONS;
}

/** True if the server takes no writes: it is a standby, or set so. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY;
}

/** True if another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_TIMEOUT;
}

/** True if the server refused the values or the statement, rather than failed. */
export function isDefect(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && /^(?:0A|2[1-3]|42|54|P0)/.test(state);
}

/** Why a batch could not be written. */
export function writeFaultOf(error: unknown): WriteFault {
  if (isConnectionLost(error)) return "unreachable";
  switch (sqlState(error)) {
    case DISK_FULL:
      return "full";
    case READ_ONLY:
      return "standby";
    case TOO_MANY_CONNECTIONS:
      return "crowded";
    default:
      return "other";
  }
}
