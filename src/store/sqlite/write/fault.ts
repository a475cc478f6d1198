import type { WriteFault } from "../../commit/batch.ts";
import { SQLITE } from "../file/errors.ts";

/** Extended result codes of a failed fsync of a file or its folder. */
const FSYNC_CODES: ReadonlySet<number> = new Set([1034, 1290]);

/** Temporary errors of a file system; any other may mean a lost write. */
const PASSING: Readonly<Record<string, WriteFault>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
};

/**
 * Classifies a failed batch by SQLite's result code.
 *
 * @param systemError called for I/O errors: SQLite has one code for a read-only file system, a full
 *   quota and a broken disk. Absent without files
 * @returns `lost` if the data on disk is unknown
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

/** True if an extended result code means that the disk did not confirm a write. */
export function isFlushFailure(errcode: number): boolean {
  return FSYNC_CODES.has(errcode);
}

/** Message of a write that the disk did not confirm. */
export function unconfirmed(errcode: number | undefined): string {
  return `The disk did not confirm a write, SQLite result code: ${errcode}`;
}
