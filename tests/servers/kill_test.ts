/** With `-- --whole`, 50 kills, and the time of answers by the other servers. */
import assert from "node:assert/strict";
import { report, rounds } from "../faults/figures.ts";
import { checkPostgres } from "../store/postgres/support.ts";
import { withCluster } from "../support/cluster.ts";
import { IS_WHOLE } from "../support/few.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { checkHistory } from "./history/checker.ts";
import type { Operation } from "./history/history.ts";
import { keepVersions, keptVersions } from "./history/versions.ts";
import { LIMITS, Workload } from "./history/workload.ts";

const KILLS = rounds({ short: 3, whole: 50 });
const SERVERS = 3;
/** Answers between two kills. */
const EVERY = 200;
const P99_MS = 1000;

/** A server that was killed, until it serves again. */
interface Kill {
  readonly server: number;
  readonly beganMs: number;
  endedMs: number;
}

/** Times of answers by the other servers while one was killed, shortest first. */
function othersMs(operations: readonly Operation[], kills: readonly Kill[]): number[] {
  return operations.filter(({ server, beganMs, endedMs }) =>
    kills.some((kill) => kill.server !== server && beganMs < kill.endedMs && endedMs > kill.beganMs)
  ).map(({ beganMs, endedMs }) => endedMs - beganMs).sort((a, b) => a - b);
}

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: `servers: kill -9 of one of ${SERVERS} under load, ${KILLS} times: no write is lost`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, { size: SERVERS }, async (cluster) => {
      await keepVersions(postgres!, cluster);
      const workload = await Workload.begin(cluster);
      const { operations, wrong } = workload.recorder;
      const kills: Kill[] = [];
      let running: Promise<void> | undefined;
      let killAt = operations.length + EVERY;
      const kill = async () => {
        const server = kills.length % SERVERS;
        const one: Kill = { server, beganMs: performance.now(), endedMs: Infinity };
        kills.push(one);
        await cluster.kill(server);
        await cluster.restart(server);
        one.endedMs = performance.now();
        // Another moment each time, in the middle of what is under way.
        killAt = operations.length + EVERY + (kills.length * 37) % EVERY;
        running = undefined;
      };
      await workload.run(() => {
        if (running === undefined && operations.length >= killAt && kills.length < KILLS) {
          running = kill();
        }
        return running === undefined && kills.length >= KILLS && operations.length >= killAt;
      });
      await workload.readAll();
      const versions = await keptVersions(postgres!, cluster);
      const times = othersMs(operations, kills);
      const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
      report("kill -9 of one of three servers", {
        ...{ kills: kills.length, operations: operations.length, versions: versions.length },
        ...{ others: times.length, p50_ms: Math.round(times[times.length >> 1] ?? 0) },
        ...{ p99_ms: p99, longest_ms: Math.round(times.at(-1) ?? 0) },
      });
      assert.deepEqual(wrong, []);
      assert.deepEqual(checkHistory({ operations, versions, limits: LIMITS }), []);
      assert.deepEqual((await checkPostgres(cluster.databaseUrl)).findings, []);
      if (IS_WHOLE) assert.ok(p99 < P99_MS, `${p99} ms`);
    }),
});
