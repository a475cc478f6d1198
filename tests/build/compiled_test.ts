/**
 * The command line of `deno compile`, tried with Deno's own binary as the base: what comes out
 * does not run our program, but the list of files in it and the permissions are the real ones.
 */
import assert from "node:assert/strict";
import { z } from "zod";
import { compile, compileArgs, missingBase } from "../../build/compiled.ts";
import { runDeno } from "../../build/deno_command.ts";
import { excludedFolders } from "../../build/excluded.ts";
import { type EmbeddedFiles, parseEmbedded } from "./embedded.ts";
import { parseManifest, type Program, PROGRAMS, WORKERS } from "../../build/programs.ts";
import { withFolder } from "../support/process.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";

/** System permissions of checkoutctl: free disk space, and its own priority. */
const SYS = ["statfs", "setPriority"];

const manifest = parseManifest(await readRoot("deno.json"));

/** Everything that sources import and that is no module: `sql`, `json`, `css` and so on. */
async function assets(): Promise<string[]> {
  const folders = new Map<string, string>();
  for (const { path, text } of await sourceTexts()) {
    for (const [, specifier = ""] of text.matchAll(/\bfrom\s+"([^"]+)"\s+with\s*\{/g)) {
      folders.set(new URL(specifier, `file:///${path}`).pathname.slice(1), specifier);
    }
  }
  return [...folders].filter(([, specifier]) => specifier.startsWith(".")).map(([path]) => path);
}

/** The same of packages, such as the viewer of `/docs`, under the version that is imported. */
async function packageAssets(): Promise<string[]> {
  const { imports } = JSON.parse(await readRoot("import_map.json"));
  const texts = (await sourceTexts()).map(({ text }) => text).join("\n");
  const found = [...texts.matchAll(/\bfrom\s+"([^".][^"]*)"\s+with\s*\{/g)].map(
    ([, specifier = ""]) => {
      const [, name = "", rest] = /^(@[^/]+\/[^/]+|[^/]+)\/(.+)$/.exec(specifier) ?? [];
      const target = /^npm:\/(.+)@([\d.]+)\/$/.exec(imports[`${name}/`]);
      assert.ok(target, specifier);
      return `.deno_compile_node_modules/localhost/${target[1]}/${target[2]}/${rest}`;
    },
  );
  assert.ok(found.length >= 5);
  return found;
}

/** Compiles with the running Deno as the base. */
async function compiled(
  folder: string,
  program: Program,
  workers = WORKERS,
): Promise<{ readonly embedded: EmbeddedFiles; readonly output: string }> {
  const output = `${folder}/${program.name}`;
  const exclude = await excludedFolders(ROOT, program.entry);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...compileArgs({ program, manifest, output, workers, exclude })],
    cwd: ROOT,
    env: { NO_COLOR: "1", DENORT_BIN: Deno.execPath() },
  }).output();
  const report = new TextDecoder().decode(stderr);
  assert.ok(success, report);
  return { embedded: parseEmbedded(report), output };
}

const permissionsSchema = z.record(
  z.string(),
  z.union([z.array(z.string()), z.boolean(), z.null()]),
);

/** The permissions that are written into a compiled file. */
async function permissionsIn(path: string): Promise<Record<string, unknown>> {
  const text = new TextDecoder("latin1").decode(await Deno.readFile(path));
  const start = text.lastIndexOf('"permissions":{"allow_env"');
  assert.notEqual(start, -1);
  const json = text.slice(start + '"permissions":'.length, text.indexOf("}", start) + 1);
  return permissionsSchema.parse(JSON.parse(json));
}

for (const program of PROGRAMS) {
  Deno.test(`deno compile puts every migration, worker and asset into ${program.name}, and bakes in its permissions`, () =>
    withFolder(async (folder) => {
      const { embedded, output } = await compiled(folder, program);
      const migrations = (await Array.fromAsync(Deno.readDir(`${ROOT}src/store/sqlite/migrations`)))
        .map(({ name }) => `src/store/sqlite/migrations/${name}`);
      assert.ok(migrations.length >= 2);
      assert.deepEqual(
        [...migrations, ...WORKERS, program.entry].filter((path) => !embedded.has(path)),
        [],
      );
      const others = (await assets()).filter((path) => !embedded.has(path));
      // Both serve the dashboard; the command line no API, and the server no completions.
      const foreign = program.name === "checkoutd"
        ? ["src/cli/"]
        : ["src/web/ops/", "docs/", "SECURITY.md"];
      const isForeign = (path: string) => foreign.some((folder) => path.startsWith(folder));
      assert.deepEqual(others.filter((path) => !isForeign(path)), []);
      if (program.name === "checkoutd") {
        assert.deepEqual((await packageAssets()).filter((path) => !embedded.has(path)), []);
      }
      const allowed = Object.entries(await permissionsIn(output))
        .filter(([name, value]) => name.startsWith("allow_") && value !== null)
        .map(([name]) => name);
      // Importing from the network is on by default; nothing imports at run time.
      assert.deepEqual(allowed.sort(), [
        "allow_env",
        "allow_import",
        "allow_net",
        "allow_read",
        // A supervisor starts its own program again.
        ...(program.runsItself ? ["allow_run"] : []),
        "allow_sys",
        "allow_write",
      ]);
      const { allow_env: variables, prompt, ...rest } = await permissionsIn(output);
      assert.deepEqual(rest["allow_sys"], SYS);
      assert.deepEqual(rest["allow_run"], program.runsItself ? ["/proc/self/exe"] : null);
      assert.ok(Array.isArray(variables) && variables.includes("CHECKOUT_*"));
      assert.equal(prompt, false);
    }));
}

