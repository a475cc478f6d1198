/** Tools of the machine that some tests need and not every machine has. */

/** Whether one of the tools is missing here, which is said. */
export async function lacks(...tools: readonly string[]): Promise<boolean> {
  const missing: string[] = [];
  for (const tool of tools) if (!await isThere(tool)) missing.push(tool);
  if (missing.length > 0) console.log(`Passed over: the tests need ${missing.join(", ")}`);
  return missing.length > 0;
}

async function isThere(tool: string): Promise<boolean> {
  const path = Deno.env.get("PATH") ?? "";
  for (const folder of path.split(":")) {
    if (await Deno.stat(`${folder}/${tool}`).then(({ isFile }) => isFile, () => false)) return true;
  }
  return false;
}

/** What a tool printed and how it ended. */
export interface ToolEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a tool to its end. */
export async function runTool(
  tool: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env"> = {},
): Promise<ToolEnd> {
  const ended = await new Deno.Command(tool, { ...options, args: [...args], stdin: "null" })
    .output();
  const text = new TextDecoder();
  return {
    code: ended.code,
    stdout: text.decode(ended.stdout),
    stderr: text.decode(ended.stderr),
  };
}
