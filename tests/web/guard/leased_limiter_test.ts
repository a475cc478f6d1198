import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../../support/arbitraries.ts";
import { QuotaWorld, WINDOW_MS } from "../quota_world.ts";

const QUOTA = 100;
/** Monotonic clocks of three machines. */
const CLOCKS = [5, 1_000_000, 86_400_000];

/** Sends a request each `everyMs`, by a server of choice, and returns the world after `forMs`. */
async function loaded(
  choose: (n: number, at: number) => number,
  { everyMs, forMs }: { readonly everyMs: number; readonly forMs: number },
): Promise<QuotaWorld> {
  const world = new QuotaWorld(QUOTA);
  const servers = CLOCKS.map((clock) => world.server(clock));
  for (let n = 0; n * everyMs < forMs; n++) {
    const at = n * everyMs;
    world.at(at, () => servers[choose(n, at)]!.send());
  }
  await world.run();
  return world;
}

const LOADS: Readonly<Record<string, (n: number, at: number) => number>> = {
  "on one server": () => 0,
  "on all servers, evenly": (n) => n % 3,
  "on one server after the other": (_, at) => Math.floor(at / 2000) % 3,
};

for (const [where, choose] of Object.entries(LOADS)) {
  for (const everyMs of [30, 90, 550]) {
    Deno.test(`LeasedLimiter: 100 a minute ${where}, a request each ${everyMs} ms`, async () => {
      const world = await loaded(choose, { everyMs, forMs: 3 * WINDOW_MS });
      assert.equal(world.most <= QUOTA, true, `${world.most} in a minute`);
      const first = world.admitted.filter((at) => at < WINDOW_MS).length;
      assert.ok(first >= 95, `${first} in the first minute`);
      const all = world.admitted.length;
      assert.ok(all >= 3 * 95, `${all} in three minutes`);
      assert.ok(world.statements <= 2 * all, `${world.statements} statements for ${all} requests`);
      assert.deepEqual(world.warnings, []);
    });
  }
}

Deno.test("LeasedLimiter: refused requests ask nothing until a token is free", async () => {
  const world = await loaded((n) => n % 3, { everyMs: 10, forMs: 5000 });
  const { statements } = world;
  assert.equal(world.admitted.length, QUOTA);
  const longer = await loaded((n) => n % 3, { everyMs: 10, forMs: 60_000 });
  assert.equal(longer.statements, statements);
  assert.equal(longer.answers.length, 6000);
  assert.equal(longer.admitted.length, QUOTA);
  assert.ok(statements < 60, String(statements));
});

Deno.test("LeasedLimiter: a burst shares requests for tokens", async () => {
  const world = new QuotaWorld(QUOTA);
  const server = world.server(0);
  for (let n = 0; n < 500; n++) world.at(0, server.send);
  await world.run();
  assert.equal(world.admitted.length, QUOTA);
  // One for the first request, ten for each ten of the others.
  assert.ok(world.statements <= 12, String(world.statements));
});

Deno.test("LeasedLimiter: a large quota is asked for twice a second, however many requests come", async () => {
  const world = new QuotaWorld(1_000_000);
  const server = world.server(0);
  for (let at = 0; at < 10_000; at++) world.at(at, server.send);
  await world.run();
  assert.equal(world.admitted.length, 10_000);
  assert.ok(world.statements <= 60, String(world.statements));
});

Deno.test("LeasedLimiter: the headers say how many are left, and when more are free", async () => {
  const world = new QuotaWorld(QUOTA);
  const servers = CLOCKS.map((clock) => world.server(clock));
  for (let n = 0; n < 120; n++) world.at(n * 200, servers[n % 3]!.send);
  await world.run();
  const [first, second] = world.answers;
  assert.deepEqual([first?.remaining, first?.resetSeconds], [99, 61]);
  assert.deepEqual([second?.remaining, second?.resetSeconds], [98, 61]);
  const refused = world.answers.at(-1)!;
  assert.deepEqual([refused.allowed, refused.remaining], [false, 0]);
  // A client that waits as it is told passes.
  const waited = (refused.at + refused.resetSeconds * 1000) - world.answers[0]!.at;
  assert.ok(waited >= WINDOW_MS && waited <= WINDOW_MS + 2000, String(waited));
});

