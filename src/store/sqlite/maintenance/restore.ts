import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { type AuditEntry, auditEntry } from "../../../domain/trail/entry.ts";
import { auditToRow } from "../../../schema/stored/audit.ts";
import type { RestoreOptions, RestoreReport } from "../../backup.ts";
import { FILLER } from "./seal.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import { reasonOf } from "../file/errors.ts";
import { openPlain } from "../file/owned_file.ts";
import { migrate, readPragma } from "../file/migrate.ts";
import { checkDatabase } from "./check.ts";
import type { SessionChecks } from "../../check/sessions.ts";
import { damage, openExisting } from "../file/connect.ts";
import {
  COMPANIONS,
  copyFile,
  fileFailure,
  isSameFile,
  removeDatabase,
  syncFile,
  syncFolderOf,
} from "./files.ts";
import { dropSecondNames, keepOld, settleOld } from "./replaced.ts";
import { sqlFor } from "../../sql/sql.ts";
import { AUDIT_WRITES } from "../../write/audit.ts";
import { compareSchemas, schemaOf, wantedSchema } from "../file/schema.ts";

/** Stages of a restore; a crash between them leaves the old or the new database. */
export type RestoreStage = "copied" | "ready" | "settled" | "kept" | "cleared" | "replaced";

/** Options of a restore. */
export interface RestoreDeps extends RestoreOptions, SessionChecks {
  /** Makes an unused id. */
  readonly newId: () => string;
  /** Called at each stage, for tests that end the process there. */
  readonly onStage?: (stage: RestoreStage) => void;
}

/** Mode of a database without a predecessor: for its owner only. */
const PRIVATE = 0o600;

/**
 * Litestream's tables about its own log, which it creates again; they mean nothing in another file.
 */
const LITESTREAM = ["_litestream_seq", "_litestream_lock"] as const;
/** Tables that a restore leaves out, with that of a cleaning which a backup was taken beside. */
const DROPPED = [...LITESTREAM, FILLER];

/**
 * Replaces a database with a backup. The caller makes sure that no process of this program has the
 * database open or opens it meanwhile.
 *
 * The new database is prepared beside the old one: copied, checked, migrated and flushed. Then the
 * old one gets a second name, and a rename gives the new one the first. A crash before the rename
 * leaves the old database, after it the new one. Only a damaged old database, whose log cannot be
 * merged, is without its log for a moment; the log is kept with it.
 *
 * @throws {AppError} `error.conflict` if another program has the database open,
 *   `error.invalid-request` if the file is no sound backup; the old database is unchanged then
 */
export async function restoreDatabase(
  path: string,
  source: string,
  { now, by, newId, onStage = () => {}, ...checks }: RestoreDeps,
): Promise<RestoreReport> {
  const { onProgress } = checks;
  refuseSource(path, source);
  const part = `${path}.restoring`;
  try {
    // Left by an interrupted restore; no other is running.
    removeDatabase(part);
    dropSecondNames(path);
    const { size } = statSync(source);
    copyFile(source, part, (bytes) => {
      onProgress(`${Math.floor(100 * bytes / Math.max(1, size))} % of ${size} bytes copied`);
    });
    onStage("copied");
    onProgress("Checking the backup");
    const versions = prepare(part, source, { id: newId(), at: now, by });
    await requireSound(part, source, checks);
    takeOverAccess(path, part);
    syncFile(part);
    onStage("ready");
    const isWhole = settleOld(path);
    onStage("settled");
    const keptAs = keepOld(path, { now, isWhole });
    onStage("kept");
    // A foreign log beside the new database would be written into it.
    for (const suffix of COMPANIONS) rmSync(path + suffix, { force: true });
    onStage("cleared");
    renameSync(part, path);
    syncFolderOf(path);
    onStage("replaced");
    return { ...versions, bytes: statSync(path).size, keptAs };
  } catch (error) {
    throw fileFailure("Cannot restore the backup", path, error);
  } finally {
    removeDatabase(part);
  }
}

