/**
 * The commands that the pages show. Whoever tests some of them says which by
 * {@link withCommands}; `commands_test.ts` looks whether all of them are somebody's.
 */
import assert from "node:assert/strict";
import { anchor, type Block, blocks } from "./pages.ts";
import { readRoot } from "../support/root.ts";

/** Languages of blocks that are typed into a terminal. */
export const COMMAND_LANGUAGES: readonly string[] = ["sh", "console"];

/** A block of commands that no test runs as it stands. */
export interface NotRun {
  /** The page and the anchor of its section: `docs/installing.md#upgrading`; `#` before the first. */
  readonly place: string;
  /** First words of the block. */
  readonly begins: string;
  readonly reason: string;
}

/** Every block that is shown and not run. What it names of this program is checked all the same. */
export const NOT_RUN: readonly NotRun[] = [
  {
    place: "docs/postgresql.md#set-up",
    begins: "export CHECKOUT_DB",
    reason:
      "needs a server at db.example; tests/e2e/postgres_test.ts runs both programs on its own",
  },
  {
    place: "docs/postgresql.md#set-up",
    begins: "sudo -u postgres createuser",
    reason: "makes a user of the system's own PostgreSQL, by its own tools",
  },
  {
    place: "README.md#tests",
    begins: "npx -y deno@2.9.6 task test",
    reason: "runs all tests, this one too; .ci/run calls it",
  },
  {
    place: "docs/postgresql.md#backup",
    begins: "pg_dump",
    reason: "dumps and restores by PostgreSQL's own tools, which are not part of this program",
  },
  {
    place: "docs/postgresql.md#copy",
    begins: "systemctl stop",
    reason: "stops a service; tests/store/postgres/copy_test.ts copies to its own server and back",
  },
  {
    place: "docs/shop.md#by-questions",
    begins: "bin/checkoutctl init\n",
    reason: "asks a person on a terminal; tests/e2e/init_test.ts has that talk",
  },
  {
    place: "docs/messages.md#test",
    begins: "bin/checkoutctl channel test email",
    reason: "sends to servers of others; tests/e2e/messages_test.ts sends to its own",
  },
  {
    place: "docs/recovery.md#the-page",
    begins: "bin/checkoutd --checkout-port",
    reason: "serves until it is stopped; tests/e2e/recovery_test.ts has a server with these flags",
  },
  {
    place: "docs/webhooks.md#trying-a-receiver",
    begins: "bin/checkoutctl webhook trigger",
    reason: "sends to servers of others; tests/cli/webhook_trigger_test.ts sends to its own",
  },
  {
    place: "docs/webhooks.md#trying-a-receiver",
    begins: "bin/checkoutctl webhook listen",
    reason: "listens until it is stopped; tests/e2e/webhook_listen_test.ts does",
  },
  {
    place: "docs/installing.md#two-kinds-of-files",
    begins: "npm pack @deno/linux-arm64-glibc@",
    reason: "fetches Deno for another machine from the registry; the page says it was not tried",
  },
  {
    place: "docs/running.md#behind-caddy",
    begins: "sudo cp deploy/caddy/Caddyfile",
    reason: "changes the machine's own Caddy; tests/e2e/caddy_test.ts runs the file in another",
  },
  {
    place: "docs/running.md#systemd",
    begins: "sudo install -m 0755 dist/checkoutd",
    reason: "needs root and a running systemd; tests/e2e/systemd_test.ts holds the unit",
  },
  {
    place: "docs/servers.md#set-up",
    begins: "sudo install -m 0644 deploy/systemd/checkoutd@.service",
    reason: "needs root and a running systemd; tests/servers/caddy_test.ts has two behind Caddy",
  },
  {
    place: "docs/servers.md#restart-one-after-another",
    begins: "sudo systemctl restart checkoutd@8080",
    reason: "needs root and a running systemd; tests/servers/caddy_test.ts restarts both",
  },
  {
    place: "docs/running.md#container",
    begins: "deno task compile\npodman build",
    reason: "needs a container engine; tests/deploy/containerfile_test.ts holds the file",
  },
  ...["dashboard --behind-proxy", "dashboard --host 0.0.0.0"].map((begins) => ({
    place: "docs/dashboard.md#behind-a-proxy",
    begins: `bin/checkoutctl ${begins}`,
    reason: "serves until it is stopped; tests/e2e/dashboard_test.ts does",
  })),
  {
    place: "docs/dashboard.md#systemd",
    begins: "sudo install -m 0644 deploy/systemd/checkoutd-dashboard.service",
    reason: "needs root and a running systemd; tests/e2e/dashboard_test.ts holds the unit",
  },
  {
    place: "docs/running.md#slow-clients",
    begins: "deno task test:held 500",
    reason: "tests/hostile/held_test.ts runs it with as many clients",
  },
  {
    place: "docs/speed.md#measuring",
    begins: "deno task bench --quick",
    reason: "takes a minute of the whole machine; speed_test.ts runs a shorter one",
  },
  {
    place: "docs/speed.md#measuring",
    begins: "deno task bench --growth",
    reason: "takes twelve minutes of the whole machine; tests of the bench run its parts",
  },
  {
    place: "docs/speed.md#measuring",
    begins: "git worktree add",
    reason: "compares with another version; readme_speed_test.ts compares this one with itself",
  },
  {
    place: "docs/integrating.md#a-receiver-in-javascript",
    begins: "npm install standardwebhooks",
    reason: "fetches from the registry; the receiver's test installs the package from Deno's cache",
  },
];

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
