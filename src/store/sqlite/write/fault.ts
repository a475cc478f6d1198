import type { WriteFault } from "../../commit/batch.ts";
import { SQLITE } from "../file/errors.ts";

/** Extended result codes: a file, or the folder that holds it, was not synchronised. */
const FSYNC_CODES: ReadonlySet<number> = new Set([1034, 1290]);

/** Errors of a file system that pass; any other may mean that a write was lost. */
const PASSING: Readonly<Record<string, WriteFault>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
};

/**
 * Judges a failed batch by SQLite's result code.
 *
 * @param systemError asked where the code alone does not tell: SQLite has one code for a read-only
 *   file system, a full quota and a broken disk. Left out where there are no files
 * @returns `lost` when it is unknown what is on disk
 */
export function faultOf(
  errcode: number | undefined,
  systemError?: () => string | undefined,
): WriteFault | "lost" {
  switch ((errcode ?? 0) & 0xff) {
    case SQLITE.full:
      return "full";
    case SQLITE.readOnly:
      return "read-only";
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return "damaged";
    case SQLITE.inputOutput:
      if (isFlushFailure(errcode ?? 0)) return "lost";
      if (systemError === undefined) return "other";
      return PASSING[systemError() ?? ""] ?? "lost";
    default:
      return "other";
  }
}

/** True when an extended result code says that the disk did not confirm a write. */
export function isFlushFailure(errcode: number): boolean {
  return FSYNC_CODES.has(errcode);
}

/** The message of a write that the disk did not confirm. */
export function unconfirmed(errcode: number | undefined): string {
  return `The disk did not confirm a write, SQLite result code: ${errcode}`;
}
