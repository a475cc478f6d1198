import { v7 } from "uuid";

/** Time, ids and randomness for the services. */
export const EFFECTS = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  newId: () => v7(),
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
} as const;

/** Request ids that are unique across restarts: a random prefix and a counter. */
export function requestIds(): () => string {
  const run = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}
