import { fileName, wholeNumber } from "../../command/values.ts";
import { isUrl } from "../../store/database_url.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** The flags of nightly backups. */
export const backupFlags = {
  to: () =>
    setting("--backup-to <folder>", "folder for a backup of the database each night, at 03:00")
      .argParser(fileName),
  keep: () =>
    setting("--backup-keep <number>", "number of these backups that are kept").default(7)
      .argParser(wholeNumber(1, 10_000)),
} as const;

/**
 * Checks the flags of backups.
 *
 * @param options with `saysKeep`, true if the number was given
 * @param fail called with one line; it does not return
 */
export function requireBackupFit(
  { backupTo, backupKeep, db, saysKeep }:
    & Pick<ServerConfig, "backupTo" | "backupKeep" | "db">
    & { readonly saysKeep: boolean },
  fail: (message: string) => never,
): void {
  if (backupTo === undefined) {
    if (saysKeep) fail(`--backup-keep needs --backup-to: ${backupKeep}`);
    return;
  }
  if (isUrl(db)) {
    fail(`--backup-to is for a SQLite file; back up PostgreSQL with pg_dump: ${backupTo}`);
  }
}
