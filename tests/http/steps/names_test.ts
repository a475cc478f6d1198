import assert from "node:assert/strict";
import { ROOT } from "../../support/root.ts";
import { STEPS } from "./operations.ts";

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
    `src/http/api/${name}.ts`,
    `tests/domain/steps/${name}_test.ts`,
    `tests/http/steps/${name}_test.ts`,
  ]);
  const missing: string[] = [];
  for (const path of expected) {
    await Deno.stat(`${ROOT}${path}`).catch(() => missing.push(path));
  }
  assert.deepEqual(missing, []);
});
