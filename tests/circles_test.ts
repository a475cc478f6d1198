import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";
import { imports, sourceTexts } from "./support/sources.ts";

/** The files of the program that each of its files imports. */
async function fileGraph(): Promise<Map<string, Set<string>>> {
  const sources = await sourceTexts();
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(sources.map(({ path, text }) => {
    const targets = imports(text).filter((name) => name.startsWith("."))
      .map((name) => normalize(join(dirname(path), name)));
    return [path, new Set(targets.filter((target) => paths.has(target)))];
  }));
}

/** The folders that each folder imports from, besides those inside it and around it. */
function folderGraph(files: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const from = `${dirname(path)}/`;
    const folders = graph.get(from) ?? new Set();
    for (const to of [...targets].map((target) => `${dirname(target)}/`)) {
      const isNested = from === "./" || from.startsWith(to) || to.startsWith(from);
      if (!isNested) folders.add(to);
    }
    graph.set(from, folders);
  }
  return graph;
}

/** Nodes that can be reached from themselves. */
function inCircles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...graph.keys()].filter((start) => {
    const reached = new Set<string>();
    const open = [...graph.get(start) ?? []];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...graph.get(next) ?? []);
    }
    return reached.has(start);
  });
}

Deno.test("no circle of files, and none of folders that do not lie in each other", async () => {
  const files = await fileGraph();
  assert.deepEqual(inCircles(files), []);
  assert.deepEqual(inCircles(folderGraph(files)), []);
});

Deno.test("inCircles() and folderGraph() find a circle", () => {
  const files = new Map([
    ["a/b/x.ts", new Set(["a/c/y.ts", "a/z.ts"])],
    ["a/c/y.ts", new Set(["a/z.ts"])],
    ["a/c/w.ts", new Set(["a/b/v.ts"])],
    ["a/z.ts", new Set(["a/b/x.ts"])],
  ]);
  assert.deepEqual(inCircles(files), ["a/b/x.ts", "a/c/y.ts", "a/z.ts"]);
  assert.deepEqual(inCircles(folderGraph(files)), ["a/b/", "a/c/"]);
});
