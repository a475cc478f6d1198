import { Registry } from "@prometheus-io/client";
import assert from "node:assert/strict";
import { LAG_EVERY_MS, loopLag } from "../../../src/process/metrics/histograms.ts";
import { parseExposition, valueOf } from "../../support/exposition.ts";

Deno.test("loopLag() records how late it is called, counted from its last call", async () => {
  const registry = new Registry();
  let nowMs = 5000;
  const tick = loopLag(registry, () => nowMs);
  for (const late of [0, 2, 400, 0]) {
    nowMs += LAG_EVERY_MS + late;
    tick();
  }
  // A clock that is read a little early is no lag.
  nowMs += LAG_EVERY_MS - 1;
  tick();
  const found = parseExposition(await registry.metrics());
  const name = "checkoutd_event_loop_lag_seconds";
  assert.deepEqual(
    ["0.001", "0.0025", "0.25", "0.5"].map((le) => valueOf(found, `${name}_bucket`, { le })),
    [3, 4, 4, 5],
  );
  assert.equal(valueOf(found, `${name}_sum`)?.toFixed(6), "0.402000");
});
