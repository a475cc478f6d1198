import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The rules of the house as ordinary tests: what stays at the edge, and how long a file or a
 * function may grow. Who may import whom is in imports_test.ts.
 */

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 70;

/** Only these may know the time, chance and the machine; everybody else is handed them. */
const EDGE = ["main.ts", "cli.ts", "src/runtime/"];

async function files(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(join(ROOT, folder))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await files(path));
    else if (path.endsWith(".ts")) found.push(path);
  }
  return found.sort();
}

async function sources(): Promise<{ path: string; text: string }[]> {
  const paths = [...await files("src"), "main.ts", "cli.ts"];
  return await Promise.all(
    paths.map(async (path) => ({ path, text: await Deno.readTextFile(join(ROOT, path)) })),
  );
}

Deno.test("time, chance and the machine are touched at the edge alone", async () => {
  const pattern =
    /\bDeno\.|\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bcrypto\.(?:getRandomValues|randomUUID)\(|\brandomBytes\(\d/;
  const found = (await sources())
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
  const found = (await sources()).filter(({ text }) => pattern.test(withoutComments(text)));
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test(`no file is longer than ${MAX_FILE_LINES} lines`, async () => {
  const all = [...await sources(), ...await testSources()];
  const long = all.filter(({ text }) => text.split("\n").length > MAX_FILE_LINES + 1)
    .map(({ path, text }) => `${path}: ${text.split("\n").length}`);
  assert.deepEqual(long, []);
});

Deno.test(`no function is longer than ${MAX_FUNCTION_LINES} lines`, async () => {
  const long = (await sources()).flatMap(({ path, text }) =>
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
  const bare = (await sources()).flatMap(({ path, text }) => {
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

async function testSources(): Promise<{ path: string; text: string }[]> {
  const paths = [...await files("tests"), ...await files("bench"), ...await files("build")];
  return await Promise.all(
    paths.map(async (path) => ({ path, text: await Deno.readTextFile(join(ROOT, path)) })),
  );
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
