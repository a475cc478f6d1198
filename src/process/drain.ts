/** Pause before listening again after the accept loop died, so that a lasting cause does not spin. */
export const RELISTEN_MS = 100;

/** Resolves after some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits for a piece of work, but no longer than `withinMs`.
 *
 * @returns false when that time passed first; the work goes on
 */
export async function inTime(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), withinMs);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Shuts something down gracefully, but waits no longer than `drainMs`: a half-sent body
 * would keep it waiting for ever.
 *
 * @returns false when the deadline passed first
 */
export async function drainRequests(
  server: { shutdown(): Promise<void> },
  drainMs: number,
): Promise<boolean> {
  return await inTime(server.shutdown().catch(() => {}), drainMs);
}
