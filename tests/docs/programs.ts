/** Commands and flags of the two programs, by their own help, to compare shown commands with. */
import assert from "node:assert/strict";
import { parseOptions } from "../../bench/options.ts";
import { USAGE } from "../../build/options.ts";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { withShell } from "../cli/support.ts";
import { leafCommands } from "../support/commands.ts";

/** The flags of both programs. */
export interface Programs {
  readonly server: ReadonlySet<string>;
  readonly build: ReadonlySet<string>;
  readonly bench: ReadonlySet<string>;
  /** By command, as it is typed; those of all commands under "". */
  readonly ctl: ReadonlyMap<string, ReadonlySet<string>>;
}

function flagsOf(text: string): Set<string> {
  return new Set(text.match(/--[a-z][\w-]*/g) ?? []);
}

/** The options that a program's help lists, without its examples. */
function optionsOf(help: string): Set<string> {
  const options = [...help.matchAll(/^ +(?:-\w, )?(--[a-z][\w-]*)/gm)].map(([, flag = ""]) => flag);
  assert.ok(options.length > 0, help);
  return new Set(options);
}

/** Asks both programs. */
export async function readPrograms(): Promise<Programs> {
  const parsed = parseServerArgs(["--help"]);
  assert.ok("text" in parsed);
  const ctl = new Map<string, ReadonlySet<string>>();
  await withShell(async (shell) => {
    ctl.set("", optionsOf((await shell.run("--help")).out));
    for (const command of leafCommands()) {
      ctl.set(command, optionsOf((await shell.run(...command.split(" "), "--help")).out));
    }
  });
  return {
    server: optionsOf(parsed.text),
    build: optionsOf(USAGE),
    bench: optionsOf(benchHelp()),
    ctl,
  };
}

/** Help of the benchmark. */
export function benchHelp(): string {
  const parsed = parseOptions(["--help"]);
  assert.ok("text" in parsed);
  return parsed.text;
}

/** Every place where one of the programs is called, and what it is called with. */
const CALL = new RegExp(
  String.raw`(?:deno task (ctl|start|demo|compile|bench)|` +
    // A program stands where a command begins; a script behind what runs it.
    String.raw`(?:^|\$\(|<\(|[|;&] *|sudo (?:-u \w+ )?|exec )(?:\S*/)?(checkoutctl|checkoutd)|` +
    String.raw`\s(cli\.ts|main\.ts|bench\/bench\.ts))(?=\s|$)([^|;)&]*)`,
  "g",
);

/** Commands and flags of a command line that the programs do not know. */
export function unknownIn(line: string, programs: Programs): string[] {
  return [...line.matchAll(CALL)].flatMap(([, task, program, script, rest = ""]) => {
    const isCtl = [task, program, script].some((one) =>
      one === "ctl" || one === "checkoutctl" || one === "cli.ts"
    );
    // Words after `--` or in quotes are no flags.
    const own = rest.replace(/'[^']*'|"[^"]*"/g, '""');
    const isBench = task === "bench" || script === "bench/bench.ts";
    const other = isBench ? programs.bench : task === "compile" ? programs.build : programs.server;
    if (!isCtl) return [...flagsOf(own)].filter((flag) => !other.has(flag));
    const command = [...programs.ctl.keys()].find((one) =>
      one !== "" && new RegExp(`(^|\\s)${one}(\\s|$)`).test(own)
    );
    const words = own.trim().split(/\s+/).filter((word) => /^[a-z]/.test(word));
    if (command === undefined && words.length > 0) return [words.join(" ")];
    const known = [programs.ctl.get(""), programs.ctl.get(command ?? "")];
    return [...flagsOf(own)].filter((flag) => !known.some((flags) => flags?.has(flag)));
  });
}
