import assert from "node:assert/strict";
import { allCommands } from "../support/commands.ts";
import { withShell } from "./support.ts";

Deno.test("run() knows every noun and verb", () => {
  assert.deepEqual(allCommands().map((words) => words.join(" ")).sort(), [
    "",
    "audit",
    "audit erase",
    "audit list",
    "audit verify",
    "channel",
    "channel add",
    "channel list",
    "channel remove",
    "channel template",
    "channel test",
    "completions",
    "coupon",
    "coupon create",
    "coupon delete",
    "coupon disable",
    "coupon enable",
    "coupon list",
    "coupon update",
    "customer",
    "customer coins",
    "customer erase",
    "customer list",
    "customer show",
    "dashboard",
    "dashboard factor",
    "dashboard factor reset",
    "dashboard link",
    "dashboard user",
    "dashboard user add",
    "dashboard user grant",
    "dashboard user list",
    "dashboard user remove",
    "db",
    "db backup",
    "db check",
    "db copy",
    "db migrate",
    "db restore",
    "demo",
    "doctor",
    "init",
    "key",
    "key create",
    "key list",
    "key revoke",
    "key rotate",
    "key update",
    "merchant",
    "merchant create",
    "merchant delete",
    "merchant list",
    "merchant show",
    "merchant update",
    "order",
    "order list",
    "order refund",
    "order refunded",
    "order show",
    "payment",
    "payment cancel",
    "payment dispute",
    "payment list",
    "payment look",
    "payment reconcile",
    "payment refunded",
    "payment resolve",
    "payment show",
    "product",
    "product create",
    "product import",
    "product list",
    "product picture",
    "product picture add",
    "product picture list",
    "product picture move",
    "product picture remove",
    "product update",
    "provider",
    "provider add",
    "provider list",
    "provider remove",
    "provider test",
    "refund",
    "refund list",
    "secrets",
    "secrets rotate",
    "secrets show",
    "seed",
    "session",
    "session cancel",
    "session collected",
    "session expire",
    "session list",
    "session paid",
    "session show",
    "session stats",
    "version",
    "webhook",
    "webhook add",
    "webhook deliveries",
    "webhook disable",
    "webhook enable",
    "webhook list",
    "webhook listen",
    "webhook remove",
    "webhook replay",
    "webhook rotate",
    "webhook test",
    "webhook trigger",
    "webhook update",
  ]);
});

for (const words of allCommands()) {
  Deno.test(`checkoutctl ${[...words, "--help"].join(" ")} explains itself with an example`, () =>
    withShell(async (shell) => {
      const { code, out, err } = await shell.run(...words, "--help");
      assert.equal(code, 0);
      assert.match(out, new RegExp(`^Usage: ${["checkoutctl", ...words].join(" ")}`));
      assert.match(out, /\nExample:\n {2}\S/);
      assert.match(out, /--db <path\|url>/);
      assert.equal(err, "");
      assert.deepEqual(shell.opened, [], "help needs no database");
    }));
}

const COINS = ["customer", "coins", "+919876543210", "--merchant", "m"];
const WEBHOOK = ["webhook", "add", "--merchant", "m"];

