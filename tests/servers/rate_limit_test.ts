/**
 * 100 requests a minute of a key over three servers. In the short form the first seconds; `--whole`
 * sends for two and a half minutes and looks at every minute of them.
 */
import assert from "node:assert/strict";
import { pause } from "../../src/process/lifetime/timing.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { IS_WHOLE } from "../support/few.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { Backend, type Received } from "./backend.ts";

const QUOTA = 100;
const MINUTE_MS = 60_000;
/** Clients that send at once. */
const CLIENTS = 6;
/** Unused tokens of a lease are given back in this time. */
const RETURNED_MS = 1500;

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer({
  shared_preload_libraries: "pg_stat_statements",
});

function tested(name: string, fn: (cluster: Cluster, load: Load) => Promise<void>): void {
  Deno.test({
    name: `servers: ${name}`,
    ignore: isMissing,
    fn: () =>
      withCluster(postgres!, { rateLimit: QUOTA }, async (cluster) => {
        await postgres!.sql(cluster.database, "CREATE EXTENSION pg_stat_statements");
        await fn(cluster, new Load(cluster));
      }),
  });
}

/** Requests with the shop's key, and their answers. */
class Load {
  readonly answers: Received[] = [];
  readonly #backend: Backend;
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#backend = new Backend(cluster);
  }

  /**
   * Sends requests until it is over, each to the server of its number.
   *
   * @param pauseMs between the requests of a client
   */
  async run(
    serverOf: (n: number) => number,
    isOver: () => boolean,
    pauseMs = 0,
  ): Promise<void> {
    let sent = 0;
    const client = async () => {
      while (!isOver()) {
        const path = "/session/00000000-0000-4000-8000-000000000000";
        this.answers.push(await this.#backend.send(serverOf(sent++), { method: "GET", path }));
        if (pauseMs > 0) await pause(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  /** Sends some requests more, each to the server of its number. */
  async send(count: number, serverOf: (n: number) => number): Promise<void> {
    let left = count;
    await this.run(serverOf, () => left-- <= 0);
  }

  get admitted(): Received[] {
    return this.answers.filter(({ status }) => status === 404);
  }

  /** Most requests that were surely admitted in one minute. */
  get most(): number {
    const admitted = this.admitted;
    return Math.max(
      0,
      ...admitted.map(({ endedMs }) =>
        // The span from the earliest end to the latest start is at least as long as it seems.
        admitted.filter((other) => other.beganMs >= endedMs - MINUTE_MS && other.endedMs <= endedMs)
          .length
      ),
    );
  }

  /** Statements that name something, since the last call. */
  async statements(of = ""): Promise<number> {
    const { database } = this.#cluster;
    const [calls = ""] = (await postgres!.sql(
      database,
      `SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query ~ '${of}'
        AND query !~ 'pg_stat_statements'; SELECT pg_stat_statements_reset()`,
    )).split("\n");
    return Number(calls);
  }
}

const LOADS: Readonly<Record<string, (n: number) => number>> = {
  "on one server": () => 0,
  "on all servers, evenly": (n) => n % 3,
  "on one server after the other": (n) => Math.floor(n / 30) % 3,
};

for (const [where, serverOf] of Object.entries(LOADS)) {
  tested(
    `100 requests a minute with load ${where}; refused ones cause no statement`,
    async (_, load) => {
      const beganMs = performance.now();
      const isOver = (ms: number, sinceMs: number) => () => performance.now() - sinceMs >= ms;
      await load.send(400, serverOf);
      await load.run(serverOf, isOver(RETURNED_MS, performance.now()));
      const first = load.admitted.length;
      assert.ok(first >= 95 && first <= QUOTA, `${first} were admitted`);
      // All servers know that none is left.
      await load.send(30, (n) => n % 3);
      const taken = await load.statements("rate_grants");
      assert.ok(taken >= 10 && taken <= 2 * QUOTA, `${taken} statements for ${first} requests`);
      const sent = load.answers.length;
      await load.send(300, (n) => n % 3);
      assert.equal(load.answers.slice(sent).filter(({ status }) => status !== 429).length, 0);
      // The jobs of three servers make some.
      const statements = await load.statements();
      assert.ok(statements < 100, `${statements} statements for 300 refused requests`);
      if (!IS_WHOLE) return;
      await load.run(serverOf, isOver(2.5 * MINUTE_MS, beganMs), 30);
      assert.ok(load.most <= QUOTA, `${load.most} in a minute`);
      assert.ok(
        load.admitted.length >= 2 * 95,
        `${load.admitted.length} in two and a half minutes`,
      );
    },
  );
}

tested("a killed server costs at most its lease of the rate limit", async (cluster, load) => {
  // Requests that are unanswered when it is killed may have been counted too.
  const lost = 10 + CLIENTS;
  const running = load.run(() => 0, () => load.answers.length >= 40);
  while (load.answers.length < 30) await load.send(1, () => 1);
  await cluster.kill(0);
  await running;
  const beganMs = performance.now();
  await load.run((n) => 1 + n % 2, () => performance.now() - beganMs >= RETURNED_MS);
  const { length } = load.admitted;
  assert.ok(length >= QUOTA - lost && length <= QUOTA, `${length} were admitted`);
  await cluster.restart(0);
  const sent = load.answers.length;
  await load.send(30, () => 0);
  assert.equal(load.answers.slice(sent).filter(({ status }) => status !== 429).length, 0);
});
