import type { DatabaseLock } from "./database_lock.ts";
import { FEW_FILES, noteFileLimit, tryFileLimit } from "./file_limit.ts";
import type { Logger } from "./log.ts";

/**
 * Finds out how many files this server may have open, says so where they are few, and leaves
 * word of it for `checkoutctl doctor`. Where that cannot be found out nobody is told anything.
 *
 * To be called while the server holds the database, and has opened what it opens for itself. Not
 * at its start: nobody's first answer should wait for it.
 */
export function checkFileLimit({ path: lockPath }: DatabaseLock, logger: Logger): void {
  if (lockPath === null) return;
  let limit;
  try {
    limit = tryFileLimit(lockPath);
  } catch {
    return;
  }
  noteFileLimit(lockPath, limit);
  if (limit.files >= FEW_FILES) return;
  logger.warn(
    "Few files may be open, and each connection takes one: raise LimitNOFILE of the unit or ulimit -n",
    { files: limit.files },
  );
}