Deno.test("LeasedLimiter: a server that is killed costs at most its lease", async () => {
  const world = new QuotaWorld(QUOTA);
  const [first, second] = CLOCKS.map((clock) => world.server(clock));
  for (let at = 0; at < 1000; at += 20) world.at(at, first!.send);
  world.at(1000, first!.kill);
  for (let at = 1000; at < 50_000; at += 20) world.at(at, second!.send);
  await world.run();
  assert.ok(world.admitted.length >= QUOTA - 10, String(world.admitted.length));
  assert.ok(world.most <= QUOTA);
});

Deno.test("LeasedLimiter: without a database each server counts by itself, and says so once", async () => {
  const world = new QuotaWorld(QUOTA);
  world.isBroken = true;
  const server = world.server(0);
  for (let n = 0; n < 300; n++) world.at(n * 10, server.send);
  await world.run();
  assert.equal(world.admitted.length, QUOTA);
  assert.equal(world.warnings.length, 1);
});

Deno.test("LeasedLimiter: a database that hangs holds a request for two seconds, and no later one", async () => {
  const world = new QuotaWorld(QUOTA);
  world.latencyMs = () => 100_000;
  const server = world.server(0);
  world.at(0, server.send);
  world.at(1000, server.send);
  world.at(3000, server.send);
  await world.run();
  const [first, second, third] = world.answers.map(({ at, allowed }) => [at, allowed]);
  assert.deepEqual(first?.[1] && second?.[1], true);
  assert.ok(Number(first?.[0]) >= 2000 && Number(first?.[0]) < 2200, String(first));
  assert.deepEqual(second?.[0], first?.[0]);
  assert.deepEqual(third, [3000, true]);
});

Deno.test("LeasedLimiter: leases grow with the time that the database takes", async () => {
  const world = new QuotaWorld(QUOTA);
  world.latencyMs = () => 900.7;
  const server = world.server(0);
  for (let at = 0; at < 30_000; at += 20) world.at(at, server.send);
  await world.run();
  assert.equal(world.admitted.length, QUOTA);
  assert.deepEqual(world.warnings, []);
});

/** Something that happens to one of three servers at a moment. */
const bursts = fc.record({
  at: fc.integer({ min: 0, max: 150_000 }),
  server: fc.integer({ min: 0, max: 2 }),
  requests: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })),
  everyMs: fc.constantFrom(0, 1, 7, 90, 700),
});

Deno.test("LeasedLimiter: never more than the quota in any minute, whatever clocks, delays and kills", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 7, QUOTA, 250),
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 3, maxLength: 3 }),
      fc.array(bursts, { minLength: 10, maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 1400 }), { minLength: 1, maxLength: 5 }),
      fc.option(fc.integer({ min: 0, max: 150_000 })),
      async (quota, clocks, load, latencies, killedAt) => {
        const world = new QuotaWorld(quota);
        let trips = 0;
        world.latencyMs = () => latencies[trips++ % latencies.length]!;
        const servers = clocks.map((clock) => world.server(clock));
        for (const { at, server, requests, everyMs } of load) {
          for (let n = 0; n < requests; n++) {
            world.at(at + n * everyMs, () => servers[server]!.send());
          }
        }
        if (killedAt !== null) world.at(killedAt, () => servers[0]!.kill());
        await world.run();
        assert.ok(world.most <= quota, `${world.most} of ${quota}`);
        assert.deepEqual(world.warnings, []);
        const sent = load.reduce((sum, { requests }) => sum + requests, 0);
        if (killedAt === null) assert.equal(world.answers.length, sent);
      },
    ),
    runs(200),
  );
});
