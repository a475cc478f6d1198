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

const KILLS = rounds({ short: 2, whole: 50 });
const SERVERS = 3;
/** Answers between two kills. */
const EVERY = 60;
const P99_MS = 1000;

/** A server that was killed, until it serves again. */
interface Kill {
  readonly server: number;
  readonly beganMs: number;
  endedMs: number;
}

/** Times of answers, shortest first: by servers beside a killed one, and while all were there. */
function timesOf(operations: readonly Operation[], kills: readonly Kill[]) {
  const times: { readonly others: number[]; readonly calm: number[] } = { others: [], calm: [] };
  for (const { server, beganMs, endedMs } of operations.toSorted(byDuration)) {
    const during = kills.filter((kill) => beganMs < kill.endedMs && endedMs > kill.beganMs);
    if (during.some((kill) => kill.server === server)) continue;
    times[during.length > 0 ? "others" : "calm"].push(endedMs - beganMs);
  }
  return times;
}

function byDuration(a: Operation, b: Operation): number {
  return a.endedMs - a.beganMs - (b.endedMs - b.beganMs);
}

/** @param sorted shortest first */
function percentile(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
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
      const { others, calm } = timesOf(operations, kills);
      const [p99, calmP99] = [percentile(others, 0.99), percentile(calm, 0.99)];
      report("kill -9 of one of three servers", {
        ...{ kills: kills.length, operations: operations.length, versions: versions.length },
        ...{ others: others.length, p50_ms: percentile(others, 0.5), p99_ms: p99 },
        ...{ longest_ms: Math.round(others.at(-1) ?? 0), calm_p99_ms: calmP99 },
      });
      assert.deepEqual(wrong, []);
      assert.deepEqual(checkHistory({ operations, versions, limits: LIMITS }), []);
      assert.deepEqual((await checkPostgres(cluster.databaseUrl)).findings, []);
      // A machine that is busy with more than the servers is slow without a kill, too.
      if (IS_WHOLE) assert.ok(p99 < Math.max(P99_MS, 2 * calmP99), `${p99} ms`);
    }),
});
