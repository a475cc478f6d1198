/** A load over servers that start one after another on the same database. */
import assert from "node:assert/strict";
import { type RunningServer, startServer } from "../support/process.ts";
import { report } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

export class Trial {
  readonly load: Load;
  /** Of the shop's key. */
  readonly secret: string;
  readonly #folder: string;
  readonly #lost: string[] = [];
  #sessions = 0;

  readonly #env: Readonly<Record<string, string>>;

  private constructor(folder: string, secret: string, env: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.secret = secret;
    this.load = new Load(secret);
    this.#env = env;
  }

  /** @param env variables of its servers */
  static async open(
    folder: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Trial> {
    return new Trial(folder, await busyShop(folder), env);
  }

  /** Starts the next server, and checks on it everything that the ones before acknowledged. */
  async start(): Promise<RunningServer> {
    const server = await startServer(this.#folder, ["--rate-limit", "1000000"], this.#env);
    const { sessions, lost } = await this.load.check(server);
    this.#sessions += sessions;
    this.#lost.push(...lost);
    return server;
  }

  /** Checks on one more server, reports the figures, and fails if a write was lost. */
  async finish(what: string, figures: Readonly<Record<string, number>>): Promise<void> {
    await this.checkLast();
    const { acknowledged, unavailable } = this.load;
    const [sessions, lost] = [this.#sessions, this.#lost.length];
    report(what, { ...figures, acknowledged, unavailable, sessions, lost });
    assert.deepEqual(this.#lost, []);
  }

  /** Checks on one more server. */
  async checkLast(): Promise<void> {
    const server = await this.start();
    assert.equal((await server.end("SIGTERM")).code, 0);
  }

  /** Acknowledged writes that a later server did not have. */
  get lost(): readonly string[] {
    return this.#lost;
  }
}
