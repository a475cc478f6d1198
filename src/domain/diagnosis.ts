/** Levels of a finding: nothing to do, worth a look, to be fixed, could not be checked. */
export const LEVELS = ["ok", "warn", "action", "not known"] as const;
/** One of {@link LEVELS}. */
export type Level = (typeof LEVELS)[number];

/** A finding: its topic, its level and what to do. */
export interface Diagnosis {
  readonly topic: string;
  readonly level: Level;
  /** The finding in one line. */
  readonly found: string;
  /** What to do; null for nothing. */
  readonly advice: string | null;
}

/** Nothing to do. */
export function ok(topic: string, found: string): Diagnosis {
  return { topic, level: "ok", found, advice: null };
}

/** Worth a look. */
export function warn(topic: string, found: string, advice: string): Diagnosis {
  return { topic, level: "warn", found, advice };
}

/** To be fixed soon. */
export function action(topic: string, found: string, advice: string): Diagnosis {
  return { topic, level: "action", found, advice };
}

/** Could not be checked. */
export function notKnown(topic: string, found: string, advice: string | null = null): Diagnosis {
  return { topic, level: "not known", found, advice };
}

/** The first names of a list, and the number of further ones. */
export function some(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
