import assert from "node:assert/strict";
import { readWrkReport } from "../bench/client/wrk.ts";
import { isInMemory, parseCpuMicros, parseMemory, parseMount } from "../bench/measure/proc.ts";
import { parseOptions } from "../bench/options.ts";
import { type CaseResult, type Result, summarise } from "../bench/report/result.ts";
import { spreadOf } from "../bench/report/statistics.ts";
import { renderTable } from "../bench/report/table.ts";
import { cartBody } from "../bench/subject/shop.ts";

const SAMPLE = { requestsPerSecond: 1000, p50Ms: 1, p99Ms: 2, cpuMicros: 10 };

Deno.test("spreadOf() takes the middle of an odd and the mean of the middle two of an even number", () => {
  assert.deepEqual(spreadOf([5, 1, 3]), { median: 3, min: 1, max: 5 });
  assert.deepEqual(spreadOf([4, 1, 2, 100]), { median: 3, min: 1, max: 100 });
  assert.deepEqual(spreadOf([7]), { median: 7, min: 7, max: 7 });
});

Deno.test("spreadOf() refuses to sum up nothing", () => {
  assert.throws(() => spreadOf([]), RangeError);
});

Deno.test("summarise() takes ratios within a round before their median", () => {
  // The machine was half as fast in the second round: the ratio of medians would be 0.5.
  const rounds = [[1000, 400], [500, 200], [900, 900]].map(([floor = 0, subject = 0]) => ({
    floor: { ...SAMPLE, requestsPerSecond: floor, cpuMicros: 10 },
    subject: { ...SAMPLE, requestsPerSecond: subject, cpuMicros: 40 },
  }));
  const result = summarise("case", rounds);
  assert.deepEqual(result.ratio, { median: 0.4, min: 0.4, max: 1 });
  assert.deepEqual(result.cpuRatio, { median: 0.25, min: 0.25, max: 0.25 });
  assert.equal(result.floor.requestsPerSecond, 900);
  assert.equal(result.subject.requestsPerSecond, 400);
});

Deno.test("parseCpuMicros() adds user and system time behind a name with spaces and parentheses", () => {
  const stat = "42 (a ) (b) c) R 1 2 3 4 -1 4194304 77 0 0 0 150 25 9 9 20 0 1 0 270068";
  assert.equal(parseCpuMicros(stat), 1_750_000);
});

Deno.test("parseCpuMicros() refuses a text without times", () => {
  assert.throws(() => parseCpuMicros("42 (deno) R"), /No CPU time/);
});

Deno.test("parseMemory() reads resident and peak memory in bytes", () => {
  const status = "Name:\tdeno\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t5\n";
  assert.deepEqual(parseMemory(status), { rss: 1024 * 1024, peak: 2048 * 1024 });
  assert.throws(() => parseMemory("VmRSS:\t 1 kB\n"), /No VmHWM/);
});

Deno.test("parseMount() finds the file system mounted nearest above a folder", () => {
  const mounts = "/dev/vda / ext4 rw 0 0\ntmpfs /var/tm tmpfs rw 0 0\n" +
    "/dev/vdb /var/tmp xfs rw 0 0\noverlay /var/tmp/a overlay rw 0 0\n";
  assert.deepEqual(parseMount(mounts, "/var/tmp/bench"), { device: "/dev/vdb", type: "xfs" });
  assert.deepEqual(parseMount(mounts, "/var/tmp"), { device: "/dev/vdb", type: "xfs" });
  assert.deepEqual(parseMount(mounts, "/home"), { device: "/dev/vda", type: "ext4" });
});

Deno.test("parseMount() takes the later of two in one place", () => {
  const mounts = "/dev/vda / ext4 rw 0 0\n/dev/vdb /tmp xfs rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n";
  assert.deepEqual(parseMount(mounts, "/tmp/bench"), { device: "tmpfs", type: "tmpfs" });
});

