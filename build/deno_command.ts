import { BuildFailure } from "./failure.ts";

/** Flags that allow only the packages of the programs' lock file. */
export const LOCKED: readonly string[] = ["--lock=program.lock", "--frozen"];

/** The result of a run of Deno. */
export interface DenoResult {
  readonly success: boolean;
  readonly stdout: string;
  /** Its output on stderr, where Deno's tools report. */
  readonly report: string;
}

/**
 * Runs a tool of Deno in a folder. It is called by name, which the task has the permission for:
 * started by npx, Deno is a script on the PATH.
 *
 * @throws {BuildFailure} when Deno is not on the PATH
 */
export async function runDeno(folder: string, args: readonly string[]): Promise<DenoResult> {
  const command = new Deno.Command("deno", {
    args: [...args],
    cwd: folder,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  });
  try {
    const { success, stdout, stderr } = await command.output();
    const text = new TextDecoder();
    return { success, stdout: text.decode(stdout), report: text.decode(stderr) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new BuildFailure("The build calls Deno by its name, which is not on the PATH: deno");
  }
}

/**
 * Lists the modules and packages of a program as JSON, by `deno info`.
 *
 * @param folder the sources
 * @throws {BuildFailure} when the packages cannot be fetched
 */
export async function moduleGraph(folder: string, entry: string): Promise<string> {
  const args = ["info", ...LOCKED, "--json", entry];
  const { success, stdout, report } = await runDeno(folder, args);
  if (!success) throw new BuildFailure(`Cannot list the modules of ${entry}\n${report}`);
  return stdout;
}
