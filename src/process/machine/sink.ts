import type { Sink } from "../../command/sink.ts";

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

const encoder = new TextEncoder();

/** An output of the process as a sink. */
export function sink(stream: typeof Deno.stdout): Sink {
  const isTerminal = stream.isTerminal();
  let isClosed = false;
  return {
    isTerminal,
    get columns() {
      return isTerminal ? Deno.consoleSize().columns || DEFAULT_COLUMNS : DEFAULT_COLUMNS;
    },
    get rows() {
      return isTerminal ? Deno.consoleSize().rows || DEFAULT_ROWS : DEFAULT_ROWS;
    },
    get isClosed() {
      return isClosed;
    },
    write(text) {
      isClosed ||= !writeWhole(stream, encoder.encode(text));
    },
  };
}

/** @returns false once the reader has closed the pipe, as `... | head` does */
function writeWhole(stream: typeof Deno.stdout, bytes: Uint8Array): boolean {
  try {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    return false;
  }
}

/** Writes a whole text without blocking. */
export async function writeText(stream: typeof Deno.stdout, text: string): Promise<void> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += await stream.write(bytes.subarray(at));
}
