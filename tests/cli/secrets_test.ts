/** `secrets show | rotate`, and what `db backup`, `db restore` and `db copy` say of the key. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { SecretsKeyFile } from "../../src/process/secrets/key_file.ts";
import { look, maintenance } from "../store/maintenance/support.ts";
import { NOW } from "../support/builders.ts";
import { type DbShell, withDb } from "./db_support.ts";

const keyFile = ({ path }: DbShell) => new SecretsKeyFile({ database: path, file: undefined });

Deno.test("secrets rotate seals with a new key; secrets show tells what is open or locked", () =>
  withDb(async (shell) => {
    const plain = await shell.run("secrets", "show", "--json");
    const states = (out: string) =>
      new Set(JSON.parse(out).secrets.map(({ state }: { state: string }) => state));
    assert.deepEqual([...states(plain.out)], ["plain"]);
    const first = await shell.run("secrets", "rotate", "--json");
    const made = JSON.parse(first.out);
    const count = JSON.parse(plain.out).secrets.length;
    assert.deepEqual([first.code, made.sealed, made.locked], [0, count, 0]);
    const second = JSON.parse((await shell.run("secrets", "rotate", "--json")).out);
    assert.notEqual(second.key, made.key);
    assert.deepEqual(keyFile(shell).fingerprints(), [second.key, made.key]);
    const open = await shell.run("secrets", "show", "--json");
    assert.deepEqual([...states(open.out)], ["open"]);
    const shown = await shell.run("secrets", "show");
    assert.match(shown.out, new RegExp(`^open +webhook +https://\\S+ +${second.key}$`, "m"));
    // An interrupted one: the new key is in the file, and nothing is sealed with it.
    keyFile(shell).add();
    const [newest] = keyFile(shell).fingerprints();
    const resumed = JSON.parse((await shell.run("secrets", "rotate", "--json")).out);
    assert.deepEqual([resumed.key, resumed.sealed], [newest, count]);

    const counted = "SELECT count(*) AS n FROM audit_entries WHERE action = 'secrets.rotate'";
    assert.equal(look(shell.path, counted)?.["n"], 3);
    const path = keyFile(shell).path!;
    await Deno.rename(path, `${path}.away`);
    const locked = await shell.run("secrets", "show", "--json");
    assert.deepEqual([...states(locked.out)], ["locked"]);
    const refused = await shell.run("secrets", "rotate");
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Secrets cannot be sealed: there is no key yet/);
    await assert.rejects(Deno.stat(path), "no key is made over a known one");
    const doctor = await shell.run("doctor");
    assert.match(doctor.out, /^action +secrets +Locked: \d+ secrets \(/m);
  }));

Deno.test("secrets rotate takes a new key once nothing needs the lost one but recovery links", () =>
  withDb(async (shell) => {
    await shell.run("secrets", "rotate");
    const keys = keyFile(shell);
    const [lost] = keys.fingerprints();
    await Deno.remove(keys.path!);
    const refused = await shell.run("secrets", "rotate", "--yes");
    assert.equal(refused.code, 1);
    const needs =
      /\(fingerprint (\w+)\): \d+ webhook endpoints?, 2 channels, the server's own secrets/;
    assert.equal(needs.exec(refused.err)?.[1], lost, refused.err);
    await assert.rejects(Deno.stat(keys.path!), "no key is made while the lost one is needed");
    // What removing the endpoints and channels leaves.
    using db = new DatabaseSync(shell.path);
    db.exec("PRAGMA foreign_keys = OFF; DELETE FROM webhook_endpoints");
    const unasked = await shell.run("secrets", "rotate");
    assert.match(unasked.err, /Cannot ask for confirmation without a terminal; add --yes/);
    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await shell.run("secrets", "rotate")).code, 1);
    assert.match(
      shell.asked[0] ?? "",
      /secrets of recovery links and codes \(.*Is that key lost\?/,
    );
    assert.equal(look(shell.path, "SELECT count(*) AS n FROM secrets")?.["n"], 2);
    shell.isTerminal = false;
    const rotated = await shell.run("secrets", "rotate", "--yes", "--json");
    const [made] = keyFile(shell).fingerprints();
    assert.notEqual(made, lost);
    assert.deepEqual([rotated.code, JSON.parse(rotated.out).key], [0, made]);
    const facts = await maintenance.secrets(shell.path);
    assert.deepEqual([facts.secrets, facts.keys.map((one) => one.fingerprint)], [[], [made]]);
    // Nor does a key that nothing needs keep one of the operator's own out.
    await Deno.writeTextFile(keys.path!, `${new Uint8Array(32).fill(7).toBase64()}\n`);
    assert.equal((await shell.run("secrets", "rotate")).code, 0);
    assert.deepEqual(
      (await maintenance.secrets(shell.path)).keys.map((one) => one.fingerprint),
      keyFile(shell).fingerprints(),
    );
  }));

Deno.test("a restore without the key lists what is locked; a backup says what it lacks", () =>
  withDb(async (shell) => {
    const keys = keyFile(shell);
    await maintenance.seal(shell.path, { keys, now: NOW });
    const backup = await shell.run("db", "backup", `${shell.folder}/backup.db`);
    assert.equal(
      backup.err,
      `Its secrets open with their key alone, which is not in it; keep that apart: ${keys.path}\n`,
    );
    const words = ["db", "restore", `${shell.folder}/backup.db`, "--yes"];
    const whole = await shell.run(...words, "--json");
    assert.deepEqual(JSON.parse(whole.out).locked_secrets, []);
    await Deno.remove(keys.path!);
    const { code, err } = await shell.run(...words);
    assert.equal(code, 0);
    assert.match(err, /^Locked: 6 secrets \(.* and 3 more\), whose messages wait\nPut the file /m);
  }));

Deno.test("a copy says that the key must go with it, and of which fingerprint", () =>
  withDb(async (shell) => {
    const plain = await shell.run("db", "copy", shell.path, `${shell.folder}/plain.db`);
    assert.deepEqual([plain.code, plain.err.includes("secrets")], [0, false], plain.err);
    const keys = keyFile(shell);
    await maintenance.seal(shell.path, { keys, now: NOW });
    const { code, err } = await shell.run("db", "copy", shell.path, `${shell.folder}/sealed.db`);
    assert.equal(code, 0);
    const [print] = keys.fingerprints();
    assert.match(err, new RegExp(`with --secrets-key \\(fingerprint ${print}\\)\n`));
  }));
