import { aborted } from "./timing.ts";

/** The end of a server, begun by a signal or a failure; all parts share a bounded time. */
export class Ending {
  readonly #totalMs: number;
  readonly #monotonicMs: () => number;
  readonly #end = new AbortController();
  #beganMs: number | undefined;
  #isLeaving = false;
  #exitCode = 0;

  /**
   * @param totalMs duration of the end at most
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
    return aborted(this.signal);
  }

  /** True once the end has begun or was announced: a load balancer should send nothing more. */
  get isLeaving(): boolean {
    return this.#isLeaving;
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
    this.#isLeaving = true;
    this.#beganMs ??= this.#monotonicMs();
    this.#end.abort();
  }

  /** Announces the end, which begins after a delay; if it was announced, begins it now. */
  announce(delayMs: number): void {
    if (this.#isLeaving || delayMs === 0) return this.begin();
    this.#isLeaving = true;
    setTimeout(() => this.begin(), delayMs);
  }

  /** Milliseconds left, at least 0; the total before the end has begun. */
  leftMs(): number {
    const nowMs = this.#monotonicMs();
    return Math.max(0, this.#totalMs - (nowMs - (this.#beganMs ?? nowMs)));
  }
}

/** The end that signals begin, and the meaning of SIGHUP. */
export interface SignalDeps {
  readonly ending: Ending;
  /** Time from SIGTERM until the end begins (default: none). */
  readonly delayMs?: number;
  /** True if SIGHUP means a closed terminal, not a renewed certificate. */
  readonly endsOnHangup: boolean;
  /** Lines of the supervisor: signals that it has got, and notes. Undefined without one. */
  readonly relayed?: AsyncIterable<string> | undefined;
  /** Called with each note. */
  readonly onNote?: (note: string) => void;
}

/** A signal that this process was sent, or its supervisor. */
type Way = "own" | "relayed";

/**
 * Listens to signals. SIGTERM and SIGINT end the server gracefully, a second one at once, or the delay
 * of the first. One that this process and its supervisor have got counts once. The end of the
 * supervisor ends the server too. SIGHUP ends it only when its terminal was closed; a second SIGHUP does
 * nothing, because a parent process may forward the one that the terminal has sent already.
 *
 * @returns a target of `hangup` events, for each SIGHUP that does not end the server
 */
export function listenToSignals(
  { ending, delayMs = 0, endsOnHangup, relayed, onNote }: SignalDeps,
): EventTarget {
  const hangups = new EventTarget();
  const counts = { own: 0, relayed: 0 };
  const end = (signal: "SIGTERM" | "SIGINT", way: Way) => {
    const before = Math.max(counts.own, counts.relayed);
    counts[way]++;
    if (Math.max(counts.own, counts.relayed) === before) return;
    if (ending.signal.aborted) Deno.exit(1);
    ending.announce(signal === "SIGTERM" ? delayMs : 0);
  };
  const hangUp = () => {
    if (endsOnHangup) ending.begin();
    else hangups.dispatchEvent(new Event("hangup"));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => end(signal, "own"));
  }
  Deno.addSignalListener("SIGHUP", hangUp);
  if (relayed !== undefined) {
    void follow(relayed, (line) => {
      if (line === "SIGTERM" || line === "SIGINT") end(line, "relayed");
      else if (line === "SIGHUP") hangUp();
      else onNote?.(line);
    }).finally(() => ending.begin());
  }
  return hangups;
}

/** Reads lines to their end. */
async function follow(lines: AsyncIterable<string>, onLine: (line: string) => void): Promise<void> {
  try {
    for await (const line of lines) onLine(line);
  } catch {
    // A pipe that cannot be read has no other end either.
  }
}

/** True when this process runs on a terminal; must be called before the terminal can close. */
export function isOnTerminal(): boolean {
  return [Deno.stdin, Deno.stdout, Deno.stderr].some((stream) => stream.isTerminal());
}
