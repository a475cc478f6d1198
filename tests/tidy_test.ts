import assert from "node:assert/strict";
import { FAST, workerOf } from "./workers/load.ts";
import { STEPS } from "./web/api/operations.ts";
import { ROOT } from "./support/root.ts";
import { sourceTexts } from "./support/sources.ts";
import { readTasks } from "./support/tasks.ts";

/**
 * The rules of the house as ordinary tests: what stays at the edge, and how long a file or a
 * function may grow. Who may import whom is in imports_test.ts.
 */

const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 70;
const MAX_MAIN_LINES = 120;

/** Only these may know the time, chance and the machine; everybody else is handed them. */
const EDGE = ["main.ts", "server.ts", "cli.ts", "src/process/"];

Deno.test("time, chance and the machine are touched at the edge alone", async () => {
  const pattern =
    /\bDeno\.|\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bcrypto\.(?:getRandomValues|randomUUID)\(|\brandomBytes\(\d/;
  const found = (await sourceTexts())
    .filter(({ path }) => !EDGE.some((edge) => path.startsWith(edge)))
    .flatMap(({ path, text }) =>
      withoutComments(text).split("\n").flatMap((line, i) =>
        pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : []
      )
    );
  assert.deepEqual(found, []);
});

Deno.test("no any, no enum, no default export, no namespace import of ours, no barrel", async () => {
  const pattern =
    /: any\b|\bas any\b|<any>|^\s*(?:export )?(?:const )?enum |^export default |^export \* |@ts-ignore/m;
  const found = (await sourceTexts()).filter(({ text }) => pattern.test(withoutComments(text)));
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test(`no file is longer than ${MAX_FILE_LINES} lines`, async () => {
  const all = [...await sourceTexts(), ...await sourceTexts("tests", "bench", "build")];
  const long = all.filter(({ text }) => text.split("\n").length > MAX_FILE_LINES + 1)
    .map(({ path, text }) => `${path}: ${text.split("\n").length}`);
  assert.deepEqual(long, []);
  for (const { path, text } of all.filter(({ path }) => /^(?:main|server)\.ts$/.test(path))) {
    assert.ok(text.split("\n").length <= MAX_MAIN_LINES + 1, `${path} is a table of contents`);
  }
});

Deno.test(`no function is longer than ${MAX_FUNCTION_LINES} lines`, async () => {
  const long = (await sourceTexts()).flatMap(({ path, text }) =>
    functions(text).filter(({ lines }) => lines > MAX_FUNCTION_LINES)
      .map(({ name, lines }) => `${path}: ${name} has ${lines}`)
  );
  assert.deepEqual(long, []);
});

Deno.test("functions() measures functions and methods", () => {
  const text =
    "function a(\n  b: C,\n): D {\n  return b;\n}\n\nclass E {\n  #f(): void {\n  }\n}\n";
  assert.deepEqual(functions(text), [{ name: "a", lines: 5 }, { name: "#f", lines: 2 }]);
});

Deno.test("every exported name of the program is documented", async () => {
  const bare = (await sourceTexts()).flatMap(({ path, text }) => {
    const lines = text.split("\n");
    return lines.flatMap((line, i) => {
      const name = /^export (?:async )?(?:function|class|interface|const|type) ([\w$]+)/.exec(line)
        ?.[1];
      const before = lines[i - 1]?.trim() ?? "";
      // A type that is derived from the constant above it is documented there.
      const derived = /^export type \w+ = \(typeof \w+\)\[number\];$/.test(line);
      return name === undefined || derived || before.endsWith("*/") ? [] : [`${path}: ${name}`];
    });
  });
  assert.deepEqual(bare, []);
});

Deno.test("no two files of the program export the same name", async () => {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of await sourceTexts()) {
    const pattern =
      /^export (?:async )?(?:abstract )?(?:function\*?|class|interface|const|type) ([\w$]+)/gm;
    for (const [, name = ""] of text.matchAll(pattern)) {
      files.set(name, (files.get(name) ?? new Set()).add(path));
    }
  }
  const shared = [...files].filter(([, { size }]) => size > 1);
  assert.deepEqual(shared.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`), []);
});

/** Steps whose file has another name than their URL. */
const NAMES: Readonly<Record<string, string>> = {
  "add-ons": "gifts",
  complete: "ending",
  abandon: "ending",
};

Deno.test("a step has one name: in its URL, its operation, the domain and the tests of both", async () => {
  const words = STEPS.map(([call]) => call.split("/")[1] ?? "");
  const steps = new Set(words.map((word) => NAMES[word] ?? word.replaceAll("-", "_")));
  const expected = [...steps].flatMap((name) => [
    `src/domain/steps/${name}.ts`,
    `src/web/api/${name}.ts`,
    `tests/domain/steps/${name}_test.ts`,
    `tests/web/api/${name}_test.ts`,
  ]);
  const missing: string[] = [];
  for (const path of expected) {
    await Deno.stat(`${ROOT}${path}`).catch(() => missing.push(path));
  }
  assert.deepEqual(missing, []);
});

Deno.test("test runs every test, test:fast the fast workers, test:slow what is left or skipped", async () => {
  const fast = await placesOf("test:fast");
  assert.deepEqual(fast.sort(), FAST.map((worker) => `tests/workers/${worker}.ts`).sort());
  const [all, slow] = [await placesOf("test"), await placesOf("test:slow")];
  const tests = (await sourceTexts("tests")).filter(({ path }) => path.endsWith("_test.ts"));
  const left = tests.filter(({ path, text }) =>
    !isRun(path, all) ||
    !(isRun(path, fast) && !text.includes("ignore: IS_FEW") || isRun(path, slow))
  );
  assert.deepEqual(left.map(({ path }) => path), []);
});

/** Tells whether a test is among these places: by its worker, folder or name. */
function isRun(path: string, places: readonly string[]): boolean {
  return places.includes(`tests/workers/${workerOf(path)}.ts`) ||
    places.some((place) =>
      place === "tests/*_test.ts"
        ? /^tests\/[^/]+$/.test(path)
        : path === place || path.startsWith(`${place}/`)
    );
}

/** The tests that a task of deno.json names. */
async function placesOf(task: string): Promise<string[]> {
  const found = (await readTasks())[task] ?? "";
  return (typeof found === "string" ? found : found.command).match(/(?<= )tests\/\S+/g) ?? [];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, "")).replace(
    /(^|\s)\/\/.*$/gm,
    "$1",
  );
}

/** Functions and methods with their length, found by the formatter's own indentation. */
function functions(text: string): { name: string; lines: number }[] {
  const lines = text.split("\n");
  const header =
    /^(\s*)(?:export )?(?:async )?(?:function\*? |static |get |set )*(#?[\w$]+)(?:<.*>)?\(/;
  return lines.flatMap((line, start) => {
    const match = header.exec(line);
    const [, indent = "", name = ""] = match ?? [];
    const isFunction = match !== null &&
      !/^\s*(?:if|for|while|switch|return|await|catch)\b/.test(line);
    if (!isFunction || (!line.includes("function") && indent !== "  ")) return [];
    const open = lines.findIndex((one, i) => i >= start && /\{$/.test(one));
    const statementEnd = lines.findIndex((one, i) => i >= start && /;$/.test(one));
    if (open === -1 || (statementEnd !== -1 && statementEnd < open)) return [];
    const end = lines.findIndex((one, i) => i > open && one === `${indent}}`);
    return end === -1 ? [] : [{ name, lines: end - start + 1 }];
  });
}
