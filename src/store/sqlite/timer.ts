/**
 * Waits off the event loop. Waiting for another process has nothing to wait on but time:
 * SQLite announces no unlocking.
 */
export function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
