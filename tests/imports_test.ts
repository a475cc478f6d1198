import assert from "node:assert/strict";
import { dirname, join, normalize, relative } from "node:path";
import { ROOT } from "./support/root.ts";
import { RULES } from "./support/import_rules.ts";
import type { Rule } from "./support/store_import_rules.ts";
import { imports, sourceTexts } from "./support/sources.ts";

function ruleOf(path: string): Rule | undefined {
  return RULES.find(({ under }) => path.startsWith(under));
}

function isAllowed(rule: Rule, path: string, specifier: string): boolean {
  if (!specifier.startsWith(".")) return rule.packages.includes(specifier);
  const target = targetOf(path, specifier);
  return rule.paths.some((allowed) => target.startsWith(allowed));
}

/** The path that a relative import names. */
function targetOf(path: string, specifier: string): string {
  return relative(ROOT, normalize(join(ROOT, dirname(path), specifier)));
}

/** A text without the imports of types, which load nothing. */
function withoutTypes(text: string): string {
  return text.replace(/^(?:import|export) type\b[^;]*;/gm, "");
}

Deno.test("imports run domain <- things <- schema <- store <- service <- web | cli <- process <- main.ts | cli.ts", async () => {
  const broken: string[] = [];
  for (const { path, text } of await sourceTexts()) {
    const rule = ruleOf(path);
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

Deno.test("what renders (.tsx) loads no service and no frame of a request", async () => {
  const parts = (await sourceTexts("src/web")).filter(({ path }) => path.endsWith(".tsx"));
  assert.ok(parts.length > 50);
  const above = /^src\/(?:service\/|web\/(?:guard\/|\w+\.ts$))/;
  const found = parts.flatMap(({ path, text }) =>
    imports(withoutTypes(text)).map((specifier) => targetOf(path, specifier))
      .filter((target) => above.test(target)).map((target) => `${path} loads ${target}`)
  );
  assert.deepEqual(found, []);
});

/** Services whose subject is a key: they make, list, revoke and cache keys. */
const KEY_SERVICES = [
  "src/service/authentication.ts",
  "src/service/shop/keys.ts",
  "src/service/shop/demo.ts",
  "src/service/cache/shops.ts",
];

Deno.test("a service gets a Caller: only the ones that manage keys import them", async () => {
  const found = (await sourceTexts("src/service"))
    .filter(({ text }) => imports(text).some((name) => name.endsWith("/api_key.ts")))
    .map(({ path }) => path);
  assert.deepEqual(found.filter((path) => !KEY_SERVICES.includes(path)), []);
});

Deno.test("isAllowed() sees an import that breaks a rule", () => {
  const [domain] = RULES;
  assert.ok(domain);
  const text = 'import { a } from "../store/store.ts";\nexport type { B } from "zod";\nimport "x";';
  assert.deepEqual(imports(text), ["../store/store.ts", "zod", "x"]);
  assert.equal(isAllowed(domain, "src/domain/a.ts", "../store/store.ts"), false);
  assert.equal(isAllowed(domain, "src/domain/a.ts", "./money.ts"), true);
  assert.equal(isAllowed(domain, "src/domain/a.ts", "zod"), false);
  const write = ruleOf("src/store/sqlite/write/a.ts");
  assert.ok(write);
  assert.equal(isAllowed(write, "src/store/sqlite/write/a.ts", "./b.ts"), true);
  assert.equal(isAllowed(write, "src/store/sqlite/write/a.ts", "../read/b.ts"), false);
});

/** The files that a file of ours loads, itself included; types are not loaded. */
function loadedBy(entry: string, texts: ReadonlyMap<string, string>): string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const specifier of imports(withoutTypes(texts.get(path) ?? ""))) {
      if (specifier.startsWith(".")) found.add(targetOf(path, specifier));
    }
  }
  return [...found];
}

Deno.test("the thread that writes loads SQLite's files, the statements, and no form of anything", async () => {
  const texts = new Map((await sourceTexts()).map(({ path, text }) => [path, text]));
  const loaded = loadedBy("src/store/sqlite/write/writer_worker.ts", texts);
  assert.ok(loaded.includes("src/store/sqlite/write/executor.ts"), loaded.join("\n"));
  const others = loaded.filter((path) => !/^src\/store\/(?:sql|sqlite|write)\//.test(path));
  assert.deepEqual(others, ["src/store/open_error.ts"]);
  const store = loadedBy("src/store/sqlite/open_store.ts", texts);
  assert.ok(store.includes("src/domain/administrative.ts"), "loadedBy() sees what others load");
});

Deno.test("a child gives up the permission to run programs before another module is evaluated", async () => {
  const [first] = imports(withoutTypes(await Deno.readTextFile(`${ROOT}main.ts`)));
  assert.equal(first, "./src/process/supervise/role.ts");
  assert.deepEqual(imports(await Deno.readTextFile(`${ROOT}src/process/supervise/role.ts`)), []);
});

Deno.test("no program loads PostgreSQL's engine, or what the dashboard has, before it is asked for", async () => {
  const texts = new Map(
    (await sourceTexts()).map(({ path, text }) => [
      path,
      text.replaceAll(/\bawait import\([^)]*\)/g, ""),
    ]),
  );
  for (const program of ["main.ts", "cli.ts"]) {
    const loaded = loadedBy(program, texts);
    assert.ok(loaded.includes("src/store/sqlite/open_store.ts"), loaded.join("\n"));
    const later =
      /^(?:dashboard\.ts|src\/process\/dashboard\.ts)|^src\/(?:store\/postgres|web\/dashboard|(?:service|domain)\/people\/(?:factors|factor_|passkey|totp|recovery_))|\/password_guesses/;
    assert.deepEqual(loaded.filter((path) => later.test(path)), []);
  }
  const own = [...texts].filter(([, text]) => imports(text).some((one) => /^pg\b/.test(one)));
  assert.deepEqual(own.map(([path]) => path), ["src/store/postgres/connection/driver.ts"]);
});
