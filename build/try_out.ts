/** Starts what is built, or goes into it, where it can be started: on the machine that builds. */
import type { Program } from "./programs.ts";
import { BuildFailure } from "./failure.ts";

/** Unpacking and starting take seconds; what takes longer does not come to an end. */
const PATIENCE_MS = 60_000;

/**
 * Asks a program for its version.
 *
 * @param folder where it may keep what it unpacks
 * @returns the first line that it prints, or undefined when it fails
 */
export async function versionOf(path: string, folder: string): Promise<string | undefined> {
  const command = new Deno.Command(path, {
    args: ["--version"],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", XDG_CACHE_HOME: folder },
    stdin: "null",
    stderr: "null",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  try {
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout).split("\n", 1)[0] : undefined;
  } catch (error) {
    // It may not be started at all: that is what is asked here. The sandbox is another matter.
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}

/**
 * Starts a file that was made for this machine. A base binary or runtime of another kind makes
 * files that look well and do something else, or nothing.
 *
 * @returns what it says of its version
 * @throws {BuildFailure} when that is not the program's
 */
export async function tryOut(
  { name }: Program,
  { path, version, folder }: {
    readonly path: string;
    readonly version: string;
    readonly folder: string;
  },
): Promise<string> {
  const said = await versionOf(path, folder);
  if (said?.startsWith(`${name} ${version} (`)) return said;
  throw new BuildFailure(
    `What was made does not start as ${name} ${version}; look at DENORT_BIN and --runtime, ` +
      `it says: ${said ?? "nothing"}`,
  );
}