/** Checks a copy of the backup, migrates it and adds an audit entry, as one file without a log. */
function prepare(
  part: string,
  source: string,
  made: Pick<AuditEntry, "id" | "at"> & Pick<RestoreOptions, "by">,
): Pick<RestoreReport, "backupVersion" | "schemaVersion"> {
  let db: DatabaseSync | undefined;
  try {
    const { db: opened, version: backupVersion } = openExisting(part);
    db = opened;
    const [complaint] = damage(db, "integrity_check", 1);
    if (complaint !== undefined) throw refused(`The backup is damaged, ${complaint}`, source);
    // Before anything is written: a foreign trigger would run.
    requireOwnSchema(db, { version: backupVersion, source });
    db.exec("PRAGMA query_only = OFF; PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE");
    for (const table of DROPPED) db.exec(`DROP TABLE IF EXISTS ${table}`);
    migrate(db, part);
    const entry = auditEntry({
      merchantId: null,
      action: "db.restore",
      object: { kind: "database", id: null, label: null },
      before: null,
      after: { backup: basename(source), backup_schema_version: backupVersion },
    }, made);
    db.prepare(sqlFor("sqlite", AUDIT_WRITES["audit.add"].sql)).run(auditToRow(entry));
    return { backupVersion, schemaVersion: readPragma(db, "user_version") };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The messages name the copy; the user named the backup.
    const reason = reasonOf(error).replaceAll(part, source);
    if (error instanceof DatabaseOpenError) throw new AppError("error.invalid-request", reason);
    throw refused(`Cannot read the backup (${reason})`, source, error);
  } finally {
    db?.close();
  }
}

/** Refuses a backup whose schema differs from that of the migrations. */
function requireOwnSchema(
  db: DatabaseSync,
  { version, source }: { readonly version: number; readonly source: string },
): void {
  const actual = schemaOf(db);
  for (const { name, kind } of compareSchemas(wantedSchema(version), actual)) {
    const isDropped = DROPPED.some((table) => name === `table ${table}`) &&
      actual.get(name)?.startsWith("CREATE TABLE ");
    if (kind === "foreign" && isDropped) continue;
    const problem = {
      missing: `The backup lacks ${name}`,
      other: `The backup's ${name} differs from this program's schema`,
      foreign: `The backup has a ${name} that does not belong to this program's schema`,
    }[kind];
    throw refused(problem, source);
  }
}

/** Runs the checks of `db check` on the migrated copy. */
async function requireSound(part: string, source: string, checks: SessionChecks): Promise<void> {
  const { found, findings } = await checkDatabase(part, checks);
  const first = findings[0];
  if (first === undefined) return;
  const { check, subject, message } = first;
  throw refused(
    `The backup fails the check, ${found} ${found === 1 ? "finding" : "findings"}; ` +
      `the first is ${check}, ${subject}, ${message}`,
    source,
  );
}

/**
 * Gives the new database the owner and permissions of the old one. They are set on the open file, and
 * links are refused: the owner of the folder could put one in its place, which root would follow.
 */
export function takeOverAccess(path: string, part: string): void {
  const model = modelOf(path);
  const file = openPlain(part);
  try {
    const own = fstatSync(file);
    fchmodSync(file, (model?.mode ?? PRIVATE) & 0o777);
    const owner = model ?? statSync(dirname(path));
    if (own.uid === owner.uid && (model === null || own.gid === owner.gid)) return;
    try {
      fchownSync(file, owner.uid, owner.gid);
    } catch (cause) {
      throw new AppError(
        "error.unavailable",
        `Only root and the owner of the database, user ${owner.uid}, can restore it: ${path}`,
        { cause },
      );
    }
  } finally {
    closeSync(file);
  }
}

/** The old database; null without one. */
function modelOf(path: string): Stats | null {
  const model = lstatSync(path, { throwIfNoEntry: false }) ?? null;
  if (model?.isSymbolicLink()) {
    throw new AppError("error.conflict", `The database must not be a link: ${path}`);
  }
  return model;
}

function refuseSource(path: string, source: string): void {
  if (source === "") throw new AppError("error.invalid-request", "The backup must have a name");
  if (!existsSync(source)) throw refused("The backup does not exist", source);
  if (!statSync(source).isFile()) throw refused("The backup is not a file", source);
  if (isSameFile(path, source)) throw refused("The backup is the database itself", source);
  // A copy of the file alone would lack the data in its log.
  for (const suffix of ["-wal", "-journal"]) {
    const log = source + suffix;
    if (!existsSync(log) || statSync(log).size === 0) continue;
    throw refused(
      "The file has a log beside it, so it is a live database; " +
        "make a backup of it with `db backup`",
      source,
    );
  }
}

function refused(message: string, source: string, cause?: unknown): AppError {
  return new AppError("error.invalid-request", `${message}: ${source}`, { cause });
}
