import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { canonicalJson } from "../../../src/domain/values/json.ts";
import { parseJson } from "../../../src/schema/json.ts";
import { runs } from "../../support/arbitraries.ts";

Deno.test("canonicalJson() does not depend on the order of keys, on whitespace or on spelling", () => {
  const one = parseJson('{"b": [1, {"y": null, "x": "é"}], "a": 1.50, "__proto__": 1e2}');
  const other = parseJson('{ "__proto__":100,"a":1.5,\n"b":[1,{"x":"\\u00e9","y":null}]}');
  equal(canonicalJson(one), '{"__proto__":100,"a":1.5,"b":[1,{"x":"é","y":null}]}');
  equal(canonicalJson(other), canonicalJson(one));
});

Deno.test("canonicalJson() tells long integers apart digit for digit, and from text", () => {
  const texts = [
    '{"id":9223372036854775807}',
    '{"id":9223372036854775806}',
    '{"id":"9223372036854775807"}',
    '{"id":[9223372036854775807]}',
  ];
  const written = texts.map((text) => canonicalJson(parseJson(text)));
  deepEqual(written, texts);
});

Deno.test("canonicalJson() of any JSON reads back as the same value, keys in any order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const turned = canonicalJson(reversed(JSON.parse(text)));
      equal(turned, canonicalJson(JSON.parse(text)));
      deepEqual(JSON.parse(turned), JSON.parse(text));
    }),
    runs(300),
  );
});

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value).reverse().map(([key, member]) => [key, reversed(member)]),
  );
}
