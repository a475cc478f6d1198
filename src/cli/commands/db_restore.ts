import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { clean, formatBytes } from "../output/text.ts";
import { Progress } from "../output/progress.ts";

/** Adds `db restore`. */
export function addRestoreCommand(db: CommandUnknownOpts, context: Context): void {
  db.command("restore").description("replace the database with a backup")
    .argument("<file>", "backup made by db backup; it is not changed")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      `
Stop the server first. The backup is checked and upgraded. The previous database is kept
beside the new one, as <database>.before-restore-<moment>.
It asks first; without a terminal add --yes.

Example:
  checkoutctl --db ./data/checkout.db db restore /var/backups/checkout.db --yes`,
    )
    .action(async (file, { yes }) => await restore(context, { file, yes }));
}

async function restore(
  context: Context,
  { file, yes }: { readonly file: string; readonly yes: true | undefined },
): Promise<void> {
  const { io, out } = context;
  const path = context.dbPath();
  await context.confirm(
    `Replace ${clean(path)} by ${
      clean(file)
    }? Data newer than the backup is kept in a file beside it.`,
    yes,
  );
  const progress = new Progress(io);
  const report = await io.maintenance.restore(path, file, {
    now: io.now(),
    onProgress: (text) => progress.update(text),
  }).finally(() => progress.done());
  const { bytes, backupVersion, schemaVersion, keptAs } = report;
  const json = {
    database: path,
    file,
    bytes,
    backup_schema_version: backupVersion,
    schema_version: schemaVersion,
    kept_as: keptAs,
  };
  out.result(json, () => {
    const from = backupVersion === schemaVersion ? "" : `, upgraded from ${backupVersion}`;
    out.line(
      `Restored ${clean(path)} from ${clean(file)}: ${formatBytes(bytes)}, ` +
        `schema version ${schemaVersion}${from}`,
    );
    for (const kept of keptAs) out.line(`The previous database is kept as ${clean(kept)}`);
  });
}
