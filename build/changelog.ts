/** Reads a changelog in the form of Keep a Changelog 1.1.0 (https://keepachangelog.com). */

/** The kinds of changes. */
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/** The section of one version. */
export interface Section {
  /** Undefined for unreleased changes. */
  readonly version: string | undefined;
  /** Day of the release, `YYYY-MM-DD`; undefined without a version. */
  readonly date: string | undefined;
  /** Markdown below the heading. */
  readonly text: string;
}

/**
 * Reads the sections of a changelog, newest first.
 *
 * @throws {Error} naming the line that departs from the form
 */
export function parseChangelog(text: string): readonly Section[] {
  const [intro = "", ...parts] = text.split(/^## /m);
  if (!/^# Changelog\n/.test(intro)) throw new Error("The first line must be: # Changelog");
  const sections = parts.map(parseSection);
  const [first, ...released] = sections;
  if (first === undefined || first.version !== undefined) {
    throw new Error("The first section must be: ## [Unreleased]");
  }
  released.forEach(({ version = "", date = "" }, i) => {
    if (version === "") throw new Error("A second section is Unreleased");
    const newer = released[i - 1] ?? { version: undefined, date: undefined };
    const isOlder = newer.version === undefined || compareVersions(newer.version, version) > 0;
    if (!isOlder || (newer.date ?? date) < date) {
      throw new Error(`The newest version comes first: ${version}`);
    }
  });
  return sections;
}

function parseSection(part: string): Section {
  const end = part.indexOf("\n");
  const heading = end === -1 ? part : part.slice(0, end);
  const text = end === -1 ? "" : part.slice(end).trim();
  const match = /^\[(?:Unreleased\]|(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)(?: \[YANKED\])?)$/
    .exec(heading);
  if (match === null) {
    throw new Error(`A section is [Unreleased] or [1.2.3] - 2026-01-31: ${heading}`);
  }
  const [, version, date] = match;
  if (date !== undefined && !isDay(date)) throw new Error(`No such day: ${date}`);
  checkGroups(text);
  return { version, date, text };
}

/** Checks that all changes are under one of the six kinds, each of which appears once. */
function checkGroups(text: string): void {
  const [before = "", ...groups] = text.split(/^### /m);
  if (before.trim() !== "") throw new Error(`A change must be under its kind: ${before.trim()}`);
  const kinds = groups.map((group) => group.split("\n", 1)[0] ?? "");
  kinds.forEach((kind, i) => {
    if (!KINDS.includes(kind)) throw new Error(`A kind is one of ${KINDS.join(", ")}: ${kind}`);
    if (kinds.indexOf(kind) !== i) {
      throw new Error(`A kind may appear only once in a section: ${kind}`);
    }
    if (!/\n- /.test(groups[i] ?? "")) throw new Error(`A kind must have changes: ${kind}`);
  });
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Orders versions of three numbers. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
