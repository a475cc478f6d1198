/** Single files by `deno compile`. */
import { LOCKED, runDeno } from "./deno_command.ts";
import { type Manifest, type Program, programFlags, WORKERS } from "./programs.ts";
import type { Target } from "./targets.ts";

/** The result of a compilation. */
export type Compiled =
  | { readonly kind: "done"; readonly report: string }
  /** `deno compile` could not fetch its base binary, `denort`. */
  | { readonly kind: "no-base"; readonly url: string }
  | { readonly kind: "failed"; readonly report: string };

/** A program to compile. */
export interface Compilation {
  readonly program: Program;
  readonly manifest: Manifest;
  /** Undefined for this machine; `DENORT_BIN` works only then. */
  readonly target?: Target | undefined;
  /** Files besides the imports of the entry (default: {@link WORKERS}). */
  readonly workers?: readonly string[];
  /** Folders of packages to leave out. */
  readonly exclude: readonly string[];
  /** Path of the file to make. */
  readonly output: string;
}

/** The arguments of `deno compile`. */
export function compileArgs(compilation: Compilation): readonly string[] {
  const { program, manifest, target, workers = WORKERS, exclude, output } = compilation;
  return [
    "compile",
    // `deno task check` checks the types.
    "--no-check",
    ...LOCKED,
    // The cache would have a predictable name in the folder for temporary files, where another user
    // could plant code.
    "--no-code-cache",
    // Some packages are only needed for types.
    "--exclude-unused-npm",
    ...programFlags(program, manifest),
    // On Linux; elsewhere the program says that it cannot run itself.
    ...(program.runsItself ? ["--allow-run=/proc/self/exe"] : []),
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
 * The URL of the base binary if its download made a compilation fail; undefined for other failures.
 */
export function missingBase(report: string): string | undefined {
  if (!report.includes("Setting up base binary")) return undefined;
  return /\bhttps?:\/\/[^\s()]*denort[^\s()]*/.exec(report)?.[0];
}
