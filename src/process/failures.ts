import { type Calls, noDatabaseAdvice } from "../command/calls.ts";
import type { Failure } from "../command/failure.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import {
  DatabaseDamaged,
  DatabaseDisplaced,
  DatabaseUpgraded,
  type DurabilityLost,
} from "../store/errors.ts";
import { DatabaseOpenError, OlderSchemaError } from "../store/open_error.ts";
import { NoDatabaseError } from "../store/sqlite/file/errors.ts";
import { DatabaseLockError } from "./database/lock.ts";
import { ListenError } from "./listen/listener.ts";
import { accessHint, deniedHint, type UsedFile } from "./machine/access.ts";
import { permissionHint } from "./machine/permission.ts";

/**
 * The failed start of the server: one line for the operator; for a defect with the stack.
 *
 * @param file the database that it was to open, and the user
 */
export function startFailure(error: unknown, file: UsedFile): Failure {
  if (error instanceof DatabaseOpenError) {
    const hint = permissionHint(error) || accessHint(error, file) || deniedHint(error, file.user);
    return { code: codeOf(error), message: error.message + hint };
  }
  const message = (error instanceof Error ? error.message : String(error)) +
    deniedHint(error, file.user);
  if (error instanceof ListenError) return { code: "error.unavailable", message };
  const hints = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return { code: "error.internal", message: `Unexpected error: ${message}`, hints };
}

/** The failure of a command whose database cannot be used any more. */
export function lostFailure(reason: DurabilityLost): AppError {
  const advice = reason instanceof DatabaseUpgraded
    ? "; install that program"
    : reason instanceof DatabaseDisplaced
    ? ` while it was in use; put it back: ${reason.path}`
    : reason instanceof DatabaseDamaged
    ? `: ${reason.found}; restore a backup`
    : "";
  return new AppError("error.unavailable", reason.message + advice, { cause: reason });
}

function codeOf(error: DatabaseOpenError): ErrorCode {
  const isHeld = error instanceof DatabaseLockError && error.isHeld;
  return isHeld || error instanceof OlderSchemaError ? "error.conflict" : "error.unavailable";
}

/**
 * The failure of a command that opens, copies or serves a database: one line with advice, or the
 * error unchanged where it is about neither the database nor its address.
 *
 * @param file the database that was to be opened, and the user; undefined if this process may have
 *   it open
 */
export function databaseFailure(error: unknown, calls: Calls, file?: UsedFile): unknown {
  const hint = permissionHint(error) || (file === undefined ? "" : accessHint(error, file));
  if (error instanceof AppError) {
    return hint === "" ? error : new AppError(error.code, error.message + hint, { cause: error });
  }
  if (error instanceof ListenError) {
    return new AppError("error.unavailable", error.message, { cause: error });
  }
  if (!(error instanceof DatabaseOpenError)) return error;
  const advice = error instanceof NoDatabaseError ? `. ${noDatabaseAdvice(calls)}` : hint;
  return new AppError(codeOf(error), error.message + advice, { cause: error });
}
