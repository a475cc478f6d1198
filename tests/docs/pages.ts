/** Reading the README and what it links to: its sections, tables and blocks of code. */
import assert from "node:assert/strict";
import { readRoot, ROOT } from "../support/root.ts";

/** Pages of the root beside the README, where they are there. */
const ROOT_PAGES = ["SECURITY.md"];

/** The README and every page beside it, as they are on disk. */
export const PAGES: readonly string[] = [
  "README.md",
  ...["docs", "docs/dev", "docs/providers"].flatMap((folder) =>
    [...Deno.readDirSync(`${ROOT}${folder}`)].map(({ name }) => `${folder}/${name}`)
      .filter((path) => path.endsWith(".md")).sort()
  ),
  ...[...Deno.readDirSync(ROOT)].map(({ name }) => name)
    .filter((name) => ROOT_PAGES.includes(name)),
];

/** All pages, one after the other. */
export async function readPages(): Promise<string> {
  return (await Promise.all(PAGES.map(readRoot))).join("\n");
}

/** The anchor that a heading gets. */
export function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-");
}

/** Text below a heading of the second level; fails without one. */
export function section(page: string, heading: string): string {
  const found = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  assert.ok(found !== undefined, `no section is called so: ${heading}`);
  return found.slice(heading.length + 1);
}

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Fenced blocks of code, in their order. */
export function blocks(text: string, ...languages: readonly string[]): Block[] {
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .map(([, language = "", code = ""]) => ({ language, text: code }))
    .filter(({ language }) => languages.length === 0 || languages.includes(language));
}

/** Rows of the table whose first title is this, its head left out; fails where there is none. */
export function table(text: string, firstTitle: string): string[][] {
  const lines = text.split("\n");
  const head = lines.findIndex((line) => line.startsWith("|") && cells(line)[0] === firstTitle);
  assert.ok(head >= 0, `no table begins with this title: ${firstTitle}`);
  const end = lines.findIndex((line, i) => i > head && !line.startsWith("|"));
  return lines.slice(head + 2, end < 0 ? lines.length : end).map(cells);
}

function cells(line: string): string[] {
  return line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
}

/** Code spans of a cell or a text: `this`. */
export function codes(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

/** Makes what differs from run to run the same: ids, dates, moments, and what is left of a rate limit. */
export function masked(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/(x-request-id: )[0-9a-f]{8}-[0-9a-z]+/i, "$1<id>")
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>")
    .replace(/\b\d{4}-\d\d-\d\d( \d\d:\d\d:\d\dZ)?\b/g, "<date>")
    .replace(/\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g, "<order>")
    .replace(/\br=\d+;t=\d+/g, "r=<n>;t=<n>");
}

/** Holds a text that is shortened at `...` against the whole one. */
export function assertShows(shown: string, whole: string): void {
  const pattern = masked(shown).split("...").map((part) =>
    part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  );
  assert.match(masked(whole), new RegExp(`^${pattern.join("[^]*")}$`));
}

/** True if a value has all that is shown: fields may be left out, entries of lists not. */
export function assertPart(shown: unknown, whole: unknown, path = ""): void {
  if (typeof shown !== "object" || shown === null) {
    assert.deepEqual(whole, shown, path);
    return;
  }
  assert.ok(typeof whole === "object" && whole !== null, path);
  const fields = new Map(Object.entries(whole));
  if (Array.isArray(shown)) assert.equal(fields.size, shown.length, path);
  for (const [key, value] of Object.entries(shown)) {
    assertPart(value, fields.get(key), `${path}.${key}`);
  }
}

/** JSON without the comments that a page adds to it. */
export function withoutComments(jsonc: string): string {
  return jsonc.replace(/(^|\s)\/\/ .*$/gm, "$1");
}

/** The example of docs/seed.md as a seed file. */
export async function seedExample(): Promise<string> {
  const [example] = blocks(await readRoot("docs/seed.md"), "jsonc");
  assert.ok(example);
  return withoutComments(example.text);
}
