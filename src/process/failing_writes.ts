import { AppError } from "../domain/errors.ts";

/** The state of writes. */
export interface Writes {
  /** Null while they do. */
  failing(): unknown;
}

/** True for an error that says no more than the log's line about failing writes. */
export function isKnown(error: unknown, writes: Writes): boolean {
  return writes.failing() !== null &&
    error instanceof AppError && error.code === "error.unavailable";
}
