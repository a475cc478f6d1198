/** Every command that a page shows is run by a test, or is one of few that say why not. */
import assert from "node:assert/strict";
import { COMMAND_LANGUAGES, commandsOf, isNotRun, partsOf } from "./commands.ts";
import { NOT_RUN } from "./not_run.ts";
import { readPrograms, unknownIn } from "./programs.ts";
import { type Block, blocks, codes, PAGES } from "./pages.ts";
import { readRoot } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";

/** Languages of blocks that nobody types. */
const OTHER_LANGUAGES = [
  "json",
  "jsonc",
  "js",
  "html",
  "python",
  "php",
  "ini",
  "yaml",
  "text",
  "mermaid",
  "sql",
  "diff",
];

interface Placed {
  readonly place: string;
  readonly page: string;
  readonly block: Block;
}

/** The command blocks of all pages. */
async function commandBlocks(): Promise<Placed[]> {
  const all = await Promise.all(
    PAGES.map(async (page) =>
      partsOf(page, await readRoot(page)).flatMap(({ place, text }) =>
        blocks(text, ...COMMAND_LANGUAGES).map((block) => ({ place, page, block }))
      )
    ),
  );
  return all.flat();
}

/** The places that tests say they run, by `withCommands()`. */
async function claims(): Promise<string[]> {
  return (await sourceTexts("tests")).filter(({ path }) => path.endsWith("_test.ts"))
    .flatMap(({ text }) => [...text.matchAll(/\bwithCommands\(\s*"([^"]+)"/g)])
    .map(([, place = ""]) => place);
}

Deno.test("pages: every block is closed and of a language that is known here", async () => {
  const known = [...COMMAND_LANGUAGES, ...OTHER_LANGUAGES];
  for (const page of PAGES) {
    const fences = [...(await readRoot(page)).matchAll(/^ *```(.*)$/gm)].map(([, name]) => name);
    fences.forEach((name = "", i) => {
      if (i % 2 === 0) assert.ok(known.includes(name), `${page}: ${name}`);
      else assert.equal(name, "", page);
    });
    assert.equal(fences.length % 2, 0, page);
    assert.equal(blocks(await readRoot(page)).length, fences.length / 2, page);
  }
});

Deno.test("pages: nothing that is typed hides in a block of plain text", async () => {
  for (const page of PAGES) {
    for (const { text } of blocks(await readRoot(page), "text")) {
      assert.doesNotMatch(text, /^(\$|deno|npx|curl|checkoutctl|checkoutd|sudo) /m, page);
    }
  }
});

Deno.test("pages: every command is run by a test, or says why not", async () => {
  const claimed = await claims();
  assert.ok(claimed.length >= 10);
  const open = (await commandBlocks()).filter(({ place, page, block }) =>
    !claimed.includes(place) && !claimed.includes(page) && !isNotRun(place, block)
  );
  assert.deepEqual(open.map(({ place, block }) => `${place}: ${block.text}`), []);
});

Deno.test("pages: what is not run is there, once, and has a reason", async () => {
  const all = await commandBlocks();
  for (const { place, begins, reason } of NOT_RUN) {
    const found = all.filter((one) => one.place === place && one.block.text.startsWith(begins));
    assert.equal(found.length, 1, `${place}: ${begins}`);
    assert.ok(reason.length > 20, begins);
  }
});

Deno.test("pages: every command and flag of the two programs exists", async () => {
  const programs = await readPrograms();
  const typed = (await commandBlocks()).flatMap(({ place, block }) =>
    commandsOf(block).map((line) => ({ place, line }))
  );
  const said = await Promise.all(
    PAGES.map(async (page) => codes(await readRoot(page)).map((line) => ({ place: page, line }))),
  );
  const all = [...typed, ...said.flat()];
  assert.ok(all.filter(({ line }) => /^bin\/checkout(ctl|d) /.test(line)).length >= 15);
  assert.deepEqual(
    all.flatMap(({ place, line }) => unknownIn(line, programs).map((what) => `${place}: ${what}`)),
    [],
  );
});

/** Flags that pages name of other programs: Deno, V8, the fuzz target, usermod. */
const FOREIGN = new Set([
  "--no-prompt",
  "--lock",
  "--allow-net",
  "--allow-env",
  "--allow-read",
  "--allow-write",
  "--allow-sys",
  "--allow-all",
  "--heap-growing-percent",
  "--max-semi-space-size",
  "--cases",
  "--seed",
  "--append",
  "--groups",
]);

Deno.test("pages: a flag that is named by itself is one of the two programs'", async () => {
  const { server, build, bench, ctl } = await readPrograms();
  const known = [server, build, bench, FOREIGN, ...ctl.values()];
  const unknown = (await Promise.all(
    PAGES.map(async (page) =>
      codes(await readRoot(page)).flatMap((code) => code.match(/(?<=^|\s)--[a-z][\w-]*/g) ?? [])
        .filter((flag) => !known.some((flags) => flags.has(flag)))
        .map((flag) => `${page}: ${flag}`)
    ),
  )).flat();
  assert.deepEqual(unknown, []);
});
