import assert from "node:assert/strict";
import { sourceTexts } from "./support/sources.ts";

/** Statements of one engine alone: locks, the function that writes, and records of batches. */
const OWN = [
  "src/store/postgres/write/fence.ts",
  "src/store/postgres/write/function.ts",
  "src/store/postgres/write/lock_sql.ts",
  "src/store/postgres/write/tidy.ts",
];

/** A statement on a table; pragmas and lists of values are SQLite's own. */
const STATEMENT =
  /\b(?:FROM|JOIN|INTO|UPDATE|DELETE FROM) (?!pragma_|json_each)[a-z_]+\b[^"`]*["`]/;

Deno.test("an engine reads and writes no table by a statement of its own", async () => {
  const found: string[] = [];
  for (const folder of ["sqlite/read", "sqlite/write", "postgres/read", "postgres/write"]) {
    for (const { path, text } of await sourceTexts(`src/store/${folder}`)) {
      const code = text.replaceAll(/\/\*\*[^]*?\*\/|^\s*\/\/.*$|^import .*$/gm, "");
      if (!OWN.includes(path) && STATEMENT.test(code)) found.push(path);
    }
  }
  assert.deepEqual(found, []);
});

const TEXT = '(`(?:[^`\\\\]|\\\\.)*`|"(?:[^"\\\\]|\\\\.)*")';
const PAIR = new RegExp(
  `sqlite:\\s*(?:sql)?${TEXT}[^,]{0,8},\\s*postgres:\\s*(?:sql)?${TEXT}`,
  "g",
);

/** SQL without what an engine needs to be told and the other one ignores. */
function plain(sql: string): string {
  return sql.slice(1, -1).replaceAll(/::\w+(?:\[\])?/g, "").replaceAll(/\s+/g, " ").trim();
}

/** The pairs of SQL in a text that say the same twice. */
function sameTwice(text: string): string[] {
  return [...text.matchAll(PAIR)].filter(([, one = "", other = ""]) => plain(one) === plain(other))
    .map(([whole]) => whole);
}

Deno.test("SQL is given for each engine only where the two differ", async () => {
  const sources = await sourceTexts("src/store");
  const pairs = sources.flatMap(({ text }) => [...text.matchAll(PAIR)]);
  assert.ok(pairs.length >= 30, String(pairs.length));
  assert.deepEqual(sources.flatMap(({ text }) => sameTwice(text)), []);
});

Deno.test("sameTwice() finds SQL that differs in types and white space alone", () => {
  const same = 'const A = { sqlite: "SELECT a  FROM b", postgres: `SELECT a::text\n FROM b` };';
  assert.equal(sameTwice(same).length, 1);
  assert.deepEqual(sameTwice('{ sqlite: "max(a)", postgres: "greatest(a)" }'), []);
});
