import assert from "node:assert/strict";
import fc from "fast-check";
import { IsoClock } from "../../../src/domain/values/text.ts";

Deno.test("IsoClock.text() is what Date makes of a moment, whatever it was asked before", () => {
  const clock = new IsoClock();
  const moment = fc.oneof(
    fc.integer({ min: 1_767_225_599_990, max: 1_767_225_600_010 }),
    fc.integer({ min: -1e12, max: 4e15 }),
  );
  fc.assert(fc.property(moment, (at) => {
    assert.equal(clock.text(at), new Date(at).toISOString());
  }));
});