Deno.test("isInMemory() tells a disk from memory", () => {
  assert.equal(isInMemory({ device: "tmpfs", type: "tmpfs" }), true);
  assert.equal(isInMemory({ device: "/dev/vda", type: "ext4" }), false);
});

Deno.test("readWrkReport() reads the line below wrk's own report", () => {
  const output = "Running 2s test\nRequests/sec:  53154.67\n" +
    '{"requests":200,"microseconds":2000000,"p50":1500,"p99":4000,"failures":1}\n';
  assert.deepEqual(readWrkReport(output), {
    requests: 200,
    seconds: 2,
    p50Ms: 1.5,
    p99Ms: 4,
    failures: 1,
  });
});

Deno.test("readWrkReport() refuses output without a report", () => {
  assert.throws(() => readWrkReport("unable to connect"), /wrk printed no report/);
});

Deno.test("parseOptions() --quick makes everything smaller, and a flag still wins", () => {
  const [full, quick] = [optionsOf([]), optionsOf(["--quick", "--rounds", "9"])];
  assert.equal(full.sessions, 100_000);
  assert.equal(full.connections, 32);
  assert.ok(quick.sessions < full.sessions && quick.seconds < full.seconds);
  assert.equal(quick.rounds, 9);
});

Deno.test("parseOptions() answers a bad flag with one line and exit code 2", () => {
  for (const argv of [["--sessions", "0"], ["--rounds", "1.5"], ["--seconds", ""], ["--fast"]]) {
    const parsed = parseOptions(argv);
    assert.ok("text" in parsed);
    assert.equal(parsed.exitCode, 2);
    assert.ok(parsed.text.includes(argv[0] ?? ""));
    assert.equal(parsed.text.trimEnd().split("\n").length, 1);
  }
});

Deno.test("cartBody() posts the same body every time, of five lines", () => {
  assert.equal(cartBody("catalogue"), cartBody("catalogue"));
  assert.notEqual(cartBody("catalogue", 1), cartBody("catalogue", 2));
  assert.equal(JSON.parse(cartBody("line")).data.items.length, 5);
});

Deno.test("renderTable() shows ratios with their range, and a caveat where there is one", () => {
  const table = renderTable(aResult(null));
  const row = table.split("\n").find((line) => line.startsWith("Get Session"));
  assert.match(row ?? "", /0\.40 \(0\.30 to 0\.50\) +0\.20 \(0\.10 to 0\.25\)$/);
  assert.ok(!table.includes("NOTE"));
  assert.match(renderTable(aResult("the client may be the limit")), /^NOTE: the client may be/m);
});

function optionsOf(argv: readonly string[]) {
  const parsed = parseOptions(argv);
  assert.ok("options" in parsed);
  return parsed.options;
}

function aResult(caveat: string | null): Result {
  const figures = { requestsPerSecond: 1000, p50Ms: 1, p99Ms: 2, cpuMicrosPerRequest: 10 };
  const one: CaseResult = {
    name: "Get Session",
    floor: figures,
    subject: figures,
    ratio: { median: 0.4, min: 0.3, max: 0.5 },
    cpuRatio: { median: 0.2, min: 0.1, max: 0.25 },
  };
  const spread = { median: 100, min: 90, max: 110 };
  return {
    machine: {
      cpu: "CPU",
      cores: 2,
      kernel: "6",
      deno: "2",
      v8: "15",
      loadAverage: 0.5,
      fileSystem: { device: "/dev/vda", type: "ext4" },
    },
    settings: {
      sessions: 10,
      connections: 32,
      rounds: 5,
      secondsEach: 2,
      client: "wrk",
      caveat,
    },
    diskFlushMs: spread,
    databaseBytes: 1024 * 1024,
    cases: [one],
    startUpMs: spread,
    memory: { subject: { rss: 1, peak: 2 }, floor: { rss: 1, peak: 2 } },
  };
}
