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
  const summed = (key: "hot" | "create" | "mixed", floor: number) =>
    summarisePostgres({
      key,
      name: "case",
      samples: { floor: samples(floor, floor, floor), subject: samples(80, 100, 200) },
    });
  const { ofFloorCpu, target, outcome, databaseCpuMicros } = summed("hot", 15);
  const { median, low, high } = ofFloorCpu;
  assert.deepEqual([median, low, high].map((one) => one.toFixed(4)), [
    "0.1500",
    "0.1125",
    "0.1688",
  ]);
  assert.deepEqual([target, outcome, databaseCpuMicros], [0.15, "open", 50]);
  assert.equal(summed("hot", 20).outcome, "met");
  assert.equal(summed("hot", 12).outcome, "missed");
  assert.equal(summed("create", 7).outcome, "met");
  assert.equal(summed("mixed", 7).outcome, null);
  const { machine, date } = aResult();
  const text = renderPostgres({
    ...{ machine, date, sessions: 10, connections: 2, client: "wrk" },
    cases: [summed("hot", 15)],
    instances: null,
  });
  assert.match(text, /case +\d+ +15.0 +100.0 +50.0 +0.15 \(0.11 to 0.17\) +at least 0.15 +open/);
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
  assert.deepEqual(timesOne, { median: 1.6, low: 1.2000000000000002, high: 1.6 });
  assert.deepEqual(cpuTimesOne, { median: 1, low: 1, high: 1.05 });
  assert.deepEqual([isFull, one.requestsPerSecond, one.idleCores], [false, 1000, 6]);
  const render = (instances: number, all: number, idleCores: number) =>
    renderInstances({ instances, cases: [summed(all, idleCores)] }, { cores: 8 }).join("\n");
  assert.match(
    render(2, 1600, 4),
    /1\.60 \(1\.20 to 1\.60\) +1\.00 \(1\.00 to 1\.05\) +at least 1\.6: open$/,
  );
  assert.match(render(2, 1500, 4), /at least 1\.6: missed$/);
  assert.match(render(2, 1000, 0.1), /the machine's cores were the limit$/);
  assert.match(render(3, 1600, 4), /^3 servers .+ cores of 8\n/);
  assert.match(render(3, 1600, 4), /1\.05\)$/);
});
