import { v7 } from "uuid";
import { pause } from "../lifetime/timing.ts";

/** Time, ids and randomness for the services. */
export const EFFECTS = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  wait: pause,
  newId: () => v7(),
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
} as const;

/** Request ids that are unique across restarts: a random prefix and a counter. */
export function requestIds(): () => string {
  const run = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${run}-${(count++).toString(36)}`;
}
