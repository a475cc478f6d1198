import assert from "node:assert/strict";
import { LOCK } from "../support/tasks.ts";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const edgeSchema = z.object({ specifier: z.string() });
const graphSchema = z.object({
  roots: z.tuple([z.string()]),
  redirects: z.record(z.string(), z.string()),
  modules: z.array(z.object({
    specifier: z.string(),
    // What is imported as a type alone has no `code`, and is not loaded.
    dependencies: z.array(z.object({ code: edgeSchema.optional() })).default([]),
  })),
});

/** What a module loads, itself included: paths from the root, and packages. */
async function loadedBy(entry: string): Promise<string[]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", LOCK, "--json", entry],
    cwd: ROOT,
    stdin: "null",
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  const text = new TextDecoder();
  assert.equal(code, 0, text.decode(stderr));
  const { roots, redirects, modules } = graphSchema.parse(JSON.parse(text.decode(stdout)));
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  const found = new Set<string>(roots);
  for (const specifier of found) {
    const module = bySpecifier.get(redirects[specifier] ?? specifier);
    for (const { code } of module?.dependencies ?? []) {
      if (code !== undefined) found.add(code.specifier);
    }
  }
  return [...found].map((specifier) =>
    specifier.startsWith("file:") ? relative(ROOT, fileURLToPath(specifier)) : specifier
  ).sort();
}

/** What is of a scheme is no file of ours: a package, or a part of the runtime. */
const isForeign = (name: string) => /^\w+:/.test(name);

Deno.test("the thread that writes loads no package, and of the program what writes alone", async () => {
  const loaded = await loadedBy("src/store/sqlite/write/writer_worker.ts");
  assert.deepEqual(loaded.filter(isForeign), ["node:fs", "node:sqlite", "node:zlib"]);
  const ours = loaded.filter((name) => !isForeign(name));
  const folders = new Set(ours.map((path) => dirname(path)));
  assert.deepEqual([...folders], [
    "src/domain",
    "src/schema/stored/write",
    "src/store/sqlite",
    "src/store/sqlite/migrations",
    "src/store/sqlite/write",
  ]);
  // By name: most of the domain computes with money, which takes packages.
  const domain = ours.filter((path) => path.startsWith("src/domain/"));
  assert.deepEqual(domain, ["src/domain/coupon_key.ts", "src/domain/errors.ts"]);
});

Deno.test("loadedBy() sees a package behind a module of ours", async () => {
  const loaded = await loadedBy("src/store/sqlite/store.ts");
  assert.ok(loaded.includes("src/schema/stored/read/parse.ts"), loaded.join("\n"));
  assert.ok(loaded.some((name) => /^npm:\/?zod@/.test(name)), loaded.join("\n"));
});
