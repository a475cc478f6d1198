import assert from "node:assert/strict";
import { keyOrigin } from "../../../src/service/cache/activity.ts";

Deno.test("keyOrigin() asks for an address at once, and once a second: an ended request tells none", () => {
  let asked = 0;
  const from = () => `192.0.2.${++asked}`;
  let known = keyOrigin(undefined, 0, from);
  for (const at of [500, 999, 1000, 1500]) known = keyOrigin(known, at, from);
  assert.deepEqual([asked, known], [2, { from: "192.0.2.2", askedAt: 1000 }]);
  assert.equal(keyOrigin(undefined, 0, undefined).from, null);
});
