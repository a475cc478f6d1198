import assert from "node:assert/strict";
import { BY_NAME } from "../../src/command/calls.ts";
import { run } from "../../src/cli/run.ts";
import { createShop, withShell } from "./support.ts";
import { UNTOUCHED } from "./untouched.ts";

Deno.test("run() uses --db before CHECKOUT_DB before the default, wherever --db stands", () =>
  withShell(async (shell) => {
    await shell.run("db", "migrate");
    shell.env["CHECKOUT_DB"] = "env.db";
    await shell.run("db", "migrate");
    await shell.run("--db", "a.db", "db", "migrate");
    await shell.run("db", "migrate", "--db", "b.db");
    assert.deepEqual(shell.opened, ["./data/checkout.db", "env.db", "a.db", "b.db"]);
  }));

Deno.test("run() refuses a URL without a database in CHECKOUT_DB by that name", () =>
  withShell(async (shell) => {
    shell.env["CHECKOUT_DB"] = "postgresql://user:secret@host";
    const { code, err } = await shell.run("merchant", "list");
    assert.equal(code, 2);
    assert.match(
      err,
      /^error: CHECKOUT_DB must name a database: postgres:\/\/user@host\/database /,
    );
    assert.ok(!err.includes("secret"));
  }));

Deno.test("run() opens a URL and shows it without its password", () =>
  withShell(async (shell) => {
    const [url, shown] = ["postgres://user:secret@host/db", "postgres://user@host/db"];
    shell.env["CHECKOUT_DB"] = url;
    const { code, out, err } = await shell.run("db", "migrate");
    assert.deepEqual([code, err], [0, ""]);
    assert.ok(out.startsWith(`${shown} is at schema version `));
    assert.equal((await shell.json("db", "migrate")).database, shown);
    assert.deepEqual([...new Set(shell.opened)], [url]);
  }));

Deno.test("db migrate reports what it dropped of other versions, and what it left", () =>
  withShell(async (shell) => {
    const line = ["--db", "postgres://host/db", "db", "migrate"];
    shell.env["PGUSER"] = "shop";
    shell.unused = { schemaVersion: 7, dropped: 2, left: 0 };
    const dropped = await shell.run(...line);
    assert.equal(
      dropped.out,
      "postgres://host/db is at schema version 7 already; dropped 2 functions of other versions\n",
    );
    assert.equal(dropped.err, "");
    shell.unused = { schemaVersion: 8, dropped: 0, left: 1 };
    const left = await shell.run(...line);
    assert.equal(
      left.out,
      "postgres://host/db is at schema version 8 already, which works with this program's version 7\n",
    );
    assert.equal(left.err, "Left 1 function of other versions that servers are using\n");
    assert.deepEqual(await shell.json(...line), {
      database: "postgres://host/db",
      from_version: 8,
      schema_version: 8,
      functions_dropped: 0,
      functions_left: 1,
    });
  }));

Deno.test("run() refuses a password in any argument, and repeats none", () =>
  withShell(async (shell) => {
    const url = "postgresql://user:secret@host/db";
    const lines: readonly (readonly string[])[] = [
      ["--db", url, "db", "migrate"],
      ["db", "migrate", `--db=${url}`],
      ["--db", url, "--db", "a.db", "db", "migrate"],
      ["db", "copy", "a.db", url],
      ["db", "copy", url, "a.db"],
      ["merchant", "list", "--unknown", url],
      ["seed", url],
      [url],
      ["--db", "postgres://user:sec/ret@host/db", "merchant", "list"],
    ];
    for (const line of lines) {
      const { code, out, err } = await shell.run(...line);
      assert.deepEqual([code, out], [2, ""], line.join(" "));
      assert.match(err, /^error: No argument may have a password, .* CHECKOUT_DB, .* PGPASSWORD /);
      assert.doesNotMatch(err, /secret|sec\/ret/);
    }
    const refused = await shell.run("--json", "--db", url, "merchant", "list");
    assert.equal(JSON.parse(refused.out).error.code, "error.invalid-request");
    assert.ok(!refused.out.includes("secret") && !refused.err.includes("secret"));
    assert.deepEqual(shell.opened, []);
  }));

