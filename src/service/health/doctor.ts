import type { Alarm } from "../../domain/alarm.ts";
import { action, type Diagnosis } from "../../domain/diagnosis.ts";
import { AppError } from "../../domain/errors.ts";
import { isUrl } from "../../store/database_url.ts";
import type { SecretKeys } from "../../domain/secret.ts";
import type { Maintenance } from "../../store/maintenance.ts";
import type { Deps } from "../deps.ts";
import { judgeAlarms } from "./alarms.ts";
import { judgeBackups, latestBackup } from "./backups.ts";
import {
  judgeClock,
  judgeKeys,
  judgePayments,
  judgeTables,
  judgeUnanswered,
  judgeWebhooks,
} from "./contents.ts";
import { judgeFiles } from "./files.ts";
import type { Machine } from "./machine.ts";
import { judgeLimits } from "./limits.ts";
import { judgeProviders } from "./providers.ts";
import { judgeRetention, type ServerTimes } from "./retention.ts";
import { judgeRoom } from "./room.ts";
import { judgeSecrets } from "./secrets.ts";
import { judgeServer } from "./server.ts";
import { judgeSales, judgeVerification } from "./shops.ts";

/** Dependencies of {@link Doctor}. */
export interface DoctorDeps extends Pick<Deps, "now"> {
  /** Path or URL of the database. */
  readonly path: string;
  readonly machine: Machine;
  readonly maintenance: Pick<Maintenance, "examine" | "secrets">;
  /** Keys that seal secrets. */
  readonly keys: SecretKeys;
  /** Folder of backups, unless another is named; undefined if unknown. */
  readonly backups?: string | undefined;
  /** Times of a server, by the settings that this process knows. */
  readonly times: ServerTimes;
}

/** Parts of an examination. */
export interface Examination {
  /** Folder of backups (default: that of the server's nightly ones). */
  readonly backups: string | undefined;
  /** Highest age of the latest backup (default: two days). */
  readonly maxBackupAgeMs?: number | undefined;
  /** True to run SQLite's quick check, which reads the whole file. */
  readonly checksFile: boolean;
  /** Advice where there is no database. */
  readonly noDatabase: string;
}

const MAX_BACKUP_AGE_MS = 2 * 86_400_000;

/** Checks an installation for problems. */
export class Doctor {
  readonly #deps: DoctorDeps;

  constructor(deps: DoctorDeps) {
    this.#deps = deps;
  }

  /** Tasks that the server of the database cannot do; empty where it records no alarms. */
  alarms(): readonly Alarm[] {
    const { machine, path } = this.#deps;
    if (isUrl(path)) return [];
    return machine.alarms(`${machine.trueName(path)}.server`) ?? [];
  }

  /** True if there is a backup where the server makes them; null of a server of databases. */
  hasBackup(): boolean | null {
    const { machine, path, backups } = this.#deps;
    if (isUrl(path)) return null;
    return backups !== undefined && latestBackup(backups, machine) !== undefined;
  }

  /** Looks at files, machine and database; changes nothing. */
  async examine(
    { backups, maxBackupAgeMs = MAX_BACKUP_AGE_MS, checksFile, noDatabase }: Examination,
  ): Promise<Diagnosis[]> {
    const { machine, now } = this.#deps;
    const folder = backups ?? this.#deps.backups;
    const kept = judgeRetention(this.#deps.times);
    if (isUrl(this.#deps.path)) return [kept, ...await this.#examineContents([], checksFile)];
    const path = machine.trueName(this.#deps.path);
    const file = machine.file(path);
    if (!file) {
      return [
        file === null
          ? action("database", `No database at ${path}`, noDatabase)
          : action("database", `Cannot examine the database: ${path}`, DATABASE_ADVICE),
      ];
    }
    if (file.isFolder) {
      return [
        action("database", `The database is a folder: ${path}`, "Name the file in it with --db"),
      ];
    }
    const moments = [path, `${path}-wal`].flatMap((one) => {
      const at = machine.file(one)?.modifiedAt ?? null;
      return at === null ? [] : [{ what: `the last change of ${one}`, at }];
    });
    return [
      ...judgeFiles(path, file, machine),
      ...judgeAlarms(this.alarms()),
      ...judgeBackups({ folder, maxAgeMs: maxBackupAgeMs, now: now() }, machine),
      ...judgeRoom(path, file, machine),
      kept,
      ...await this.#examineContents(moments, checksFile),
    ];
  }

  /** Judges the contents; a database that cannot be opened is a finding, not a failure. */
  async #examineContents(
    moments: readonly { readonly what: string; readonly at: number }[],
    checksFile: boolean,
  ): Promise<Diagnosis[]> {
    const { maintenance, path, keys, machine, times } = this.#deps;
    const now = this.#deps.now();
    try {
      const facts = await maintenance.examine(path, { now, checksFile });
      const latest = facts.latest.map(({ what, at }) => ({ what: `the last ${what}`, at }));
      const isKnown = facts.isUsable && (facts.damage ?? []).length === 0 &&
        facts.server?.isUnfinishedCopy !== true;
      return [
        ...(facts.server === null ? [] : judgeServer(facts.server)),
        judgeClock([...moments, ...latest], now),
        ...judgeTables(facts),
        ...(isKnown
          ? [
            judgePayments(facts, now),
            ...judgeUnanswered(facts, now),
            ...judgeProviders(facts, times),
            ...judgeKeys(facts, now),
            ...judgeWebhooks(facts, now),
            ...judgeSales(facts),
            ...judgeLimits(facts),
            ...judgeVerification(facts),
            ...judgeSecrets(await maintenance.secrets(path), { database: path, keys, machine }),
          ]
          : []),
      ];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const advice = isUrl(path)
        ? "Correct the URL or the server; psql with the same URL shows more"
        : error.code === "error.conflict"
        ? `Find the process that holds it, then run doctor again: lsof ${path}`
        : "Check the owner and type of the file; restore the latest backup if it is damaged";
      return [judgeClock(moments, now), action("database", error.message, advice)];
    }
  }
}

const DATABASE_ADVICE = "Name it with --db or CHECKOUT_DB";
