/** Pause before listening again after the accept loop died, so that a lasting cause does not spin. */
export const RELISTEN_MS = 100;

/** Resolves after some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Shuts something down gracefully, but waits no longer than `drainMs`: a half-sent body
 * would keep it waiting for ever.
 *
 * @returns false when the deadline passed first
 */
export async function drain(
  server: { shutdown(): Promise<void> },
  drainMs: number,
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), drainMs);
  const graceful = server.shutdown().then(() => true, () => true);
  const inTime = await Promise.race([graceful, late]);
  clearTimeout(timer);
  return inTime;
}
