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

/** The end shared by all parts, and the log, which is flushed last. */
export interface PartsDeps {
  readonly ending: Ending;
  readonly logger: Pick<Logger, "info" | "warn" | "flush">;
}

/** Time reserved for the last lines of the log. */
const LAST_LINES_MS = 300;

/** The parts of a program: started in order, closed in reverse. */
export class Parts {
  readonly #deps: PartsDeps;
  readonly #closers: (() => Promise<void>)[] = [];
  #hasFailed = false;

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
    try {
      const started = await part.start();
      this.#closers.push(() => part.close(started));
      return started;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Closes the started parts within the time left, and flushes the log. */
  async close(): Promise<void> {
    // Nothing was opened before the start failed.
    if (this.#closers.length === 0) return;
    const { ending, logger } = this.#deps;
    // Also after a start that failed later.
    ending.begin();
    // Another process holds the lock, or the disk is slow; only activity is lost.
    if (!await inTime(this.#closeAll(), ending.leftMs() - LAST_LINES_MS)) {
      logger.warn("Not all pending data was written in time: stopping anyway");
    }
    // A program that never ran has not stopped: its error says why.
    if (!this.#hasFailed) logger.info("stopped");
    // A reader that does not read the log must not keep the process alive.
    await inTime(logger.flush(), ending.leftMs());
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closers.reverse()) await close();
  }
}
