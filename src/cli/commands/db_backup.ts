import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { formatBytes } from "../../domain/values/wording.ts";
import { headText } from "./audit_chain.ts";
import type { Context } from "../context.ts";
import { withProgress } from "../output/progress.ts";
import { clean } from "../output/text.ts";

/** Adds `db backup`. */
export function addBackup(db: CommandUnknownOpts, context: Context): void {
  db.command("backup").description("back up the database to a file, also while the server runs")
    .argument("<file>", "backup file; it appears once it is complete and checked")
    .option("--force", "replace an existing file")
    .option("--fast", "copy what was deleted too: a tenth of the time")
    .addHelpText(
      "after",
      `
The backup is one file, a consistent snapshot that only you can read. It contains
everything: customers' phone numbers and addresses, and sealed secrets. Their key is not in
it: keep a copy of its file elsewhere. It is copied row by row, so that nothing that was
deleted or erased is in it; with --fast page by page, as a database of an earlier version
always is. A PostgreSQL database is backed up by pg_dump.

Example:
  checkoutctl --db ./data/checkout.db db backup /var/backups/checkout.db`,
    )
    .action(async (file, { force = false, fast = false }) => {
      const { io, out } = context;
      const database = context.databaseName();
      // An interrupted backup removes its unfinished file.
      const { bytes, pages, schemaVersion, isCompact } = await io.untilInterrupted((signal) =>
        withProgress(
          io,
          (onProgress) =>
            io.maintenance.backup(context.database(), file, {
              force,
              compact: !fast,
              onProgress,
              signal,
            }),
        )
      );
      const head = await io.maintenance.auditSeal(file);
      const size = `${formatBytes(bytes)} in ${pages} pages, schema version ${schemaVersion}`;
      const json = {
        database,
        file,
        bytes,
        pages,
        schema_version: schemaVersion,
        compact: isCompact,
      };
      out.result({ ...json, audit_head: head && headText(head) }, () => {
        out.line(`Backed up ${clean(database)} to ${clean(file)}: ${size}`);
        if (head !== null) out.line(`Head of its audit trail: ${headText(head)}`);
      });
      if (!isCompact && !fast) {
        out.note("Its schema is of an earlier version, so it has what was deleted, as with --fast");
      }
      // An older schema has none; the backup is complete all the same.
      const { keys } = await io.maintenance.secrets(context.database()).catch(() => ({ keys: [] }));
      if (keys.length === 0) return;
      const { path } = context.secretKeys();
      const where = path === null ? "" : `: ${clean(path)}`;
      out.note(
        `Its secrets open with their key alone, which is not in it; keep that apart${where}`,
      );
    });
}
