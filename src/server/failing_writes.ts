import { AppError } from "../domain/errors.ts";

/** Whether writes succeed. */
export interface Writes {
  /** Null while they do. */
  failing(): unknown;
}

/** Whether an error says no more than the line in the log that told of failing writes. */
export function isKnown(error: unknown, writes: Writes): boolean {
  return writes.failing() !== null &&
    error instanceof AppError && error.code === "error.unavailable";
}
