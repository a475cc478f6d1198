/** Work on many sessions, a bounded batch at a time. */
import type { StoredSession } from "../../domain/session/stored.ts";
import type { Deps } from "../deps.ts";

/** Batch size, small enough that other commits do not wait for long. */
export const BATCH = 100;
/** Pause between batches, for other work: after a long idle time many sessions may be due. */
export const PAUSE_MS = 100;

/** Runs batches until one is not full; returns the sum of their numbers. */
export async function untilDone(
  { wait }: Pick<Deps, "wait">,
  batch: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch();
    total += done;
    if (done < BATCH) return total;
    await wait(PAUSE_MS);
  }
}

/** Works on sessions at the same time; returns how many were changed. */
export async function countDone(
  sessions: readonly StoredSession[],
  work: (session: StoredSession) => Promise<boolean>,
): Promise<number> {
  return (await Promise.all(sessions.map(work))).filter(Boolean).length;
}
