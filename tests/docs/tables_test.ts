import assert from "node:assert/strict";
import { EXIT_CODES } from "../../src/cli/run.ts";
import { MAX_LINES, MAX_QUANTITY } from "../../src/domain/cart/cart.ts";
import { IDEMPOTENCY_LIFETIME_MS, isIdempotencyKey } from "../../src/domain/idempotency.ts";
import { DEFAULT_LIMITS, LIMIT_NAMES, limitField } from "../../src/domain/shop/limits.ts";
import { MAX_VARIANTS } from "../../src/web/checkout_page/carts/buy.ts";
import { WRONG_TOKENS } from "../../src/web/checkout_page/limits.ts";
import { BODY_DEADLINE_MS, BODY_LIMIT_BYTES } from "../../src/web/guard/body.ts";
import { FREE_FORM_BYTES, FREE_FORM_ENTRIES } from "../../src/web/guard/free_form.ts";
import { WINDOW_SECONDS } from "../../src/web/guard/rate_limit.ts";
import { STATUS } from "../../src/web/problem.ts";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { MAX_MEMBERS, MAX_VALUES } from "../../src/schema/json.ts";
import { MAX_DEPTH } from "../../src/schema/json_text.ts";
import { withWorld } from "../support/app.ts";
import { leafCommands } from "../support/commands.ts";
import { readRoot } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";
import { blocks, codes, readPages, section, table } from "./pages.ts";

/** The options that `--help` lists, each on one line again. */
function helpOptions(): string[] {
  const parsed = parseServerArgs(["--help"]);
  assert.ok("text" in parsed);
  const options = /\nOptions:\n([^]*?)\n\n/.exec(parsed.text)?.[1] ?? "";
  return options.split(/\n {2}(?=-)/).map((option) => option.trim().replace(/\s+/g, " "))
    .filter((option) => !/^-[Vh],/.test(option));
}

