import { join } from "node:path";
import { AppError } from "../domain/errors.ts";
import { formatBytes } from "../domain/values/wording.ts";
import type { Alarms } from "./alarms.ts";
import type { Logger } from "./log/log.ts";

/** A finished backup. */
export interface NightlyCopy {
  readonly bytes: number;
  /** The latest seal of its audit trail; null without one. */
  readonly head: { readonly seal: number; readonly hash: string } | null;
}

/** Dependencies of {@link NightlyBackup}. */
export interface NightlyDeps {
  readonly folder: string;
  /** Number of backups that are kept. */
  readonly keep: number;
  /** Path of the database. */
  readonly database: string;
  /** Makes a compact backup, which appears at its path once it is complete. */
  readonly copy: (
    target: string,
    options: { readonly signal: AbortSignal; readonly onProgress: () => void },
  ) => Promise<NightlyCopy>;
  readonly files: {
    /** Names in a folder; undefined if it cannot be read. */
    list(folder: string): readonly string[] | undefined;
    /** Free bytes on the disk of a folder; undefined if unknown. */
    roomBytes(folder: string): number | undefined;
    /** Size of a file; undefined or null if unknown. */
    file(path: string): { readonly bytes: number } | null | undefined;
    remove(path: string): void;
  };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Zone of the nights: `Asia/Kolkata`. */
  readonly timeZone: string;
  readonly alarms: Pick<Alarms, "raise" | "clear">;
  readonly logger: Pick<Logger, "info">;
}

/** When a night's backup is due, in the zone of the machine: between the days of most shops. */
const DUE = "03:00";
/** A failed backup is tried again after that time. */
const RETRY_MS = 3_600_000;
/** Room that is left to sales: the backup stops before. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** Makes one backup a night, and removes the oldest of its own. */
export class NightlyBackup {
  readonly #deps: NightlyDeps;
  readonly #own: RegExp;
  readonly #prefix: string;
  #retryAt = -Infinity;

  constructor(deps: NightlyDeps) {
    this.#deps = deps;
    const name = deps.database.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
    this.#prefix = `nightly-${name}-`;
    this.#own = new RegExp(`^${RegExp.escape(this.#prefix)}\\d{8}T\\d{6}Z\\.db$`);
  }

  /**
   * Makes a backup if that of the last night is missing. A failure raises the alarm and is tried again
   * in an hour.
   *
   * @param stop interrupts it without an alarm
   */
  async runDue(stop: AbortSignal): Promise<void> {
    const { alarms, folder, now } = this.#deps;
    if (stop.aborted || now() < this.#retryAt) return;
    try {
      if (!this.#isDue()) return;
      await this.#run(stop);
      alarms.clear("backup");
    } catch (error) {
      if (stop.aborted) return;
      this.#retryAt = now() + RETRY_MS;
      const reason = error instanceof Error ? error.message : String(error);
      alarms.raise("backup", `The nightly backup to ${folder} failed: ${reason}`);
    }
  }

  /** The folder says which backups there are: a restart makes no second one. */
  #isDue(): boolean {
    const latest = this.#ownNames().at(-1);
    if (latest === undefined) return true;
    const { now, timeZone } = this.#deps;
    const local = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(timeZone);
    const today = local.withPlainTime(DUE);
    const isBefore = Temporal.ZonedDateTime.compare(local, today) < 0;
    const due = isBefore ? local.subtract({ days: 1 }).withPlainTime(DUE) : today;
    return latest < this.#nameAt(due.epochMilliseconds);
  }

  /** Names of own backups, the oldest first. */
  #ownNames(): string[] {
    const { files, folder } = this.#deps;
    const names = files.list(folder);
    if (names === undefined) {
      throw new AppError("error.unavailable", `Cannot read the folder: ${folder}`);
    }
    return names.filter((name) => this.#own.test(name)).sort();
  }

  #nameAt(at: number): string {
    const stamp = new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
    return `${this.#prefix}${stamp}.db`;
  }

  async #run(stop: AbortSignal): Promise<void> {
    const { copy, database, files, folder, keep, logger, now } = this.#deps;
    const bytes = files.file(database)?.bytes ?? 0;
    this.#requireRoom(bytes + RESERVE_BYTES);
    const target = join(folder, this.#nameAt(now()));
    const full = new AbortController();
    const onProgress = () => {
      try {
        this.#requireRoom(RESERVE_BYTES);
      } catch (error) {
        full.abort(error);
      }
    };
    const signal = AbortSignal.any([stop, full.signal]);
    const made = await copy(target, { signal, onProgress }).catch((error) => {
      throw full.signal.aborted ? full.signal.reason : error;
    });
    const { bytes: size, head } = made;
    const audit_head = head === null ? null : `${head.seal}:${head.hash}`;
    logger.info("Backed up", { file: target, bytes: size, audit_head });
    for (const name of this.#ownNames().slice(0, -keep)) files.remove(join(folder, name));
  }

  #requireRoom(bytes: number): void {
    const { files, folder } = this.#deps;
    const room = files.roomBytes(folder);
    if (room === undefined || room >= bytes) return;
    throw new AppError(
      "error.unavailable",
      `The disk has ${formatBytes(room)} left, and ${formatBytes(bytes)} are needed`,
    );
  }
}
