import { type Calls, noDatabaseAdvice } from "../command/calls.ts";
import { AppError } from "../domain/errors.ts";
import { DatabaseOpenError, NoDatabaseError } from "../store/sqlite/file/errors.ts";
import { DatabaseLockError } from "./database/lock.ts";
import { ListenError } from "./listen/listener.ts";
import { permissionHint } from "./machine/permission.ts";

/** The text of a failed start of the server: one line for the operator; the stack for a defect. */
export function startFailure(error: unknown): string {
  if (error instanceof DatabaseOpenError || error instanceof DatabaseLockError) {
    return error.message + permissionHint(error);
  }
  if (error instanceof ListenError) return error.message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

/**
 * The failure of a command that opens or copies a database: one line with advice, or the error
 * unchanged where it is not about the database.
 */
export function databaseFailure(error: unknown, calls: Calls): unknown {
  const hint = permissionHint(error);
  if (error instanceof AppError) {
    return hint === "" ? error : new AppError(error.code, error.message + hint, { cause: error });
  }
  if (!(error instanceof DatabaseOpenError || error instanceof DatabaseLockError)) return error;
  const isHeld = error instanceof DatabaseLockError && error.isHeld;
  const advice = error instanceof NoDatabaseError ? `. ${noDatabaseAdvice(calls)}` : hint;
  return new AppError(isHeld ? "error.conflict" : "error.unavailable", error.message + advice, {
    cause: error,
  });
}
