import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../src/domain/errors.ts";
import { decodeUtf8, parseJson } from "../../src/schema/json.ts";
import { MAX_DEPTH } from "../../src/schema/json_text.ts";

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.code;
  }
  return "none";
}

Deno.test("parseJson() agrees with JSON.parse on every JSON text", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    // Stricter rules have tests of their own.
    if (/\\u0000|\\ud[89a-f]|__proto__|[\d.e+-]{16}|\de\+/i.test(text)) return;
    assert.deepEqual(parseJson(text), JSON.parse(text));
  }));
});

Deno.test("parseJson() reads integers exactly, as bigint beyond 2^53", () => {
  assert.deepEqual(parseJson('{"id":9223372036854775807}'), { id: 9223372036854775807n });
  assert.deepEqual(parseJson("[9007199254740991]"), [9007199254740991]);
  assert.deepEqual(parseJson("[9007199254740992]"), [9007199254740992n]);
  assert.deepEqual(parseJson("[-9223372036854775808]"), [-9223372036854775808n]);
});

Deno.test("parseJson() hands an id that is no plain integer on as its text", () => {
  assert.deepEqual(parseJson('{"product_id":1.0}'), { product_id: "1.0" });
  assert.deepEqual(parseJson('{"variant_id":1e3}'), { variant_id: "1e3" });
  assert.deepEqual(parseJson('{"price":349.0}'), { price: 349 });
});

Deno.test("parseJson() hands decimals that a double might change on as their text", () => {
  assert.deepEqual(parseJson("[90071992547409.91]"), ["90071992547409.91"]);
  assert.deepEqual(parseJson("[9007199254740.91]"), [9007199254740.91]);
});

Deno.test("parseJson() refuses what cannot be trusted, with error.invalid-request", () => {
  const rows: [string, string][] = [
    ["duplicate key", '{"a":1,"a":2}'],
    ["duplicate key in disguise", '{"\\u0061":1,"a":2}'],
    ["duplicate key with white space before the colon", '{"a" \n:1,"a"\t:2}'],
    ["duplicate key behind what it replaces", '{"a":{"b":1,"c":[{"d":2}]},"a":{"b":1}}'],
    ["duplicate key __proto__", '{"__proto__":1,"__proto__":1}'],
    ["U+0000", '{"a":"x\\u0000y"}'],
    ["U+0000 behind an escape", '[["\\\\", "\\u0000"]]'],
    ["U+0000 in a key", '{"\\u0000":1}'],
    ["lone high surrogate", '["\\ud83d"]'],
    ["lone low surrogate", '["\\ude00 "]'],
    ["number beyond a double", "[1e400]"],
    ["number that a double holds as 0", "[1e-400]"],
    ["digits that a double holds as 0", `[-0.${"0".repeat(400)}1]`],
    ["many digits beyond a double", `[${"9".repeat(400)}]`],
    ["too deep", "[".repeat(MAX_DEPTH + 1)],
  ];
  for (const [name, text] of rows) {
    assert.equal(codeOf(() => parseJson(text)), "error.invalid-request", name);
  }
});

Deno.test("parseJson() names the key that stands twice", () => {
  const rows = [
    ['{"x":["a","a",{"a":"a"}],"a":1,"b":{"a":2},"a":3}', "a"],
    ['{"\\u0061\\"":1,"a\\"":2}', 'a"'],
  ] as const;
  for (const [text, key] of rows) {
    assert.throws(() => parseJson(text), {
      message: `The body must not repeat a key: ${key}`,
    });
  }
});

Deno.test("parseJson() is not misled by what stands in strings", () => {
  for (
    const text of [
      '{"a:{[":"]}:,","b\\\\":"\\"","c\\"":"\\\\\\"{","d":"\\/\\/"}',
      '["1e400","12345678901234567890","\\\\"]',
      `{"${"{".repeat(MAX_DEPTH + 1)}":"${"[".repeat(MAX_DEPTH + 1)}"}`,
    ]
  ) {
    assert.deepEqual(parseJson(text), JSON.parse(text), text);
  }
});

