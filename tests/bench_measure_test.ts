import assert from "node:assert/strict";
import { type Client, type Measured, only } from "../bench/client/client.ts";
import { type Database, spread } from "../bench/measure/database.ts";
import { measureMixed } from "../bench/measure/mixed.ts";
import type { Served } from "../bench/measure/per_server.ts";
import { planGrowth } from "../bench/measure/room.ts";
import { measureRounds, runLoad } from "../bench/measure/rounds.ts";

const MIB = 1024 * 1024;
const MEASURED = {
  requests: 100,
  seconds: 2,
  p50Ms: 1,
  p90Ms: 2,
  p99Ms: 3,
  p999Ms: 4,
  failures: 0,
} satisfies Measured;
const DATABASE: Database = {
  folder: "folder",
  database: "database",
  allIds: "ids",
  hotIds: "ids",
  steps: "",
  pages: "",
  cart: "body",
};

Deno.test("planGrowth() takes all sizes that there is room for", () => {
  const sizes = [1000, 100_000, 1_000_000];
  const disk = { freeBytes: 76_000 * MIB, sessionBytes: 9800 };
  assert.deepEqual(planGrowth(sizes, disk), { sizes, shortfall: null });
});

Deno.test("planGrowth() goes as far as the disk does, and says so", () => {
  const disk = { freeBytes: 5000 * MIB, sessionBytes: 10_000 };
  const { sizes, shortfall } = planGrowth([1000, 100_000, 1_000_000], disk);
  // (5000 - 2048) MiB for sessions of 10,000 bytes and a tenth: 281,404 of them.
  assert.deepEqual(sizes, [1000, 100_000, 180_000]);
  assert.match(shortfall ?? "", /5000 MiB free.*measured were 1000, 100000, 180000$/);
});

Deno.test("planGrowth() has all sizes on the disk together", () => {
  const disk = { freeBytes: 2048 * MIB + 1100 * 150_000, sessionBytes: 1000 };
  assert.deepEqual(planGrowth([100_000, 140_000], disk).sizes, [100_000]);
  assert.deepEqual(planGrowth([70_000, 140_000], disk).sizes, [70_000, 80_000]);
  assert.deepEqual(planGrowth([70_000, 80_000], disk), {
    sizes: [70_000, 80_000],
    shortfall: null,
  });
});

Deno.test("planGrowth() plans nothing where there is no room at all", () => {
  const { sizes, shortfall } = planGrowth([1000], { freeBytes: MIB, sessionBytes: 1000 });
  assert.deepEqual(sizes, []);
  assert.match(shortfall ?? "", /measured were none$/);
});

Deno.test("spread() takes ids from the whole of a list", () => {
  const ids = Array.from({ length: 1000 }, (_, i) => String(i));
  const hot = spread(ids, 100);
  assert.equal(hot.length, 100);
  assert.deepEqual([hot[0], hot[1], hot[99]], ["0", "10", "990"]);
  assert.deepEqual(spread(["a", "b"], 100), ["a", "b"]);
});

Deno.test("measureRounds() warms up, then takes servers in turn, reversed in every other round", async () => {
  const seen: string[] = [];
  const client = aClient(([part], { port, seconds }) => {
    seen.push(`${part?.kind} ${port} ${seconds}`);
    return Promise.resolve(MEASURED);
  });
  const servers = { floor: served(1), subject: served(2), naive: served(3), other: served(4) };
  const [measured] = await measureRounds([{
    key: "create",
    name: "Create",
    method: "POST",
    loadOf: ({ cart }) => only("create", cart),
    servers,
  }], options(client, 2));
  const ports = (order: readonly number[], seconds: number) =>
    order.map((port) => `create ${port} ${seconds}`);
  assert.deepEqual(seen, [
    ...ports([1, 2, 3, 4], 10),
    ...ports([1, 2, 3, 4], 2),
    ...ports([4, 3, 2, 1], 2),
  ]);
  assert.equal(measured?.samples.naive?.length, 2);
  assert.equal(measured?.samples.subject[0]?.requestsPerSecond, 50);
  assert.equal(measured?.samples.subject[0]?.cpuMicros, 50);
});

