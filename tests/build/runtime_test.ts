import assert from "node:assert/strict";
import { notForTarget } from "../../build/runtime_binary.ts";
import { parseTarget, TARGETS } from "../../build/targets.ts";
import { commitOf, copySources, withCommit } from "../../build/tree.ts";
import { lacks } from "../support/tools.ts";
import { withFolder } from "../support/process.ts";
import { readRoot, ROOT } from "../support/root.ts";

/** The first bytes of a program, with zeros behind them. */
function file(parts: Readonly<Record<number, readonly number[]>>, length = 256): Uint8Array {
  const bytes = new Uint8Array(length);
  for (const [at, values] of Object.entries(parts)) bytes.set(values, Number(at));
  return bytes;
}

const ELF = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
const MACH_O = [0xcf, 0xfa, 0xed, 0xfe];

/** A program for each target, in the order of the targets. */
const PROGRAMS = [
  file({ 0: ELF, 18: [0x3e, 0] }),
  file({ 0: ELF, 18: [0xb7, 0] }),
  file({ 0: MACH_O, 4: [7, 0, 0, 1] }),
  file({ 0: MACH_O, 4: [0x0c, 0, 0, 1] }),
  file({ 0: [0x4d, 0x5a], 60: [0x80], 0x80: [0x50, 0x45, 0, 0, 0x64, 0x86] }),
];

Deno.test("notForTarget() takes for each of the five targets its own program, and no other's", () => {
  assert.equal(PROGRAMS.length, TARGETS.length);
  for (const [i, target] of TARGETS.entries()) {
    const taken = PROGRAMS.map((bytes) => notForTarget(bytes, target) === undefined);
    assert.deepEqual(taken, PROGRAMS.map((_, j) => i === j), target);
  }
});

Deno.test("notForTarget() says what it is instead", () => {
  const [linux, arm] = PROGRAMS;
  assert.ok(linux && arm);
  const other = file({ 0: ELF, 18: [0xf3, 0] });
  for (
    const [bytes, found] of [
      [arm, "a program for aarch64 in the form ELF"],
      [other, "a program for another processor in the form ELF"],
      [PROGRAMS[2] ?? linux, "a program for x86_64 in the form Mach-O"],
      [new TextEncoder().encode(`#!/bin/sh\n${"# ".repeat(100)}`), "no program"],
      [new Uint8Array(0), "no program"],
      [linux.subarray(0, 19), "no program"],
      [file({ 0: [0x4d, 0x5a], 60: [0xff, 0xff, 0xff, 0x7f] }), "no program"],
      // Of 32 bits.
      [file({ 0: [0x7f, 0x45, 0x4c, 0x46, 1, 1], 18: [3, 0] }), "no program"],
    ] as const
  ) assert.equal(notForTarget(bytes, "x86_64-unknown-linux-gnu"), found);
});

Deno.test("notForTarget() takes the Deno that runs this", async () => {
  const target = parseTarget(Deno.build.target);
  assert.ok(target);
  using deno = await Deno.open(Deno.execPath());
  const start = new Uint8Array(4096);
  await deno.read(start);
  assert.equal(notForTarget(start, target), undefined);
});

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
  assert.throws(() => withCommit(stamped, "fedcba987654"), /Not exactly one constant/);
  assert.throws(() => withCommit(text + text, "fedcba987654"), /Not exactly one constant/);
});

Deno.test("copySources() copies what a program is made of and leaves the repository alone", () =>
  withFolder(async (folder) => {
    const before = await readRoot("src/process/commit.ts");
    await copySources(ROOT, `${folder}/copy`, "0123456789ab");
    assert.equal(await readRoot("src/process/commit.ts"), before);
    const some = [
      "main.ts",
      "cli.ts",
      "deno.json",
      "program.lock",
      "src/store/store.ts",
      "docs/api.md",
    ];
    for (const path of some) {
      assert.equal(await Deno.readTextFile(`${folder}/copy/${path}`), await readRoot(path));
    }
    const top = (await Array.fromAsync(Deno.readDir(`${folder}/copy`))).map(({ name }) => name);
    assert.deepEqual(top.sort(), [
      "SECURITY.md",
      "cli.ts",
      "dashboard.ts",
      "deno.json",
      "docs",
      "import_map.json",
      "main.ts",
      "program.lock",
      "server.ts",
      "src",
    ]);
  }));

Deno.test("commitOf() is unknown outside of a repository", () =>
  withFolder(async (folder) => assert.equal(await commitOf(folder), "unknown")));

Deno.test({
  name: "commitOf() names the commit, and says when the program is not that of the commit",
  ignore: noGit,
  fn: () =>
    withFolder(async (folder) => {
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
    }),
});
