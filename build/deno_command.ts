import { BuildFailure } from "./failure.ts";

/** Packages are those of the programs' own lock file and no others. */
export const LOCKED: readonly string[] = ["--lock=program.lock", "--frozen"];

/** What a run of Deno came to. */
export interface DenoResult {
  readonly success: boolean;
  readonly stdout: string;
  /** Everything it printed on stderr, where its tools report. */
  readonly report: string;
}

/**
 * Runs a tool of Deno in a folder. By its name and not its path: started by npx, Deno is a
 * script of that name on the PATH, which is what the task has the permission for.
 *
 * @throws {BuildFailure} when there is no such name on the PATH
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
