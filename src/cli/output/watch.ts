import type { CliIo } from "../io.ts";
import { moment } from "../../domain/values/wording.ts";

/** The alternate screen of the terminal, without cursor and line wrapping. */
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
/** Restores line wrapping, the cursor and the main screen. */
const LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";
const CLEAR_LINE = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";

/** A text that is refreshed. */
export interface WatchedText {
  readonly intervalMs: number;
  /** Makes the current lines, without line breaks. */
  readonly frame: () => Promise<readonly string[]>;
}

/**
 * Refreshes a text until Ctrl-C. On a terminal it is drawn in place, and the last frame stays on the
 * main screen; elsewhere frames follow each other, each after a line with its time, until the
 * reader closes the pipe.
 */
export async function watch(io: CliIo, watched: WatchedText): Promise<void> {
  await io.untilInterrupted(async (signal) => {
    if (io.stdout.isTerminal) await watchInPlace(io, watched, signal);
    else await printFrames(io, watched, signal);
  });
}

async function watchInPlace(
  { stdout, now, wait }: CliIo,
  { intervalMs, frame }: WatchedText,
  signal: AbortSignal,
): Promise<void> {
  let last: readonly string[] = [];
  stdout.write(ENTER);
  try {
    while (!signal.aborted && !stdout.isClosed) {
      last = await frame();
      const head = `${moment(now())}, every ${intervalMs / 1000} s; Ctrl-C stops`;
      stdout.write(screen([head, "", ...last], stdout.rows));
      if (!signal.aborted) await wait(intervalMs, signal);
    }
  } finally {
    // Also after a failure, whose message comes next.
    stdout.write(LEAVE);
  }
  stdout.write(last.map((line) => `${line}\n`).join(""));
}

async function printFrames(
  { stdout, now, wait }: CliIo,
  { intervalMs, frame }: WatchedText,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted && !stdout.isClosed; isFirst = false) {
    const lines = [...(isFirst ? [] : [""]), moment(now()), ...await frame()];
    stdout.write(lines.map((line) => `${line}\n`).join(""));
    if (!signal.aborted) await wait(intervalMs, signal);
  }
}

/** Overwrites the screen; lines that do not fit are counted and hidden. */
function screen(lines: readonly string[], rows: number): string {
  const hidden = lines.length - rows;
  const shown = hidden <= 0
    ? lines
    : [...lines.slice(0, rows - 1), `(${hidden + 1} more lines hidden to fit)`];
  return HOME + shown.map((line) => line + CLEAR_LINE).join("\r\n") + CLEAR_BELOW;
}
