import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { Progress } from "../output/progress.ts";
import { counted } from "../output/text.ts";
import { checkJson, printCheck } from "../output/db_check.ts";

/** Adds `db check`. */
export function addCheckCommand(db: CommandUnknownOpts, context: Context): void {
  db.command("check").description("check the database for damage and inconsistencies")
    .addHelpText(
      "after",
      `
It changes nothing, also checks a backup (--db <backup>), and works while the server runs.
The exit code is 1 if it finds anything. It checks

  file            SQLite's integrity check, references, and the schema
  sessions        that they can be read; amounts against lines; payment against state
  holds           coupon uses, stock and coins against what each session needs
  ledger          balances against entries, counts against rows
  events          against sessions, and deliveries against events

Example:
  checkoutctl --db ./data/checkout.db db check`,
    )
    .action(async () => {
      const path = context.dbPath();
      const progress = new Progress(context.io);
      const report = await context.io.maintenance.check(path, {
        onProgress: (text) => progress.update(text),
      }).finally(() => progress.done());
      context.out.result(checkJson(path, report), () => printCheck(context.out, path, report));
      if (report.found === 0) return;
      context.fail();
      context.out.note(`${counted(report.found, "finding")}, explained above`);
    });
}
