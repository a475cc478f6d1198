import type { CliIo } from "../io.ts";

/** Nobody needs to be told about what is over before they look. */
const SHOW_AFTER_MS = 1000;
const CLEAR_LINE = "\r\u001b[K";

/**
 * A line on the terminal that says how far something is: on stderr, only on a
 * terminal, and only once it takes over a second.
 */
export class Progress {
  readonly #io: CliIo;
  readonly #startedAt: number;
  #isShown = false;

  constructor(io: CliIo) {
    this.#io = io;
    this.#startedAt = io.now();
  }

  /** Says how far it is. */
  update(text: string): void {
    const { stderr } = this.#io;
    if (!stderr.isTerminal || this.#io.now() - this.#startedAt < SHOW_AFTER_MS) return;
    this.#isShown = true;
    stderr.write(`${CLEAR_LINE}${text}`);
  }

  /** Takes the line away again. */
  done(): void {
    if (this.#isShown) this.#io.stderr.write(CLEAR_LINE);
  }
}
