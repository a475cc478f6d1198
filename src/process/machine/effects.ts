import { v7 } from "uuid";

/** Time, ids and randomness of this machine, for the services. */
export const EFFECTS = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  newId: () => v7(),
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
} as const;

/** Request ids that are unique over the runs of a server: the start of this run, and a counter. */
export function requestIds(): () => string {
  const run = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}
