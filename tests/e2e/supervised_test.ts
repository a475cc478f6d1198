/** `checkoutd --dashboard-port`: a supervisor, a server and a dashboard as three processes. */
import assert from "node:assert/strict";
import { loadDump } from "../store/upgrade/dump.ts";
import { VERSIONS } from "../store/upgrade/versions.ts";
import { aCart } from "../support/app.ts";
import { aShop } from "../support/ctl_shop.ts";
import { followLink, linkFor } from "../support/dashboard_process.ts";
import { findingsOf } from "../support/doctor.ts";
import { runCtl, type RunningServer, runServerToEnd, startServer } from "../support/process.ts";
import { withFolder } from "../support/process.ts";
import { ask, freePort } from "../support/raw_socket.ts";
import { readRoot } from "../support/root.ts";
import { told } from "../support/scripts.ts";
import { lacks, runTool } from "../support/tools.ts";

const isMissing = await lacks("pgrep");

/** The three processes. */
interface Three {
  readonly server: RunningServer;
  readonly dashboardUrl: string;
  readonly port: number;
  /** Process ids of the children that run, by their first argument. */
  pids(role: "server" | "dashboard"): Promise<number[]>;
}

async function startThree(folder: string, ...flags: readonly string[]): Promise<Three> {
  const port = freePort();
  const server = await startServer(folder, [...flags, "--dashboard-port", String(port)]);
  return {
    server,
    dashboardUrl: `http://127.0.0.1:${port}`,
    port: Number(new URL(server.url).port),
    async pids(role) {
      const args = ["-P", String(server.pid), "-f", `supervised-${role}`];
      return (await runTool("pgrep", args)).stdout.split("\n").filter(Boolean).map(Number);
    },
  };
}

const PAUSE_MS = 50;
/** A machine with neighbours may be slow. */
const MAX_TRIES = 1200;

