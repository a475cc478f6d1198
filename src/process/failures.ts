import { type Calls, noDatabaseAdvice } from "../command/calls.ts";
import type { Failure } from "../command/failure.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import { DatabaseOpenError } from "../store/open_error.ts";
import { NoDatabaseError } from "../store/sqlite/file/errors.ts";
import { DatabaseLockError } from "./database/lock.ts";
import { ListenError } from "./listen/listener.ts";
import { permissionHint } from "./machine/permission.ts";

/** The failed start of the server: one line for the operator; for a defect with the stack. */
export function startFailure(error: unknown): Failure {
  if (error instanceof DatabaseOpenError || error instanceof DatabaseLockError) {
    return { code: codeOf(error), message: error.message + permissionHint(error) };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ListenError) return { code: "error.unavailable", message };
  const hints = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return { code: "error.internal", message: `Unexpected error: ${message}`, hints };
}

function codeOf(error: DatabaseOpenError | DatabaseLockError): ErrorCode {
  const isHeld = error instanceof DatabaseLockError && error.isHeld;
  return isHeld ? "error.conflict" : "error.unavailable";
}

/**
 * The failure of a command that opens, copies or serves a database: one line with advice, or the
 * error unchanged where it is about neither the database nor its address.
 */
export function databaseFailure(error: unknown, calls: Calls): unknown {
  const hint = permissionHint(error);
  if (error instanceof AppError) {
    return hint === "" ? error : new AppError(error.code, error.message + hint, { cause: error });
  }
  if (error instanceof ListenError) {
    return new AppError("error.unavailable", error.message, { cause: error });
  }
  if (!(error instanceof DatabaseOpenError || error instanceof DatabaseLockError)) return error;
  const advice = error instanceof NoDatabaseError ? `. ${noDatabaseAdvice(calls)}` : hint;
  return new AppError(codeOf(error), error.message + advice, { cause: error });
}
