import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { machine } from "../../src/process/machine/machine.ts";
import { look, tamper } from "../store/maintenance/support.ts";
import { withDb } from "./db_support.ts";
import { SILENT } from "../service/health/support.ts";

/** A little after the last session of the populated database. */
const AFTER = (path: string) => Number(look(path, "SELECT max(at) AS at FROM events")?.["at"]) + 1;

Deno.test("doctor says of each thing how it is and what to do, and exits 0 if it can wait", () =>
  withDb(async (shell) => {
    shell.now = () => Date.now();
    await Deno.chmod(shell.path, 0o600);
    tamper(shell.path, "UPDATE webhook_endpoints SET disabled_at = 0");
    const { code, out } = await shell.run("doctor");
    assert.equal(code, 0, out);
    assert.match(out, /^LEVEL +TOPIC +FOUND\n/);
    assert.match(out, /\nok +database file /);
    assert.match(out, /\nwarn +keys without expiry /);
    assert.match(out, /\nwarn +disabled webhooks /);
    assert.match(out, /\nnot known +backups /);
    assert.match(out, /\nWhat to do\n- [^]*key rotate KEY --expires 90d/);
    assert.match(out, /findings?: \d+ ok, \d+ warn/);
  }));

Deno.test("doctor says from where each setting came", () =>
  withDb(async (shell) => {
    shell.now = () => Date.now();
    const file = "/etc/checkoutd/checkoutd.env";
    shell.settings = { file, names: new Set(["CHECKOUT_ORDER_RETENTION"]), problem: undefined };
    Object.assign(shell.env, { CHECKOUT_ORDER_RETENTION: "never", CHECKOUT_RETENTION: "30d" });
    const { settings } = JSON.parse((await shell.run("doctor", "--json")).out);
    assert.deepEqual(settings[0], { name: "database", from: "--db" });
    assert.deepEqual(
      new Set(settings.slice(1).map((one: { name: string; from: string }) => Object.values(one))),
      new Set([["CHECKOUT_RETENTION", "the environment"], ["CHECKOUT_ORDER_RETENTION", file]]),
    );
    const { out } = await shell.run("doctor");
    assert.match(out, /\nSettings: database from --db, /);
    assert.match(
      out,
      /deleted after 30 days .* persons of orders never erased \(--order-retention\)/,
    );
  }));

Deno.test("doctor exits 1 if anything needs action", () =>
  withDb(async (shell) => {
    shell.now = () => Date.now();
    const { code, out } = await shell.run("doctor", "--backups", shell.folder + "/none", "--json");
    assert.equal(code, 1);
    const { ok, findings } = JSON.parse(out);
    assert.equal(ok, false);
    const backups = findings.find(({ topic }: { topic: string }) => topic === "backups");
    assert.equal(backups.level, "action");
    assert.match(backups.advice, /db backup/);
  }));

Deno.test("doctor reads the backlog, the latest moments and the keys of the database", () =>
  withDb(async (shell) => {
    const now = AFTER(shell.path);
    shell.now = () => now + 60 * 60_000;
    shell.machine = {
      ...shell.machine,
      file: (path) => {
        const facts = path === shell.path ? { ...fileOf(path), modifiedAt: now } : null;
        return facts;
      },
    };
    const late = JSON.parse((await shell.run("doctor", "--json")).out).findings;
    const of = (topic: string) => late.find((one: { topic: string }) => one.topic === topic);
    assert.match(
      of("webhook backlog").found,
      /^\d+ deliveries waiting, overdue by up to \d+ (minutes|hours?)/,
    );
    assert.equal(of("clock").level, "ok");
    shell.now = () => now - 24 * 60 * 60_000;
    const early = JSON.parse((await shell.run("doctor", "--json")).out).findings;
    const clock = early.find((one: { topic: string }) => one.topic === "clock");
    assert.equal(clock.level, "action");
  }));

