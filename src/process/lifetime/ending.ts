/**
 * The end of a server: asked for once, by a signal or a failure, and bounded from then on. All
 * that is still to be done shares the time.
 */
export class Ending {
  readonly #totalMs: number;
  readonly #monotonicMs: () => number;
  readonly #end = new AbortController();
  #beganMs: number | undefined;
  #exitCode = 0;

  /**
   * @param totalMs how long the end may take in all
   * @param monotonicMs milliseconds that only grow
   */
  constructor(totalMs: number, monotonicMs: () => number) {
    this.#totalMs = totalMs;
    this.#monotonicMs = monotonicMs;
  }

  /** Aborted once the end has begun. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Resolves once the end has begun. */
  get begun(): Promise<void> {
    const { signal } = this.#end;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  }

  /** 1 after a failure. */
  get exitCode(): number {
    return this.#exitCode;
  }

  /** Begins the end because of a failure. */
  fail(): void {
    this.#exitCode = 1;
    this.begin();
  }

  /** Begins the end; does nothing when it has begun. */
  begin(): void {
    this.#beganMs ??= this.#monotonicMs();
    this.#end.abort();
  }

  /** Milliseconds that are left, at least 0; all of them before the end has begun. */
  leftMs(): number {
    const nowMs = this.#monotonicMs();
    return Math.max(0, this.#totalMs - (nowMs - (this.#beganMs ?? nowMs)));
  }
}

/** The end that signals begin. */
export interface SignalParts {
  readonly ending: Ending;
  /** True where SIGHUP means a closed terminal and not a renewed certificate. */
  readonly endsOnHangup: boolean;
}

/**
 * Listens to signals. SIGTERM and SIGINT end the server in good order, and a second one ends it at
 * once. SIGHUP ends it only where its terminal was closed; a second one does nothing, because the
 * program that started this one may pass on what the terminal has sent already.
 *
 * @returns what tells of a SIGHUP that ends nothing, by an event `hangup`
 */
export function listenToSignals({ ending, endsOnHangup }: SignalParts): EventTarget {
  const hangups = new EventTarget();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => {
      if (ending.signal.aborted) Deno.exit(1);
      ending.begin();
    });
  }
  Deno.addSignalListener("SIGHUP", () => {
    if (endsOnHangup) ending.begin();
    else hangups.dispatchEvent(new Event("hangup"));
  });
  return hangups;
}

/** True when this process runs on a terminal. Ask at its start: a closed terminal is none. */
export function isOnTerminal(): boolean {
  return [Deno.stdin, Deno.stdout, Deno.stderr].some((stream) => stream.isTerminal());
}