Deno.test("docs/server.md: every flag of the server, its variable and its default, and no others", async () => {
  const expected = helpOptions().map((option) => [
    /^(--[\w-]+)/.exec(option)?.[1] ?? "",
    /env: (\w+)/.exec(option)?.[1] ?? "",
    (/default: ("[^"]*"|[^,)]+)/.exec(option)?.[1] ?? "").replaceAll('"', ""),
  ]);
  const rows = table(await readRoot("docs/server.md"), "Flag");
  const shown = rows.map((cells) => cells.slice(0, 3).map((cell) => codes(cell)[0] ?? ""));
  assert.ok(expected.length >= 10);
  assert.deepEqual(shown, expected);
});

Deno.test("pages: every CHECKOUT_ variable that the program reads, and no others", async () => {
  const variables = (text: string) =>
    [...new Set(text.match(/\bCHECKOUT_[A-Z_]+[A-Z]\b/g) ?? [])].sort();
  const sources = (await sourceTexts()).map(({ text }) => text).join("\n");
  // The variables of the server's flags are named in its help only.
  const help = parseServerArgs(["--help"]);
  assert.ok("text" in help);
  // Caddy's file has some of its own.
  const ofCaddy = variables(await readRoot("deploy/caddy/Caddyfile"));
  const shown = variables(await readPages()).filter((name) => !ofCaddy.includes(name));
  assert.deepEqual(shown, variables(sources + help.text));
});

Deno.test("docs/api.md: every error code with its status", async () => {
  const rows = table(await readRoot("docs/api.md"), "Code");
  const shown = rows.map(([code = "", status]) => [codes(code)[0], Number(status)]);
  assert.deepEqual(shown.sort(), Object.entries(STATUS).sort());
});

Deno.test("docs/api.md: an error code is answered where the table says so", async () => {
  const rows = table(await readRoot("docs/api.md"), "Code");
  const placed = (place: string) =>
    rows.filter(([, , where = ""]) => where.split(", ").includes(place))
      .map(([code = ""]) => codes(code)[0] ?? "").sort();
  await withWorld(async ({ send }) => {
    const { text } = await send("GET", "/openapi.json");
    const documented = Object.keys(STATUS).filter((code) => text.includes(`\`${code}\``));
    assert.deepEqual(placed("API"), documented.sort());
  });
  const known = (await sourceTexts())
    .filter(({ path }) => !/^src\/(domain|http)\//.test(path)).map(({ text }) => text).join("\n");
  assert.deepEqual(
    placed("CLI").filter((code) => !placed("API").includes(code) && !known.includes(`"${code}"`)),
    [],
  );
  assert.deepEqual(rows.filter(([, , where = ""]) => !/^(API|API, CLI|CLI|Page)$/.test(where)), []);
});

Deno.test("docs/api.md: the limits are the program's", async () => {
  const rows = table(await readRoot("docs/api.md"), "Limit");
  assert.deepEqual(rows.map(([, value]) => Number(value)), [
    MAX_LINES,
    MAX_QUANTITY,
    BODY_LIMIT_BYTES,
    BODY_DEADLINE_MS / 1000,
    MAX_DEPTH,
    MAX_VALUES,
    MAX_MEMBERS,
    FREE_FORM_BYTES,
    FREE_FORM_ENTRIES,
    WINDOW_SECONDS,
    255,
    IDEMPOTENCY_LIFETIME_MS / 3_600_000,
  ]);
  assert.ok(isIdempotencyKey("k".repeat(255)) && !isIdempotencyKey("k".repeat(256)));
});

Deno.test("docs/checkout-page.md: the limits are the program's", async () => {
  const rows = table(await readRoot("docs/checkout-page.md"), "Limit of the pages");
  assert.deepEqual(
    rows.map(([, value]) => Number(value)),
    [WRONG_TOKENS, MAX_VARIANTS],
  );
  const limits = table(await readRoot("docs/checkout-page.md"), "Limit of a shop");
  assert.deepEqual(
    limits.map(([option = "", value]) => [codes(option)[0], Number(value)]),
    LIMIT_NAMES.map((name) => [
      `--${limitField(name).replaceAll("_", "-")}`,
      DEFAULT_LIMITS[name],
    ]),
  );
});

Deno.test("docs/commands.md: every command of checkoutctl, and no others", async () => {
  const rows = table(await readRoot("docs/commands.md"), "Command");
  const shown = rows.map(([command = "", text = ""]) => {
    assert.ok(text.length > 10, command);
    return codes(command)[0];
  });
  assert.deepEqual(shown.sort(), leafCommands().sort());
});

Deno.test("docs/commands.md: the exit codes are the program's", async () => {
  const rows = table(await readRoot("docs/commands.md"), "Exit code");
  assert.deepEqual(rows, [
    [`${EXIT_CODES.done}`, "Done"],
    [`${EXIT_CODES.failed}`, "Failed"],
    [`${EXIT_CODES.wrongUsage}`, "Wrong usage"],
  ]);
});

Deno.test("docs/dev/architecture.md: every package of import_map.json, and no others", async () => {
  const rows = table(
    section(await readRoot("docs/dev/architecture.md"), "Dependencies"),
    "Package",
  );
  const shown = rows.flatMap(([name = ""]) => codes(name));
  const { imports } = JSON.parse(await readRoot("import_map.json"));
  assert.deepEqual(
    shown.filter((name) => !name.startsWith("node:")).sort(),
    // Beside a package, the paths within it.
    Object.keys(imports).filter((name) => !(name.slice(0, -1) in imports)).sort(),
  );
  const all = (await sourceTexts("src", "tests")).map(({ text }) => text).join("\n");
  for (const name of shown.filter((name) => name.startsWith("node:"))) {
    assert.ok(all.includes(`from "${name}`), name);
  }
});

Deno.test("CONTRIBUTING.md: every task, and no others", async () => {
  const { tasks } = JSON.parse(await readRoot("deno.json"));
  const rows = table(await readRoot("CONTRIBUTING.md"), "Task");
  assert.deepEqual(rows.map(([task = ""]) => codes(task)[0]).sort(), Object.keys(tasks).sort());
  const named = new Set(
    [...(await readPages()).matchAll(/\bdeno(?:@[\d.]+)? task ([\w-]+)/g)].map(([, name = ""]) =>
      name
    ),
  );
  assert.ok(named.size >= 6, [...named].join());
  assert.deepEqual([...named].filter((name) => !(name in tasks)), []);
});

Deno.test("README: the version of Deno is the one that is pinned everywhere", async () => {
  const ci = await readRoot(".ci/run");
  const workflow = await readRoot(".github/workflows/ci.yml");
  const versions = (text: string) =>
    [...text.matchAll(/\b[Dd]eno[@ v]+(\d+\.\d+\.\d+)/g)].map(([, v]) => v);
  const readme = await readRoot("README.md");
  assert.ok(versions(readme).length >= 2 && versions(ci).length >= 1);
  const launcher = await readRoot("bin/launch.sh");
  const all = new Set([await readPages(), ci, workflow, launcher].flatMap(versions));
  assert.equal(all.size, 1, [...all].join());
  // CI runs the command that contributors are told.
  const [test] = blocks(section(await readRoot("CONTRIBUTING.md"), "Set up"), "sh");
  assert.ok(ci.includes(test?.text.trim() ?? "?"));
  assert.match(workflow, /bash \.ci\/run/);
});
