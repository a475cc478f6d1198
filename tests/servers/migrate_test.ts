/** Migrations while servers run. With `-- --whole`, 40 more of them. */
import assert from "node:assert/strict";
import type { Migration } from "../../src/store/postgres/schema/migrations.ts";
import { POSTGRES_SCHEMA_VERSION } from "../../src/store/postgres/schema/migrations.ts";
import { WRITE_FUNCTION } from "../../src/store/postgres/write/function.ts";
import { report, rounds } from "../faults/figures.ts";
import { COMPATIBLE, CUTTING, migrateLater } from "../store/postgres/later.ts";
import { checkPostgres } from "../store/postgres/support.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { runCtl, runServerToEnd } from "../support/process.ts";
import { Backend, type Sent } from "./backend.ts";

const SERVERS = 3;
const LANES = 9;
const MORE = rounds({ short: 2, whole: 40 });
/** Requests between two migrations. */
const BETWEEN = 100;

/** Adds a column to each of the tables that a step writes. */
const columns = (n: number): Migration => ({
  oldest: POSTGRES_SCHEMA_VERSION,
  sql: ["sessions", "events", "idempotency_records", "merchants", "api_keys", "epoch"]
    .map((table) => `ALTER TABLE ${table} ADD COLUMN later_${n} bigint NOT NULL DEFAULT 7`)
    .join(";\n"),
});

const items = (quantity: number) => [{ product_id: 1, variant_id: 11, quantity, price: 10 }];
const STEPS: readonly Sent[] = [
  { method: "PUT", path: "/items", data: { items: items(2) } },
  { method: "PUT", path: "/payment-method", data: { method: "PREPAID" } },
  { method: "GET", path: "" },
  { method: "PUT", path: "/items", data: { items: items(3) } },
  { method: "POST", path: "/payment" },
  { method: "GET", path: "" },
];

/** Sends requests to all servers until it is stopped. */
class Load {
  readonly failed: string[] = [];
  sent = 0;
  longestMs = 0;
  readonly #backend: Backend;
  readonly #lanes: Promise<unknown>;
  #stops = false;
  #wanted = { sent: 0, resolve: () => {} };

  constructor(cluster: Cluster) {
    this.#backend = new Backend(cluster);
    this.#lanes = Promise.all(Array.from({ length: LANES }, (_, lane) => this.#run(lane)));
  }

  /** Resolves after so many more requests. */
  more(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = { sent: this.sent + count, resolve };
    return promise;
  }

  async stop(): Promise<void> {
    this.#stops = true;
    await this.#lanes;
  }

  async #run(lane: number): Promise<void> {
    for (let n = lane; !this.#stops; n++) {
      const data = { shop_domain: "demo-store.example", items: items(1) };
      const key = crypto.randomUUID();
      const made = await this.#send(n, { method: "POST", path: "/session", data, key });
      for (const [i, step] of STEPS.entries()) {
        await this.#send(n + i, { ...step, path: `/session/${made?.session_id}${step.path}` });
      }
    }
  }

  async #send(n: number, sent: Sent) {
    const { status, json, beganMs, endedMs } = await this.#backend.send(n % SERVERS, sent);
    if (status !== 200 && status !== 201) {
      this.failed.push(`${sent.method} ${sent.path}: HTTP ${status} ${JSON.stringify(json)}`);
    }
    this.longestMs = Math.max(this.longestMs, endedMs - beganMs);
    if (++this.sent >= this.#wanted.sent) this.#wanted.resolve();
    return json?.data;
  }
}

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: `servers: ${
    COMPATIBLE.length + MORE
  } migrations under the load of ${SERVERS}: 0 failed requests`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, { size: SERVERS }, async (cluster) => {
      const { database, databaseUrl, folder } = cluster;
      const load = new Load(cluster);
      await load.more(BETWEEN);
      const later = [...COMPATIBLE];
      await migrateLater(databaseUrl, later);
      for (let n = 0; n < MORE; n++) {
        await load.more(BETWEEN);
        later.push(columns(n));
        await migrateLater(databaseUrl, later);
      }
      // Functions that are missing are made again; those of servers stay.
      await postgres!.sql(database, `DROP FUNCTION ${WRITE_FUNCTION}`);
      const migrated = await runCtl(folder, "--db", databaseUrl, "db", "migrate");
      assert.match(migrated.stdout, /which works with this program's version \d+; dropped 1 func/);
      await load.more(BETWEEN);
      await load.stop();
      report("migrations under load", {
        ...{ migrations: later.length, requests: load.sent, failed: load.failed.length },
        longest_ms: Math.round(load.longestMs),
      });
      assert.deepEqual(load.failed, []);
      assert.deepEqual((await checkPostgres(databaseUrl)).findings, []);

      await cluster.kill(0);
      await cluster.restart(0);
      await assert.rejects(migrateLater(databaseUrl, [...later, ...CUTTING]), /are running; stop/);
      await migrateLater(databaseUrl, [...later, ...CUTTING], true);
      const backend = new Backend(cluster);
      const data = { shop_domain: "demo-store.example", items: items(1) };
      for (let i = 0; i < SERVERS; i++) {
        const { status } = await backend.send(i, { method: "POST", path: "/session", data });
        assert.ok(status === 503 || status === 0, String(status));
        const { code, output } = await cluster.server(i).ended();
        assert.equal(code, 1);
        assert.match(output, /upgraded by a newer program: stopping; install that program/);
      }
      const { code, stderr } = await runServerToEnd(folder, ["--db", databaseUrl, "--port", "0"]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /needs a program of version \d+ or later, and this one has \d+; install/,
      );
    }),
});
