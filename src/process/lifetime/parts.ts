import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Logger } from "../log/log.ts";
import type { Ending } from "./ending.ts";
import { inTime } from "./timing.ts";

/** A part of a program: it starts, and is closed before the parts that started earlier. */
export interface Part<T> {
  start(): MaybePromise<T>;
  /** @param started the result of `start` */
  close(started: T): Promise<void>;
}

/** The end that all parts share, and the log that is flushed last. */
export interface PartsDeps {
  readonly ending: Ending;
  readonly logger: Pick<Logger, "info" | "warn" | "flush">;
}

/** Reserved of the time for the end: the last lines of the log. */
const LAST_LINES_MS = 300;

/** The parts of a program: started in the order in which it lists them, closed in reverse. */
export class Parts {
  readonly #deps: PartsDeps;
  readonly #closers: (() => Promise<void>)[] = [];

  constructor(deps: PartsDeps) {
    this.#deps = deps;
  }

  /**
   * Starts a part.
   *
   * @returns the result of its `start`
   * @throws the error of its `start`; the part is then not closed
   */
  async start<T>(part: Part<T>): Promise<T> {
    const started = await part.start();
    this.#closers.push(() => part.close(started));
    return started;
  }

  /** Closes what was started, within the time that is left, and flushes the log. */
  async close(): Promise<void> {
    // A start that failed before anything was open has nothing to end.
    if (this.#closers.length === 0) return;
    const { ending, logger } = this.#deps;
    // A start that failed later ends as well.
    ending.begin();
    // Another process has the lock, or the disk takes its time; activity is all that is lost.
    if (!await inTime(this.#closeAll(), ending.leftMs() - LAST_LINES_MS)) {
      logger.warn("Not all pending data was written in time: stopping anyway");
    }
    logger.info("stopped");
    // A log that is not read keeps its lines, and must not keep the process.
    await inTime(logger.flush(), ending.leftMs());
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closers.reverse()) await close();
  }
}
