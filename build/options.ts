import { parseArgs } from "node:util";
import { hasShell, parseTarget, RUNTIME_PACKAGES, type Target, TARGETS } from "./targets.ts";

/** How to build. */
export interface BuildOptions {
  readonly target: Target;
  /** Folder that the files are put into. */
  readonly out: string;
  /**
   * `auto` compiles, and makes self-extracting files where the base binary cannot be fetched;
   * the others want the one or the other alone.
   */
  readonly kind: "auto" | "compiled" | "self-extracting";
  /** The Deno binary for the target that self-extracting files carry; undefined for this one. */
  readonly runtime: string | undefined;
}

/** The help text of the task. */
export const USAGE = `Usage: deno task compile [options]

Makes checkoutd and checkoutctl, each a single file that needs no Deno on the machine it runs on.

Options:
  --target <target>   machine to build for; this one unless given:
${TARGETS.map((target) => `                        ${target}`).join("\n")}
  --out <folder>      where to put them, within ./dist (default: dist)
  --compiled          fail where "deno compile" cannot be had, instead of falling back
  --self-extracting   do not try "deno compile": the program with the runtime, unpacked on first run
  --runtime <file>    Deno binary of the target for self-extracting files
  --help              print this

Example:
  deno task compile --target aarch64-unknown-linux-gnu --out dist/arm
`;

/**
 * Reads the command line of a build.
 *
 * @param host the target of the machine that builds
 * @returns the options, `help`, or one line that says what is wrong
 */
export function parseOptions(
  argv: readonly string[],
  host: string,
): BuildOptions | { readonly help: true } | { readonly problem: string } {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        target: { type: "string" },
        out: { type: "string" },
        compiled: { type: "boolean" },
        "self-extracting": { type: "boolean" },
        runtime: { type: "string" },
        help: { type: "boolean" },
      },
    }));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (values.help === true) return { help: true };
  const target = parseTarget(values.target ?? host);
  if (target === undefined) {
    return { problem: `--target must be one of ${TARGETS.join(", ")}: ${values.target ?? host}` };
  }
  if (values.out === "") return { problem: "--out must name a folder" };
  if (values.compiled && values["self-extracting"]) {
    return { problem: "Either --compiled or --self-extracting, not both" };
  }
  const kind = values.compiled
    ? "compiled"
    : values["self-extracting"]
    ? "self-extracting"
    : "auto";
  const { out = "dist", runtime } = values;
  const problem = kind === "self-extracting" ? noRuntime(target, host, runtime) : undefined;
  return problem === undefined ? { target, out, kind, runtime } : { problem };
}

/** Why no self-extracting file can be made for a target; undefined when one can. */
export function noRuntime(
  target: Target,
  host: string,
  runtime: string | undefined,
): string | undefined {
  if (!hasShell(target)) return `Self-extracting files need a shell, which is not on: ${target}`;
  if (runtime !== undefined || target === host) return undefined;
  return `--runtime must name the Deno binary for another machine, as in npm's ${
    RUNTIME_PACKAGES[target]
  }: ${target}`;
}
