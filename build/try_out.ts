/** Starts built files, and the runtime that goes into them, on this machine. */
import type { Program } from "./programs.ts";
import { BuildFailure } from "./failure.ts";

/** Unpacking and starting take seconds. */
const PATIENCE_MS = 60_000;

/**
 * Asks a program for its version.
 *
 * @param folder for the files that it unpacks
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
    // A file that cannot be started is the answer; a refusal of the sandbox is not.
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}

/**
 * Starts a file that was made for this machine: a wrong base binary or runtime makes files that do
 * something else, or nothing.
 *
 * @returns its version line
 * @throws {BuildFailure} when it is not the program
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
    `The built file is not ${name} ${version}; check DENORT_BIN and --runtime. ` +
      `It printed: ${said ?? "nothing"}`,
  );
}
