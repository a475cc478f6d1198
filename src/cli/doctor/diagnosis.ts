/** How much something matters: nothing to do, worth a look, something to be done, or not known. */
export const LEVELS = ["ok", "warn", "action", "not known"] as const;
/** One of {@link LEVELS}. */
export type Level = (typeof LEVELS)[number];

/** What was looked at, how it is, and what to do. */
export interface Diagnosis {
  readonly topic: string;
  readonly level: Level;
  /** What was found; one line. */
  readonly found: string;
  /** What to do about it; null where there is nothing to do. */
  readonly advice: string | null;
}

/** Nothing to do. */
export function ok(topic: string, found: string): Diagnosis {
  return { topic, level: "ok", found, advice: null };
}

/** Worth a look, when there is time. */
export function warn(topic: string, found: string, advice: string): Diagnosis {
  return { topic, level: "warn", found, advice };
}

/** To be done soon. */
export function action(topic: string, found: string, advice: string): Diagnosis {
  return { topic, level: "action", found, advice };
}

/** Could not be found out. */
export function notKnown(topic: string, found: string, advice: string | null = null): Diagnosis {
  return { topic, level: "not known", found, advice };
}

/** Some of many names, and how many more there are. */
export function some(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