Deno.test("doctor names a payment that its provider gives no final answer to", () =>
  withDb(async (shell) => {
    const now = AFTER(shell.path);
    shell.now = () => now;
    const id = "00000000-0000-7000-8000-00000000f00d";
    tamper(
      shell.path,
      `INSERT INTO payment_providers (id, merchant_id, kind, livemode, created_at)
         SELECT '${id}', id, 'stripe', 1, 0 FROM merchants LIMIT 1;
       INSERT INTO provider_payments
           (payment_id, session_id, merchant_id, account_id, page_ends_at, next_look_at, looks)
         SELECT '${id}', id, merchant_id, '${id}', ${now - 2 * 86_400_000}, ${now}, 9
         FROM sessions WHERE payment_state = 'PENDING' AND livemode = 1 LIMIT 1`,
    );
    const { findings } = JSON.parse((await shell.run("doctor", "--json")).out);
    const of = findings.find(({ topic }: { topic: string }) => topic === "payments at providers");
    assert.equal(of?.level, "action");
    assert.match(of.found, new RegExp(`to 1 payment, the oldest 2 days after .*: ${id}$`));
    shell.env["CHECKOUT_PAYMENT_TTL"] = "1h";
    const { out } = await shell.run("doctor");
    assert.match(out, /ok +payments at stripe +1 account in use: a page ends 57 minutes after /);
  }));

Deno.test("doctor looks beside the file that a link leads to", () =>
  withDb(async (shell) => {
    shell.now = () => Date.now();
    await Deno.mkdir(`${shell.folder}/links`);
    await Deno.symlink(shell.path, `${shell.folder}/links/checkout.db`);
    await Deno.writeTextFile(`${shell.path}.part-1`, "");
    shell.machine = machine;
    const { out } = await shell.run("--db", `${shell.folder}/links/checkout.db`, "doctor");
    assert.match(out, /\nwarn +left behind /);
  }));

Deno.test("doctor says that a folder is no database, and nothing else of it", () =>
  withDb(async (shell) => {
    shell.machine = machine;
    const { code, out } = await shell.run("--db", shell.folder, "doctor", "--json");
    assert.equal(code, 1);
    const { findings } = JSON.parse(out);
    assert.equal(findings.length, 1);
    assert.match(findings[0].found, /^The database is a folder: /);
  }));

function fileOf(path: string) {
  const { size, mode } = Deno.statSync(path);
  return { isFolder: false, bytes: size, mode: (mode ?? 0) & 0o777, names: 1 };
}

Deno.test("doctor says what it does not know where the sandbox forbids to ask", () =>
  withDb(async (shell) => {
    shell.now = () => Date.now();
    tamper(shell.path, "UPDATE webhook_endpoints SET disabled_at = 0");
    const { file } = shell.machine;
    shell.machine = { ...SILENT, file: (path) => path === shell.path ? file(path) : undefined };
    const { code, out } = await shell.run("doctor", "--json");
    assert.equal(code, 0);
    const unknown = JSON.parse(out).findings
      .filter(({ level }: { level: string }) => level === "not_known")
      .map(({ topic }: { topic: string }) => topic);
    assert.deepEqual(unknown, [
      "database folder",
      "left behind",
      "backups",
      "disk room",
      "write-ahead log",
      "open files",
    ]);
  }));

Deno.test("doctor says where there is no database, and makes none", () =>
  withDb(async (shell) => {
    await Deno.remove(shell.path);
    const { code, out } = await shell.run("doctor");
    assert.equal(code, 1);
    assert.match(out, /action +database +No database at /);
    await assert.rejects(Deno.stat(shell.path), Deno.errors.NotFound);
  }));

Deno.test("doctor leaves a database of an older schema as it is", () =>
  withDb(async (shell) => {
    tamper(shell.path, "PRAGMA user_version = 1");
    const { out } = await shell.run("doctor");
    assert.match(out, /warn +schema +It is at version 1, this program uses version \d/);
    assert.equal(look(shell.path, "PRAGMA user_version")?.["user_version"], 1);
  }));

