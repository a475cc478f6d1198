/** A process that was started here and runs until it is stopped. */
export interface Child {
  readonly pid: number;
  /** Resolves with a description when it has ended, by itself or not. */
  readonly ended: Promise<string>;
}

/** Options of {@link Children.spawn}. */
export interface SpawnOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly logs?: boolean;
  /** Another program than Deno. */
  readonly program?: string;
}

/** After a polite request to end a process gets this long. */
const STOP_MS = 12_000;

/**
 * Every process of a run, so that none outlives it. Only these are ever ended, each
 * by its own id.
 */
export class Children {
  readonly #running = new Map<number, Deno.ChildProcess>();
  #isOver = false;

  /**
   * Starts Deno with these arguments, and variables besides those that are there; lets it run.
   *
   * @param options `logs` for a program that logs its requests to stderr, which is dropped then
   */
  spawn(args: readonly string[], options: SpawnOptions = {}): Child {
    const { variables = {}, logs = false, program = Deno.execPath() } = options;
    const process = this.#start(program, {
      args: [...args],
      env: { ...variables },
      stdout: "null",
      stderr: logs ? "null" : "inherit",
    });
    const ended = process.status.then(({ code, signal }) => signal ?? `exit code ${code}`);
    return { pid: process.pid, ended };
  }

  /**
   * Runs a program to its end.
   *
   * @returns what it wrote to stdout
   * @throws {Error} when it fails, unless it may
   * @throws {Deno.errors.NotFound} when there is no such program
   */
  async run(
    program: string,
    args: readonly string[],
    { mayFail = false }: { readonly mayFail?: boolean } = {},
  ): Promise<string> {
    const process = this.#start(program, {
      args: [...args],
      stdout: "piped",
      stderr: mayFail ? "null" : "inherit",
    });
    const text = await new Response(process.stdout).text();
    const { success, code } = await process.status;
    if (success || mayFail) return text;
    throw new Error(`${program} failed with exit code: ${code}`);
  }

  /** Ends one of the processes and waits until it is gone. */
  async stop({ pid, ended }: Child): Promise<void> {
    const process = this.#running.get(pid);
    if (process === undefined) return;
    process.kill("SIGTERM");
    const timer = setTimeout(() => process.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Ends all that still run, at once; none is started after that. */
  async stopAll(): Promise<void> {
    this.#isOver = true;
    const running = [...this.#running.values()];
    for (const process of running) process.kill("SIGKILL");
    await Promise.all(running.map((process) => process.status));
  }

  #start(program: string, options: Deno.CommandOptions): Deno.ChildProcess {
    if (this.#isOver) throw new Error(`The run is over, nothing is started any more: ${program}`);
    const process = new Deno.Command(program, { stdin: "null", ...options }).spawn();
    this.#running.set(process.pid, process);
    // Before anybody who waits for its end hears of it: an id that is free may be somebody else's.
    process.status.then(() => this.#running.delete(process.pid));
    return process;
  }
}
