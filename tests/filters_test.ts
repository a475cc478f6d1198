import assert from "node:assert/strict";

const FILTERS = new URL("../src/domain/filters.ts", import.meta.url);

Deno.test("a filter of the port has no optional field", async () => {
  const source = await Deno.readTextFile(FILTERS);
  const filters = [...source.matchAll(/interface (\w+)[^{]*\{(.*?)\n\}/gs)];
  assert.ok(filters.length >= 8);
  for (const [, name, body = ""] of filters) {
    assert.doesNotMatch(body, /\?:|undefined/, name);
  }
});
