import assert from "node:assert/strict";
import { dirname, normalize } from "node:path";
import { STEPS } from "../../src/domain/session/lifecycle.ts";
import { createLogger } from "../../src/process/log/log.ts";
import { aCart, withWorld } from "../support/app.ts";
import { NOW } from "../support/builders.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { type Source, sourceTexts } from "../support/sources.ts";
import { anchor, blocks, PAGES, section } from "./pages.ts";

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(`${ROOT}${path}`).then(() => true, () => false);
}

const LINKING = [...PAGES, "CONTRIBUTING.md", "docs/dev/decisions/README.md"];

for (const page of LINKING) {
  Deno.test(`${page}: its links lead somewhere`, async () => {
    const text = await readRoot(page);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    assert.ok(links.length > 0);
    for (const link of links.filter((link) => !/^https?:/.test(link))) {
      const [path = "", wanted] = link.split("#");
      const target = path === "" ? page : normalize(`${dirname(page)}/${path}`);
      assert.ok(await exists(target), `${page} links to ${link}`);
      if (wanted === undefined) continue;
      const headings = [...(await readRoot(target)).matchAll(/^#+ (.+)$/gm)];
      assert.ok(headings.some(([, heading = ""]) => anchor(heading) === wanted), link);
    }
  });
}

Deno.test("docs/README.md: links to every other page, and the README to it", async () => {
  assert.ok((await readRoot("README.md")).includes("](docs/README.md)"));
  const index = await readRoot("docs/README.md");
  const targets = [...index.matchAll(/\]\(([^)#]+)/g)].map(([, to]) => normalize(`docs/${to}`));
  const others = PAGES.filter((page) => page !== "README.md" && page !== "docs/README.md");
  assert.deepEqual(others.filter((page) => !targets.includes(page)), []);
});

/** The paths of the tree, put together by their indentation. */
function treePaths(tree: string): string[] {
  const open: string[] = [];
  return tree.trimEnd().split("\n").map((line) => {
    const [, indent = "", name = ""] = /^( *)(\S+)/.exec(line) ?? [];
    open.length = indent.length / 2;
    open.push(name);
    return open.join("");
  });
}

Deno.test("docs/dev/architecture.md: the tree is the real one, every folder of src included", async () => {
  const [tree] = blocks(section(await readRoot("docs/dev/architecture.md"), "Layout"), "text");
  const paths = treePaths(tree?.text ?? "");
  for (const path of paths) assert.ok(await exists(path), path);
  const folders = new Set((await sourceTexts("src")).map(({ path }) => `${dirname(path)}/`));
  // Below the second level only what needs a word of its own.
  const upper = [...folders].filter((path) => path.split("/").length === 3);
  assert.deepEqual(upper.filter((path) => !paths.includes(path)), []);
});

interface Diagram {
  /** The label of each node, by its name. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly edges: readonly (readonly [from: string, to: string])[];
}

/** Reads a flowchart of the plain form that the page uses; fails on any other line. */
function parseDiagram(text: string): Diagram {
  const [head, ...lines] = text.trim().split("\n");
  assert.match(head ?? "", /^flowchart (TD|LR)$/);
  const nodes = new Map<string, string>();
  const edges = lines.map((line) => {
    const ends = /^ {2}(\w+)(?:\["([^"]+)"\])? --> (\w+)(?:\["([^"]+)"\])?$/.exec(line);
    assert.ok(ends, line);
    const [, from = "", fromLabel, to = "", toLabel] = ends;
    if (fromLabel !== undefined) nodes.set(from, fromLabel);
    if (toLabel !== undefined) nodes.set(to, toLabel);
    // A word that Mermaid keeps for itself ends a diagram with an error.
    for (const name of [from, to]) {
      assert.ok(nodes.has(name), `${name} has no label`);
      assert.notEqual(name, "end");
    }
    return [from, to] as const;
  });
  return { nodes, edges };
}

/** Everything that can be reached from each node. */
function closure(edges: Diagram["edges"]): string[] {
  const reached = new Set(edges.map(([from, to]) => `${from} ${to}`));
  for (const _ of edges) {
    for (const pair of [...reached]) {
      const [from = "", to = ""] = pair.split(" ");
      for (const [next, after] of edges) if (next === to) reached.add(`${from} ${after}`);
    }
  }
  return [...reached].sort();
}

async function diagrams(): Promise<Diagram[]> {
  return blocks(section(await readRoot("docs/dev/architecture.md"), "Layout"), "mermaid")
    .map(({ text }) => parseDiagram(text));
}

Deno.test("docs/dev/architecture.md: the nodes of the diagrams are real files and folders", async () => {
  const both = await diagrams();
  assert.equal(both.length, 2);
  for (const label of both.flatMap(({ nodes }) => [...nodes.values()])) {
    const [path = ""] = label.split(": ");
    assert.ok(await exists(path), path);
  }
});

Deno.test("docs/dev/architecture.md: the diagram of the layers has the imports that there are", async () => {
  const [layers] = await diagrams();
  assert.ok(layers);
  const layerOf = (path: string) => /^src\/\w+/.exec(path)?.[0] ?? path;
  const actual = (await sourceTexts()).flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from |import\()"(\.[^"]+\.ts)"/g)]
      .map(([, target = ""]) =>
        [
          layerOf(path),
          layerOf(normalize(`${dirname(path)}/${target}`)),
        ] as const
      )
      .filter(([from, to]) => from !== to)
  );
  const shown = layers.edges.map(([from, to]) =>
    [layers.nodes.get(from) ?? "", layers.nodes.get(to) ?? ""] as const
  );
  assert.deepEqual(closure(shown), closure(actual));
});

Deno.test("docs/server.md: a log whose reader falls behind delays nothing, drops lines and logs their number", async () => {
  const { promise: read, resolve } = Promise.withResolvers<void>();
  let written = "";
  const logger = createLogger({
    level: "info",
    format: "json",
    now: () => 0,
    write: async (text) => {
      written += text;
      await read;
    },
  });
  const text = "x".repeat(100_000);
  for (let i = 0; i < 100; i++) logger.info(text);
  resolve();
  await logger.flush();
  logger.info("after");
  await logger.flush();
  const lines = written.trim().split("\n").map((line) => JSON.parse(line));
  const dropped = lines.find((line) => "dropped_lines" in line)?.dropped_lines;
  assert.ok(dropped > 0);
  assert.equal(lines.filter(({ msg }) => msg === text).length + dropped, 100);
});

/** Files that name every event. */
const EVENT_FILES = [
  "src/domain/event_fields.ts",
  "src/domain/events.ts",
  "src/domain/sample_event.ts",
  "src/schema/api/event.ts",
  "src/web/dashboard/sessions/history.tsx",
];

Deno.test("docs/dev/adding.md: nothing but the table and the pure functions knows a step by name", async () => {
  // Two steps have the names of the events that they lead to; to end by idleness is no call.
  const own = STEPS.filter((step) => step !== "session.expire");
  const naming = (step: string, files: readonly Source[]) =>
    files.filter(({ text }) => text.includes(`"${step}"`)).map(({ path }) => path);
  const sources = await sourceTexts();
  for (const step of own) {
    const found = naming(step, sources).filter((path) =>
      path !== "src/domain/session/lifecycle.ts" && !EVENT_FILES.includes(path)
    );
    assert.ok(found.length > 0, step);
    assert.deepEqual(found.filter((path) => !path.startsWith("src/domain/steps/")), [], step);
  }
});

Deno.test("docs/dev/architecture.md: activity is written once it is a minute late, and all of it at shutdown", () =>
  withWorld(async ({ clock, send, services, store }) => {
    const { json } = await send("POST", "/session", { body: aCart() });
    const id = json.data.session_id;
    const readAfter = async (seconds: number) => {
      clock.at = NOW + seconds * 1000;
      await send("GET", `/session/${id}`);
    };
    const onDisk = async () => ((await store.sessions.find(id))!.lastActiveAt - NOW) / 1000;
    await readAfter(59);
    await services.housekeeping.flush();
    assert.equal(await onDisk(), 0);
    await readAfter(60);
    await services.housekeeping.flush();
    assert.equal(await onDisk(), 60);
    await readAfter(61);
    await services.housekeeping.flush(true);
    assert.equal(await onDisk(), 61);
  }));
