import assert from "node:assert/strict";
import {
  keptOf,
  summarise,
  summariseBeside,
  summariseMixed,
  summariseStarts,
} from "../bench/report/result.ts";
import { renderTable } from "../bench/report/table.ts";
import { caveats, judge, outcomeOf, TARGETS } from "../bench/report/targets.ts";
import { aCase, aGrowth, aResult, seen } from "./support/bench_result.ts";

const MIB = 1024 * 1024;

Deno.test("summarise() takes ratios within a round before their median", () => {
  const samples = (cpuMicros: number, ...rates: number[]) =>
    rates.map((requestsPerSecond, i) => ({
      ...seen(1),
      requestsPerSecond,
      cpuMicros,
      databaseCpuMicros: cpuMicros / 2,
      writtenBytes: 4096 * i,
      writeCalls: i,
    }));
  // The machine was half as fast in the second round: the ratio of medians would be 0.44.
  const { servers, timesNaive, timesNaiveCpu, timesOther, timesOtherCpu } = summarise({
    key: "all",
    name: "case",
    samples: {
      floor: samples(10, 1000, 500, 900),
      subject: samples(40, 400, 200, 900),
      naive: samples(20, 200, 400, 450),
    },
  });
  assert.deepEqual(servers.subject.ofFloor, { median: 0.4, low: 0.4, high: 0.7 });
  assert.deepEqual(servers.subject.timesFloorCpu, { median: 4, low: 4, high: 4 });
  assert.deepEqual(timesNaive, { median: 2, low: 1.25, high: 2 });
  assert.deepEqual(timesNaiveCpu, { median: 2, low: 2, high: 2 });
  assert.deepEqual([timesOther, timesOtherCpu], [null, null]);
  assert.equal(servers.other, undefined);
  assert.equal(servers.floor.requestsPerSecond, 900);
  assert.equal(servers.subject.requestsPerSecond, 400);
  assert.equal(servers.subject.p999Ms, 7.5);
  assert.deepEqual(servers.naive?.writtenBytesPerRequest, { median: 4096, low: 2048, high: 6144 });
});

Deno.test("summariseMixed() compares loaded reads with the floor's of the same round", () => {
  const samples = (...p99s: number[]) =>
    p99s.map((p99Ms) => ({
      ...seen(1),
      p99Ms,
      createsPerSecond: 100 * p99Ms,
      memory: { rss: p99Ms * MIB, peak: 2 * p99Ms * MIB },
    }));
  const result = summariseMixed({ readers: 4, writers: 16 }, {
    floor: samples(1, 2, 10),
    subject: samples(3, 4, 40),
    other: samples(1, 4, 20),
  });
  assert.deepEqual(result.p99TimesFloor, { median: 3, low: 2.5, high: 3.5 });
  assert.deepEqual(result.p99TimesOther, { median: 2, low: 1.5, high: 2.5 });
  assert.deepEqual(result.memoryTimesOther, { median: 2, low: 1.5, high: 2.5 });
  assert.equal(result.servers.subject.createsPerSecond, 400);
  assert.equal(result.servers.floor.p99Ms, 2);
  assert.equal(result.servers.subject.peakBytes, 80 * MIB);
});

Deno.test("summariseMixed() has no multiple of a floor that the client saw nothing of", () => {
  const memory = { rss: 1, peak: 1 };
  const samples = [{ ...seen(1), p99Ms: 0, createsPerSecond: 1, memory }];
  const mixed = summariseMixed({ readers: 4, writers: 16 }, { floor: samples, subject: samples });
  assert.equal(mixed.p99TimesFloor, null);
  assert.ok(judge(aResult({ mixed })).every(({ what }) => !/^p99 .* created$/.test(what)));
});

Deno.test("summariseStarts() has the start as a multiple of the bare server's", () => {
  const result = summariseStarts({ floor: [50, 100], subject: [200, 300] });
  assert.deepEqual(result.timesFloor, { median: 3.5, low: 3.25, high: 3.75 });
  assert.deepEqual(result.servers.subject, { median: 250, low: 225, high: 275 });
  assert.equal(result.timesOther, null);
});