Deno.test("db migrate reports the version of the tables", () =>
  withShell(async (shell) => {
    assert.deepEqual(await shell.json("db", "migrate", "--db", "a.db"), {
      database: "a.db",
      from_version: 7,
      schema_version: 7,
    });
    const { out } = await shell.run("db", "migrate", "--db", "a\u001b.db");
    assert.equal(out, "a?.db is at schema version 7 already\n");
    shell.unused = { ...shell.unused, before: 5 };
    const { out: upgraded } = await shell.run("db", "migrate", "--db", "a.db");
    assert.equal(upgraded, "a.db went from schema version 5 to 7\n");
    shell.unused = { ...shell.unused, before: 0 };
    const { out: made } = await shell.run("db", "migrate", "--db", "a.db");
    assert.equal(made, "a.db is new, at schema version 7\n");
  }));

Deno.test("run() colours on a terminal alone, and not under NO_COLOR", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const plain = await shell.run("merchant", "list");
    // deno-lint-ignore no-control-regex -- the escape is what is looked for
    const escape = /\u001b\[/;
    assert.doesNotMatch(plain.out, escape);
    shell.isTerminal = true;
    shell.columns = 200;
    assert.match((await shell.run("merchant", "list")).out, escape);
    assert.match((await shell.run("merchant", "--help")).out, escape);
    assert.match((await shell.run("merchant", "show", "x.example")).err, escape);
    assert.doesNotMatch((await shell.run("merchant", "list", "--json")).out, escape);
    shell.env["NO_COLOR"] = "1";
    assert.equal((await shell.run("merchant", "list")).out, plain.out);
    assert.doesNotMatch((await shell.run("merchant", "--help")).out, escape);
  }));

Deno.test("run() turns an unexpected failure into one line, and shows the stack when asked", () =>
  withShell(async (shell) => {
    shell.store.merchants.all = () => Promise.reject(new Error("the disk\u001b is on fire"));
    const plain = await shell.run("merchant", "list");
    assert.deepEqual([plain.code, plain.out], [1, ""]);
    assert.equal(
      plain.err,
      "error: Unexpected error: the disk? is on fire (error.internal)\n" +
        "This is a bug: run it again with CHECKOUT_DEBUG=1 to see where it failed\n",
    );
    shell.env["CHECKOUT_DEBUG"] = "1";
    const debug = await shell.run("merchant", "list", "--json");
    assert.match(debug.err, / {4}at .*run_test\.ts/);
    assert.equal(JSON.parse(debug.out).error.code, "error.internal");
  }));

Deno.test("run() throws nothing, even where the database cannot be opened", async () => {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const sink = { isTerminal: false, columns: 80, rows: 24, isClosed: false, write };
  const code = await run(["merchant", "list"], {
    version: { text: "checkoutctl 0", fields: {} },
    stdout: sink,
    stderr: sink,
    secretKeys: () => assert.fail(),
    stdinIsTerminal: false,
    calls: BY_NAME,
    env: () => undefined,
    readTextFile: () => Promise.reject(new Error("not to be used")),
    readBytes: () => Promise.reject(new Error("not to be used")),
    makePicture: () => Promise.reject(new Error("not to be used")),
    confirm: () => Promise.reject(new Error("not to be used")),
    questions: () => {
      throw new Error("not to be used");
    },
    open: () => Promise.reject(new Error("no such disk")),
    ...UNTOUCHED,
    now: () => 0,
    timeZone: "UTC",
    wait: () => Promise.reject(new Error("not to be used")),
    nextTurn: () => Promise.resolve(),
    untilInterrupted: () => Promise.reject(new Error("not to be used")),
  });
  assert.equal(code, 1);
  assert.match(written.join(""), /^error: Unexpected error: no such disk \(error\.internal\)\n/);
});
