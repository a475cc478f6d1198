import assert from "node:assert/strict";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { ctlJson, type RunningServer, startServer, withFolder } from "../support/process.ts";
import { runTool } from "../support/tools.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { Lateness } from "./lateness.ts";
import { signalAll } from "./postgres_frozen.ts";

const STOPS = rounds({ short: 1, whole: 10 });
const FROZEN_MS = rounds({ short: 7000, whole: 20_000 });
/** A second more than promised, for a busy machine. */
const ANSWERED_WITHIN_MS = 7000;
const RECOVERED_WITHIN_MS = 2000;
const MEMORY_KIB = 300 * 1024;
const SHOP = ["--name", "Demo", "--domain", "demo-store.example", "--country", "IN"];
const RULES = ["--currency", "INR", "--no-shipping"];

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

/** Milliseconds until a URL answers with a status. */
async function untilStatus(url: string, status: number, init: RequestInit = {}): Promise<number> {
  const beganMs = performance.now();
  for (;;) {
    const answer = await fetch(url, init);
    await answer.body?.cancel();
    assert.notEqual(answer.status, 500, url);
    if (answer.status === status) return Math.round(performance.now() - beganMs);
    assert.ok(performance.now() - beganMs < 30_000, `${url}: HTTP ${answer.status}`);
  }
}

/** Sends what needs the database in every way: none is answered, and none with 500. */
async function assertAway(load: Load, { url }: RunningServer): Promise<void> {
  const unknown = { headers: { authorization: "Bearer sk_unknown" } };
  const answers = await Promise.all([
    load.call(url, { path: "/ready" }).then(({ status }) => status),
    load.call(url, { path: "/session/01890000-0000-7000-8000-000000000001" })
      .then(({ status }) => status),
    fetch(`${url}/session/01890000-0000-7000-8000-000000000001`, unknown).then(async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    }),
  ]);
  // A malformed key is refused with or without the database.
  assert.deepEqual(answers.slice(0, 2), [503, 503]);
  assert.ok(answers[2] === 503 || answers[2] === 401, `${answers[2]}`);
  assert.equal((await fetch(`${url}/health`).then((one) => one.text())).length > 0, true);
}

Deno.test({
  name:
    `postgres: a server whose database is stopped ${STOPS} times and frozen comes back by itself`,
  ignore: isMissing,
  fn: () =>
    withFolder(async (folder) => {
      using late = new Lateness();
      const db = ["--db", postgres!.url(await postgres!.freshDatabase())];
      await ctlJson(folder, ...db, "db", "migrate");
      const shop = await ctlJson(folder, ...db, "merchant", "create", ...SHOP, ...RULES);
      const key = ["key", "create", "--name", "faults", "--rate-limit", "1000000"];
      const { secret = "" } = await ctlJson(folder, ...db, ...key);
      const flags = ["--rate-limit", "1000000", "--checkout-port", "0"];
      const server = await startServer(folder, [...db, ...flags]);
      const [, pages = ""] = await server.printed(/"checkout_url":"([^"]+)"/);
      const link = await linkFor(folder, "owner@shop.example", ...db);
      const dashboard = await startDashboard(folder, ...db);
      const overview = `${dashboard.url}/shops/${shop["id"]}/`;
      const signedIn = await followLink(dashboard.url, link);
      await signedIn.body?.cancel();
      const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
      const page = { headers: { cookie }, redirect: "manual" } as const;
      const load = new Load(secret);
      let readyMs = 0;

      const untilBack = async () => {
        readyMs = Math.max(readyMs, await untilStatus(`${server.url}/ready`, 200));
        await untilStatus(overview, 200, page);
        const { lost } = await load.check(server);
        assert.deepEqual(lost, []);
      };
      await untilStatus(overview, 200, page);
      for (let round = 0; round < STOPS; round++) {
        const [enough, failed] = [load.acknowledged + 100, load.unavailable + 30];
        let stopped: Promise<void> | undefined;
        await load.run(server, () => {
          if (load.acknowledged >= enough) {
            stopped ??= postgres!.control("-m", round % 2 === 0 ? "immediate" : "fast", "stop");
          }
          return load.unavailable >= failed;
        });
        await stopped;
        await assertAway(load, server);
        await untilStatus(overview, 503, page);
        await postgres!.control("start");
        await untilBack();
      }
      const enough = load.acknowledged + 50;
      await load.run(server, () => load.acknowledged >= enough);
      await signalAll(postgres!, "STOP");
      const frozenMs = performance.now();
      try {
        const [, , ...pagesMs] = await Promise.all([
          load.run(server, () => performance.now() - frozenMs >= FROZEN_MS),
          assertAway(load, server),
          untilStatus(overview, 503, page),
          untilStatus(`${pages}/c/${"A".repeat(43)}`, 503),
        ]);
        assert.ok(Math.max(...pagesMs) < late.allow(ANSWERED_WITHIN_MS), `pages: ${pagesMs} ms`);
      } finally {
        await signalAll(postgres!, "CONT");
      }
      await untilBack();
      const { stdout } = await runTool("ps", ["-o", "rss=", "-p", `${server.pid}`]);
      const { acknowledged, unavailable, slowestMs } = load;
      report("A server whose PostgreSQL is away", {
        ...{ stops: STOPS, frozen_ms: FROZEN_MS, acknowledged, unavailable },
        ...{ slowest_ms: slowestMs, ready_ms: readyMs, memory_kib: Number(stdout) },
      });
      assert.ok(slowestMs < late.allow(ANSWERED_WITHIN_MS), `${slowestMs} ms`);
      assert.ok(readyMs < late.allow(RECOVERED_WITHIN_MS), `${readyMs} ms`);
      assert.ok(Number(stdout) < MEMORY_KIB, `${stdout} KiB`);
      assert.equal((await dashboard.end("SIGTERM")).code, 0);
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0, output);
      assert.doesNotMatch(output, /"status":500/);
    }),
});
