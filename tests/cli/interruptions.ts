import assert from "node:assert/strict";
import type { CliIo } from "../../src/cli/io.ts";
import type { Shell } from "./support.ts";

/** Waiting that takes no time, until Ctrl-C is pressed in the middle of it. */
export function interruptions(shell: Shell): Pick<CliIo, "wait" | "untilInterrupted"> {
  const end = new AbortController();
  let waits = 0;
  return {
    wait: async (ms, signal) => {
      assert.equal(signal.aborted, false, "a process that was told to end does not wait");
      await shell.clock.wait(ms);
      waits += 1;
      if (waits > shell.interruptAfter) end.abort();
    },
    untilInterrupted: (work) => work(end.signal),
  };
}
