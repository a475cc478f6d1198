import assert from "node:assert/strict";
import { failureIn } from "../support/refused.ts";
import { LOCK } from "../support/tasks.ts";
import { fileURLToPath } from "node:url";
import { withFolder } from "../support/process.ts";
import { freePort } from "../support/raw_socket.ts";
import { lacksStrace } from "../faults/strace.ts";
import { lacks, runTool } from "../support/tools.ts";
import { parseUnit, single, UNIT } from "../support/unit_file.ts";

const noAnalyze = await lacks("systemd-analyze");
const noSysusers = await lacks("systemd-sysusers");
const noStrace = await lacksStrace() || noAnalyze;
const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

const text = await Deno.readTextFile(UNIT);
const settings = parseUnit(text);

/** The unit of one server, and that of each of several. */
const UNITS = ["checkoutd.service", "checkoutd@8080.service"] as const;

/** A unit with a program that is there, for tools that look. */
async function copyOfUnit(folder: string, name: (typeof UNITS)[number]): Promise<string> {
  const path = `${folder}/${name}`;
  const shipped = UNIT.replace(/checkoutd\.service$/, name.replace("8080", ""));
  const unit = await Deno.readTextFile(shipped);
  await Deno.writeTextFile(path, unit.replaceAll("/usr/local/bin/checkoutd", "/bin/true"));
  return path;
}

for (const name of UNITS) {
  Deno.test({
    name: `systemd finds nothing wrong with the unit ${name}`,
    ignore: noAnalyze,
    fn: () =>
      withFolder(async (folder) => {
        const unit = await copyOfUnit(folder, name);
        const { code, stdout, stderr } = await runTool("systemd-analyze", ["verify", unit]);
        assert.deepEqual([code, stdout + stderr], [0, ""]);
      }),
  });

  Deno.test({
    name: `systemd counts the exposure of the unit ${name} as at most 1.5 of 10`,
    ignore: noAnalyze,
    fn: () =>
      withFolder(async (folder) => {
        const bound = ["security", "--no-pager", "--offline=true", "--threshold=15"];
        const unit = await copyOfUnit(folder, name);
        const { code, stdout } = await runTool("systemd-analyze", [...bound, unit]);
        assert.equal(code, 0, stdout.trim().split("\n").at(-1));
        // The one thing that V8 cannot do without.
        const values = parseUnit(await Deno.readTextFile(unit));
        assert.equal(single(values, "MemoryDenyWriteExecute"), "no");
      }),
  });
}

Deno.test({
  name: "checkoutd.sysusers makes the user that the unit runs as",
  ignore: noSysusers,
  fn: () =>
    withFolder(async (folder) => {
      await Deno.mkdir(`${folder}/etc/sysusers.d`, { recursive: true });
      const shipped = UNIT.replace(/checkoutd\.service$/, "checkoutd.sysusers");
      await Deno.copyFile(shipped, `${folder}/etc/sysusers.d/checkoutd.conf`);
      const { code, stderr } = await runTool("systemd-sysusers", [`--root=${folder}`]);
      assert.equal(code, 0, stderr);
      const [name, , , , , home, shell] = (await Deno.readTextFile(`${folder}/etc/passwd`)).trim()
        .split(":");
      assert.equal(name, single(settings, "User"));
      const [own] = single(settings, "StateDirectory").split(" ");
      assert.equal(home, `/var/lib/${own}`);
      assert.equal(shell, "/usr/sbin/nologin");
    }),
});

function cacheFolder(): string {
  return Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
}

/** The environment of the unit, with folders of a test in the place of the system's. */
function environment(folder: string, port: number): Record<string, string> {
  const found = (settings.get("Environment") ?? []).map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return [name, value.replace("/var/lib/checkoutd", folder).replace("/var/cache", folder)];
  });
  // Contents of EnvironmentFile.
  return {
    ...Object.fromEntries(found),
    CHECKOUT_PORT: String(port),
    CHECKOUT_DASHBOARD_PORT: String(freePort()),
    NO_COLOR: "1",
    // The runtime's own, which does not move with the folders of the service.
    DENO_DIR: Deno.env.get("DENO_DIR") ?? `${cacheFolder()}/deno`,
  };
}

