/** Copies the sources for a build, with the commit written into one file. */
import { join } from "node:path";

/** The sources of the programs, from the root. */
const PARTS = [
  "main.ts",
  "cli.ts",
  "dashboard.ts",
  "server.ts",
  "src",
  "docs",
  "SECURITY.md",
  "deno.json",
  "import_map.json",
  "program.lock",
];

/** The file with the commit; in the repository it says "unknown". */
const COMMIT_FILE = "src/process/commit.ts";

/**
 * Copies the sources into a folder and writes the commit into the copy: programs may not run git, and
 * a build must not change the repository.
 */
export async function copySources(root: string, to: string, commit: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for (const part of PARTS) await copy(join(root, part), join(to, part));
  const path = join(to, COMMIT_FILE);
  await Deno.writeTextFile(path, withCommit(await Deno.readTextFile(path), commit));
}

async function copy(from: string, to: string): Promise<void> {
  const { isDirectory } = await Deno.stat(from);
  if (!isDirectory) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) await copy(join(from, name), join(to, name));
}

/**
 * Writes the commit into the text of the file, and marks it as a single file.
 *
 * @throws {Error} when a value to replace is not there exactly once
 */
export function withCommit(text: string, commit: string): string {
  return replacedOnce(replacedOnce(text, "unknown", commit), false, true);
}

/** Replaces the value of the one constant that has it. */
function replacedOnce<T extends string | boolean>(text: string, from: T, to: T): string {
  const [before, after, ...more] = text.split(`= ${JSON.stringify(from)};`);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`Not exactly one constant with the value ${from}: ${COMMIT_FILE}`);
  }
  return `${before}= ${JSON.stringify(to)};${after}`;
}

/**
 * The commit of the sources: 12 digits, followed by `-modified` if they differ from the commit;
 * `unknown` without git.
 */
export async function commitOf(root: string): Promise<string> {
  const commit = await git(root, ["rev-parse", "--short=12", "HEAD"]);
  if (commit === undefined || !/^[0-9a-f]{12,40}$/.test(commit)) return "unknown";
  const changes = await git(root, ["status", "--porcelain", "--", ...PARTS]);
  return changes === "" ? commit : `${commit}-modified`;
}

async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    // Without locks: a build does not change the repository, nor its index.
    const { success, stdout } = await new Deno.Command("git", {
      args: ["--no-optional-locks", "-C", root, ...args],
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