Deno.test("summariseBeside() compares reads beside the dashboard with those alone in the same round", () => {
  const page = (perSecond: number) => ({ perSecond, ms: 100 / perSecond });
  const result = summariseBeside([
    { alone: seen(1), beside: seen(1.5), page: page(10) },
    // A slow round is slow for both.
    { alone: seen(10), beside: seen(11), page: page(8) },
    { alone: seen(2), beside: seen(2.4), page: page(9) },
  ]);
  const { median, low, high } = result.p99TimesAlone!;
  assert.deepEqual([median, low, high].map((one) => one.toFixed(2)), ["1.20", "1.15", "1.35"]);
  assert.deepEqual(result.pagesPerSecond, { median: 9, low: 8.5, high: 9.5 });
  assert.equal(result.alone.p99Ms, 5);
  assert.equal(result.beside.p99Ms, 6);
});

Deno.test("keptOf() compares the smallest with the largest database", () => {
  assert.equal(keptOf(aGrowth([1000, 0.5], [2000, 0.1], [5000, 0.45]), "hot"), 0.9);
  assert.equal(keptOf(aGrowth([1000, 0.5]), "hot"), undefined);
  assert.equal(keptOf(aGrowth([1000, 0.5], [5000, 0.5]), "all"), undefined);
});

/** A run whose figures are their targets, or worse by that factor. */
function atTargets(worse: number) {
  const least = (target: number) => flat(target / worse);
  const most = (target: number) => flat(target * worse);
  const { cases: targets } = TARGETS;
  const other = { least: least(0.95), most: most(1.05) };
  const { mixed, starts, besideDashboard } = aResult();
  const cases = (["all", "hot", "create", "step", "mixed"] as const).map((key) => {
    const { ofFloor, timesNaive, naiveOfFloor, timesNaiveCpu } = targets[key];
    const one = aCase(key, (ofFloor ?? 1) / worse);
    const { floor, subject } = one.servers;
    const written = most(key === "step" ? 35_000 : 13_000);
    return {
      ...one,
      servers: {
        floor,
        subject: {
          ...subject,
          ofFloor: least(ofFloor ?? 1),
          timesFloorCpu: most(10),
          writtenBytesPerRequest: written,
        },
        naive: { ...subject, ofFloor: least(naiveOfFloor ?? 1) },
      },
      timesNaive: least(timesNaive ?? 1),
      timesNaiveCpu: most(timesNaiveCpu ?? 1),
      timesOther: other.least,
      timesOtherCpu: other.most,
    };
  });
  const subject = { ...mixed.servers.subject, rssBytes: most(224 * MIB) };
  return judge(aResult({
    cases,
    databaseBytes: 100_000 * 5000 * worse,
    mixed: {
      ...mixed,
      servers: { ...mixed.servers, subject },
      p99TimesFloor: most(1.5),
      p99TimesOther: other.most,
      memoryTimesOther: other.most,
    },
    starts: { ...starts, timesOther: other.most },
    besideDashboard: { ...besideDashboard, p99TimesAlone: most(1.3) },
    page: { renderMs: most(1), firstViewBytes: 15_000 * worse },
    growth: aGrowth([1000, 1], [1_000_000, 0.9 / worse]),
  }));
}

function flat(value: number) {
  return { median: value, low: value, high: value };
}

Deno.test("judge() finds every target met on its border, and missed just beyond", () => {
  const [met, missed] = [atTargets(1), atTargets(1.01)];
  // Three for a read and a Create, two for the mixed load; CPU, p99 twice, bytes written twice, bytes
  // kept, memory; two of the page; 13 of the other checkout; growth.
  assert.equal(met.length, 9 + 2 + 7 + 2 + 13 + 1);
  assert.deepEqual(met.filter(({ outcome }) => outcome !== "met"), []);
  assert.deepEqual(missed.filter(({ outcome }) => outcome !== "missed"), []);
});

Deno.test("outcomeOf() leaves open what has a quartile on each side of its target", () => {
  const spread = { median: 2, low: 1.9, high: 2.1 };
  const outcomes = (bound: "at least" | "at most") =>
    [1.9, 2, 2.1, 2.2, 1.8].map((target) => outcomeOf(spread, target, bound));
  assert.deepEqual(outcomes("at least"), ["met", "open", "open", "missed", "met"]);
  assert.deepEqual(outcomes("at most"), ["open", "open", "met", "met", "missed"]);
  assert.equal(outcomeOf(2, 2, "at least"), "met");
});

