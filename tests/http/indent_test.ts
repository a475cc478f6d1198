import assert from "node:assert/strict";
import fc from "fast-check";
import { indented } from "../../src/schema/api/indent.ts";

Deno.test("indented() is what JSON.stringify() would print, whatever is in it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(indented(JSON.stringify(value)), JSON.stringify(value, null, 2));
    }),
  );
});

Deno.test("indented() keeps every digit", () => {
  assert.equal(
    indented('{"id":9223372036854775807,"n":[1.10,-0,{}],"s":"a,\\"{b"}'),
    '{\n  "id": 9223372036854775807,\n  "n": [\n    1.10,\n    -0,\n    {}\n  ],\n  "s": "a,\\"{b"\n}',
  );
});
