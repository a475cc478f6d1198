import type { CliIo } from "../io.ts";

const SHOW_AFTER_MS = 1000;
const CLEAR_LINE = "\r\u001b[K";

/**
 * Does work that reports its progress: in a line on stderr, on a terminal only, and only after a
 * second. The line is cleared at the end.
 */
export async function withProgress<T>(
  { stderr, now }: CliIo,
  work: (onProgress: (text: string) => void) => Promise<T>,
): Promise<T> {
  const startedAt = now();
  let isShown = false;
  try {
    return await work((text) => {
      if (!stderr.isTerminal || now() - startedAt < SHOW_AFTER_MS) return;
      isShown = true;
      stderr.write(`${CLEAR_LINE}${text}`);
    });
  } finally {
    if (isShown) stderr.write(CLEAR_LINE);
  }
}