/** A wrong command line, and what its message has to name. */
const WRONG: readonly (readonly [argv: readonly string[], named: string])[] = [
  [["nonsense"], "'nonsense'"],
  [["merchant", "shw"], "show"],
  [["merchant", "list", "--bogus"], "'--bogus'"],
  [["merchant", "list", "extra"], "extra"],
  [["merchant", "delete"], "'merchant'"],
  [["seed"], "'file'"],
  [["key", "create", "--merchant", "m"], "--name"],
  [["key", "create", "--merchant", "m", "--name", " "], "--name"],
  [["key", "create", "--merchant", "m", "--name", "n", "--expires", "3x"], "--expires"],
  [["key", "create", "--merchant", "m", "--name", "n", "--expires", "99999w"], "--expires"],
  [["key", "create", "--merchant", "m", "--name", "n", "--rate-limit", "0"], "--rate-limit"],
  [["session", "list", "--state", "bogus"], "--state"],
  [["session", "list", "--payment", "lost"], "draft, pending, paid, failed"],
  [["session", "list", "--limit", "1e3"], "--limit"],
  [["session", "stats", "--days", "0"], "--days"],
  [["session", "stats", "--days", "367"], "--days"],
  [["session", "stats", "--timezone", "Mars/Olympus"], "--timezone"],
  [["session", "stats", "--timezone", "+05:30"], "--timezone"],
  [["session", "stats", "--interval", "5"], "--interval needs --watch: 5"],
  [["session", "stats", "--watch", "--interval", "0"], "--interval"],
  [["session", "expire"], "'session-id'"],
  [["customer", "show", "--merchant", "m"], "'phone'"],
  ...["100", "+0", "-0", "+1.5", "+1e3", "-1000000000", "+"].map((coins) =>
    [[...COINS, coins, "--reason", "r"], "a whole number with a sign"] as const
  ),
  [[...COINS, "+1"], "--reason"],
  [[...COINS, "+1", "--reason", " "], "--reason must have 1 to 200"],
  [[...WEBHOOK, "https://x.example/", "--event", "payment.lost"], "payment.pending"],
  [[...WEBHOOK, "hooks"], 'The URL must be an absolute https URL, got "hooks"'],
  [[...WEBHOOK, "ftp://x.example/"], "The URL must be an absolute https URL"],
  [[...WEBHOOK, "http://x.example/"], "(add --allow-insecure-webhooks to allow it)"],
  [[...WEBHOOK, "https://10.0.0.1/"], "(add --allow-insecure-webhooks to allow it)"],
  [[...WEBHOOK, "https://user:secret@x.example/"], "The URL must not contain a user name"],
  [["webhook", "deliveries", "x", "--state", "lost"], "pending, delivered, failed"],
  [["webhook", "deliveries", "x", "--since", "soon"], "--since"],
  [["coupon", "update", "X", "--merchant", "m"], "at least one option"],
  [["product", "update", "x", "--merchant", "m", "--inventory", "1"], "an id of the store"],
  [["product", "update", "1", "--merchant", "m"], "at least one option"],
  [["product", "update", "1", "--merchant", "m", "--inventory", "many"], "such as 42, a change"],
  [["product", "update", "1", "--merchant", "m", "--inventory", "9999999999"], "--inventory"],
  [["webhook", "deliveries", "x", "--limit", "0"], "--limit"],
  [["webhook", "replay"], "--failed"],
  [["webhook", "trigger"], "'event'"],
  [["webhook", "trigger", "payment.lost"], "payment.pending"],
  [
    ["webhook", "listen", "--forward", "hooks"],
    'The URL must be an absolute https URL, got "hooks"',
  ],
  [["webhook", "update", "x"], "--lanes"],
  [["webhook", "update", "x", "--lanes", "9"], "8"],
  [["webhook", "enable"], "'endpoint-id'"],
  [["webhook", "disable"], "'endpoint-id'"],
  [["completions"], "'shell'"],
  [["completions", "csh"], "bash, zsh, fish"],
  [["demo", "--url", "ftp://x"], "--url"],
  [["demo", "--url", "http://x/?a=1"], "--url"],
  [["merchant", "create", "--shipping", "IN"], "--shipping"],
  [["merchant", "create", "--payment-offer", "prepaid"], "--payment-offer"],
  [["merchant", "create", "--payment-offer", "gold=5%"], "--payment-offer"],
  [["merchant", "create"], "--name is required"],
  [["merchant", "update", "m"], "at least one option"],
  [["--db", "mysql://user:secret@host/db", "merchant", "list"], "--db"],
  [["--db", " ", "merchant", "list"], "--db"],
];

for (const [argv, named] of WRONG) {
  Deno.test(`checkoutctl ${argv.join(" ")} is wrong usage and names ${named}`, () =>
    withShell(async (shell) => {
      const { code, out, err } = await shell.run(...argv);
      assert.equal(code, 2);
      assert.equal(out, "");
      const [line = ""] = err.split("\n");
      assert.match(line, /^error: [A-Z-].*[^.] \(error\.invalid-request\)$/);
      assert.ok(line.includes(named), line);
      assert.ok(!err.includes("secret"), "a password is not repeated");
      assert.deepEqual(shell.opened, [], "no database is touched");
    }));
}

Deno.test("run() prints help on stderr and fails where a verb is missing", () =>
  withShell(async (shell) => {
    const { code, out, err } = await shell.run("merchant");
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(err, /Usage: checkoutctl merchant/);
    assert.match(err, /error: Choose a command/);
  }));

Deno.test("run() prints the version: a line, or with --json one value", () =>
  withShell(async (shell) => {
    assert.deepEqual(await shell.run("--version"), { code: 0, out: "0.0.0-test\n", err: "" });
    const json = { code: 0, out: '{\n  "version": "0.0.0-test"\n}\n', err: "" };
    assert.deepEqual(await shell.run("--json", "--version"), json);
    for (const words of [["-V"], ["version"]]) {
      assert.deepEqual(await shell.run(...words), await shell.run("--version"), words[0]);
      assert.deepEqual(await shell.run(...words, "--json"), json);
    }
    assert.deepEqual(await shell.run("--version", "--json"), json);
  }));

Deno.test("run() answers wrong usage with one JSON value where --json stands anywhere", () =>
  withShell(async (shell) => {
    for (const argv of [["--json", "nonsense"], ["merchant", "show", "--json"]]) {
      const { code, out } = await shell.run(...argv);
      assert.equal(code, 2);
      assert.equal(JSON.parse(out).error.code, "error.invalid-request");
    }
  }));
