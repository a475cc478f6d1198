import assert from "node:assert/strict";
import { aCart } from "../support/app.ts";
import { aShop, startServer, withFolder } from "../support/process.ts";

/** Whether the system calls of a process can be made to fail here. */
async function hasStrace(): Promise<boolean> {
  try {
    return (await new Deno.Command("strace", { args: ["-V"], stdout: "null" }).output()).success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "when the disk does not confirm a write nothing is acknowledged and the server ends with 1",
  // Injecting the failure needs Linux and strace; .ci/run installs it.
  ignore: !await hasStrace(),
  async fn() {
    await withFolder(async (folder) => {
      const { secret } = await aShop(folder);
      const server = await startServer(folder);
      const post = () =>
        fetch(`${server.url}/session`, {
          method: "POST",
          headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
          body: JSON.stringify(aCart()),
        });
      const before = await post();
      assert.equal(before.status, 201);
      await before.body?.cancel();
      const strace = new Deno.Command("strace", {
        args: [
          "-f",
          "-p",
          String(server.pid),
          "-e",
          "trace=fsync,fdatasync",
          "-e",
          "inject=fsync,fdatasync:error=EIO",
        ],
        stdout: "null",
        stderr: "piped",
      }).spawn();
      // It says so once it holds the process.
      const reader = strace.stderr.pipeThrough(new TextDecoderStream()).getReader();
      for (let said = ""; !said.includes("attached");) {
        const { value, done } = await reader.read();
        assert.ok(!done, `strace ended: ${said}`);
        said += value;
      }
      const refused = await post();
      assert.equal(refused.status, 503);
      assert.equal((await refused.json()).error.code, "error.unavailable");
      const { code, output } = await server.ended();
      assert.equal(code, 1, output);
      assert.match(output, /The disk did not confirm a write/);
      while (!(await reader.read()).done) { /* what strace still says is nobody's business */ }
      await strace.status;
    });
  },
});
