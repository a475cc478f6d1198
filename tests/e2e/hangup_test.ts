/** SIGHUP: a terminal that was closed, or something that was renewed. */
import assert from "node:assert/strict";
import { withFolder } from "../support/process.ts";
import { RawSocket } from "../support/raw_socket.ts";
import { taskFlags } from "../support/tasks.ts";
import { lacksScript } from "../support/terminal.ts";

/** The port in what a program has shown so far; null when it has ended without. */
async function shownPort(output: ReadableStream<Uint8Array>): Promise<number | null> {
  let text = "";
  for await (const part of output.pipeThrough(new TextDecoderStream())) {
    const [, port] = /127\.0\.0\.1:(\d+)\D/.exec(text += part) ?? [];
    if (port !== undefined) return Number(port);
  }
  return null;
}

/** Waits until no process holds the lock of the server on a database. */
async function untilServerEnded(path: string): Promise<void> {
  using file = await Deno.open(`${path}.server`);
  await file.lock(false);
}

Deno.test({
  name: "a server on a terminal ends in good order when the terminal is closed",
  ignore: await lacksScript(),
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/checkout.db`;
      const words = [
        Deno.execPath(),
        ...await taskFlags("start", folder),
        ...["--db", path, "--port", "0", "--log-format", "text"],
      ];
      const line = words.map((word) => `'${word}'`).join(" ");
      const terminal = new Deno.Command("script", {
        args: ["--quiet", "--return", "--command", `exec ${line}`, "/dev/null"],
        env: { NO_COLOR: "1", SHELL: "/bin/sh", TERM: "xterm" },
        // Open, as a terminal is that has its window.
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      try {
        const port = await shownPort(terminal.stdout);
        assert.ok(port !== null, "it listens");
        using client = await RawSocket.to(port);
        await client.send("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        assert.equal((await client.answer())?.status, 200);
        // As when its window is closed: the kernel tells those who run on it by SIGHUP.
        terminal.kill("SIGKILL");
        await terminal.status;
        await untilServerEnded(path);
        await assert.rejects(RawSocket.to(port), Deno.errors.ConnectionRefused);
        await assert.rejects(Deno.stat(`${path}-wal`), Deno.errors.NotFound, "closed in order");
      } finally {
        await terminal.stdin.close().catch(() => {});
      }
    }),
});
