import assert from "node:assert/strict";
import { renderInstances, summariseInstances } from "../bench/report/instances.ts";
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
    instances: null,
  });
  assert.match(text, /case +\d+ +15.0 +100.0 +50.0 +0.15 \(0.0\d to 0.19\) +at least 0.15 +met/);
});

Deno.test("summariseInstances() compares servers with one, unless the machine was full", () => {
  const sample = (requestsPerSecond: number, idleCores: number) => ({
    requestsPerSecond,
    cpuMicros: 300,
    databaseCpuMicros: 200,
    databaseCores: 1.5,
    idleCores,
  });
  const summed = (all: number, idleCores: number) =>
    summariseInstances("case", [
      { one: sample(1000, 6), all: { ...sample(all, idleCores), cpuMicros: 350 } },
      { one: sample(1000, 6), all: sample(all, idleCores) },
      { one: sample(2000, 6), all: sample(all, idleCores) },
    ]);
  const { timesOne, cpuTimesOne, isFull, one } = summed(1600, 4);
  assert.deepEqual(timesOne, { median: 1.6, min: 0.8, max: 1.6 });
  assert.deepEqual(cpuTimesOne, { median: 1, min: 1, max: 1.1 });
  assert.deepEqual([isFull, one.requestsPerSecond, one.idleCores], [false, 1000, 6]);
  const render = (instances: number, all: number, idleCores: number) =>
    renderInstances({ instances, cases: [summed(all, idleCores)] }, { cores: 8 }).join("\n");
  assert.match(
    render(2, 1600, 4),
    /1\.60 \(0\.80 to 1\.60\) +1\.00 \(1\.00 to 1\.10\) +at least 1\.6: met$/,
  );
  assert.match(render(2, 1500, 4), /at least 1\.6: missed$/);
  assert.match(render(2, 1000, 0.1), /the machine's cores were the limit$/);
  assert.match(render(3, 1600, 4), /^3 servers .+ cores of 8\n/);
  assert.match(render(3, 1600, 4), /1\.10\)$/);
});
