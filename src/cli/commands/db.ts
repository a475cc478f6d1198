import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { databaseProblem } from "../../command/database_option.ts";
import { isUrl, shownDatabase } from "../../store/database_url.ts";
import { lockedOf, lockedText } from "../../service/health/secrets.ts";
import type { Context } from "../context.ts";
import { example, YES } from "../options/values.ts";
import { checkJson, printCheck } from "../output/db_check.ts";
import { withProgress } from "../output/progress.ts";
import { clean } from "../output/text.ts";
import { counted, formatBytes } from "../../domain/values/wording.ts";
import { addBackup } from "./db_backup.ts";

/** Adds `db backup | check | restore | migrate | copy`. */
export function addDbCommands(program: CommandUnknownOpts, context: Context): void {
  const db = program.command("db").description("back up, check, restore or upgrade the database")
    .addHelpText("after", example("db backup /var/backups/checkout.db"));
  addBackup(db, context);
  addCheck(db, context);
  addRestore(db, context);
  addMigrate(db, context);
  addCopy(db, context);
}

function addCopy(db: CommandUnknownOpts, context: Context): void {
  db.command("copy").description("copy a database to a new one, also between SQLite and PostgreSQL")
    .argument("<from>", "path or URL of the database; it is not changed", databaseArgument(context))
    .argument("<to>", "path or URL of a new or empty database", databaseArgument(context))
    .addHelpText(
      "after",
      `
Stop the server first. Servers refuse the new database until the copy is complete; after an
interruption run it again. The key of the secrets is not copied: name its file with --secrets-key
wherever the new database is used. Passwords of URLs belong in PGPASSWORD or, for two servers, in a ?passfile.

Example:
  checkoutctl db copy ./data/checkout.db postgres://checkoutd@db.example/checkout`,
    )
    .action(async (from, to) => {
      const { io, out } = context;
      const rows = await withProgress(io, (onProgress) => io.copyDatabase(from, to, onProgress));
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      const json = { from: shownDatabase(from), to: shownDatabase(to), rows };
      out.result(
        json,
        `Copied ${clean(json.from)} to ${clean(json.to)}: ${counted(total, "row")}, ` +
          `${counted(rows["sessions"] ?? 0, "session")}`,
      );
      const { keys } = await io.maintenance.secrets(to);
      if (keys.length === 0) return;
      const prints = keys.map(({ fingerprint }) => fingerprint).join(", ");
      out.note(
        "Its secrets open with the key of the first database alone, which is not in it: name the " +
          `file of that key with --secrets-key (fingerprint ${prints})`,
      );
    });
}

/** Makes a parser of a path or a URL. */
function databaseArgument({ io }: Context): (text: string) => string {
  return (text) => {
    const problem = databaseProblem("It", text, io.env);
    if (problem === undefined) return text;
    throw new InvalidArgumentError(problem);
  };
}

function addCheck(db: CommandUnknownOpts, context: Context): void {
  db.command("check").description("check the database for damage and inconsistencies")
    .addHelpText(
      "after",
      `
It changes nothing, also checks a backup (--db <backup>), and works while the server runs.
The exit code is 1 if it finds anything. It checks

  file            SQLite's integrity check; references, and the schema
  sessions        that they can be read; amounts against lines; payment against state
  holds           coupon uses, stock and coins against what each session needs
  ledger          balances against entries, counts against rows
  events          against sessions, and deliveries against events

Example:
  checkoutctl --db ./data/checkout.db db check`,
    )
    .action(async () => {
      const { io, out } = context;
      const report = await withProgress(
        io,
        (onProgress) => io.maintenance.check(context.database(), { onProgress }),
      );
      const name = context.databaseName();
      out.result(checkJson(name, report), () => printCheck(out, name, report));
      if (report.found === 0) return;
      context.fail();
      out.note(`${counted(report.found, "finding")}, explained above`);
    });
}

