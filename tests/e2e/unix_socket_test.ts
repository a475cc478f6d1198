import assert from "node:assert/strict";
import { failureIn } from "../support/refused.ts";
import { runServerToEnd, startServer, withFolder } from "../support/process.ts";
import { lacks, runTool } from "../support/tools.ts";

const ignore = await lacks("curl");

/** Asks by the socket; the answer's body and status. */
async function ask(path: string, ...args: readonly string[]): Promise<[string, string]> {
  const shown = ["-sS", "-w", "\n%{http_code}", "--unix-socket", path];
  const { code, stdout, stderr } = await runTool("curl", [...shown, ...args]);
  assert.equal(code, 0, stderr);
  const [body = "", status = ""] = stdout.split("\n");
  return [body, status];
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

Deno.test({
  name: "--unix-socket serves on a socket of mode 0660 and removes it at the end",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/checkoutd.sock`;
      const server = await startServer(folder, ["--unix-socket", path]);
      assert.equal(server.url, `unix:${path}`);
      const found = await Deno.lstat(path);
      assert.ok(found.isSocket);
      assert.equal((found.mode ?? 0) & 0o777, 0o660);
      const [body, status] = await ask(path, "http://localhost/health");
      assert.deepEqual([body, status], ['{"status":"SUCCESS","data":{"alive":true}}', "200"]);
      assert.equal((await server.end("SIGTERM")).code, 0);
      assert.equal(await isThere(path), false);
    }),
});

Deno.test({
  name: "what a killed server left is removed; a living one's socket is refused and stays",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/checkoutd.sock`;
      const first = await startServer(folder, ["--unix-socket", path]);
      await first.end("SIGKILL");
      assert.ok(await isThere(path));
      const second = await startServer(folder, ["--unix-socket", path]);
      const db = ["--db", `${folder}/other.db`];
      const refused = await runServerToEnd(folder, [...db, "--unix-socket", path]);
      assert.deepEqual(failureIn(refused.stderr), {
        message: `Another program already listens on ${path}: choose another with --unix-socket`,
        code: "error.unavailable",
        exitCode: refused.code,
      });
      assert.equal((await ask(path, "http://localhost/health"))[1], "200");
      await second.end("SIGTERM");
    }),
});

Deno.test({
  name: "over a Unix socket clients share one limit, unless a trusted proxy names them",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/checkoutd.sock`;
      const statuses = async (addresses: readonly string[]) => {
        const found: string[] = [];
        for (const address of addresses) {
          const from = ["-H", `X-Forwarded-For: ${address}`];
          found.push((await ask(path, ...from, "http://localhost/session/x"))[1]);
        }
        return found;
      };
      const three = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
      const limited = ["--unix-socket", path, "--rate-limit", "2"];
      const alone = await startServer(folder, limited);
      assert.deepEqual(await statuses(three), ["401", "401", "429"]);
      await alone.end("SIGTERM");
      const behind = await startServer(folder, [...limited, "--trust-proxy", "1"]);
      assert.deepEqual(await statuses(three), ["401", "401", "401"]);
      assert.deepEqual(await statuses(["x, 192.0.2.1", "192.0.2.1"]), ["401", "429"]);
      // A proxy that names nobody speaks for the socket.
      assert.deepEqual(await statuses(["?", "unknown", "-"]), ["401", "401", "429"]);
      await behind.end("SIGTERM");
    }),
});

Deno.test("a place that cannot be listened on is one clear line and an exit code", () =>
  withFolder(async (folder) => {
    const db = ["--db", `${folder}/checkout.db`];
    await Deno.writeTextFile(`${folder}/file`, "precious");
    const rows: [string[], Record<string, string>, number, RegExp][] = [
      [["--unix-socket", "s", "--port", "1"], {}, 2, /--unix-socket.*--port/],
      [["--unix-socket", "s", "--host", "::"], {}, 2, /--unix-socket.*--host/],
      [["--unix-socket", "s"], { CHECKOUT_PORT: "8081" }, 2, /--unix-socket.*CHECKOUT_PORT/],
      [["--unix-socket", "s", "--tls-cert", "c", "--tls-key", "k"], {}, 2, /socket.*--tls-cert/],
      [["--unix-socket", "s", "--demo"], {}, 2, /--unix-socket.*--demo/],
      [["--unix-socket", ""], {}, 2, /--unix-socket.*must be a file name/],
      [["--tls-cert", "c.pem"], {}, 2, /^--tls-cert needs --tls-key: c\.pem$/],
      [["--tls-key", "k.pem"], {}, 2, /^--tls-key needs --tls-cert: k\.pem$/],
      [[], { CHECKOUT_TLS_CERT: "c.pem" }, 2, /needs --tls-key: c\.pem/],
      [[...db, "--unix-socket", `${folder}/file`], {}, 1, /not a socket.*: \S+\/file$/],
      [[...db, "--unix-socket", `${folder}/no/s`], {}, 1, /--unix-socket \S+\/no\/s: No such file/],
      [[...db, "--unix-socket", "/nowhere/s"], {}, 1, /socket \/nowhere\/s: No such file/],
      [
        [...db, "--tls-cert", `${folder}/no.pem`, "--tls-key", `${folder}/file`],
        {},
        1,
        /Cannot read --tls-cert: \S+no\.pem: No such file/,
      ],
      [
        [...db, "--tls-cert", "/nowhere/c.pem", "--tls-key", `${folder}/file`],
        {},
        1,
        /Cannot read --tls-cert: \/nowhere\/c\.pem: No such file/,
      ],
    ];
    for (const [args, env, code, line] of rows) {
      const ended = await runServerToEnd(folder, args, env);
      assert.equal(ended.code, code, `${args}: ${ended.stderr}`);
      const { message, exitCode } = failureIn(ended.stderr);
      assert.match(message, line);
      assert.equal(exitCode, code, ended.stderr);
    }
    assert.equal(await Deno.readTextFile(`${folder}/file`), "precious");
  }));
