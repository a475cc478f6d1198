/**
 * Tools of the machine that some tests need and not every machine has. Their tests are skipped where
 * one is missing, by its name; `.ci/run` installs them all, and fails where one was missing.
 */

import { fileURLToPath } from "node:url";

/** Begins the line that names missing tools. */
export const MISSING = "Skipped, a tool is missing: ";

/** True, with a note, if one of the tools is missing. */
export async function lacks(...tools: readonly string[]): Promise<boolean> {
  const missing: string[] = [];
  for (const tool of tools) if (await findTool(tool) === undefined) missing.push(tool);
  if (missing.length > 0) console.log(`${MISSING}${missing.join(", ")}`);
  return missing.length > 0;
}

/** True if curl is missing or older than 7.82, which added `--json`. */
export async function lacksCurl(): Promise<boolean> {
  if (await lacks("curl")) return true;
  const [, major, minor] = /^curl (\d+)\.(\d+)/.exec((await runTool("curl", ["-V"])).stdout) ?? [];
  if (Number(major) > 7 || Number(minor) >= 82) return false;
  console.log(`${MISSING}curl 7.82`);
  return true;
}

/** True if the bundler is missing, which Deno fetches from the registry on first use. */
export async function lacksBundler(): Promise<boolean> {
  const module = fileURLToPath(import.meta.url);
  const { stderr } = await runTool(Deno.execPath(), ["bundle", "--quiet", "--no-config", module]);
  const isMissing = stderr.includes("esbuild");
  if (isMissing) console.log(`${MISSING}esbuild`);
  return isMissing;
}

/** Where a tool is; undefined where it is not on the PATH. */
export async function findTool(tool: string): Promise<string | undefined> {
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  for (const path of folders.map((folder) => `${folder}/${tool}`)) {
    if (await Deno.stat(path).then(({ isFile }) => isFile, () => false)) return path;
  }
  return undefined;
}

/** Output and exit code of a tool. */
export interface ToolEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a tool to its end. */
export async function runTool(
  tool: string,
  args: readonly string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env" | "uid" | "gid"> = {},
): Promise<ToolEnd> {
  const ended = await new Deno.Command(tool, { ...options, args: [...args], stdin: "null" })
    .output();
  const text = new TextDecoder();
  return { code: ended.code, stdout: text.decode(ended.stdout), stderr: text.decode(ended.stderr) };
}
