import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";
import { parseManifest, programFlags, PROGRAMS, taskStart, WORKERS } from "../../build/programs.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";

const manifest = parseManifest(await readRoot("deno.json"));

for (const program of PROGRAMS) {
  Deno.test(`programFlags() lets ${program.name} do what its task lets it, with files anywhere`, () => {
    const task = manifest.tasks[program.task];
    const command = typeof task === "string" ? task : task?.command ?? "";
    const opened = command.replace(/--allow-(read|write)=\S+/g, "--allow-$1")
      .replace(/--lock=\S+ /, "").replace(" --allow-run=bin/checkoutd", "");
    const variables = Object.entries(taskStart(program, manifest).variables)
      .map(([name, value]) => `${name}=${value} `).join("");
    const run = `deno run ${programFlags(program, manifest).join(" ")} ${program.entry}`;
    assert.equal(`${variables}${run}`, opened);
  });

  Deno.test(`programFlags() lets ${program.name} run and load nothing, and names what it may find out`, () => {
    const flags = programFlags(program, manifest);
    assert.deepEqual(
      flags.filter((flag) =>
        /^(-A|-P|--allow-(all|run|ffi|import|scripts)\b|--allow-sys$)/.test(flag)
      ),
      [],
    );
    const [variables] = flags.filter((flag) => flag.startsWith("--allow-env"));
    assert.match(variables ?? "", /^--allow-env=[A-Z]/);
    assert.ok(flags.includes("--no-prompt"));
  });
}

Deno.test("programFlags() gives both programs the same flags of the engine", () => {
  // The runtime keeps compiled code by them: each would throw away what the other has left.
  const [server, ctl] = PROGRAMS.map((program) =>
    programFlags(program, manifest).filter((flag) => flag.startsWith("--v8-flags="))
  );
  assert.equal(server?.length, 1);
  assert.deepEqual(ctl, server);
});

Deno.test("taskStart() finds the demo started as the server is", () => {
  const start = taskStart({ task: "start", entry: "main.ts" }, manifest);
  assert.deepEqual(taskStart({ task: "demo", entry: "main.ts" }, manifest), start);
});

Deno.test("programFlags() refuses a task that does not run the program", () => {
  const [program] = PROGRAMS;
  assert.ok(program);
  const tasks = { start: "deno task other main.ts" };
  assert.throws(() => programFlags(program, { version: "1.0.0", tasks }), /does not run main\.ts/);
  assert.throws(() => programFlags(program, { version: "1.0.0", tasks: {} }), /: start$/);
});

/** Files that a source opens by URL, from the root, and the number of workers it starts. */
function opened(
  path: string,
  text: string,
): { readonly files: string[]; readonly workers: number } {
  const urls = text.matchAll(/\bnew URL\(\s*["'`]([^"'`]+)["'`],\s*import\.meta\.url/g);
  const code = text.replace(/\/\*[^]*?\*\/|(^|\s)\/\/.*$/gm, "");
  return {
    files: [...urls].map(([, specifier = ""]) => normalize(join(dirname(path), specifier))),
    workers: [...code.matchAll(/\bnew Worker\(/g)].length,
  };
}

Deno.test("WORKERS names every module that the sources start as a worker, and no other", async () => {
  const all = (await sourceTexts()).map(({ path, text }) => opened(path, text));
  const files = new Set(all.flatMap((one) => one.files));
  // A file opened by URL that is not a worker would be missing in a build: import it as text.
  assert.deepEqual([...files].sort(), [...WORKERS].sort());
  // A URL that is put together elsewhere could not be found by its text.
  for (const { files, workers } of all) assert.ok(workers <= files.length);
  for (const worker of WORKERS) assert.ok((await Deno.stat(`${ROOT}${worker}`)).isFile, worker);
});

Deno.test("WORKERS is held against every way in which the sources write a worker's URL", () => {
  const text =
    'new Worker(\n  new URL("../write/w.ts", import.meta.url),\n  { type: "module" },\n)';
  assert.deepEqual(opened("src/store/sqlite/open_store.ts", text), {
    files: ["src/store/write/w.ts"],
    workers: 1,
  });
  assert.equal(opened("src/a.ts", "new Worker(url)").workers, 1);
  assert.equal(opened("src/a.ts", "// as new Worker(url) does").workers, 0);
});

Deno.test("nothing but imports and WORKERS leads to files of the program", async () => {
  const ways = /\bimport\.meta\.(dirname|filename|resolve)\b|\bimport\.meta\.url(?!\s*\))/;
  const found = (await sourceTexts()).filter(({ text }) => ways.test(text));
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test("the dashboard adds less than 772 KiB to a single file, even uncompressed", async () => {
  const own = (await sourceTexts()).filter(({ path }) => /\/(?:dashboard|people)\b/.test(path));
  assert.ok(own.length > 100);
  const bytes = own.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
  assert.ok(bytes < 772 * 1024, String(bytes));
});
