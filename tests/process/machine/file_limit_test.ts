import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { lockDatabase } from "../../../src/process/database/lock.ts";
import {
  notedFileLimit,
  noteFileLimit,
  tryFileLimit,
} from "../../../src/process/machine/file_limit.ts";
import { withFolder } from "../../support/process.ts";
import { runTool, type ToolEnd } from "../../support/tools.ts";

const MODULE = fileURLToPath(
  new URL("../../../src/process/machine/file_limit.ts", import.meta.url),
);

/** Runs a module in a process that may have so many files open. */
async function underLimit(limit: number, module: string): Promise<ToolEnd> {
  const run = [Deno.execPath(), "run", "--no-config", "--allow-read", module];
  return await runTool("sh", ["-c", `ulimit -n ${limit}; exec "$0" "$@"`, ...run]);
}

for (
  const [limit, files, isLeast] of [
    [100, 100, false],
    [777, 777, false],
    [1023, 1023, false],
    [1024, 1024, true],
    [5000, 1024, true],
  ] as const
) {
  Deno.test({
    name: `tryFileLimit() finds ${isLeast ? "at least " : ""}${files} under a limit of ${limit}`,
    // The shell's own limit is what is set.
    ignore: Deno.build.os === "windows",
    fn: () =>
      withFolder(async (folder) => {
        const code = `import { tryFileLimit } from ${JSON.stringify(`file://${MODULE}`)};
          console.log(JSON.stringify([1, 2].map(() => tryFileLimit(${JSON.stringify(MODULE)}))));`;
        await Deno.writeTextFile(`${folder}/try.ts`, code);
        const { stdout, stderr } = await underLimit(limit, `${folder}/try.ts`);
        // The second time as well: what was opened is closed again.
        assert.deepEqual(JSON.parse(stdout || stderr), Array(2).fill({ files, isLeast }));
      }),
  });
}

Deno.test({
  name: "tryFileLimit() finds nothing out where clients have taken all files",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFolder(async (folder) => {
      const path = JSON.stringify(MODULE);
      const code = `import { tryFileLimit } from ${JSON.stringify(`file://${MODULE}`)};
        const taken = [];
        try { while (true) taken.push(Deno.openSync(${path})); } catch {}
        try { console.log(tryFileLimit(${path})); } catch ({ code }) { console.log(code); }
        taken.forEach((file) => file.close());`;
      await Deno.writeTextFile(`${folder}/try.ts`, code);
      const { stdout, stderr } = await underLimit(100, `${folder}/try.ts`);
      assert.equal(stdout, "EMFILE\n", stderr);
    }),
});

Deno.test("tryFileLimit() and noteFileLimit() leave the lock of the file that they use", () =>
  withFolder((folder) => {
    const path = `${folder}/checkout.db`;
    const lock = lockDatabase(path, "shared");
    noteFileLimit(`${path}.lock`, tryFileLimit(`${path}.lock`));
    assert.throws(() => lockDatabase(path, "exclusive"), /is in use/);
    lock.release();
    lockDatabase(path, "exclusive").release();
    return Promise.resolve();
  }));

Deno.test("notedFileLimit() reads what was noted last, and takes nothing else for it", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a.lock`;
    noteFileLimit(path, { files: 1, isLeast: false });
    await assert.rejects(Deno.stat(path), Deno.errors.NotFound, "it makes no file");
    await Deno.writeTextFile(path, "");
    assert.equal(notedFileLimit(path), undefined);
    for (const limit of [{ files: 1024, isLeast: true }, { files: 77, isLeast: false }]) {
      noteFileLimit(path, limit);
      assert.deepEqual(notedFileLimit(path), limit);
    }
    for (const text of ["open files: many\n", "open files: 12", "x".repeat(1e6)]) {
      await Deno.writeTextFile(path, text);
      assert.equal(notedFileLimit(path), undefined);
    }
  }));
