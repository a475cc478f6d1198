import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { noDatabaseAdvice } from "../../command/calls.ts";
import { duration } from "../../command/values.ts";
import { Doctor } from "../../service/health/doctor.ts";
import type { Context } from "../context.ts";
import { serverTimesOf } from "../options/server_times.ts";
import { VARIABLES } from "../../command/variables.ts";
import { doctorJson, printDoctor, printSettings, type Setting } from "../output/doctor.ts";

/** Adds `doctor`. */
export function addDoctorCommand(program: CommandUnknownOpts, context: Context): void {
  program.command("doctor").description("check this installation for problems")
    .option(
      "--backups <folder>",
      "folder of backups, files named *.db (default: $CHECKOUT_BACKUP_TO)",
    )
    .option(
      "--max-backup-age <duration>",
      "maximum age of the latest backup (default: 2d)",
      duration,
    )
    .addHelpText(
      "after",
      `
It checks files and their permissions, free disk space, the write-ahead log, the clock, the
schema, the file's integrity, payments without an order, API keys, webhooks, the key of
the secrets and the open-file limit; on PostgreSQL the server's durability, standbys, connections, clock and
TLS, and the user's rights. It says what to do and changes nothing. The exit code is 1 if
anything needs action.

Example:
  checkoutctl --db ./data/checkout.db doctor --backups /var/backups/checkoutd`,
    )
    .action(async ({ backups, maxBackupAge }) => {
      const { io, out } = context;
      const times = serverTimesOf(io.env);
      const keys = context.secretKeys();
      const nightly = io.env("CHECKOUT_BACKUP_TO") || undefined;
      const deps = { ...io, path: context.database(), backups: nightly, times, keys };
      const findings = await new Doctor(deps).examine({
        backups,
        maxBackupAgeMs: maxBackupAge,
        checksFile: true,
        noDatabase: noDatabaseAdvice(io.calls),
      });
      const settings = settingsOf(context);
      out.result({ ...doctorJson(context.databaseName(), findings), settings }, () => {
        printDoctor(out, findings);
        printSettings(out, settings);
      });
      if (findings.some(({ level }) => level === "action")) context.fail();
    });
}

/** Variables that scripts hand over. */
const OF_SCRIPTS = ["CHECKOUT_CALLED", "CHECKOUT_SELF", "CHECKOUT_USER", "CHECKOUT_VARIABLES"];

/** The database and the variables that are set, each with its source. */
function settingsOf(context: Context): Setting[] {
  const names = Object.keys(VARIABLES)
    .filter((name) => !OF_SCRIPTS.includes(name) && context.io.env(name) !== undefined);
  return [
    { name: "database", from: context.databaseSource() },
    ...names.map((name) => ({ name, from: context.sourceOf(name) })),
  ];
}
