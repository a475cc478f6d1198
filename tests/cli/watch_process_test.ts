import assert from "node:assert/strict";
import { runCtl, withFolder } from "../support/process.ts";
import { pathWithDeno, SCRIPTS } from "../support/tasks.ts";
import { lacksScript } from "../support/terminal.ts";

/** `--watch` as a process of its own, ended as people end it. */

const LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";

function watching(folder: string): string[] {
  const command = ["session", "stats", "--watch", "--interval", "1"];
  return [SCRIPTS.checkoutctl, "--db", `${folder}/checkout.db`, ...command];
}

/** Reads until a text has been printed so often; what was printed. */
async function readUntil(
  reader: ReadableStreamDefaultReader<string>,
  text: string,
  times: number,
): Promise<string> {
  let sofar = "";
  while (sofar.split(text).length <= times) {
    const { value, done } = await reader.read();
    assert.ok(!done, `it ended before: ${sofar}`);
    sofar += value;
  }
  return sofar;
}

function spawn([program = "", ...args]: string[]): Deno.ChildProcess {
  const env = { NO_COLOR: "1", TERM: "xterm", PATH: pathWithDeno() };
  return new Deno.Command(program, { args, env, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
}

Deno.test("cli.ts prints frames until SIGINT and ends with 0", () =>
  withFolder(async (folder) => {
    await runCtl(folder, "db", "migrate");
    const child = spawn(watching(folder));
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    await readUntil(reader, "No sessions created since", 2);
    child.kill("SIGINT");
    while (!(await reader.read()).done);
    assert.equal((await child.status).code, 0);
    assert.equal(await new Response(child.stderr).text(), "");
  }));

Deno.test("cli.ts ends with its reader, as in ... --watch | head", () =>
  withFolder(async (folder) => {
    await runCtl(folder, "db", "migrate");
    const child = spawn(watching(folder));
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    await readUntil(reader, "No sessions created since", 1);
    await reader.cancel();
    assert.equal((await child.status).code, 0);
    assert.equal(await new Response(child.stderr).text(), "");
  }));

Deno.test({
  name: "cli.ts gives a real terminal its cursor and screen back after Ctrl-C",
  ignore: await lacksScript(),
  fn: () =>
    withFolder(async (folder) => {
      await runCtl(folder, "db", "migrate");
      const line = watching(folder).map((word) => `'${word}'`).join(" ");
      const child = new Deno.Command("script", {
        // No shell stays between: the terminal interrupts that one too, and some end with 130 then.
        args: ["--quiet", "--return", "--command", `exec ${line}`, "/dev/null"],
        env: { NO_COLOR: "1", SHELL: "/bin/sh", TERM: "xterm", PATH: pathWithDeno() },
        stdin: "piped",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      await readUntil(reader, "\u001b[H", 2);
      const keys = child.stdin.getWriter();
      // The byte of Ctrl-C, which the terminal turns into the signal.
      await keys.write(new Uint8Array([3]));
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        rest += part.value;
      }
      assert.equal((await child.status).code, 0);
      assert.ok(rest.includes(LEAVE), JSON.stringify(rest));
      assert.match(rest.slice(rest.indexOf(LEAVE)), /No sessions created since/);
      await keys.close().catch(() => {});
    }),
});
