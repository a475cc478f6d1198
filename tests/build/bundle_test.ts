import assert from "node:assert/strict";
import { bundle, type NamedFile, PROGRAM_MODULE, withWorkerNames } from "../../build/bundle.ts";
import { WORKERS } from "../../build/programs.ts";
import { withFolder } from "../support/process.ts";
import { lacksBundler } from "../support/tools.ts";
import { readRoot, ROOT } from "../support/root.ts";

const NAMES = new Map([["src/store/writer.ts", "writer.js"]]);

const ignore = await lacksBundler();

Deno.test("withWorkerNames() leads a worker's URL to its bundle", () => {
  const text = 'a(new URL("./store/writer.ts", import.meta.url), {\n  type: "module"\n});';
  const { text: changed, used } = withWorkerNames(text, NAMES);
  assert.equal(changed, 'a(new URL("./writer.js", import.meta.url), {\n  type: "module"\n});');
  assert.deepEqual([...used], ["src/store/writer.ts"]);
});

Deno.test("withWorkerNames() refuses the URL of a file that is no worker", () => {
  const text = 'read(new URL("./logo.png", import.meta.url))';
  assert.throws(() => withWorkerNames(text, NAMES), /not listed as a worker: \.\/logo\.png/);
});

/** A program that needs everything a bundle has to bring along. */
const SOURCES = {
  "deno.json": '{"imports": {}, "unstable": ["raw-imports"]}',
  "src/main.ts": `import text from "./note.txt" with { type: "text" };
import bytes from "./picture" with { type: "bytes" };
import { shout } from "./shout.ts";
const worker = new Worker(new URL("./deep/echo.ts", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => {
  console.log(shout(text.trim()), data, bytes.length, new TextDecoder().decode(bytes));
  worker.terminate();
  void import("./later.ts").then(({ LATER }) => console.log(LATER));
};
worker.postMessage("ping");
`,
  "src/later.ts": 'import "./shout.ts";\nexport const LATER = "later";\n',
  "src/shout.ts": "export const shout = (text: string): string => text.toUpperCase();\n",
  "src/note.txt": "note\n",
  "src/picture": "\u20b9",
  "src/deep/echo.ts": `import { shout } from "../shout.ts";
self.onmessage = (event: MessageEvent) => self.postMessage(shout(event.data));
`,
};

async function bundled(folder: string): Promise<readonly NamedFile[]> {
  await Deno.mkdir(`${folder}/sources/src/deep`, { recursive: true });
  await Deno.mkdir(`${folder}/alone`);
  for (const [path, text] of Object.entries(SOURCES)) {
    await Deno.writeTextFile(`${folder}/sources/${path}`, text);
  }
  return await bundle({
    folder: `${folder}/sources`,
    entry: "src/main.ts",
    workers: ["src/deep/echo.ts", "src/unused.ts"],
    scratch: folder,
  });
}

Deno.test(
  "bundle() makes a program that runs alone, its worker and texts with it",
  { ignore },
  async () => {
    await withFolder(async (folder) => {
      const files = await bundled(folder);
      const names = files.map(({ name }) => name);
      assert.deepEqual([names[0], names.at(-1)], [PROGRAM_MODULE, "echo.js"]);
      const texts = files.map(({ bytes }) => new TextDecoder().decode(bytes));
      const lazy = texts.filter((text) => text.includes("LATER ="));
      assert.equal(lazy.length, 1);
      assert.ok(!texts[0]?.includes("LATER ="), "what is imported later has a file of its own");
      for (const { name, bytes } of files) await Deno.writeFile(`${folder}/alone/${name}`, bytes);
      await Deno.remove(`${folder}/sources`, { recursive: true });
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-prompt",
          "--no-config",
          "--no-remote",
          "--no-npm",
          "--cached-only",
          "--allow-read",
          `${folder}/alone/${PROGRAM_MODULE}`,
        ],
      }).output();
      assert.equal(new TextDecoder().decode(stdout), "NOTE PING 3 \u20b9\nlater\n");
    });
  },
);

Deno.test(
  "bundle() fails with the bundler's words for a module that is not there",
  { ignore },
  async () => {
    await withFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/deno.json`, "{}");
      await Deno.writeTextFile(`${folder}/main.ts`, 'import "./not_there.ts";\n');
      const options = { folder, entry: "main.ts", workers: [], scratch: folder };
      await assert.rejects(bundle(options), /Cannot bundle main\.ts\n[^]*not_there/);
    });
  },
);

/** Text of the modules that a program loads at its start. */
function startOf(files: readonly NamedFile[]): string {
  const texts = new Map(files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]));
  const loaded = new Set([PROGRAM_MODULE]);
  for (const name of loaded) {
    const imports = (texts.get(name) ?? "").matchAll(/^(?:import|\}) [^"]*"\.\/([^"]+)";$/gm);
    for (const [, other = ""] of imports) loaded.add(other);
  }
  return Array.from(loaded, (name) => texts.get(name)).join("\n");
}

Deno.test("bundle() makes a server whose start loads and decodes nothing that it can do without", {
  ignore,
}, async () => {
  await withFolder(async (scratch) => {
    const options = { folder: ROOT, entry: "main.ts", workers: WORKERS, scratch };
    const text = startOf(await bundle(options));
    const [heading = "?"] = /^# .+$/m.exec(await readRoot("docs/glossary.md")) ?? [];
    assert.ok(text.includes(`${heading}\\n`), "the guides are in it");
    // Modules imported here load at every start.
    const loaded = [...text.matchAll(/^import [^"]*"(node:[^"]+)";$/gm)].map(([, name]) => name);
    assert.ok(loaded.includes("node:sqlite"));
    assert.deepEqual(loaded.filter((name) => /^node:(?:https?|stream)$/.test(name ?? "")), []);
    assert.deepEqual(text.match(/^var __toBinary = .*$/gm), [
      "var __toBinary = (base64) => Uint8Array.fromBase64(base64);",
    ]);
  });
});
