import type { CliIo } from "../io.ts";
import { moment } from "./text.ts";

/** Another screen of the terminal, so that what stands above a command is not overwritten. */
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
/** The cursor, line wrapping and the first screen as they were. */
const LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";
const CLEAR_LINE = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";

/** What is looked at again and again. */
export interface Watched {
  readonly intervalMs: number;
  /** Makes what is shown, anew each time; lines without line breaks. */
  readonly frame: () => Promise<readonly string[]>;
}

/**
 * Shows something again and again until Ctrl-C: in place on a terminal, which has its cursor
 * back afterwards and the last frame to keep; elsewhere one frame after the other, with a
 * line before each that says when it was, for as long as somebody reads.
 */
export async function watch(io: CliIo, watched: Watched): Promise<void> {
  await io.untilInterrupted(async (signal) => {
    if (io.stdout.isTerminal) await watchInPlace(io, watched, signal);
    else await printFrames(io, watched, signal);
  });
}

async function watchInPlace(
  { stdout, now, wait }: CliIo,
  { intervalMs, frame }: Watched,
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
    // Also after a failure: the next thing on the terminal is its message.
    stdout.write(LEAVE);
  }
  stdout.write(last.map((line) => `${line}\n`).join(""));
}

async function printFrames(
  { stdout, now, wait }: CliIo,
  { intervalMs, frame }: Watched,
  signal: AbortSignal,
): Promise<void> {
  for (let isFirst = true; !signal.aborted && !stdout.isClosed; isFirst = false) {
    const lines = [...(isFirst ? [] : [""]), moment(now()), ...await frame()];
    stdout.write(lines.map((line) => `${line}\n`).join(""));
    if (!signal.aborted) await wait(intervalMs, signal);
  }
}

/** Lines over what stood there before; what does not fit is counted and left out. */
function screen(lines: readonly string[], rows: number): string {
  const hidden = lines.length - rows;
  const shown = hidden <= 0
    ? lines
    : [...lines.slice(0, rows - 1), `(${hidden + 1} more lines hidden to fit)`];
  return HOME + shown.map((line) => line + CLEAR_LINE).join("\r\n") + CLEAR_BELOW;
}