Deno.test("parseJson() accepts equal keys in different objects, pairs of surrogates, full depth", () => {
  assert.deepEqual(parseJson('[{"a":1},{"a":{"a":2}}]'), [{ a: 1 }, { a: { a: 2 } }]);
  assert.deepEqual(parseJson('["\\ud83d\\ude00"]'), ["😀"]);
  assert.ok(parseJson("[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH)));
});

Deno.test("parseJson() keeps __proto__ an own key", () => {
  const value = parseJson('{"__proto__":1}');
  assert.ok(typeof value === "object" && value !== null);
  assert.deepEqual(Object.keys(value), ["__proto__"]);
});

Deno.test("parseJson() refuses what is not JSON with error.invalid-json, whatever it is", () => {
  for (const text of ["", "nul", '{"a":', "'a'", "[1,]", '"abc', '"\\x"', "{]", '{"a":1}x', "01"]) {
    assert.equal(codeOf(() => parseJson(text)), "error.invalid-json", text);
  }
});

Deno.test("parseJson() never throws anything but an AppError", () => {
  const pieces = fc.constantFrom(
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "-",
    "1",
    ".",
    "e",
    "u",
    "a",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")), (text) => {
      assert.match(codeOf(() => parseJson(text)), /^(?:none|error\.invalid-(?:json|request))$/);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("parseJson() takes time linear in hostile input: a megabyte of open brackets", () => {
  assert.equal(codeOf(() => parseJson("[".repeat(1024 * 1024))), "error.invalid-request");
});

Deno.test("decodeUtf8() refuses bad bytes and keeps a byte order mark for the parser to refuse", () => {
  assert.equal(codeOf(() => decodeUtf8(Uint8Array.of(0x22, 0xff, 0x22))), "error.invalid-json");
  // A surrogate encoded as if it were a character (CESU-8).
  assert.equal(codeOf(() => decodeUtf8(Uint8Array.of(0xed, 0xa0, 0x80))), "error.invalid-json");
  const text = decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x5b, 0x5d));
  assert.equal(codeOf(() => parseJson(text)), "error.invalid-json");
});

Deno.test("parseJson() says what is wrong in words that fit", () => {
  const rows: [string, string][] = [
    ["", "unexpected end"],
    ['{"data":{}', "unexpected end"],
    ['{"data":"abc', "unexpected end"],
    ["nope", "unexpected o"],
    ['{"data":tru}', "unexpected }"],
    ["[1,]", "unexpected ]"],
    ['{"a":1}x', "error at character 8"],
    ['{"a" 1}', "error at character 6"],
  ];
  for (const [text, reason] of rows) {
    assert.throws(() => parseJson(text), { message: `The body must be JSON: ${reason}` }, text);
  }
});

Deno.test("parseJson() counts the members of each object by itself", () => {
  const refused = (text: string) => codeOf(() => parseJson(text, "The body", { maxMembers: 2 }));
  assert.equal(refused('{"a":1,"b":{"c":2,"d":[{"e":3,"f":4},{"g":":::","h":6}]}}'), "none");
  assert.equal(refused('{"a":{"b":1,"c":2,"d":3}}'), "error.payload-too-large");
  assert.equal(refused('{"a":{"b":1},"c":2,"d":3}'), "error.payload-too-large");
  assert.equal(refused('{"a":1}}:'), "error.invalid-json");
});

Deno.test("parseJson() takes as many values as it is told, and any number where it is not", () => {
  const refused = (text: string) => codeOf(() => parseJson(text, "The body", { maxValues: 4 }));
  for (const text of ["[1,2,3]", '{"a":1,"b":2,"c":3}', '[[["[,{"]]]', "[[1]]"]) {
    assert.equal(refused(text), "none", text);
  }
  for (const text of ["[1,2,3,4]", '{"a":1,"b":2,"c":3,"d":4}', "[[[[1]]]]", "[[],[]]"]) {
    assert.equal(refused(text), "error.invalid-request", text);
    assert.doesNotThrow(() => parseJson(text), text);
  }
});
