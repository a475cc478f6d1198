import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { formatBytes } from "../output/bytes.ts";
import { Progress } from "../output/progress.ts";
import { clean } from "../output/text.ts";

/** Adds `db restore`. */
export function addRestoreCommand(db: CommandUnknownOpts, context: Context): void {
  db.command("restore").description("put a backup in the place of the database")
    .argument("<file>", "a backup, as db backup makes it; it stays as it is")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
The server has to be stopped. The backup is checked first and brought up to date. The
database that was there is kept beside the new one, as <database>.before-restore-<moment>.
It asks first; where there is no terminal --yes is required.

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
    `Replace ${clean(path)} by ${clean(file)}? What came in since that backup is set aside.`,
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
    const from = backupVersion === schemaVersion ? "" : `, brought up from ${backupVersion}`;
    out.line(
      `Restored ${clean(path)} from ${clean(file)}: ${formatBytes(bytes)}, ` +
        `schema version ${schemaVersion}${from}`,
    );
    for (const kept of keptAs) out.line(`What was there before is kept as ${clean(kept)}`);
  });
}
