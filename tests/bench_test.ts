import assert from "node:assert/strict";
import { readWrkReport } from "../bench/client/wrk.ts";
import {
  isInMemory,
  parseCpuMicros,
  parseFreeBytes,
  parseIdleMicros,
  parseMemory,
  parseMount,
  parseWrites,
} from "../bench/measure/proc.ts";
import { parseOptions } from "../bench/options.ts";
import { spreadOf } from "../bench/report/statistics.ts";
import { cartBody, stepsOf } from "../bench/subject/shop.ts";

Deno.test("spreadOf() takes the middle, and lies between two values by their distance", () => {
  assert.deepEqual(spreadOf([5, 1, 3]), { median: 3, low: 2, high: 4 });
  assert.deepEqual(spreadOf([4, 1, 2, 100]), { median: 3, low: 1.75, high: 28 });
  assert.deepEqual(spreadOf([7]), { median: 7, low: 7, high: 7 });
});

Deno.test("spreadOf() refuses to sum up nothing", () => {
  assert.throws(() => spreadOf([]), RangeError);
});

Deno.test("parseCpuMicros() adds user and system time behind a name with spaces and parentheses", () => {
  const stat = "42 (a ) (b) c) R 1 2 3 4 -1 4194304 77 0 0 0 150 25 9 9 20 0 1 0 270068";
  assert.equal(parseCpuMicros(stat), 1_750_000);
  assert.equal(parseCpuMicros(stat, ["own", "waited for"]), 1_930_000);
});

Deno.test("parseIdleMicros() adds the time in which a core waited for the disk", () => {
  const stat = "cpu  100 2 30 400 5 6 7 0 0 0\ncpu0 1 1 1 1 1 0 0 0 0 0\n";
  assert.equal(parseIdleMicros(stat), 4_050_000);
  assert.throws(() => parseIdleMicros("cpu0 1 2 3 4 5 6"), /^Error: No idle time in: /);
});

Deno.test("parseCpuMicros() refuses a text without times", () => {
  assert.throws(() => parseCpuMicros("42 (deno) R"), /No CPU time/);
});

Deno.test("parseMemory() reads resident and peak memory in bytes", () => {
  const status = "Name:\tdeno\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t5\n";
  assert.deepEqual(parseMemory(status), { rss: 1024 * 1024, peak: 2048 * 1024 });
  assert.throws(() => parseMemory("VmRSS:\t 1 kB\n"), /No VmHWM/);
});

Deno.test("parseWrites() reads what went to the disk, and how many calls wrote", () => {
  const io = "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 8192\n" +
    "cancelled_write_bytes: 7\n";
  assert.deepEqual(parseWrites(io), { writtenBytes: 8192, writeCalls: 4 });
  assert.throws(() => parseWrites("wchar: 2\n"), /No write_bytes/);
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

Deno.test("parseFreeBytes() reads the number below the heading, in any language", () => {
  assert.equal(parseFreeBytes("      Avail\n81812598784\n"), 81_812_598_784);
  assert.equal(parseFreeBytes("Verf\u00fcgbar\n       17\n"), 17);
  assert.throws(() => parseFreeBytes("df: no such file\n"), /No free room/);
});

Deno.test("isInMemory() tells a disk from memory", () => {
  assert.equal(isInMemory({ device: "tmpfs", type: "tmpfs" }), true);
  assert.equal(isInMemory({ device: "/dev/vda", type: "ext4" }), false);
});

Deno.test("readWrkReport() reads the line below wrk's own report", () => {
  const output = "Running 2s test\nRequests/sec:  53154.67\n" +
    '{"requests":200,"microseconds":2000000,"p50":1500,"p90":2000,"p99":4000,"p999":9000,"failures":1}\n';
  assert.deepEqual(readWrkReport(output), {
    requests: 200,
    seconds: 2,
    p50Ms: 1.5,
    p90Ms: 2,
    p99Ms: 4,
    p999Ms: 9,
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
  assert.ok(full.warmUpSeconds >= 10);
  assert.equal(quick.rounds, 9);
});

Deno.test("parseOptions() --growth takes its sizes, or those of --growth-sizes", () => {
  assert.deepEqual(optionsOf([]).growthSizes, []);
  assert.deepEqual(optionsOf(["--growth"]).growthSizes, [1000, 100_000, 1_000_000]);
  assert.deepEqual(optionsOf(["--growth-sizes", "1000,2000,5000"]).growthSizes, [1000, 2000, 5000]);
});

Deno.test("parseOptions() answers a bad flag with one line and exit code 2", () => {
  for (
    const argv of [
      ["--sessions", "0"],
      ["--rounds", "1.5"],
      ["--seconds", ""],
      ["--fast"],
      [
        "--growth-sizes",
        "2000,1000",
      ],
      ["--growth-sizes", "1000,"],
      ["--growth-sizes", "1000,1000"],
      ["--instances", "0", "--postgres"],
      ["--instances", "2"],
    ]
  ) {
    const parsed = parseOptions(argv);
    assert.ok("text" in parsed);
    assert.equal(parsed.exitCode, 2);
    assert.ok(parsed.text.includes(argv[0] ?? ""));
    assert.equal(parsed.text.trimEnd().split("\n").length, 1);
  }
});

Deno.test("cartBody() posts the same body every time, of five lines", () => {
  assert.equal(cartBody(), cartBody());
  assert.notEqual(cartBody(1), cartBody(2));
  assert.equal(JSON.parse(cartBody()).data.items.length, 5);
});

Deno.test("stepsOf() has each session take its steps in turn, each time with other values", () => {
  const lines = stepsOf(["a", "b"]).trimEnd().split("\n").map((line) => line.split(/ (.*)/));
  assert.equal(lines.length, 12);
  const of = (id: string) => lines.filter(([path]) => path?.startsWith(`/session/${id}/`));
  const parts = (id: string) => of(id).map(([path]) => path?.split("/").at(-1));
  const turn = ["address", "buyer", "payment-method"];
  assert.deepEqual(parts("a"), [...turn, ...turn]);
  assert.deepEqual(parts("b"), [...turn.slice(1), ...turn, ...turn.slice(0, 1)]);
  assert.equal(new Set(of("a").map(([, body]) => body)).size, 6);
});

function optionsOf(argv: readonly string[]) {
  const parsed = parseOptions(argv);
  assert.ok("options" in parsed);
  return parsed.options;
}
