/** A load over servers that start one after another on the same database. */
import assert from "node:assert/strict";
import { type RunningServer, startServer } from "../support/process.ts";
import { report } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

export class Trial {
  readonly load: Load;
  readonly #folder: string;
  readonly #lost: string[] = [];
  #sessions = 0;

  private constructor(folder: string, load: Load) {
    this.#folder = folder;
    this.load = load;
  }

  static async open(folder: string): Promise<Trial> {
    return new Trial(folder, new Load(await busyShop(folder)));
  }

  /** Starts the next server, and checks on it everything that the ones before acknowledged. */
  async start(): Promise<RunningServer> {
    const server = await startServer(this.#folder, ["--rate-limit", "1000000"]);
    const { sessions, lost } = await this.load.check(server);
    this.#sessions += sessions;
    this.#lost.push(...lost);
    return server;
  }

  /** Checks on one more server, reports the figures, and fails if a write was lost. */
  async finish(what: string, figures: Readonly<Record<string, number>>): Promise<void> {
    const server = await this.start();
    assert.equal((await server.end("SIGTERM")).code, 0);
    const { acknowledged, unavailable } = this.load;
    const [sessions, lost] = [this.#sessions, this.#lost.length];
    report(what, { ...figures, acknowledged, unavailable, sessions, lost });
    assert.deepEqual(this.#lost, []);
  }
}
