/** Single files by `deno compile`. */
import { LOCKED, runDeno } from "./deno_command.ts";
import { type Manifest, type Program, programFlags, WORKERS } from "./programs.ts";
import type { Target } from "./targets.ts";

/** What became of a compilation. */
export type Compiled =
  | { readonly kind: "done"; readonly report: string }
  /** The base binary, `denort`, could not be fetched. */
  | { readonly kind: "no-base"; readonly url: string }
  | { readonly kind: "failed"; readonly report: string };

/** What to compile. */
export interface Compilation {
  readonly program: Program;
  readonly manifest: Manifest;
  /** Undefined for the machine that builds, which alone heeds `DENORT_BIN`. */
  readonly target?: Target | undefined;
  /** Files besides what the entry imports; {@link WORKERS} unless given. */
  readonly workers?: readonly string[];
  /** Folders of packages to leave out. */
  readonly exclude: readonly string[];
  /** Path of the file to make. */
  readonly output: string;
}

/** The arguments to Deno that make a program's file. */
export function compileArgs(compilation: Compilation): readonly string[] {
  const { program, manifest, target, workers = WORKERS, exclude, output } = compilation;
  return [
    "compile",
    // `deno task check` checks types; here it would only be slow.
    "--no-check",
    ...LOCKED,
    // It would lie under a name that anybody can foresee in the folder for temporary files, where
    // another user of the machine could put code in its place.
    "--no-code-cache",
    // Some are for the types alone.
    "--exclude-unused-npm",
    ...programFlags(program, manifest),
    ...workers.map((worker) => `--include=${worker}`),
    ...exclude.map((path) => `--exclude=${path}`),
    ...(target === undefined ? [] : [`--target=${target}`]),
    `--output=${output}`,
    program.entry,
  ];
}

/** Compiles a program in a folder of sources. */
export async function compile(folder: string, compilation: Compilation): Promise<Compiled> {
  const { success, report } = await runDeno(folder, compileArgs(compilation));
  if (success) return { kind: "done", report };
  const url = missingBase(report);
  return url === undefined ? { kind: "failed", report } : { kind: "no-base", url };
}

/**
 * The address that a base binary could not be had from, if that is why a compilation failed:
 * any of no name, no connection, no certificate or no such file.
 */
export function missingBase(report: string): string | undefined {
  if (!report.includes("Setting up base binary")) return undefined;
  return /\bhttps?:\/\/[^\s()]*denort[^\s()]*/.exec(report)?.[0];
}
