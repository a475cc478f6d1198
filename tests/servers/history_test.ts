/** With `-- --whole`, 60 seconds. */
import assert from "node:assert/strict";
import { report, rounds } from "../faults/figures.ts";
import { checkPostgres } from "../store/postgres/support.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { type BreakAt, type Relay, startRelay } from "../support/relay.ts";
import { checkHistory } from "./history/checker.ts";
import { keepVersions, keptVersions } from "./history/versions.ts";
import { LIMITS, Workload } from "./history/workload.ts";

const SECONDS = rounds({ short: 3, whole: 60 });
const SERVERS = [0, 1, 2];
/** Answers between two disturbances. */
const EVERY = rounds({ short: 50, whole: 100 });
/** Each disturbance has happened by then, also on a slow machine. */
const DISTURBANCES = 5;
const WHEN: readonly BreakAt[] = ["before", "half", "sent", "answered"];

/** Kills, freezes and cuts off servers in turn; at most one is killed and another one frozen. */
class Disturber {
  readonly counted = { kills: 0, freezes: 0 };
  /** Number of disturbances. */
  turns = 0;
  readonly #cluster: Cluster;
  readonly #relays: readonly Relay[];
  #killed = 0;
  #restarting: Promise<void> | undefined;
  #frozen: number | undefined;

  constructor(cluster: Cluster, relays: readonly Relay[]) {
    this.#cluster = cluster;
    this.#relays = relays;
  }

  /** Called every so many answers. */
  next(): void {
    if (this.#thaw()) return;
    const turn = this.turns++;
    if (turn % 4 === 0) this.#restarting ??= this.#kill();
    else if (turn % 4 === 2) this.#freeze((this.#killed + 1) % SERVERS.length);
    else this.#relays[turn % SERVERS.length]!.breakNext(WHEN[(turn >> 1) % WHEN.length]!);
  }

  async end(): Promise<void> {
    this.#thaw();
    await this.#restarting;
  }

  async #kill(): Promise<void> {
    this.#killed = ++this.counted.kills % SERVERS.length;
    await this.#cluster.kill(this.#killed);
    // A start whose connection is cut fails, and is repeated as systemd does.
    await this.#cluster.restart(this.#killed).catch(() => this.#cluster.restart(this.#killed));
    this.#restarting = undefined;
  }

  #freeze(server: number): void {
    this.counted.freezes++;
    this.#cluster.freeze(this.#frozen = server);
  }

  #thaw(): boolean {
    if (this.#frozen === undefined) return false;
    this.#cluster.thaw(this.#frozen);
    this.#frozen = undefined;
    return true;
  }
}

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: `servers: a history of ${SECONDS} s with kills, freezes and cut connections has no fault`,
  ignore: isMissing,
  fn: async () => {
    const relays = SERVERS.map(() => startRelay(postgres!.port));
    const databaseUrl = (url: string, i: number) =>
      url.replace(`:${postgres!.port}/`, `:${relays[i]!.port}/`);
    await withCluster(postgres!, { databaseUrl }, async (cluster) => {
      await keepVersions(postgres!, cluster);
      const workload = await Workload.begin(cluster);
      const { operations, wrong } = workload.recorder;
      const disturber = new Disturber(cluster, relays);
      const until = performance.now() + SECONDS * 1000;
      let disturbAt = operations.length + EVERY;
      await workload.run(() => {
        if (operations.length >= disturbAt) {
          disturbAt = operations.length + EVERY;
          disturber.next();
        }
        return performance.now() >= until && disturber.turns >= DISTURBANCES;
      });
      await disturber.end();
      await workload.readAll();
      const versions = await keptVersions(postgres!, cluster);
      const outcomes = Map.groupBy(operations, ({ outcome }) => outcome);
      report("A history of three servers", {
        ...{ seconds: SECONDS, operations: operations.length, versions: versions.length },
        ...{ unknown: outcomes.get("unknown")?.length ?? 0 },
        ...{ refused: outcomes.get("refused")?.length ?? 0 },
        ...{ ...disturber.counted, cuts: relays.reduce((sum, { broken }) => sum + broken, 0) },
      });
      assert.deepEqual(wrong, []);
      assert.deepEqual(checkHistory({ operations, versions, limits: LIMITS }), []);
      assert.deepEqual((await checkPostgres(cluster.databaseUrl)).findings, []);
    });
    await Promise.all(relays.map((relay) => relay.close()));
  },
});
