import assert from "node:assert/strict";
import { renderPostgres, summarisePostgres } from "../bench/report/postgres.ts";
import { aResult, seen } from "./support/bench_result.ts";

Deno.test("summarisePostgres() holds the CPU of the floor over the server's against the target", () => {
  const samples = (...micros: number[]) =>
    micros.map((cpuMicros) => ({
      ...seen(1),
      cpuMicros,
      databaseCpuMicros: 50,
      writtenBytes: 0,
      writeCalls: 0,
    }));
  const summed = (key: "hot" | "create", floor: number) =>
    summarisePostgres({
      key,
      name: "case",
      samples: { floor: samples(floor, floor, floor), subject: samples(80, 100, 200) },
    });
  const { ofFloorCpu, target, isMet, databaseCpuMicros } = summed("hot", 15);
  assert.deepEqual(ofFloorCpu, { median: 0.15, min: 0.075, max: 0.1875 });
  assert.deepEqual([target, isMet, databaseCpuMicros], [0.15, true, 50]);
  assert.equal(summed("hot", 14).isMet, false);
  assert.equal(summed("create", 5).isMet, true);
  assert.equal(summed("create", 4).isMet, false);
  const { machine, date } = aResult();
  const text = renderPostgres({
    ...{ machine, date, sessions: 10, connections: 2, client: "wrk" },
    cases: [summed("hot", 15)],
  });
  assert.match(text, /case +\d+ +15.0 +100.0 +50.0 +0.15 \(0.0\d to 0.19\) +at least 0.15 +met/);
});
