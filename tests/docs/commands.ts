/**
 * The commands that the pages show. Whoever tests some of them says which by
 * {@link withCommands}; `commands_test.ts` looks whether all of them are somebody's.
 */
import assert from "node:assert/strict";
import { NOT_RUN } from "./not_run.ts";
import { anchor, type Block, blocks } from "./pages.ts";
import { readRoot } from "../support/root.ts";

/** Languages of blocks that are typed into a terminal. */
export const COMMAND_LANGUAGES: readonly string[] = ["sh", "console"];

/** A part of a page, from one heading of the second level to the next. */
export interface Part {
  readonly place: string;
  readonly heading: string;
  readonly text: string;
}

/** The parts of a page, the one before the first heading included. */
export function partsOf(page: string, text: string): Part[] {
  return text.split(/^## /m).map((part, i) => {
    const heading = i === 0 ? "" : part.split("\n", 1)[0] ?? "";
    return { place: `${page}#${anchor(heading)}`, heading, text: part };
  });
}

/** True for a block that is not run. */
export function isNotRun(place: string, { text }: Block): boolean {
  return NOT_RUN.some((one) => one.place === place && text.startsWith(one.begins));
}

/** Which blocks: those of some languages, or of all; those below one heading, or everywhere. */
export interface Where {
  readonly of?: string | readonly string[];
  readonly in?: string;
}

/** The blocks of a page or of one of its parts, which notices which have been taken. */
export class Shown {
  readonly #parts: readonly (Part & { readonly blocks: readonly Block[] })[];
  readonly #taken = new Set<Block>();

  constructor(parts: readonly Part[]) {
    this.#parts = parts.map((part) => ({ ...part, blocks: blocks(part.text) }));
  }

  /**
   * Takes blocks to run them: all that there are, in their order. Who takes them says how many
   * they are, so that one more cannot be passed over by who picks them out by their place.
   *
   * @throws {AssertionError} when they are more or fewer
   */
  take(count: number, where: Where = {}): Block[] {
    const found = this.#find(where);
    assert.equal(found.length, count, `blocks ${JSON.stringify(where)}`);
    for (const block of found) this.#taken.add(block);
    return found;
  }

  /**
   * Takes the blocks of `sh`, or of another language, for their commands; so many there are.
   *
   * @throws {AssertionError} when they are more or fewer
   */
  lines(count: number, { of = "sh", ...where }: Where = {}): string[] {
    const found = this.#find({ of, ...where });
    const lines = found.flatMap(commandsOf);
    assert.equal(lines.length, count, `commands ${JSON.stringify({ of, ...where })}`);
    for (const block of found) this.#taken.add(block);
    return lines;
  }

  /** Commands to type that no test took. */
  untaken(): string[] {
    return this.#parts.flatMap(({ place, blocks }) =>
      blocks.filter((block) =>
        COMMAND_LANGUAGES.includes(block.language) && !isNotRun(place, block) &&
        !this.#taken.has(block)
      ).map(({ text }) => `${place}: ${text}`)
    );
  }

  #find({ of = [], in: heading }: Where): Block[] {
    const parts = this.#parts.filter((part) => heading === undefined || part.heading === heading);
    assert.ok(parts.length > 0, `no section is called so: ${heading}`);
    const languages = [of].flat();
    return parts.flatMap(({ blocks }) => blocks)
      .filter(({ language }) => languages.length === 0 || languages.includes(language));
  }
}

/**
 * Runs a test of the commands of a page, `docs/api.md`, or of a part of it,
 * `docs/api.md#errors`; fails when the test passes over one of them. The place has to stand
 * in the call as a literal, because that is how it is found.
 */
export async function withCommands(
  place: string,
  test: (shown: Shown) => Promise<void>,
): Promise<void> {
  const [page = ""] = place.split("#");
  const parts = partsOf(page, await readRoot(page))
    .filter((part) => place === page || part.place === place);
  assert.ok(parts.length > 0, `no such place: ${place}`);
  const shown = new Shown(parts);
  await test(shown);
  assert.deepEqual(shown.untaken(), [], "these commands were not run");
}

/** A block's commands, each with its continued lines; remarks and what is shown of answers left out. */
export function commandsOf({ language, text }: Block): string[] {
  const typed = language === "console"
    ? text.split("\n").filter((line, i, all) => /^\$ /.test(line) || isContinued(all, i))
      .map((line) => line.replace(/^\$ /, "")).join("\n")
    : text;
  return typed.replaceAll("\\\n", " ").split("\n")
    .map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

function isContinued(lines: readonly string[], i: number): boolean {
  const before = lines[i - 1];
  return before !== undefined && before.endsWith("\\") &&
    (/^\$ /.test(before) || isContinued(lines, i - 1));
}
