import type { PostgresServer } from "../support/postgres.ts";
import { runTool } from "../support/tools.ts";

/** Sends a signal to a server and all its processes. */
export async function signalAll(
  { folder }: Pick<PostgresServer, "folder">,
  signal: "STOP" | "CONT",
): Promise<void> {
  const [pid = ""] = (await Deno.readTextFile(`${folder}/data/postmaster.pid`)).split("\n");
  // Deno guards /proc with all permissions at once.
  const { stdout } = await runTool("cat", [`/proc/${pid}/task/${pid}/children`]);
  for (const one of [pid, ...stdout.trim().split(" ")]) await runTool("kill", ["-s", signal, one]);
}
