/** What a server waits for at its start, and what goes on while it serves. */
import assert from "node:assert/strict";
import { sealingParts } from "../../../src/process/secrets/sealing.ts";

const LOGGER = { error: () => assert.fail(), warn: () => assert.fail() };

Deno.test("a server waits for sealed rows alone; cleaning goes on until it ends", async () => {
  const asked: (AbortSignal | undefined)[] = [];
  const { rows, cleaning } = sealingParts({
    settle: async (signal) => {
      asked.push(signal);
      // Gigabytes of free pages.
      if (signal !== undefined) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
      return null;
    },
  }, LOGGER);
  await rows.start();
  assert.equal(asked.length, 1);
  const running = await cleaning.start();
  assert.deepEqual(asked.map((one) => one?.aborted), [undefined, false]);
  await cleaning.close(running);
  assert.deepEqual(asked.map((one) => one?.aborted), [undefined, true], "it is not tried again");
});
