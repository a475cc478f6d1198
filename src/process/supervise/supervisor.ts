import type { ChildRole } from "./role.ts";

/** A running child. */
export interface Child {
  /** Resolves to its exit code; that of a killed one is 128 and the number of the signal. */
  readonly ended: Promise<number>;
  /** Sends it a line; one that has ended ignores it. */
  say(line: string): void;
  kill(): void;
}

/** When a dashboard that crashes stays off. */
export interface CrashLimit {
  readonly crashes: number;
  readonly withinMs: number;
  /** Time between a crash and the next start. */
  readonly pauseMs: number;
  /** Time that the dashboard has to end after the server. */
  readonly endMs: number;
}

/** Five crashes in a minute. A dashboard ends within nine seconds. */
export const CRASH_LIMIT: CrashLimit = {
  crashes: 5,
  withinMs: 60_000,
  pauseMs: 1000,
  endMs: 10_000,
};

/** Surroundings of {@link supervise}. */
export interface SupervisorDeps {
  readonly start: (role: ChildRole) => Child;
  /** Milliseconds that only grow. */
  readonly monotonicMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
  readonly limit: CrashLimit;
}

/** Begins the line that tells a server of a crash of the dashboard; the exit code follows. */
export const CRASHED = "dashboard crashed ";
/** Begins the line that tells a server that the dashboard stays off; the exit code follows. */
export const STAYS_OFF = "dashboard off ";

/** A server and a dashboard as children of this process. */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #children = new Map<ChildRole, Child>();
  #isEnding = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** Sends a signal on to both children; SIGTERM and SIGINT end them. */
  signal(name: Deno.Signal): void {
    if (name !== "SIGHUP") this.#isEnding = true;
    for (const child of this.#children.values()) child.say(name);
  }

  /** Runs both until the server has ended. @returns the exit code of the server */
  async run(): Promise<number> {
    const { limit, pause } = this.#deps;
    const server = this.#start("server");
    const serving = this.#serveDashboard(server);
    const code = await server.ended;
    const dashboard = this.#children.get("dashboard");
    // A second signal would end it at once.
    if (!this.#isEnding) dashboard?.say("SIGTERM");
    this.#isEnding = true;
    const isLate = await Promise.race([serving, pause(limit.endMs).then(() => true)]);
    if (isLate === true) dashboard?.kill();
    return code;
  }

  #start(role: ChildRole): Child {
    const child = this.#deps.start(role);
    this.#children.set(role, child);
    return child;
  }

  /** Starts the dashboard, and again after a crash, until it crashes too often. */
  async #serveDashboard(server: Child): Promise<void> {
    const { limit, monotonicMs, pause } = this.#deps;
    let crashes: number[] = [];
    while (!this.#isEnding) {
      const code = await this.#start("dashboard").ended;
      this.#children.delete("dashboard");
      if (this.#isEnding) return;
      const nowMs = monotonicMs();
      crashes = [...crashes.filter((atMs) => nowMs - atMs < limit.withinMs), nowMs];
      if (crashes.length >= limit.crashes) return server.say(`${STAYS_OFF}${code}`);
      server.say(`${CRASHED}${code}`);
      await Promise.race([pause(limit.pauseMs), server.ended]);
    }
  }
}
