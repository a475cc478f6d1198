import assert from "node:assert/strict";
import { unknownVariables, VARIABLES } from "../../src/command/variables.ts";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { allCommands, commandAt } from "../support/commands.ts";
import { withShell } from "./support.ts";

function warned(set: Readonly<Record<string, string>>, handed = true): string | undefined {
  const names = { ...set, CHECKOUT_VARIABLES: Object.keys(set).join("\n") };
  const all: Readonly<Record<string, string>> = handed ? names : set;
  return unknownVariables((name) => all[name]);
}

Deno.test("VARIABLES has every variable of both programs", () => {
  const help = parseServerArgs(["--help"]);
  assert.ok("text" in help);
  const server = [...help.text.matchAll(/\benv:\s+(CHECKOUT_\w+)/g)].map(([, name]) => name);
  const ctl = allCommands().flatMap((words) => commandAt(words).options)
    .flatMap(({ envVar }) => envVar ?? []);
  // Read without an option.
  const others = [
    "CALLED",
    "DASHBOARD_URL",
    "DB_PASSWORD",
    "DEBUG",
    "MERCHANT",
    "SELF",
    "USER",
    "VARIABLES",
  ]
    .map((name) => `CHECKOUT_${name}`);
  assert.deepEqual([...new Set([...server, ...ctl, ...others])].sort(), Object.keys(VARIABLES));
});

Deno.test("unknownVariables() knows its own, and names what another one stands for", () => {
  assert.equal(warned({}), undefined);
  assert.equal(
    warned(Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ""]))),
    undefined,
  );
  const rows = [
    ["DATABASE", "DB"],
    ["DATABSE", "DB"],
    ["RATELIMIT", "RATE_LIMIT"],
    ["RATE_LIMTI", "RATE_LIMIT"],
    ["LOG_LEVELS", "LOG_LEVEL"],
    ["TRUSTED_PROXY", "TRUST_PROXY"],
    ["METRICCS_PORT", "METRICS_PORT"],
  ] as const;
  for (const [wrong, right] of rows) {
    const text = `Unknown variable: CHECKOUT_${wrong} (did you mean CHECKOUT_${right}?)`;
    assert.equal(warned({ [`CHECKOUT_${wrong}`]: "1" }), text);
    assert.equal(warned({ [`CHECKOUT_${wrong}`]: "1" }, false), text, "asked for by name");
  }
  assert.equal(
    warned({ CHECKOUT_SHOE: "", CHECKOUT_DB: "x.db", CHECKOUT_HAT: "" }),
    "Unknown variables: CHECKOUT_HAT, CHECKOUT_SHOE",
  );
});

Deno.test("a command warns of unknown variables once, on stderr; completions do not", () =>
  withShell(async (shell) => {
    shell.env = { CHECKOUT_VARIABLES: "CHECKOUT_FROB\nCHECKOUT_DB", CHECKOUT_DB: "x.db" };
    const { code, out, err } = await shell.run("merchant", "list", "--json");
    assert.deepEqual([code, out, err], [0, "[]\n", "Unknown variable: CHECKOUT_FROB\n"]);
    assert.equal((await shell.run("__complete", "--", "merchant", "li")).err, "");
  }));
