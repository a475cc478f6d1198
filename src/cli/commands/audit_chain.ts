import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { readLogin } from "../../domain/people/person.ts";
import type { SealHead } from "../../domain/trail/seal.ts";
import { counted, moment } from "../../domain/values/wording.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { TrailVerdict } from "../../service/audit_seals.ts";
import type { Context } from "../context.ts";
import { YES } from "../options/values.ts";
import { clean } from "../output/text.ts";

/** Adds `audit verify | erase`. */
export function addChainCommands(audit: CommandUnknownOpts, context: Context): void {
  addVerify(audit, context);
  addErase(audit, context);
}

function addVerify(audit: CommandUnknownOpts, context: Context): void {
  audit.command("verify").description("compare the audit trail with its chain of hashes")
    .option("--backup <file>", "a backup, whose last seal must be in the chain")
    .option("--head <seal:hash>", "a seal that must be in the chain", readHead)
    .addHelpText(
      "after",
      `
A server seals new entries once a minute. A change, a removal or a late addition of an entry
is found from then on; the exit code is 1 then. A program that can write the database could
make the whole chain anew: compare it with a backup, or with a head that you noted.

Example:
  checkoutctl audit verify --backup /var/backups/checkout.db`,
    )
    .action(async ({ backup, head }) => {
      const { io, out } = context;
      const ofBackup = backup === undefined ? null : await io.maintenance.auditSeal(backup);
      const heads = [head ?? null, ofBackup].filter((one) => one !== null);
      const verdict = await context.use(({ services: { auditSeals } }) => auditSeals.verify(heads));
      out.result(verdictJson(verdict), () => {
        for (const line of verdictLines(verdict)) out.line(line);
      });
      if (backup !== undefined && ofBackup === null) {
        out.note(`The backup has no seal to compare with: ${clean(backup)}`);
      }
      if (verdict.problems.length > 0) context.fail();
    });
}

/** Reads a number and a hash, as `audit verify` prints them. */
function readHead(text: string): SealHead {
  const [, seal, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seal !== undefined && hash !== undefined) return { seal: Number(seal), hash };
  throw new InvalidArgumentError("It must be a number and a SHA-256: 17:9f86d0...");
}

/** A seal as it is noted. */
export function headText({ seal, hash }: SealHead): string {
  return `${seal}:${hash}`;
}

function verdictLines(verdict: TrailVerdict): string[] {
  const { from, until, brokenAfter, head, problems, erased, waiting } = verdict;
  if (from === null || until === null || head === null) {
    return ["Nothing is sealed yet: a server seals new entries once a minute"];
  }
  const names = erased === 0 ? "" : `, ${counted(erased, "entry", "entries")} with an erased name`;
  const sealed = `${counted(verdict.entries, "entry", "entries")} in ${
    counted(verdict.seals, "seal")
  }${names}; ${counted(waiting, "entry", "entries")} not sealed yet`;
  if (brokenAfter === null) {
    return [
      `The audit trail holds from ${moment(from)} to ${moment(until)}: ${sealed}`,
      `Head: ${headText(head)}`,
    ];
  }
  return [
    brokenAfter < from
      ? `The audit trail does not hold: ${sealed}`
      : `The audit trail holds from ${moment(from)} to ${moment(brokenAfter)} only: ${sealed}`,
    ...problems,
  ];
}

function verdictJson({ from, until, brokenAfter, head, ...rest }: TrailVerdict) {
  const { seals, entries, erased, waiting, problems } = rest;
  const text = (at: number | null) => at === null ? null : momentText(at);
  return {
    holds: problems.length === 0,
    from: text(from),
    until: text(brokenAfter ?? until),
    seals,
    entries,
    erased,
    waiting,
    head: head === null ? null : headText(head),
    problems,
  };
}

function addErase(audit: CommandUnknownOpts, context: Context): void {
  audit.command("erase").description("erase the name of a person who left from the audit trail")
    .argument("<login>", "login, or user of the machine")
    .option(...YES)
    .addHelpText(
      "after",
      `
Entries by and on this person stay, without the login and, on the person, without the fields;
they stay sealed. It asks for confirmation; without a terminal, add --yes.

Example:
  checkoutctl audit erase asha`,
    )
    .action(async (text, { yes }) => {
      const login = readLogin(text);
      await context.confirm(
        `Erase ${login} from the audit trail? It cannot be undone.`,
        yes,
      );
      await context.use(({ services: { auditSeals } }) => auditSeals.erase(login, context.by));
      context.out.result({ login, erased: true }, `Erased ${login} from the audit trail`);
    });
}
