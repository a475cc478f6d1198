import assert from "node:assert/strict";
import { LOCKED, moduleGraph } from "../../build/deno_command.ts";
import { PROGRAMS, WORKERS } from "../../build/programs.ts";
import { billOfMaterials, packagesOf } from "../../build/sbom.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { runTool } from "../support/tools.ts";

/** Of 64 bytes of zeros, in base64. */
const SHA512 = `${"A".repeat(86)}==`;

const LOCK = JSON.stringify({
  npm: {
    "a@1.0.0_b@2.0.0": { integrity: `sha512-${SHA512}` },
    "@s/b@2.0.0": { integrity: `sha512-${SHA512}` },
    "@types/a@1.0.0": { integrity: `sha512-${SHA512}` },
    "only-tests@3.0.0": { integrity: `sha512-${SHA512}` },
  },
});

const GRAPH = JSON.stringify({
  modules: [{ npmPackage: "a@1.0.0_b@2.0.0" }, { npmPackage: "@types/a@1.0.0" }, { kind: "esm" }],
  npmPackages: {
    "a@1.0.0_b@2.0.0": { name: "a", version: "1.0.0", dependencies: ["@s/b@2.0.0"] },
    "@s/b@2.0.0": { name: "@s/b", version: "2.0.0", dependencies: ["a@1.0.0_b@2.0.0"] },
    "@types/a@1.0.0": { name: "@types/a", version: "1.0.0", dependencies: [] },
    "only-tests@3.0.0": { name: "only-tests", version: "3.0.0", dependencies: [] },
  },
});

Deno.test("packagesOf() finds what the modules reach, once, and neither types nor tests", () => {
  assert.deepEqual(packagesOf(LOCK, [GRAPH, GRAPH]), [
    { name: "@s/b", version: "2.0.0", sha512: SHA512 },
    { name: "a", version: "1.0.0", sha512: SHA512 },
  ]);
});

Deno.test("packagesOf() refuses a package that the lock file does not have", () => {
  assert.throws(() => packagesOf('{"npm":{}}', [GRAPH]), /lock file does not have .*: a@1\.0\.0/);
});

Deno.test("billOfMaterials() names packages by their URL, with the registry's hash", () => {
  const [deno, scoped] = billOfMaterials("0.1.0", "2.9.6", packagesOf(LOCK, [GRAPH])).components;
  assert.deepEqual(deno, {
    type: "platform",
    "bom-ref": "pkg:github/denoland/deno@v2.9.6",
    name: "deno",
    version: "2.9.6",
    purl: "pkg:github/denoland/deno@v2.9.6",
  });
  assert.equal(scoped?.purl, "pkg:npm/%40s/b@2.0.0");
  assert.deepEqual(scoped.hashes, [{ alg: "SHA-512", content: "0".repeat(128) }]);
});

Deno.test("the bill of materials has what the programs are made of and nothing of the tests", async () => {
  const graphs = [];
  for (const { entry } of PROGRAMS) {
    graphs.push(await moduleGraph(ROOT, entry));
  }
  const packages = packagesOf(await readRoot("program.lock"), graphs);
  const names = packages.map(({ name }) => name);
  for (const name of ["hono", "zod", "commander", "cli-table3", "standardwebhooks"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ["fast-check", "autocannon", "yaml", "puppeteer-core", "axe-core", "jsqr"]) {
    assert.ok(!names.includes(name), name);
  }
  const references = billOfMaterials("0.1.0", "2.9.6", packages).components
    .map((component) => component["bom-ref"]);
  assert.equal(new Set(references).size, packages.length + 1);
});

interface Lock {
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

const lock: Lock = JSON.parse(await readRoot("program.lock"));

Deno.test("program.lock pins every package as deno.lock does", async () => {
  const all: Lock = JSON.parse(await readRoot("deno.lock"));
  for (const id of Object.keys(lock.npm)) assert.deepEqual(pinned(lock, id), pinned(all, id), id);
});

/** A package with its dependencies by version, which a lock file leaves out of the only one. */
function pinned({ npm }: Lock, id: string): unknown {
  const versions = (name: string) =>
    name in npm ? [name] : Object.keys(npm).filter((one) => one.startsWith(`${name}@`));
  return { ...npm[id], dependencies: npm[id]?.dependencies?.flatMap(versions) };
}

Deno.test("program.lock is what the two programs need, whole", async () => {
  const entries = [...PROGRAMS.map(({ entry }) => entry), ...WORKERS];
  const graphs = await Promise.all(entries.map(async (entry) => {
    const { code, stdout, stderr } = await runTool(Deno.execPath(), [
      "info",
      ...LOCKED,
      "--json",
      entry,
    ], { cwd: ROOT });
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
  // `deno task` fetches all imports of deno.json and all packages of its own lock file.
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
