/** Finds in a history what servers of one database must never do. */
import type { Fault, FaultName, History, Operation, StoredVersion } from "./history.ts";

/** The faults of a history; none if it could have come from a single server. */
export function checkHistory(history: History): Fault[] {
  const operations = history.operations.toSorted((a, b) => a.endedMs - b.endedMs);
  const bySession = Map.groupBy(operations, ({ session }) => session);
  const versions = Map.groupBy(history.versions, ({ session }) => session);
  const sessions = new Set([...bySession.keys(), ...versions.keys()]);
  return [
    ...[...sessions].flatMap((session) => {
      const stored = versions.get(session) ?? [];
      return [...checkVersions(stored), ...checkSession(bySession.get(session) ?? [], stored)];
    }),
    ...Object.entries(history.limits).flatMap(([counter, limit]) =>
      checkLimit(operations, counter, limit)
    ),
    ...checkKeys(operations),
  ];
}

/** Versions of a session count from 1 without a gap, and none is given twice. */
function checkVersions(stored: readonly StoredVersion[]): Fault[] {
  return stored.map(({ version }) => version).sort((a, b) => a - b).flatMap((version, i, all) => {
    const before = all[i - 1] ?? 0;
    if (version === before + 1) return [];
    const name = version === before ? "version twice" : "version missing";
    return [fault(name, `${stored[i]?.session}: version ${version} after ${before}`)];
  });
}

/** Versions that have a value. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * Each acknowledged write is a version, and what began after an answer sees at least the version of
 * that answer. Of a value that several versions have, the one that excuses most is assumed.
 */
function checkSession(
  operations: readonly Operation[],
  stored: readonly StoredVersion[],
): Fault[] {
  const spans = new Map<string, Span>();
  for (const { value, version } of stored) {
    const { first, last } = spans.get(value) ?? { first: version, last: version };
    spans.set(value, { first: Math.min(first, version), last: Math.max(last, version) });
  }
  const faults: Fault[] = [];
  /** Least version that was known to the clients, by the end of the answer that told it. */
  const known: { readonly endedMs: number; readonly version: number }[] = [];
  for (const operation of operations) {
    const { kind, value, outcome, endedMs, beganMs } = operation;
    if (outcome !== "done" || value === null) continue;
    const span = spans.get(value);
    const isRead = kind === "read";
    if (span === undefined) {
      faults.push(fault(isRead ? "unwritten value" : "lost write", described(operation)));
      continue;
    }
    const least = lastBefore(known, beganMs);
    if (span.last < least) {
      const text = `${described(operation)}, version ${span.last}, after version ${least}`;
      faults.push(fault(isRead ? "stale read" : "stale write", text));
    }
    const version = Math.max(span.first, known.at(-1)?.version ?? 0);
    known.push({ endedMs, version });
  }
  return faults;
}

/** The version known before a time, of a list in the order of times. */
function lastBefore(
  known: readonly { readonly endedMs: number; readonly version: number }[],
  ms: number,
): number {
  return known.findLast(({ endedMs }) => endedMs < ms)?.version ?? 0;
}

/** Units of a counter that are held for certain never exceed its limit. */
function checkLimit(
  operations: readonly Operation[],
  counter: string,
  limit: number,
): Fault[] {
  const steps: { readonly ms: number; readonly units: number }[] = [];
  for (const own of Map.groupBy(operations, ({ session }) => session).values()) {
    for (const { kind, outcome, endedMs, holds = {} } of own) {
      const units = holds[counter] ?? 0;
      if (kind !== "take" || outcome !== "done" || units === 0) continue;
      steps.push({ ms: endedMs, units });
      // A return may take effect as soon as it is sent.
      const back = own.filter((one) => one.kind === "return" && one.beganMs >= endedMs)
        .map(({ beganMs }) => beganMs);
      if (back.length > 0) steps.push({ ms: Math.min(...back), units: -units });
    }
  }
  let held = 0;
  for (const { ms, units } of steps.sort((a, b) => a.ms - b.ms || a.units - b.units)) {
    held += units;
    if (held > limit) {
      return [fault("beyond the limit", `${counter}: ${held} of ${limit} at ${Math.round(ms)} ms`)];
    }
  }
  return [];
}

/** All answers under a key are the same. */
function checkKeys(operations: readonly Operation[]): Fault[] {
  const answered = operations.filter(({ key, answer }) =>
    key !== undefined && answer !== undefined
  );
  return [...Map.groupBy(answered, ({ key }) => key)].flatMap(([key, all]) => {
    const answers = new Set(all.map(({ answer }) => answer));
    if (answers.size === 1) return [];
    return [fault("two answers for one key", `${key}: ${[...answers].join(" and ")}`)];
  });
}

function described({ kind, session, value, server, beganMs, endedMs }: Operation): string {
  const times = `${Math.round(beganMs)} to ${Math.round(endedMs)} ms`;
  return `${session}: ${kind} ${value} at server ${server}, ${times}`;
}

function fault(name: FaultName, text: string): Fault {
  return { name, text };
}
