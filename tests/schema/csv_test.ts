import assert from "node:assert/strict";
import fc from "fast-check";
import { type CsvCell, csvForm } from "../../src/schema/csv.ts";
import { parseCsv } from "../support/csv.ts";

/** A table whose rows are their cells. */
const plain = (titles: readonly string[]) =>
  csvForm<readonly CsvCell[]>(titles.map((title, i) => [title, (row) => row[i] ?? null]));

function written(...cells: CsvCell[]): string {
  return plain(cells.map((_, i) => `c${i}`)).line(cells);
}

const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

Deno.test("csvForm() writes RFC 4180 with CRLF, after a byte order mark", () => {
  const form = plain(["id", "a, b"]);
  assert.equal(form.head, '\uFEFFid,"a, b"\r\n');
  assert.equal(form.line(['say "hi"', 349.5]), '"say ""hi""",349.5\r\n');
  assert.equal(form.line([null, "two\nlines"]), ',"two\nlines"\r\n');
});

for (
  const [text, expected] of [
    ["=1+1", "'=1+1"],
    ["+919876543210", "'+919876543210"],
    ["-2", "'-2"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "\"'\t'=1\""],
    ["\rx", '"\'\rx"'],
    ["＝1+1", "'＝1+1"],
    ["＠x", "'＠x"],
    [" =1", "' =1"],
    ['"=1', '"\'""=1"'],
    ["x;=1", '"x;\'=1"'],
    ["x\n+1", '"x\n\'+1"'],
    ["a-b", "a-b"],
    ["K7Q2-9MXD", "K7Q2-9MXD"],
    ["2 + 2 = 4", "2 + 2 = 4"],
  ] as const
) {
  Deno.test(`csvForm() writes ${JSON.stringify(text)} as ${JSON.stringify(expected)}`, () => {
    assert.equal(written(text), `${expected}\r\n`);
  });
}

Deno.test("csvForm() leaves numbers as they are, also below zero", () => {
  assert.equal(written(-5, 0, 1330.28, 1e15), "-5,0,1330.28,1000000000000000\r\n");
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(..."=+-@＝＋－＠\t\r\n;,\"' |%\u00a0\u200b\ufeff", "cmd"),
    fc.string({ maxLength: 3, unit: "binary" }),
  ),
  { maxLength: 8 },
).map((parts) => parts.join(""));
const rows = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.array(
    fc.array(fc.oneof(hostile, fc.integer(), fc.constant(null)), {
      minLength: width,
      maxLength: width,
    }),
    { maxLength: 5 },
  )
);

Deno.test("csvForm() is read back cell by cell: text but for the quotes before formulas", () =>
  fc.assert(fc.property(rows, (table) => {
    const form = plain((table[0] ?? []).map((_, i) => `c${i}`));
    const text = table.map((row) => form.line(row)).join("");
    const [, ...read] = parseCsv(form.head + text);
    assert.equal(read.length, table.length);
    for (const [y, row] of table.entries()) {
      assert.equal(read[y]?.length, row.length);
      for (const [x, cell] of row.entries()) {
        const found: string = read[y]?.[x] ?? "";
        if (typeof cell !== "string") assert.equal(found, cell === null ? "" : String(cell));
        else {
          assert.equal(found.replaceAll("'", ""), cell.replaceAll("'", ""));
          assert.doesNotMatch(found, FORMULA);
        }
      }
    }
  })));

Deno.test("csvForm() begins no formula for programs that split at semicolons, tabs or any line", () =>
  fc.assert(fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (cells) => {
    for (const part of written("id", ...cells).split(/[;\t\r\n]/)) {
      assert.doesNotMatch(part.replace(/^[\s\p{Cf}"]+/u, ""), /^[=+\-@＝＋－＠]/);
    }
  })));
