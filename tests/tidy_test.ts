import assert from "node:assert/strict";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The rules of the house as ordinary tests: who may import whom, what stays at the
 * edge, and how long a file or a function may grow.
 */

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 70;

/** What the files under a path may import: paths from the root, and packages. */
interface Rule {
  readonly under: string;
  readonly paths: readonly string[];
  readonly packages: readonly string[];
}

/** What the page at `/docs` is made of, taken as text. */
const VIEWER_FILES = [
  "swagger-ui-dist/LICENSE",
  "swagger-ui-dist/NOTICE",
  "swagger-ui-dist/swagger-ui-bundle.js",
  "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
  "swagger-ui-dist/swagger-ui.css",
];

/** The first rule whose `under` a file begins with is the file's. */
const RULES: readonly Rule[] = [
  // Pure: these packages compute and touch nothing.
  {
    under: "src/domain/",
    paths: ["src/domain/"],
    packages: ["big.js", "dinero.js/currencies", "node:crypto", "node:zlib"],
  },
  {
    under: "src/wire/",
    paths: ["src/wire/", "src/domain/"],
    packages: ["libphonenumber-js", "zod"],
  },
  { under: "src/store/maintenance.ts", paths: ["src/domain/"], packages: [] },
  { under: "src/store/store.ts", paths: ["src/domain/", "src/store/load.ts"], packages: [] },
  {
    under: "src/store/",
    paths: ["src/store/", "src/domain/"],
    packages: ["zod", "node:sqlite", "node:fs", "node:path", "node:util", "node:timers"],
  },
  {
    under: "src/service/",
    paths: ["src/service/", "src/domain/", "src/store/store.ts"],
    packages: ["ipaddr.js", "node:util", "standardwebhooks"],
  },
  {
    under: "src/http/",
    paths: ["src/http/", "src/wire/", "src/service/", "src/domain/"],
    packages: ["hono/router/reg-exp-router", "ipaddr.js", "zod", "zod-openapi", ...VIEWER_FILES],
  },
  {
    under: "src/cli/",
    // Of the store the port alone that has no service before it: copies and checks of the whole.
    paths: ["src/cli/", "src/wire/", "src/service/", "src/store/maintenance.ts", "src/domain/"],
    packages: [
      "@commander-js/extra-typings",
      "cli-table3",
      "country-to-currency",
      "node:readline",
      "node:path",
      "node:util",
      "string-width",
    ],
  },
  {
    under: "src/runtime/",
    // Of the services the ports alone that are put into practice here.
    paths: ["src/runtime/", "src/domain/", "src/service/webhooks/transport.ts", "deno.json"],
    packages: [
      "@commander-js/extra-typings",
      "node:crypto",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:path",
      "node:stream",
    ],
  },
  // How a server is put together: everything but the two folders that translate for others.
  {
    under: "src/server/",
    paths: ["src/server/", "src/runtime/", "src/service/", "src/http/", "src/wire/", "src/domain/"],
    packages: ["@prometheus-io/client", "node:crypto"],
  },
];

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

/** Every module a file names in an import or export, static or dynamic, types included. */
function imports(text: string): string[] {
  const pattern =
    /^import\b[^;"'=]*["']([^"']+)["']|^export\b[^;"'=]*\bfrom\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
  return [...text.matchAll(pattern)].flatMap(([, ...found]) => found.filter(Boolean));
}

function isAllowed(rule: Rule, path: string, specifier: string): boolean {
  if (!specifier.startsWith(".")) return rule.packages.includes(specifier);
  const target = relative(ROOT, normalize(join(ROOT, dirname(path), specifier)));
  return rule.paths.some((allowed) => target.startsWith(allowed));
}

Deno.test("imports run domain <- store <- service <- http | cli <- server <- main.ts | cli.ts", async () => {
  const broken: string[] = [];
  for (const { path, text } of await sources()) {
    const rule = RULES.find(({ under }) => path.startsWith(under));
    if (rule === undefined) {
      if (path.startsWith("src/")) broken.push(`${path} has no rule`);
      continue;
    }
    for (const specifier of imports(text)) {
      if (!isAllowed(rule, path, specifier)) broken.push(`${path} imports ${specifier}`);
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("the tidy test sees an import that breaks a rule", () => {
  const [domain] = RULES;
  assert.ok(domain);
  const text = 'import { a } from "../store/store.ts";\nexport type { B } from "zod";\nimport "x";';
  assert.deepEqual(imports(text), ["../store/store.ts", "zod", "x"]);
  assert.equal(isAllowed(domain, "src/domain/a.ts", "../store/store.ts"), false);
  assert.equal(isAllowed(domain, "src/domain/a.ts", "./money.ts"), true);
  assert.equal(isAllowed(domain, "src/domain/a.ts", "zod"), false);
});

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
