/** Commands of an installation: which database they work in, and how they say so. */
import assert from "node:assert/strict";
import { READING } from "../../src/cli/run.ts";
import { leafCommands } from "../support/commands.ts";
import { createShop, type Shell, withShell } from "./support.ts";

const FILE = "/etc/checkoutd/checkoutd.env";
const DB = "/var/lib/checkoutd/checkout.db";

/** Lets the database be named by the settings file alone. */
function install(shell: Shell): void {
  shell.env["CHECKOUT_DB"] = DB;
  shell.settings = { file: FILE, names: new Set(["CHECKOUT_DB"]), problem: undefined };
}

const SHOP = ["--name", "Shop", "--domain", "shop.example", "--country", "IN"];
const INIT = ["init", ...SHOP, "--cart-format", "plain", "--no-cod", "--no-webhook"];

Deno.test("a command that writes names the database of the settings file first, others do not", () =>
  withShell(async (shell) => {
    install(shell);
    await createShop(shell);
    const line = `Database: ${DB}, by ${FILE}\n`;
    const create = ["key", "create", "--name", "backend"];
    assert.equal((await shell.run(...create)).err, line);
    assert.equal((await shell.run("key", "list")).err, "");
    assert.equal((await shell.run("--db", "other.db", ...create)).err, "");
    assert.deepEqual(shell.opened.slice(-3), [DB, DB, "other.db"]);
    const { err } = await shell.run(...INIT);
    assert.equal(err, line, "once");
  }));

Deno.test("READING has commands that write nothing, and no name of another", () => {
  const reading = leafCommands().filter((words) => READING.has(words.split(" ").at(-1) ?? ""));
  const audited = /\b(create|update|delete|add|remove|import|cancel|erase|grant|rotate|revoke)\b/;
  assert.deepEqual(reading.filter((words) => audited.test(words)), []);
  assert.ok(reading.length > 15);
});

Deno.test("a settings file that is not obeyed stops each command without a database of its own", () =>
  withShell(async (shell) => {
    shell.settings = { ...shell.settings, problem: "The settings file can be changed" };
    const { code, err } = await shell.run("merchant", "list");
    assert.deepEqual([code, err], [
      1,
      "error: The settings file can be changed (error.unavailable)\n",
    ]);
    assert.deepEqual(shell.opened, []);
    assert.equal((await shell.run("--db", "x.db", "merchant", "list")).code, 0);
    shell.env["CHECKOUT_DB"] = "y.db";
    assert.equal((await shell.run("merchant", "list")).code, 0);
    assert.equal((await shell.run("--help")).code, 0);
  }));

Deno.test("init shows the file before it writes", () =>
  withShell(async (shell) => {
    const { code, err } = await shell.run("--db", "shops/a.db", ...INIT);
    assert.deepEqual([code, err], [0, "Database: shops/a.db\n"]);
  }));

Deno.test("init beside a service with another database asks, or needs --yes", () =>
  withShell(async (shell) => {
    shell.other = "http://127.0.0.1:8080";
    const refused = await shell.run("--db", "a.db", ...INIT);
    assert.equal(refused.code, 2);
    assert.equal(
      refused.err,
      "Database: a.db\nerror: A checkoutd answers on http://127.0.0.1:8080, and its database is " +
        "not a.db: name its database with --db, or add --yes (error.invalid-request)\n" +
        "Add --help for usage\n",
    );
    assert.deepEqual(shell.created, [], "nothing was made");
    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await shell.run("--db", "a.db", ...INIT)).code, 1);
    assert.deepEqual(shell.asked, [
      "A checkoutd answers on http://127.0.0.1:8080, and its database is not a.db. " +
      "Set up the shop in a.db anyway?",
    ]);
    assert.deepEqual(shell.created, []);
    shell.answer = true;
    assert.equal((await shell.run("--db", "a.db", ...INIT)).code, 0);
    shell.isTerminal = false;
    const other = INIT.map((word) => word === "shop.example" ? "other.example" : word);
    assert.equal((await shell.run("--db", "a.db", ...other, "--yes")).code, 0);
  }));
