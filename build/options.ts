import { parseArgs } from "node:util";
import { hasShell, parseTarget, RUNTIME_PACKAGES, type Target, TARGETS } from "./targets.ts";

/** The options of a build. */
export interface BuildOptions {
  readonly target: Target;
  /** Folder of the results. */
  readonly out: string;
  /** `auto` compiles, or makes self-extracting files if the base binary cannot be fetched. */
  readonly kind: "auto" | "compiled" | "self-extracting";
  /** Deno binary for self-extracting files; undefined for the one that builds. */
  readonly runtime: string | undefined;
}

/** The help text of the task. */
export const USAGE = `Usage: deno task compile [options]

Makes checkoutd and checkoutctl, each a single file that needs no Deno on the machine it runs on.

Options:
  --target <target>   machine to build for (default: this one):
${TARGETS.map((target) => `                        ${target}`).join("\n")}
  --out <folder>      folder of the results, within ./dist (default: dist)
  --compiled          fail if "deno compile" does not work, instead of falling back
  --self-extracting   pack the program with the runtime, unpacked on the first run
  --runtime <file>    Deno binary of the target for self-extracting files
  --help              show this help

Example:
  deno task compile --target aarch64-unknown-linux-gnu --out dist/arm
`;

/**
 * Reads the command line of a build.
 *
 * @param host target of this machine
 * @returns the options, `help`, or one line about wrong usage
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
    return { problem: "--compiled and --self-extracting exclude each other" };
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

/** The reason why self-extracting files cannot be made for a target; undefined if they can. */
export function noRuntime(
  target: Target,
  host: string,
  runtime: string | undefined,
): string | undefined {
  if (!hasShell(target)) {
    return `Self-extracting files need a shell, which the target does not have: ${target}`;
  }
  if (runtime !== undefined || target === host) return undefined;
  const source = RUNTIME_PACKAGES[target];
  return `--runtime must name the Deno binary of the target, as in npm's ${source}: ${target}`;
}