Deno.test("doctor finds a damaged file", () =>
  withDb(async (shell) => {
    const root = look(shell.path, "SELECT rootpage FROM sqlite_schema WHERE name = 'events'");
    const file = await Deno.open(shell.path, { write: true });
    await file.seek((Number(root?.["rootpage"]) - 1) * 4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(512).fill(0xee));
    file.close();
    const { code, out } = await shell.run("doctor");
    assert.equal(code, 1);
    assert.match(out, /action +integrity +The file is damaged: /);
  }));

Deno.test("doctor wants the newer program for a database of a newer schema, and not a backup", () =>
  withDb(async (shell) => {
    tamper(shell.path, "PRAGMA user_version = 99");
    const { code, out } = await shell.run("doctor", "--json");
    assert.equal(code, 1);
    const { findings } = JSON.parse(out);
    const schema = findings.find(({ topic }: { topic: string }) => topic === "schema");
    assert.equal(schema.level, "action");
    assert.match(
      schema.found,
      /^It is at version 99, this program uses version \d+ and refuses it;/,
    );
    assert.equal(
      schema.advice,
      "Install the program that upgraded it to that version, or a newer one",
    );
    assert.doesNotMatch(out, /restore/);
  }));

Deno.test("doctor says how to find who holds a lock, and does not want a backup restored", () =>
  withDb(async (shell) => {
    const other = new DatabaseSync(shell.path);
    try {
      other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
      const { code, out } = await shell.run("doctor", "--json");
      assert.equal(code, 1);
      const { findings } = JSON.parse(out);
      const database = findings.find(({ topic }: { topic: string }) => topic === "database");
      assert.equal(database.level, "action");
      assert.match(database.found, /^The database is locked by another process: /);
      assert.match(database.advice, /^Find the process that holds it, .*: lsof \/.*checkout\.db$/);
      assert.doesNotMatch(out, /restore/);
    } finally {
      other.close();
    }
  }));

/** Rules of a shop, as they are stored, and what is found. */
const VERIFICATION = [
  [{ verifyPhone: "never", cartLinks: false, disabled: false }, "ok phone verification"],
  [{ verifyPhone: "never", cartLinks: true, disabled: false }, "warn phones not verified"],
  [{ verifyPhone: "cod", cartLinks: true, disabled: false }, "ok phone verification"],
  [{ verifyPhone: "cod", cartLinks: true, disabled: true }, "action codes not delivered"],
] as const;

Deno.test("doctor finds cash on delivery by links without a verified phone, and codes that nothing delivers", () =>
  withDb(async (shell) => {
    shell.now = () => Date.now();
    for (const [{ verifyPhone, cartLinks, disabled }, found] of VERIFICATION) {
      const cod = '{"fee":0,"min":0,"max":null,"countries":[],"prepaid":null}';
      tamper(
        shell.path,
        `UPDATE merchants SET rules = json_set(rules, '$.verifyPhone', 'never',
           '$.checkout.cartLinks', json('false'));
         UPDATE merchants SET rules = json_set(rules, '$.verifyPhone', '${verifyPhone}',
           '$.cod', json('${cod}'), '$.checkout.cartLinks', json('${cartLinks}'))
         WHERE id IN (SELECT merchant_id FROM webhook_endpoints);
         UPDATE webhook_endpoints SET events = '[]', livemode = 1,
           disabled_at = ${disabled ? "1" : "NULL"}`,
      );
      const { out } = await shell.run("doctor", "--json");
      const { findings } = JSON.parse(out);
      const topics = findings.map((one: { level: string; topic: string }) =>
        `${one.level} ${one.topic}`
      ).filter((text: string) => /phone|codes/.test(text));
      assert.deepEqual(topics, [found]);
    }
  }));
