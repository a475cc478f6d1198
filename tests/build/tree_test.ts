import assert from "node:assert/strict";
import { commitOf, copySources, withCommit } from "../../build/tree.ts";
import { lacks } from "../support/tools.ts";
import { withFolder } from "../support/process.ts";
import { readRoot, ROOT } from "../support/root.ts";

/** Without git a build says "unknown", which a test below holds. */
const noGit = await lacks("git");

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  const who = ["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false"];
  const { success } = await new Deno.Command("git", {
    args: ["-C", folder, ...who, ...args],
    stdout: "null",
    stderr: "null",
  }).output();
  assert.ok(success, args.join(" "));
}

Deno.test("withCommit() writes the commit into the file that says unknown, once", async () => {
  const text = await readRoot("src/process/commit.ts");
  const stamped = withCommit(text, "0123456789ab");
  assert.match(stamped, /export const COMMIT: string = "0123456789ab";/);
  assert.match(stamped, /export const IS_SINGLE_FILE: boolean = true;/);
  assert.throws(() => withCommit(stamped, "fedcba987654"), /no single place/);
  assert.throws(() => withCommit(text + text, "fedcba987654"), /no single place/);
});

Deno.test("copySources() copies what a program is made of and leaves the repository alone", async () => {
  await withFolder(async (folder) => {
    const before = await readRoot("src/process/commit.ts");
    await copySources(ROOT, `${folder}/copy`, "0123456789ab");
    assert.equal(await readRoot("src/process/commit.ts"), before);
    for (const path of ["main.ts", "cli.ts", "deno.json", "program.lock", "src/store/store.ts"]) {
      assert.equal(await Deno.readTextFile(`${folder}/copy/${path}`), await readRoot(path));
    }
    const top = (await Array.fromAsync(Deno.readDir(`${folder}/copy`))).map(({ name }) => name);
    assert.deepEqual(top.sort(), [
      "cli.ts",
      "deno.json",
      "import_map.json",
      "main.ts",
      "program.lock",
      "src",
    ]);
  });
});

Deno.test("commitOf() is unknown outside of a repository", async () => {
  await withFolder(async (folder) => assert.equal(await commitOf(folder), "unknown"));
});

Deno.test({
  name: "commitOf() names the commit, and says when the program is not that of the commit",
  ignore: noGit,
  async fn() {
    await withFolder(async (folder) => {
      await git(folder, "init", "--quiet");
      assert.equal(await commitOf(folder), "unknown");
      await Deno.writeTextFile(`${folder}/main.ts`, "1;\n");
      await git(folder, "add", ".");
      await git(folder, "commit", "--quiet", "-m", "a");
      const commit = await commitOf(folder);
      assert.match(commit, /^[0-9a-f]{12}$/);
      await Deno.writeTextFile(`${folder}/notes.md`, "nothing of the program\n");
      assert.equal(await commitOf(folder), commit);
      await Deno.writeTextFile(`${folder}/main.ts`, "2;\n");
      assert.equal(await commitOf(folder), `${commit}-modified`);
    });
  },
});
