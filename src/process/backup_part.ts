import type { Alarms } from "./alarms.ts";
import type { ServerConfig } from "./config/server_config.ts";
import { lockDatabase } from "./database/lock.ts";
import type { Part } from "./lifetime/parts.ts";
import { every, type RecurringTask } from "./lifetime/timing.ts";
import type { Logger } from "./log/log.ts";
import { EFFECTS } from "./machine/effects.ts";
import { machine } from "./machine/machine.ts";
import type { NightlyCopy } from "./nightly_backup.ts";

const CHECK_EVERY_MS = 10_000;

/** Dependencies of {@link backupPart}. */
export interface BackupPartDeps {
  readonly config: Pick<ServerConfig, "db" | "backupTo" | "backupKeep">;
  readonly alarms: Alarms;
  readonly logger: Pick<Logger, "info">;
  /** Interrupts a backup. */
  readonly stop: AbortSignal;
  readonly backup: (
    path: string,
    target: string,
    options: {
      readonly newId: () => string;
      readonly lock: typeof lockDatabase;
      readonly signal: AbortSignal;
      readonly onProgress: () => void;
    },
  ) => Promise<NightlyCopy>;
}

/** Nightly backups as a part of a server. */
export function backupPart(
  { config: { db, backupTo: folder, backupKeep: keep }, stop, backup, ...deps }: BackupPartDeps,
): Part<RecurringTask | undefined> {
  return {
    start: async () => {
      if (folder === undefined) return undefined;
      // Loaded on demand: other servers do not need it.
      const { NightlyBackup } = await import("./nightly_backup.ts");
      const { newId, now } = EFFECTS;
      const nightly = new NightlyBackup({
        ...deps,
        folder,
        keep,
        database: db,
        copy: (target, options) =>
          backup(machine.trueName(db), target, { ...options, newId, lock: lockDatabase }),
        files: { ...machine, remove: (path) => Deno.removeSync(path) },
        now,
        timeZone: Temporal.Now.timeZoneId(),
      });
      return every(CHECK_EVERY_MS, () => nightly.runDue(stop), () => {});
    },
    close: async (recurring) => await recurring?.stop(),
  };
}