/** A command of the unit, run from source. */
function fromSource(line: string, under: readonly string[] = []): [string, string[]] {
  const [program, ...args] = line.split(" ");
  assert.equal(program, "/usr/local/bin/checkoutd");
  const [first = "", ...rest] = [
    ...under,
    Deno.execPath(),
    "run",
    "--quiet",
    LOCK,
    "--allow-all",
    MAIN,
    ...args,
  ];
  return [first, rest];
}

/** Starts, waits for and stops the service by the unit's own commands. */
async function throughItsLife(folder: string, under: readonly string[] = []): Promise<string> {
  const env = environment(folder, freePort());
  const [program, args] = fromSource(single(settings, "ExecStart"), under);
  const server = new Deno.Command(program, {
    args,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = server.output();
  const [waiter, waiterArgs] = fromSource(single(settings, "ExecStartPost"));
  const waited = await runTool(waiter, waiterArgs, { env });
  assert.equal(waited.code, 0, waited.stderr);
  const reload = single(settings, "ExecReload").replace("$MAINPID", String(server.pid)).split(" ");
  const reloaded = await runTool(reload[0] ?? "", reload.slice(1));
  assert.equal(reloaded.code, 0, reloaded.stderr);
  server.kill("SIGTERM");
  const { code, stdout, stderr } = await output;
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, said);
  return said;
}

Deno.test("the unit's commands start the server, wait for it, and reload it without ending it", () =>
  withFolder(async (folder) => {
    const said = await throughItsLife(folder);
    assert.match(said, /"database":"[^"]+\/checkout\.db"/);
    assert.match(said, /"route":"\/ready","status":200/);
    assert.match(said, /"msg":"stopped"/);
    assert.ok((await Deno.stat(`${folder}/checkout.db`)).isFile);
  }));

Deno.test("ExecStartPost fails in time where nothing gets ready", () =>
  withFolder(async (folder) => {
    const line = single(settings, "ExecStartPost").replace(/ \d+$/, " 1");
    const [program, args] = fromSource(line);
    const { code, stderr } = await runTool(program, args, { env: environment(folder, freePort()) });
    assert.equal(code, 1);
    assert.match(failureIn(stderr).message, /^Not ready within 1 s: http:\/\/127\.0\.0\.1:\d+: ./);
  }));

/** All system calls of a filter's set, those of the sets in it included. */
async function callsOf(set: string): Promise<Set<string>> {
  const { stdout } = await runTool("systemd-analyze", ["--no-pager", "syscall-filter", set]);
  const calls = new Set<string>();
  for (const word of stdout.split("\n").slice(1).map((line) => line.trim())) {
    if (word.startsWith("@")) { for (const call of await callsOf(word)) calls.add(call); }
    else if (/^\w+$/.test(word)) calls.add(word);
  }
  return calls;
}

Deno.test({
  name: "the unit's filter lets through every system call of a server's life",
  ignore: noStrace,
  fn: () =>
    withFolder(async (folder) => {
      const [granted = "", denied = "", again = ""] = settings.get("SystemCallFilter") ?? [];
      const allowed = new Set<string>();
      for (const set of granted.split(" ")) {
        for (const call of await callsOf(set)) allowed.add(call);
      }
      assert.ok(denied.startsWith("~"));
      for (const set of denied.slice(1).split(" ")) {
        for (const call of await callsOf(set)) allowed.delete(call);
      }
      for (const call of again.split(" ")) allowed.add(call);
      assert.ok(allowed.size > 100);
      const trace = `${folder}/trace`;
      // -D leaves the server our child, so that the signals are for it.
      const under = ["strace", "-D", "-f", "-qq", "-c", "-U", "name,calls", "-o", trace];
      await throughItsLife(folder, under);
      const used = [...(await Deno.readTextFile(trace)).matchAll(/^([a-z]\w+) +\d+/gm)]
        .flatMap(([, call = ""]) => call === "total" ? [] : [call]);
      assert.ok(used.length > 30, used.join());
      const refused = used.filter((call) => !allowed.has(call));
      // SQLite gives files away only when it runs as root.
      assert.deepEqual(refused.filter((call) => call !== "fchown"), []);
      // Whatever the processor here has: on another one V8 calls all of these.
      for (const call of ["pkey_alloc", "pkey_free", "pkey_mprotect"]) {
        assert.ok(allowed.has(call), call);
      }
    }),
});
