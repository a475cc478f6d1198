/** The sources as they are built: a copy in which one file says which commit it is. */
import { join } from "node:path";

/** What programs are made of, from the root. */
const PARTS = ["main.ts", "cli.ts", "src", "deno.json", "import_map.json", "program.lock"];

/** The file that tells the commit; in the repository it says "unknown", and no single file. */
const COMMIT_FILE = "src/process/commit.ts";

/**
 * Copies the sources into a folder, with the commit written in. A copy, because the program must
 * know its commit without the right to ask git, and because nobody should find a file in the
 * repository changed after a build.
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
 * Puts a commit into the text of the file that tells it, and that it is built.
 *
 * @throws {Error} when the place for it is not there exactly once
 */
export function withCommit(text: string, commit: string): string {
  return replacedOnce(replacedOnce(text, "unknown", commit), false, true);
}

/** A text with the value of its one constant that is this one replaced. */
function replacedOnce<T extends string | boolean>(text: string, from: T, to: T): string {
  const [before, after, ...more] = text.split(`= ${JSON.stringify(from)};`);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`There is no single place for the commit in: ${COMMIT_FILE}`);
  }
  return `${before}= ${JSON.stringify(to)};${after}`;
}

/**
 * The commit of what is built: 12 digits, with `-modified` behind them when the files of the
 * program are not those of the commit, and `unknown` where git does not say.
 */
export async function commitOf(root: string): Promise<string> {
  const commit = await git(root, ["rev-parse", "--short=12", "HEAD"]);
  if (commit === undefined || !/^[0-9a-f]{12,40}$/.test(commit)) return "unknown";
  const changes = await git(root, ["status", "--porcelain", "--", ...PARTS]);
  return changes === "" ? commit : `${commit}-modified`;
}

async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    // Without locks: a build changes nothing in the repository, its index included.
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