Deno.test("compileArgs() includes a worker that no import leads to", async () => {
  const [program] = PROGRAMS;
  assert.ok(program);
  await withFolder(async (folder) => {
    const worker = "tests/store/open_worker.ts";
    assert.equal((await compiled(folder, program)).embedded.has(worker), false);
    assert.equal((await compiled(folder, program, [worker])).embedded.has(worker), true);
  });
});

Deno.test("compileArgs() names a target, and keeps to the lock file", () => {
  const [program] = PROGRAMS;
  assert.ok(program);
  const target = "aarch64-apple-darwin";
  const [workers, exclude] = [["src/w.ts"], ["/cache/p/test"]];
  const args = compileArgs({ program, manifest, target, workers, exclude, output: "/o/c" });
  assert.equal(args[0], "compile");
  assert.equal(args.at(-1), "main.ts");
  for (
    const arg of ["--frozen", `--target=${target}`, "--include=src/w.ts", "--exclude=/cache/p/test"]
  ) {
    assert.ok(args.includes(arg), arg);
  }
});

const OFFLINE = `Compile main.ts to cx
Download https://dl.deno.land/release/v2.9.6/denort-x86_64-unknown-linux-gnu.zip
error: Writing deno compile executable to temporary file 'cx.tmp-fe6afa686b07747b'

Caused by:
    0: Setting up base binary.
    1: error sending request for url (https://dl.deno.land/release/v2.9.6/denort-x86_64-unknown-linux-gnu.zip): client error (Connect): dns error
`;

Deno.test("missingBase() tells a base binary that cannot be had from any other failure", () => {
  assert.equal(
    missingBase(OFFLINE),
    "https://dl.deno.land/release/v2.9.6/denort-x86_64-unknown-linux-gnu.zip",
  );
  assert.equal(missingBase("error: Module not found"), undefined);
  assert.equal(missingBase(OFFLINE.split("Caused by")[0] ?? ""), undefined);
});

Deno.test("compile() reports a program that does not compile as a failure", () =>
  withFolder(async (folder) => {
    const [program] = PROGRAMS;
    assert.ok(program);
    await Deno.writeTextFile(`${folder}/main.ts`, 'import "./not_there.ts";\n');
    await Deno.writeTextFile(`${folder}/deno.json`, "{}");
    const result = await compile(folder, {
      program,
      manifest,
      output: `${folder}/out`,
      workers: [],
      exclude: [],
    });
    assert.equal(result.kind, "failed");
    assert.ok("report" in result && result.report.includes("not_there.ts"));
  }));

Deno.test("missingBase() recognises what Deno really says where nothing can be fetched", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/main.ts`, "1;\n");
    // An address that refuses at once, on any machine.
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["compile", "--no-check", "--no-config", "--output=out", "main.ts"],
      cwd: folder,
      clearEnv: true,
      env: {
        NO_COLOR: "1",
        DENO_DIR: `${folder}/deno`,
        HTTPS_PROXY: "http://127.0.0.1:9",
        PATH: "/usr/bin:/bin",
      },
    }).output();
    assert.equal(success, false);
    assert.match(missingBase(new TextDecoder().decode(stderr)) ?? "", /denort-/);
  }));

Deno.test("runDeno() fails with a clear message when Deno is not on the PATH", async () => {
  const script = `import { runDeno } from "${ROOT}build/deno_command.ts";
await runDeno(".", ["--version"]).catch((error) => console.log(error.name, error.message));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", script],
    env: { PATH: "/nowhere", NO_COLOR: "1" },
  }).output();
  assert.match(new TextDecoder().decode(stdout), /^BuildFailure .*on the PATH: deno\n$/);
  assert.ok((await runDeno(".", ["--version"])).stdout.includes(Deno.version.deno));
});
