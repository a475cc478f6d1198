import assert from "node:assert/strict";
import { finish } from "./process.ts";

Deno.test("finish() ends what does not end by itself, and fails with what it printed", async () => {
  const args = ["eval", "console.log('still here'); setInterval(() => {}, 1000);"];
  const program = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "piped" });
  await assert.rejects(finish(program, 3000), /^AssertionError.*: It has not ended: still here\n/);
});