/** Repeats a question until the answer is yes. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !await isSo(); tries++) {
    assert.ok(tries < MAX_TRIES, what);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(async ({ ok, body }) => {
    await body?.cancel();
    return ok;
  }, () => false);
}

const untilServed = ({ dashboardUrl }: Three) =>
  until("the dashboard answers", () => answers(`${dashboardUrl}/sign-in`));

function testThree(name: string, fn: (folder: string) => Promise<void>): void {
  Deno.test({ name, ignore: isMissing, fn: () => withFolder(fn) });
}

testThree(
  "one command serves shop and dashboard, and SIGTERM under load loses no answer",
  async (folder) => {
    const { secret } = await aShop(folder);
    const three = await startThree(folder, "--rate-limit", "1000000");
    const { server, dashboardUrl, port } = three;
    await untilServed(three);
    assert.equal((await followLink(dashboardUrl, await linkFor(folder, "anna"))).status, 303);
    const body = JSON.stringify(aCart());
    const request =
      `POST /session HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    let isOver = false;
    let answered = 0;
    const client = async () => {
      while (!isOver) {
        try {
          if ((await ask(port, request))?.status === 201) answered++;
        } catch (error) {
          if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
          isOver = true;
        }
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await until("100 answers", () => Promise.resolve(answered >= 100));
    const { code, output } = await server.end("SIGTERM");
    await Promise.all(clients);
    const made = output.match(/"route":"\/session","status":201/g)?.length;
    assert.deepEqual([code, answered], [0, made]);
    assert.equal(output.match(/"msg":"stopped"/g)?.length, 2);
    assert.ok(!await answers(`${dashboardUrl}/sign-in`));
  },
);

testThree(
  "a signal that a terminal or a service manager sends to all three ends them once",
  async (folder) => {
    const three = await startThree(folder);
    await untilServed(three);
    const all = [...await three.pids("server"), ...await three.pids("dashboard")];
    assert.equal(all.length, 2);
    for (const pid of all) Deno.kill(pid, "SIGINT");
    const { code, output } = await three.server.end("SIGINT");
    assert.equal(code, 0, output);
    assert.equal(output.match(/"msg":"stopped"/g)?.length, 2);
  },
);

testThree(
  "kill -9 of the supervisor ends both children, and the next one takes port and database",
  async (folder) => {
    await aShop(folder);
    const three = await startThree(folder);
    await untilServed(three);
    const { output } = await three.server.end("SIGKILL");
    assert.equal(output.match(/"msg":"stopped"/g)?.length, 2);
    assert.ok(!await answers(`${three.server.url}/health`));
    const flags = [
      "--port",
      String(three.port),
      "--dashboard-port",
      new URL(three.dashboardUrl).port,
    ];
    const next = await startServer(folder, flags);
    assert.equal(next.url, three.server.url);
    await untilServed(three);
    assert.equal((await next.end("SIGTERM")).code, 0);
  },
);

testThree("kill -9 of the server ends all with its exit code", async (folder) => {
  const three = await startThree(folder);
  await untilServed(three);
  const [pid = 0] = await three.pids("server");
  Deno.kill(pid, "SIGKILL");
  assert.equal((await three.server.ended()).code, 137);
  assert.ok(!await answers(`${three.dashboardUrl}/sign-in`));
});

testThree("kill -9 of the dashboard starts it again, beside the same server", async (folder) => {
  const three = await startThree(folder);
  await untilServed(three);
  const [[server], [dashboard = 0]] = [await three.pids("server"), await three.pids("dashboard")];
  Deno.kill(dashboard, "SIGKILL");
  await three.server.printed(/The dashboard has ended and is started again","code":137/);
  await untilServed(three);
  assert.deepEqual(await three.pids("server"), [server]);
  assert.notDeepEqual(await three.pids("dashboard"), [dashboard]);
  assert.equal((await three.server.end("SIGTERM")).code, 0);
});

testThree(
  "a dashboard whose port is taken stays off after five attempts, and sales go on",
  async (folder) => {
    await aShop(folder);
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const flags = ["--dashboard-port", String(taken.addr.port), "--metrics-port", "0"];
    const server = await startServer(folder, flags);
    const [, metrics = ""] = await server.printed(/"metrics_url":"([^"]+)"/);
    await server.printed(/"level":"error","msg":"The dashboard ended five times in a minute/);
    assert.ok(await answers(`${server.url}/health`));
    assert.match(await (await fetch(metrics)).text(), /^checkoutd_dashboard_off 1$/m);
    const finding = findingsOf(await runCtl(folder, "doctor", "--json"))
      .find(({ topic }) => topic === "alarm of the dashboard");
    assert.equal(finding?.level, "action");
    assert.match(finding?.found ?? "", /stays off \(exit code 1\).*since /);
    const { code, output } = await server.end("SIGTERM");
    assert.equal(code, 0);
    const reason = /error: Cannot listen on --dashboard-host 127\.0\.0\.1 --dashboard-port \d+: /g;
    assert.equal(output.match(reason)?.length, 5, output);
    // The next server begins without it.
    assert.equal((await (await startServer(folder)).end("SIGTERM")).code, 0);
    const later = findingsOf(await runCtl(folder, "doctor", "--json"));
    assert.ok(!later.some(({ topic }) => topic.startsWith("alarm")));
  },
);

testThree("a dashboard waits while the server beside it upgrades the database", async (folder) => {
  const older = await readRoot(`tests/store/upgrade/v${VERSIONS.at(-1)}.sql`);
  loadDump(`${folder}/checkout.db`, older);
  const three = await startThree(folder);
  await untilServed(three);
  const { code, output } = await three.server.end("SIGTERM");
  assert.equal(code, 0);
  assert.doesNotMatch(output, /has ended and is started again/);
});

testThree("a server whose port is taken ends all, in one line", async (folder) => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const db = `${folder}/x.db`;
  const flags = ["--port", String(taken.addr.port), "--dashboard-port", "0", "--db", db];
  const { code, stderr } = await runServerToEnd(folder, flags);
  assert.equal(code, 1);
  const lines = stderr.split("\n").filter((line) => line.startsWith("error: "));
  assert.equal(lines.length, 1, stderr);
  assert.match(lines[0] ?? "", /Another program already listens on 127\.0\.0\.1/);
});

Deno.test("bin/checkoutd may run itself alone, to supervise, and its children run nothing", async () => {
  const runs = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    (await told("checkoutd", args, env)).filter((word) => word.startsWith("--allow-run"));
  const itself = ["--allow-run=./bin/checkoutd"];
  assert.deepEqual(await runs(["--dashboard-port", "8081"]), itself);
  assert.deepEqual(await runs([], { CHECKOUT_DASHBOARD_PORT: "8081" }), itself);
  assert.deepEqual(await runs(["--demo"]), itself);
  assert.deepEqual(await runs(["--port", "8081"]), []);
  for (const role of ["supervised-server", "supervised-dashboard"]) {
    assert.deepEqual(await runs([role, "--demo", "--dashboard-port", "8081"]), []);
  }
});