Deno.test("judge() has no verdict on what was not measured", () => {
  const created = aCase("create", 0.2);
  const { subject } = created.servers;
  const uncounted = { ...subject, writtenBytesPerRequest: { median: 0, low: 0, high: 0 } };
  const servers = { floor: subject, subject: uncounted };
  const verdicts = judge(
    aResult({ cases: [{ ...created, servers, timesNaive: null, timesNaiveCpu: null }] }),
  );
  assert.deepEqual(verdicts.map(({ unit }) => unit), [
    "of the floor",
    "times the floor's",
    "times the floor's",
    "times those alone",
    "KB",
    "MiB",
    "ms",
    "KB",
  ]);
});

Deno.test("caveats() says when a run is not what targets are set for", () => {
  assert.deepEqual(caveats(aResult({ growth: aGrowth([1000, 1], [1_000_000, 1]) })), []);
  const settings = {
    ...aResult().settings,
    sessions: 10,
    warmUpSeconds: 1,
    caveat: "The client may be the limit",
  };
  const growth = { ...aGrowth([1000, 1], [5000, 1]), shortfall: "The disk is full" };
  assert.deepEqual(caveats(aResult({ settings, growth })), [
    "The client may be the limit",
    "Targets are set for 100,000 sessions, not for 10",
    "Create Session was warmed up for 1 s, not for 10: part of its time is the compiler's",
    "The disk is full",
    "The target of growth is set for 1,000 to 1,000,000 sessions, not for 1,000 to 5,000",
  ]);
});

Deno.test("renderTable() shows ratios with their range, and targets met and missed", () => {
  const table = renderTable(aResult({ cases: [aCase("hot", 0.4)] }));
  assert.match(table, /^Get Session, any of 100, floor +10000 +0\.50 .* 10\.0 +12\.0 +5\.1$/m);
  assert.match(table, /^Get Session, any of 100, server .* 0\.40 \(0\.35 to 0\.47\) +2\.50 /m);
  assert.match(table, /^Get Session, any of 100, naive .* 0\.20 \(0\.15 to 0\.27\) /m);
  assert.match(
    table,
    /^Get Session, any of 100 +0\.40 \(0\.35 to 0\.47\) of the floor +at least 0\.45 +open$/m,
  );
  assert.match(table, /^Get Session, any of 100 +2\.00 .* times naive +at least 2 +open$/m);
  assert.match(table, /^Loaded, server .* 2000 +150 MiB \(140 MiB to 160 MiB\) +170 MiB$/m);
  assert.match(table, /^Start, server +100 \(90\.0 to 110\) +2\.00 \(1\.80 to 2\.20\)$/m);
  for (const absent of ["NOTE", "Growth", "ther checkout"]) assert.ok(!table.includes(absent));
});

Deno.test("renderTable() shows growth step by step, and a caveat where there is one", () => {
  const settings = { ...aResult().settings, caveat: "the client may be the limit" };
  const growth = aGrowth([1000, 0.5], [100_000, 0.48], [1_000_000, 0.47]);
  const table = renderTable(aResult({ settings, growth }));
  assert.match(table, /^ +1,000 +100,000 +1,000,000 +from first to last$/m);
  assert.match(table, /^Get Session, any of 100 +0\.50 .* +0\.48 .* +0\.47 .* +0\.94 kept$/m);
  assert.match(table, /1,000 to 1,000,000 sessions +0\.94 of its ratio kept +at least 0\.9 +met$/m);
  assert.match(table, /^NOTE: the client may be/m);
});

Deno.test("renderTable() names the other checkout, with its figures and their ratios", () => {
  const timesOther = { median: 0.94, low: 0.9, high: 1 };
  const one = { ...aCase("create", 0.2), timesOther };
  const { subject } = one.servers;
  const cases = [{ ...one, servers: { ...one.servers, other: subject } }];
  const settings = { ...aResult().settings, against: "/srv/before/" };
  const table = renderTable(aResult({ settings, cases }));
  assert.match(table, /^Other checkout: \/srv\/before\/$/m);
  assert.match(table, /^Create Session, other checkout +2000 /m);
  assert.match(
    table,
    /^Create Session +0\.94 \(0\.90 to 1\.00\) of the other checkout's +at least 0\.95 +open$/m,
  );
});