Deno.test("runLoad() views pages over their share of the connections, on their port", async () => {
  const seen: unknown[] = [];
  const client = aClient((load, { port, connections }) => {
    const asked = load.map(({ kind, share }) => `${kind} ${share}`);
    seen.push([port, connections, ...asked]);
    return Promise.resolve({ ...MEASURED, failures: 1 });
  });
  const parts = [["get", 60], ["step", 20], ["page", 20]] as const;
  const load = parts.map(([kind, share]) => ({ kind, share, file: kind }));
  const target = { port: 1, pagePort: 2, connections: 10, seconds: 1, secret: "", seed: 1 };
  const { requests, failures } = await runLoad(client, load, target);
  assert.deepEqual(seen, [[1, 8, "get 75", "step 25"], [2, 2, "page 100"]]);
  assert.deepEqual([requests, failures], [2 * MEASURED.requests, 2]);
});

Deno.test("measureMixed() reads while posts are under way", async () => {
  const seen: string[] = [];
  let endPosts = () => {};
  const client = aClient(async ([part], { connections, seconds }) => {
    seen.push(`${part?.kind} ${connections} ${seconds}`);
    // Posts end in a turn after that in which the reads do.
    if (part?.kind === "create") await new Promise<void>((resolve) => endPosts = resolve);
    else setTimeout(() => endPosts());
    return { ...MEASURED, requests: part?.kind === "create" ? 300 : 100 };
  });
  const { floor, subject, naive } = await mixed(client);
  const loaded = ["create 16 4", "get 4 2"];
  assert.deepEqual(seen, [...loaded, ...loaded, ...loaded, ...loaded]);
  assert.equal(subject.length, 1);
  assert.equal(subject[0]?.createsPerSecond, 150);
  assert.equal(subject[0]?.requestsPerSecond, 50);
  assert.deepEqual(floor[0]?.memory, { rss: MIB, peak: 2 * MIB });
  assert.equal(naive, undefined);
});

Deno.test("measureMixed() posts longer where the reads outlast the posts, and gives up at last", async () => {
  const posted: number[] = [];
  const client = aClient(([part], { seconds }) => {
    if (part?.kind === "get") return Promise.resolve().then(() => MEASURED);
    posted.push(seconds);
    return Promise.resolve(MEASURED);
  });
  await assert.rejects(mixed(client), /Posts ended before the reads did/);
  assert.deepEqual(posted, [4, 16, 64]);
});

Deno.test("measureMixed() measures for longer where a busy machine answers nothing", async () => {
  const read: number[] = [];
  let endPosts = () => {};
  const client = aClient(async ([part], { seconds }) => {
    if (part?.kind === "create") await new Promise<void>((resolve) => endPosts = resolve);
    else {
      read.push(seconds);
      setTimeout(() => endPosts());
    }
    return seconds === 2 ? { ...MEASURED, requests: 0 } : MEASURED;
  });
  await mixed(client);
  const twice = [2, 8];
  assert.deepEqual(read, [twice, twice, twice, twice].flat());
});

Deno.test("measureMixed() refuses figures with failures among the posts", async () => {
  let endPosts = () => {};
  const client = aClient(async ([part]) => {
    if (part?.kind === "create") await new Promise<void>((resolve) => endPosts = resolve);
    else setTimeout(() => endPosts());
    return { ...MEASURED, failures: part?.kind === "create" ? 1 : 0 };
  });
  await assert.rejects(mixed(client), /had 1 failures/);
});

function aClient(run: Client["run"]): Client {
  return { name: "test", caveat: null, run };
}

function mixed(client: Client) {
  return measureMixed({ floor: served(1), subject: served(2) }, options(client, 1));
}

function served(port: number): Served {
  const child = { pid: 1, ended: Promise.resolve("") };
  return {
    server: { child, port, pagePort: port, startUpMs: 1 },
    database: DATABASE,
    secret: "secret",
  };
}

function options(client: Client, rounds: number) {
  let used = 0;
  return {
    client,
    proc: {
      usage: () => Promise.resolve({ cpuMicros: used += 5000, writtenBytes: 0, writeCalls: 0 }),
      memory: () => Promise.resolve({ rss: MIB, peak: 2 * MIB }),
    },
    connections: 32,
    seconds: 2,
    warmUpSeconds: 10,
    rounds,
    onRound: () => {},
    pause: () => Promise.resolve(),
  };
}
