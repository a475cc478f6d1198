import assert from "node:assert/strict";
import { SCHEMA_VERSION } from "../../src/store/sqlite/file/migrate.ts";
import { NOW } from "../support/builders.ts";
import { tamper } from "../store/maintenance/support.ts";
import { withDb } from "./db_support.ts";

Deno.test("db backup says where to, how large and of which schema version", () =>
  withDb(async (shell) => {
    const target = `${shell.folder}/copy.db`;
    const { code, out, err } = await shell.run("db", "backup", target);
    assert.deepEqual([code, err], [0, ""]);
    assert.match(
      out,
      new RegExp(
        `^Backed up ${shell.path} to ${target}: \\d+ KiB in \\d+ pages, ` +
          `schema version ${SCHEMA_VERSION}\n$`,
      ),
    );
    const json = await shell.run("db", "backup", target, "--force", "--json");
    const { size } = await Deno.stat(target);
    assert.deepEqual(JSON.parse(json.out), {
      database: shell.path,
      file: target,
      bytes: size,
      pages: size / 4096,
      schema_version: SCHEMA_VERSION,
      compact: true,
      audit_head: null,
    });
  }));

Deno.test("db backup refuses a file that is there, and says what replaces it", () =>
  withDb(async (shell) => {
    const target = `${shell.folder}/copy.db`;
    await Deno.writeTextFile(target, "mine");
    const { code, out, err } = await shell.run("db", "backup", target);
    assert.deepEqual([code, out], [1, ""]);
    assert.equal(
      err,
      `error: The file exists; add --force to replace it: ${target} (error.conflict)\n`,
    );
  }));

Deno.test("db backup shows how far it is on a terminal, once it takes long", () =>
  withDb(async (shell) => {
    shell.isTerminal = true;
    let at = NOW;
    shell.now = () => at += 1200;
    const { err } = await shell.run("db", "backup", `${shell.folder}/copy.db`);
    assert.match(err, /Checking the copy/);
    assert.ok(err.endsWith("\r\u001b[K"), "the line is taken away again");
  }));

Deno.test("db restore says what it did and what it kept", () =>
  withDb(async (shell) => {
    const backup = `${shell.folder}/copy.db`;
    await shell.run("db", "backup", backup);
    const { code, out } = await shell.run("db", "restore", backup, "--yes");
    assert.equal(code, 0);
    const kept = `${shell.path}.before-restore-20260102T030405Z`;
    assert.match(out, new RegExp(`^Restored ${shell.path} from ${backup}: \\d+ KiB, schema`));
    assert.match(out, new RegExp(`\nThe previous database is kept as ${kept}\n$`));
    const json = JSON.parse((await shell.run("db", "restore", backup, "--yes", "--json")).out);
    assert.deepEqual(json.kept_as, [`${kept}-2`]);
    assert.equal(json.schema_version, SCHEMA_VERSION);
  }));

Deno.test("db restore asks on a terminal and changes nothing after a no", () =>
  withDb(async (shell) => {
    const backup = `${shell.folder}/copy.db`;
    await shell.run("db", "backup", backup);
    const before = await Deno.readFile(shell.path);
    shell.isTerminal = true;
    shell.answer = false;
    const { code, err } = await shell.run("db", "restore", backup);
    assert.equal(code, 1);
    assert.match(err, /Nothing was changed: not confirmed/);
    assert.match(shell.asked[0] ?? "", /^Replace .*checkout\.db by .*copy\.db\?/);
    assert.deepEqual(await Deno.readFile(shell.path), before);
    shell.answer = true;
    assert.equal((await shell.run("db", "restore", backup)).code, 0);
  }));

Deno.test("db restore needs --yes where there is no terminal", () =>
  withDb(async (shell) => {
    const { code, err } = await shell.run("db", "restore", `${shell.folder}/none.db`);
    assert.equal(code, 2);
    assert.match(err, /^error: Cannot ask for confirmation without a terminal; add --yes/);
  }));

Deno.test("db check says what it looked at, and exits 0", () =>
  withDb(async (shell) => {
    const { code, out, err } = await shell.run("db", "check");
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /checkout\.db has no faults: schema version \d+; checked \d+ sessions, /);
    const json = JSON.parse((await shell.run("db", "check", "--json")).out);
    assert.deepEqual([json.ok, json.found, json.findings], [true, 0, []]);
    assert.ok(json.checked.sessions > 10);
  }));

Deno.test("db check lists what it finds with what it means, and exits 1", () =>
  withDb(async (shell) => {
    tamper(shell.path, "UPDATE coupons SET used = used + 1 WHERE code = 'PLUS5'");
    const { code, out, err } = await shell.run("db", "check");
    assert.equal(code, 1);
    assert.match(out, /^coupon-count\nThe coupon's count differs from its uses/);
    assert.match(out, /\n {2}coupons 0{8}-[0-9a-f-]+: Column used must be \d+: \d+\n/);
    assert.match(out, /has 1 fault/);
    assert.match(err, /^1 finding, explained above/);
    const ran = await shell.run("db", "check", "--json");
    const { ok, findings: [finding] } = JSON.parse(ran.out);
    assert.deepEqual([ran.code, ok, finding.check], [1, false, "coupon-count"]);
    assert.match(finding.meaning, /runs out/);
  }));

Deno.test("db check shows how far it is on a terminal", () =>
  withDb(async (shell) => {
    shell.isTerminal = true;
    let at = NOW;
    shell.now = () => at += 600;
    const { err } = await shell.run("db", "check");
    assert.match(err, /\d+ of about \d+ sessions checked/);
  }));
