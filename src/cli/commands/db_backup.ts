import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { clean, formatBytes } from "../output/text.ts";
import { Progress } from "../output/progress.ts";

/** Adds `db backup`. */
export function addBackupCommand(db: CommandUnknownOpts, context: Context): void {
  db.command("backup").description("back up the database to a file, also while the server runs")
    .argument("<file>", "backup file; it appears once it is complete and checked")
    .option("--force", "replace an existing file")
    .addHelpText(
      "after",
      `
The backup is one file, a consistent snapshot that only you can read. It contains
everything: customers' phone numbers and addresses, and webhook secrets.

Example:
  checkoutctl --db ./data/checkout.db db backup /var/backups/checkout.db`,
    )
    .action(async (file, { force }) => {
      const path = context.dbPath();
      const progress = new Progress(context.io);
      const { maintenance } = context.io;
      const { bytes, pages, schemaVersion } = await untilInterrupted(context, (signal) => {
        const onProgress = (text: string) => progress.update(text);
        return maintenance.backup(path, file, { force: force === true, onProgress, signal });
      }).finally(() => progress.done());
      context.out.result(
        { database: path, file, bytes, pages, schema_version: schemaVersion },
        () =>
          context.out.line(
            `Backed up ${clean(path)} to ${clean(file)}: ${
              formatBytes(bytes)
            } in ${pages} pages, ` +
              `schema version ${schemaVersion}`,
          ),
      );
    });
}

/** What a signal ends in good order, so that nothing half done is left; and what it came to. */
async function untilInterrupted<T>(
  { io }: Context,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  await io.untilInterrupted(async (signal) => resolve(await work(signal)));
  return await promise;
}
