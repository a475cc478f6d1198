import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { noDatabaseAdvice } from "../../command/calls.ts";
import { RETENTION } from "../../command/retention.ts";
import { duration } from "../../command/values.ts";
import { Doctor } from "../../service/health/doctor.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { doctorJson, printDoctor } from "../output/doctor.ts";

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
open-file limit; on PostgreSQL the server's durability, standbys, connections, clock and
TLS, and the user's rights. It says what to do and changes nothing. The exit code is 1 if
anything needs action.

Example:
  checkoutctl --db ./data/checkout.db doctor --backups /var/backups/checkoutd`,
    )
    .action(async ({ backups, maxBackupAge }) => {
      const { io, out } = context;
      const findings = await new Doctor({ ...io, path: context.database() }).examine({
        backups,
        maxBackupAgeMs: maxBackupAge,
        checksFile: true,
        retention: {
          sessions: setting(io.env, "CHECKOUT_RETENTION", RETENTION.sessions),
          orders: setting(io.env, "CHECKOUT_ORDER_RETENTION", RETENTION.orders),
        },
        noDatabase: noDatabaseAdvice(io.calls),
      });
      out.result(doctorJson(context.databaseName(), findings), () => printDoctor(out, findings));
      if (findings.some(({ level }) => level === "action")) context.fail();
    });
}

/** A setting of the server by its variable. */
function setting(
  env: (name: string) => string | undefined,
  name: string,
  { default: days, parse }: { readonly default: number; readonly parse: (text: string) => number },
): number {
  const text = env(name);
  if (text === undefined || text === "") return days;
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${name} is invalid: ${text}`, { cause: error });
  }
}
