import assert from "node:assert/strict";
import type { MixedSample } from "../bench/measure/mixed.ts";
import { lossOf, summarise, summariseMixed } from "../bench/report/result.ts";
import { renderTable } from "../bench/report/table.ts";
import { caveats, judge } from "../bench/report/targets.ts";
import { aCase, aGrowth, aResult, seen } from "./support/bench_result.ts";

const GET = { name: "case", load: { method: "GET" } } as const;

Deno.test("summarise() takes ratios within a round before their median", () => {
  // The machine was half as fast in the second round: the ratio of medians would be 0.44.
  const rounds = [[1000, 400], [500, 200], [900, 900]].map(([floor = 0, subject = 0]) => ({
    floor: { ...seen(1), requestsPerSecond: floor, cpuMicros: 10 },
    subject: { ...seen(1), requestsPerSecond: subject, cpuMicros: 40 },
  }));
  const result = summarise(GET, rounds);
  assert.equal(result.method, "GET");
  assert.equal(result.isReference, false);
  assert.deepEqual(result.ratio, { median: 0.4, min: 0.4, max: 1 });
  assert.deepEqual(result.cpuRatio, { median: 0.25, min: 0.25, max: 0.25 });
  assert.equal(result.floor.requestsPerSecond, 900);
  assert.equal(result.subject.requestsPerSecond, 400);
  assert.equal(result.subject.p999Ms, 7.5);
});

Deno.test("summariseMixed() compares loaded reads with the floor's of the same round", () => {
  const sample = (p99Ms: number): MixedSample => ({
    alone: seen(1),
    loaded: { ...seen(1), p99Ms },
    createsPerSecond: 100 * p99Ms,
  });
  const rounds = [[1, 3], [2, 4], [10, 40]].map(([floor = 0, subject = 0]) => ({
    floor: sample(floor),
    subject: sample(subject),
  }));
  const result = summariseMixed({ readers: 4, writers: 16 }, rounds);
  assert.deepEqual(result.p99Ms, { median: 4, min: 3, max: 40 });
  assert.deepEqual(result.p99OverFloor, { median: 3, min: 2, max: 4 });
  assert.deepEqual(result.subject.createsPerSecond, { median: 400, min: 300, max: 4000 });
  assert.equal(result.floor.loaded.p99Ms, 2);
  assert.equal(result.subject.alone.p99Ms, 2.5);
});

Deno.test("summariseMixed() has no multiple of a floor that the client saw nothing of", () => {
  const sample = { alone: seen(1), loaded: { ...seen(1), p99Ms: 0 }, createsPerSecond: 1 };
  const result = summariseMixed({ readers: 4, writers: 16 }, [{ floor: sample, subject: sample }]);
  assert.equal(result.p99OverFloor, null);
  assert.match(renderTable(aResult({ mixed: result })), /loaded: 0\.00 \(0\.00 to 0\.00\) ms$/m);
});

Deno.test("lossOf() compares the smallest with the largest database", () => {
  const name = "Get Session, any of 100";
  assert.equal(lossOf(aGrowth([1000, 0.5], [2000, 0.1], [5000, 0.45]), name)?.toFixed(4), "0.1000");
  assert.ok((lossOf(aGrowth([1000, 0.5], [5000, 0.6]), name) ?? 0) < 0);
  assert.equal(lossOf(aGrowth([1000, 0.5]), name), undefined);
  assert.equal(lossOf(aGrowth([1000, 0.5], [5000, 0.5]), "another"), undefined);
});

Deno.test("judge() holds no bare server against a target", () => {
  const cases = [aCase("Get", "GET", 0.5), { ...aCase("Bare", "GET", 0.5), isReference: true }];
  const named = judge(aResult({ cases })).map(({ what }) => what);
  assert.deepEqual(named.filter((what) => what === "Get" || what === "Bare"), ["Get"]);
});

Deno.test("judge() finds every target met on its border, and missed just beyond", () => {
  const at = (getRatio: number, createRatio: number, most: number) =>
    judge(aResult({
      cases: [aCase("Get", "GET", getRatio), aCase("Create", "POST", createRatio)],
      mixed: { ...aResult().mixed, p99Ms: { median: 5 * most, min: 1, max: 9 } },
      startUpMs: { median: 250 * most, min: 1, max: 999 },
      memory: {
        subject: { rss: 160 * 1024 * 1024 * most, peak: 999 },
        floor: { rss: 1, peak: 1 },
      },
      growth: aGrowth([1000, 1], [1_000_000, 1 - 0.0999 * most]),
    })).map(({ what, isMet }) => [what.split(",")[0], isMet]);
  const names = [
    "Get",
    "Create",
    "p99 of Get Session while sessions are created",
    "Start to first answer",
    "Memory after the run",
    "Get Session",
  ];
  assert.deepEqual(at(0.6, 0.25, 1), names.map((name) => [name, true]));
  assert.deepEqual(at(0.599, 0.249, 1.01), names.map((name) => [name, false]));
});

Deno.test("caveats() says when a run is not what targets are set for", () => {
  assert.deepEqual(caveats(aResult({ growth: aGrowth([1000, 1], [1_000_000, 1]) })), []);
  const settings = { ...aResult().settings, sessions: 10, caveat: "The client may be the limit" };
  const growth = { ...aGrowth([1000, 1], [5000, 1]), shortfall: "The disk is full" };
  assert.deepEqual(caveats(aResult({ settings, growth })), [
    "The client may be the limit",
    "Targets are set for 100,000 sessions, not for 10",
    "The disk is full",
    "The target of growth is set for 1,000 to 1,000,000 sessions, not for 1,000 to 5,000",
  ]);
});

Deno.test("renderTable() shows ratios with their range, and targets met and missed", () => {
  const table = renderTable(aResult({ cases: [aCase("Get Session", "GET", 0.4)] }));
  assert.match(table, /^Get Session .* 0\.40 \(0\.35 to 0\.47\) +0\.40 \(0\.38 to 0\.42\)$/m);
  assert.match(table, /^Get Session +0\.40 of the floor +at least 0\.60 +missed$/m);
  assert.match(table, /^Start to first answer +100 ms +at most 250 ms +met$/m);
  assert.match(table, /^p99 of the server, loaded: 4\.00 \(3\.50 to 4\.50\) ms, 2\.00 /m);
  assert.ok(!table.includes("NOTE"));
  assert.ok(!table.includes("Growth"));
});

Deno.test("renderTable() shows growth step by step, and a caveat where there is one", () => {
  const settings = { ...aResult().settings, caveat: "the client may be the limit" };
  const growth = aGrowth([1000, 0.5], [100_000, 0.48], [1_000_000, 0.47]);
  const table = renderTable(aResult({ settings, growth }));
  assert.match(table, /^ +1,000 +100,000 +1,000,000 +from first to last$/m);
  assert.match(table, /^Get Session, any of 100 +0\.50 .* +0\.48 .* +0\.47 .* +6\.0 % lost$/m);
  assert.match(table, /1,000 to 1,000,000 sessions +6\.0 % lost +at most 10\.0 % lost +met$/m);
  assert.match(table, /^NOTE: the client may be/m);
});
