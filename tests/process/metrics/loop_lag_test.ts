import { Registry } from "@prometheus-io/client";
import assert from "node:assert/strict";
import { LAG_EVERY_MS, LoopLag } from "../../../src/process/metrics/loop_lag.ts";
import { parseExposition, valueOf } from "../../support/exposition.ts";

Deno.test("tick() notes how late it comes, from when it was last called", async () => {
  const registry = new Registry();
  let nowMs = 5000;
  const lag = new LoopLag(registry, () => nowMs);
  for (const late of [0, 2, 400, 0]) {
    nowMs += LAG_EVERY_MS + late;
    lag.tick();
  }
  // A clock that is read a little early is no lag.
  nowMs += LAG_EVERY_MS - 1;
  lag.tick();
  const found = parseExposition(await registry.metrics());
  const name = "checkoutd_event_loop_lag_seconds";
  assert.deepEqual(
    ["0.001", "0.0025", "0.25", "0.5"].map((le) => valueOf(found, `${name}_bucket`, { le })),
    [3, 4, 4, 5],
  );
  assert.equal(valueOf(found, `${name}_sum`)?.toFixed(6), "0.402000");
});
