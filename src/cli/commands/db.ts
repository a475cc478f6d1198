import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { clean } from "../output/text.ts";
import { addBackupCommand } from "./db_backup.ts";
import { addCheckCommand } from "./db_check.ts";
import { addRestoreCommand } from "./db_restore.ts";

/** Adds `db backup | check | restore | migrate`. */
export function addDbCommands(program: CommandUnknownOpts, context: Context): void {
  const db = program.command("db").description("back up, check, restore or upgrade the database")
    .addHelpText("after", "\nExample:\n  checkoutctl db backup /var/backups/checkout.db");

  addBackupCommand(db, context);
  addCheckCommand(db, context);
  addRestoreCommand(db, context);
  db.command("migrate").description("upgrade the schema, and report its version")
    .addHelpText(
      "after",
      `
The server and every other command also upgrade the database when they open it.

Example:
  checkoutctl --db ./data/checkout.db db migrate`,
    )
    .action(async () => {
      const version = await context.use(
        (database) => Promise.resolve(database.schemaVersion),
        { creates: true },
      );
      const path = context.dbPath();
      context.out.result(
        { database: path, schema_version: version },
        () => context.out.line(`${clean(path)} is at schema version ${version}`),
      );
    });
}