function addRestore(db: CommandUnknownOpts, context: Context): void {
  db.command("restore").description("replace the database with a backup")
    .argument("<file>", "backup made by db backup; it is not changed")
    .option(...YES)
    .addHelpText(
      "after",
      `
Stop the server first. The backup is checked and upgraded. The previous database is kept
beside the new one, as <database>.before-restore-<moment>.
It asks first; without a terminal add --yes.

Example:
  checkoutctl --db ./data/checkout.db db restore /var/backups/checkout.db --yes`,
    )
    .action(async (file, { yes }) => {
      const { io, out } = context;
      const path = context.databaseName();
      await context.confirm(
        `Replace ${clean(path)} by ${
          clean(file)
        }? Data newer than the backup is kept in a file beside it.`,
        yes,
      );
      const { bytes, backupVersion, schemaVersion, keptAs } = await withProgress(
        io,
        (onProgress) =>
          io.maintenance.restore(context.database(), file, {
            now: io.now(),
            by: context.by,
            onProgress,
          }),
      );
      const isOther = await hasOtherTrail(context, keptAs[0]);
      const keys = context.secretKeys();
      const facts = await io.maintenance.secrets(context.database());
      const locked = lockedOf(facts, keys);
      const json = {
        database: path,
        file,
        bytes,
        backup_schema_version: backupVersion,
        schema_version: schemaVersion,
        kept_as: keptAs,
        locked_secrets: locked.map(({ label }) => label),
        other_audit_trail: isOther,
      };
      out.result(json, () => {
        const from = backupVersion === schemaVersion ? "" : `, upgraded from ${backupVersion}`;
        const version = `schema version ${schemaVersion}${from}`;
        const size = formatBytes(bytes);
        out.line(`Restored ${clean(path)} from ${clean(file)}: ${size}, ${version}`);
        for (const kept of keptAs) out.line(`The previous database is kept as ${clean(kept)}`);
      });
      if (isOther) {
        out.note(
          "The audit trail of the backup is no earlier part of the replaced one: one of the two was " +
            "changed, or restored from another backup since; compare them with `audit verify`",
        );
      }
      for (const text of locked.length > 0 ? lockedText(facts, locked, keys) : []) out.note(text);
    });
}

/** True if the last seal of the restored database is another one than the replaced one has. */
async function hasOtherTrail(context: Context, replaced: string | undefined): Promise<boolean> {
  const { maintenance } = context.io;
  const head = await maintenance.auditSeal(context.database());
  if (head === null || replaced === undefined) return false;
  // A damaged one says nothing.
  const own = await maintenance.auditSeal(replaced, head.seal).catch(() => null);
  return own !== null && own.hash !== head.hash;
}

function addMigrate(db: CommandUnknownOpts, context: Context): void {
  db.command("migrate").description("upgrade the schema, and report its version")
    .option("--force", "upgrade even while servers run that are too old for the new schema")
    .addHelpText(
      "after",
      `
Stop the server first; on PostgreSQL servers run meanwhile. A server upgrades the database
when it starts; all other commands refuse an older one. On PostgreSQL an upgrade that some
servers are too old for is refused, and with --force they stop. Functions that only other
versions of the program use are dropped.

Example:
  checkoutctl --db ./data/checkout.db db migrate`,
    )
    .action(async ({ force = false }) => {
      const from = await versionBefore(context);
      const own = await context.use(
        ({ schemaVersion }) => Promise.resolve(schemaVersion),
        { schema: "migrate", force },
      );
      const { io, out } = context;
      const database = context.databaseName();
      const at = (version: number) =>
        from === version
          ? `${clean(database)} is at schema version ${version} already`
          : from === 0
          ? `${clean(database)} is new, at schema version ${version}`
          : `${clean(database)} went from schema version ${from} to ${version}`;
      if (!isUrl(context.database())) {
        return out.result({ database, from_version: from, schema_version: own }, at(own));
      }
      const { schemaVersion, dropped, left } = await io.maintenance.dropUnused(context.database());
      out.result(
        {
          database,
          from_version: from,
          schema_version: schemaVersion,
          functions_dropped: dropped,
          functions_left: left,
        },
        at(schemaVersion) +
          (schemaVersion > own ? `, which works with this program's version ${own}` : "") +
          (dropped > 0 ? `; dropped ${counted(dropped, "function")} of other versions` : ""),
      );
      if (left === 0) return;
      out.note(`Left ${counted(left, "function")} of other versions that servers are using`);
    });
}

/** Schema version of the database; 0 if there is none, or none that can be read: opening it says why. */
async function versionBefore(context: Context): Promise<number> {
  const options = { now: context.io.now(), checksFile: false };
  const { maintenance } = context.io;
  const facts = await maintenance.examine(context.database(), options).catch(() => null);
  return facts?.schemaVersion ?? 0;
}
