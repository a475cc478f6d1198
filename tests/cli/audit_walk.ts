/** Commands, one after the other, and the audit entries that each adds. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../src/domain/filters.ts";
import type { AuditEntry } from "../../src/domain/trail/entry.ts";
import { type PageRequest, readPages } from "../../src/domain/values/page.ts";
import type { AuditKey } from "../../src/store/reads/audit.ts";
import { leafCommands } from "../support/commands.ts";
import { Buyer } from "./buyer.ts";
import { openSession, type Shell } from "./support.ts";

/** Texts of operators and customers that no entry may have. */
export const FREE = "Asha Rao called from 98765 43210";

/** Runs commands, and compares the entries that each adds. */
export class Walk {
  readonly shell: Shell;
  readonly done = new Set<string>();
  /** Everything printed. */
  printed = "";

  constructor(shell: Shell) {
    this.shell = shell;
  }

  async entries(): Promise<readonly AuditEntry[]> {
    const list = (page: PageRequest<AuditKey>) =>
      this.shell.store.audit.list(NO_AUDIT_FILTER, page);
    return (await readPages<AuditEntry, AuditKey>(list)).rows;
  }

  /** Runs a command that adds entries of these actions, the latest first, or none. */
  // deno-lint-ignore no-explicit-any -- any command's result
  async run(actions: string | readonly string[] | null, ...argv: string[]): Promise<any> {
    const before = (await this.entries()).length;
    this.shell.clock.advance(1000);
    const { code, out, err } = await this.shell.run(...argv, "--json");
    assert.equal(code, 0, `${argv.join(" ")}: ${err}`);
    this.printed += out;
    const all = await this.entries();
    const added = all.slice(0, all.length - before).map((entry) => entry.action);
    assert.deepEqual(added, [actions ?? []].flat(), argv.join(" "));
    const words = argv.join(" ");
    const command = leafCommands().find((one) => words === one || words.startsWith(`${one} `));
    assert.ok(command, words);
    this.done.add(command);
    return JSON.parse(out);
  }

  /** A session with an address, whose buyer has verified their phone. */
  async buyer(): Promise<{ readonly id: string; readonly buyer: Buyer }> {
    const id = await openSession(this.shell, { note: FREE });
    const buyer = new Buyer(this.shell, id);
    await buyer.address("asha@home.example");
    return { id, buyer };
  }
}
