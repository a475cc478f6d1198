/** program.lock: the packages of the two programs, and no tools of the tests. */
import assert from "node:assert/strict";
import { LOCKED } from "../../build/deno_command.ts";
import { packagesOf } from "../../build/sbom.ts";
import { PROGRAMS, WORKERS } from "../../build/programs.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { runTool } from "../support/tools.ts";

interface Lock {
  readonly npm: Readonly<Record<string, unknown>>;
}

const lock: Lock = JSON.parse(await readRoot("program.lock"));

Deno.test("program.lock pins every package as deno.lock does", async () => {
  const all: Lock = JSON.parse(await readRoot("deno.lock"));
  for (const [id, entry] of Object.entries(lock.npm)) assert.deepEqual(entry, all.npm[id], id);
});

Deno.test("program.lock is what the two programs need, whole", async () => {
  const entries = [...PROGRAMS.map(({ entry }) => entry), ...WORKERS];
  const graphs = await Promise.all(entries.map(async (entry) => {
    const { code, stdout, stderr } = await runTool(Deno.execPath(), [
      "info",
      ...LOCKED,
      "--json",
      entry,
    ], {
      cwd: ROOT,
    });
    assert.equal(code, 0, stderr);
    return stdout;
  }));
  const names = new Set(Object.keys(lock.npm).map((id) => id.replace(/_.*/, "")));
  for (const { name, version } of packagesOf(await readRoot("program.lock"), graphs)) {
    assert.ok(names.delete(`${name}@${version}`), `missing: ${name}`);
  }
  // Packages of types are in no program; what a package would like to have is not always reached.
  const left = [...names].filter((name) => !name.startsWith("@types/"));
  assert.deepEqual(left, []);
});

Deno.test("the programs change nothing in program.lock when they are started", async () => {
  for (const { entry } of PROGRAMS) {
    const args = ["cache", ...LOCKED, entry];
    const { code, stderr } = await runTool(Deno.execPath(), args, { cwd: ROOT });
    assert.equal(code, 0, stderr);
  }
});

Deno.test("a task fetches nothing before it begins", async () => {
  // What deno.json imports, and what a lock file of its own names, `deno task` fetches whole.
  const manifest = JSON.parse(await readRoot("deno.json"));
  assert.deepEqual([manifest.imports, manifest.lock], [undefined, false]);
  for (const name of ["package.json", "node_modules"]) {
    await assert.rejects(Deno.stat(`${ROOT}${name}`), Deno.errors.NotFound);
  }
});

Deno.test("every task and script that runs a program fetches what program.lock names alone", async () => {
  const { tasks } = JSON.parse(await readRoot("deno.json"));
  for (const task of ["demo", "start", "ctl"]) {
    assert.match(tasks[task].command, /\bdeno run .*--lock=program\.lock .*(main|cli)\.ts/, task);
  }
});
