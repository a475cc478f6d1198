/** Work on many sessions, a bounded batch at a time. */
import type { StoredSession } from "../domain/session/stored.ts";
import type { Deps } from "./deps.ts";

/** Batch size, small enough that other commits do not wait for long. */
export const BATCH = 100;
/** Shortest pause between batches. */
const MIN_PAUSE_MS = 5;

/**
 * Pauses for other work after each batch, as long as the batch took: after a long idle time many
 * sessions may be due. So on a fast machine it keeps up with what comes, and a slow one has half of
 * its time for requests.
 *
 * @returns waits; call it after each batch
 */
export function pacer({ wait, monotonicMs }: Pick<Deps, "wait" | "monotonicMs">) {
  let startedMs = monotonicMs();
  return async (): Promise<void> => {
    await wait(Math.max(monotonicMs() - startedMs, MIN_PAUSE_MS));
    startedMs = monotonicMs();
  };
}

/** Runs batches of a size until one is not full; returns the sum of their numbers. */
export async function untilDone(
  deps: Pick<Deps, "wait" | "monotonicMs">,
  batch: () => Promise<number>,
  size = BATCH,
): Promise<number> {
  const pause = pacer(deps);
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < size) return total;
    await pause();
  }
}

/** Works on sessions at the same time; returns how many were changed. */
export async function countDone(
  sessions: readonly StoredSession[],
  work: (session: StoredSession) => Promise<boolean>,
): Promise<number> {
  return (await Promise.all(sessions.map(work))).filter(Boolean).length;
}
