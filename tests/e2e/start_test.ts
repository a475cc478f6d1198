/** Log lines of a server on its folder at the start. */
import assert from "node:assert/strict";
import { tamper } from "../store/maintenance/support.ts";
import { diagnose, openFiles } from "../support/doctor.ts";
import { runCtl, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { programEnvironment, SCRIPTS } from "../support/tasks.ts";

/** `checkoutd` on the database of a folder and a free port, after a line of shell. */
function serverCommand(folder: string, line: string): Deno.Command {
  const place = ["--db", `${folder}/checkout.db`, "--port", "0"];
  return new Deno.Command("sh", {
    args: ["-c", `${line}; exec "$0" "$@"`, SCRIPTS.checkoutd, ...place],
    clearEnv: true,
    env: { ...programEnvironment(), NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

Deno.test("doctor tells the limit of open files that the server has found at its start", () =>
  withFolder(async (folder) => {
    await aShop(folder);
    const before = openFiles(await runCtl(folder, "doctor", "--json"));
    assert.equal(before?.level, "not_known");
    assert.match(before.advice, /systemctl show -p LimitNOFILE checkoutd$/);
    const server = await startServer(folder);
    const found = openFiles(await diagnose(folder));
    assert.equal(found?.level, "ok");
    assert.equal(
      found.found,
      "Open-file limit: at least 1024",
    );
    const { mode } = await Deno.stat(`${folder}/checkout.db.lock`);
    assert.equal((mode ?? 0) & 0o777, 0o600, "nobody else reads it");
    const { output } = await server.end("SIGTERM");
    assert.doesNotMatch(output, /Few files/);
  }));

Deno.test({
  name: "a server that may have few files open warns of it, and doctor wants it changed",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFolder(async (folder) => {
      await aShop(folder);
      const child = serverCommand(folder, "ulimit -n 500").spawn();
      const log = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!/open-file limit is low.*\n/.test(text)) {
        const { value, done } = await log.read();
        if (done) break;
        text += value;
      }
      await log.cancel();
      child.kill("SIGTERM");
      await Promise.all([child.status, child.stderr.cancel()]);
      assert.match(text, /"level":"warn","msg":"The open-file limit is low[^}]*"files":500\}/);
      const doctor = await runCtl(folder, "doctor", "--json");
      assert.equal(doctor.code, 1);
      const found = openFiles(doctor);
      assert.equal(found?.level, "action");
      assert.match(found.found, /^Open-file limit: 500$/);
    }),
});

for (const args of [[], ["--demo"]]) {
  Deno.test(`a server ${args.join("")} with a shop that cannot be read says so in one line and serves on`, () =>
    withFolder(async (folder) => {
      await aShop(folder);
      tamper(`${folder}/checkout.db`, `UPDATE merchants SET rules = '{}'`);
      const server = await startServer(folder, args);
      const [line] = await server.printed(/[^\n]*"level":"error"[^\n]*/);
      assert.match(
        line,
        /(Cannot read the shops|demo shop).*db check.*"reason":".*merchants/,
      );
      assert.equal((await fetch(`${server.url}/health`)).status, 200);
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0);
      assert.doesNotMatch(output, /Uncaught|\n {4}at /);
    }));
}

Deno.test("the start prints the address of the documentation, which is there, but not of a socket", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder, ["--log-format", "text"]);
    const [, docs = ""] = await server.printed(/ docs=(\S+\/docs) /);
    assert.equal((await fetch(docs)).status, 200);
    await server.end("SIGTERM");
    const socket = await startServer(folder, ["--unix-socket", `${folder}/s`]);
    assert.doesNotMatch((await socket.end("SIGTERM")).output, /docs/);
  }));
