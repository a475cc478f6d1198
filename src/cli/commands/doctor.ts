import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { noDatabaseAdvice } from "../../command/calls.ts";
import { AppError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { judgeBackups } from "../doctor/backups.ts";
import {
  FAILED_WITHIN_MS,
  judgeClock,
  judgeKeys,
  judgePayments,
  judgeTables,
  judgeWebhooks,
} from "../doctor/contents.ts";
import { action, type Diagnosis } from "../doctor/diagnosis.ts";
import { judgeFiles } from "../doctor/files.ts";
import { judgeRoom } from "../doctor/room.ts";
import { duration } from "../../command/values.ts";
import { doctorJson, printDoctor } from "../doctor/report.ts";

const DATABASE_ADVICE = "Name it with --db or CHECKOUT_DB";
const DAY_MS = 86_400_000;

/** Adds `doctor`. */
export function addDoctorCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("doctor").description("check this installation for problems")
    .option("--backups <folder>", "folder of backups, files named *.db")
    .option(
      "--max-backup-age <duration>",
      "highest age of the latest backup (default: 2d)",
      duration,
    )
    .addHelpText(
      "after",
      `
It checks files and their permissions, free disk space, the write-ahead log, the clock, the
schema, the file's integrity, payments without an order, API keys, webhooks and the
open-file limit, and says what to do. It changes nothing. The exit code is 1 if anything
needs action.

Example:
  checkoutctl --db ./data/checkout.db doctor --backups /var/backups/checkoutd`,
    )
    .action(async ({ backups, maxBackupAge }) => {
      const maxAgeMs = maxBackupAge ?? 2 * DAY_MS;
      const path = context.dbPath();
      const findings = await examine(context, { folder: backups, maxAgeMs });
      context.out.result(doctorJson(path, findings), () => printDoctor(context.out, findings));
      if (findings.some(({ level }) => level === "action")) context.fail();
    });
}

async function examine(
  context: Context,
  backups: { readonly folder: string | undefined; readonly maxAgeMs: number },
): Promise<Diagnosis[]> {
  const { machine, now: clock } = context.io;
  const path = machine.trueName(context.dbPath());
  const now = clock();
  const file = machine.file(path);
  if (!file) {
    return [
      file === null
        ? action("database", `No database at ${path}`, noDatabaseAdvice(context.io.calls))
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
    ...judgeBackups({ ...backups, now }, machine),
    ...judgeRoom(path, file, machine),
    ...await examineContents(context, moments),
  ];
}

/** Judges the contents; a database that cannot be opened is a finding, not a failure. */
async function examineContents(
  context: Context,
  moments: readonly { readonly what: string; readonly at: number }[],
): Promise<Diagnosis[]> {
  const { maintenance, now: clock } = context.io;
  const now = clock();
  try {
    const facts = await maintenance.examine(context.dbPath(), now - FAILED_WITHIN_MS);
    const latest = facts.latest.map(({ what, at }) => ({ what: `the last ${what}`, at }));
    const isKnown = facts.schemaVersion === facts.knownVersion && facts.damage.length === 0;
    return [
      judgeClock([...moments, ...latest], now),
      ...judgeTables(facts),
      ...(isKnown
        ? [judgePayments(facts, now), ...judgeKeys(facts, now), ...judgeWebhooks(facts, now)]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const advice = error.code === "error.conflict"
      ? `Find the process that holds it, then run doctor again: lsof ${context.dbPath()}`
      : "Check the owner and type of the file; restore the latest backup if it is damaged";
    return [judgeClock(moments, now), action("database", error.message, advice)];
  }
}
