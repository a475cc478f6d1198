/** Copies between engines, and the checks of what was copied. */
import assert from "node:assert/strict";
import { lockDatabase } from "../../../src/process/database/lock.ts";
import { copyBetween } from "../../../src/store/copy_database.ts";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import type { CheckName } from "../../../src/store/maintenance.ts";
import { DatabaseOpenError } from "../../../src/store/open_error.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { postgresMaintenance } from "../../../src/store/postgres/maintenance/maintenance.ts";
import { POSTGRES_SCHEMA_VERSION } from "../../../src/store/postgres/schema/migrations.ts";
import { programLease } from "../../../src/store/postgres/schema/programs.ts";
import { openPostgresStore } from "../../../src/store/postgres/open_store.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { lacksPostgres, postgresServer } from "../../support/postgres.ts";
import { refused } from "../../support/refused.ts";
import { ROOT } from "../../support/root.ts";
import { runTool } from "../../support/tools.ts";
import { addDebt, check, look, maintenance, PARTS, withPopulated } from "../maintenance/support.ts";
import { assertSameRows } from "./same_rows.ts";
import { checkPostgres } from "./support.ts";

const env = () => undefined;

async function copy(from: string, to: string, onProgress: (text: string) => void = () => {}) {
  const lock = (path: string) => lockDatabase(path, "exclusive");
  return await copyBetween(from, to, { lock, env, onProgress });
}

/** The counts of sessions as one number, in which each has another weight. */
const COUNTS = `SELECT sum(count * length(session_state) * length(payment_state)) AS counts
  FROM session_counts`;

/** Findings of the checks after a change by another program. */
const DAMAGES: readonly (readonly [check: CheckName, sql: string, message: RegExp])[] = [
  [
    "foreign-keys",
    "DELETE FROM merchant_domains; DELETE FROM merchants",
    /missing row of merchants/,
  ],
  ["schema", "DROP INDEX sessions_held", /missing/],
  ["schema", "DROP FUNCTION checkoutd_settled_event()", /missing/],
  ["schema", "ALTER TABLE sessions DISABLE TRIGGER session_counts_insert", /disabled/],
  ["row", "UPDATE merchants SET currency_code = 'XXX'", /currency/i],
  ["session-row", "UPDATE sessions SET doc = '[]'", /./],
  ["session-columns", "UPDATE sessions SET customer_phone = '+911'", /customer_phone/],
  ["coupon-count", "UPDATE coupons SET used = used + 1", /^Column used must be/],
  [
    "coupon-count",
    "INSERT INTO coupon_use_deltas SELECT id, 1 FROM coupons",
    /^Column used must be/,
  ],
  ["coupon-use", "DELETE FROM coupon_uses", /Coupon use is not counted/],
  ["stock-count", "UPDATE variants SET held = held + 1", /^Column held must be/],
  ["stock-hold", "UPDATE stock_holds SET units = units + 1", /^Held units of variant/],
  ["ledger", "UPDATE customers SET available = available + 1", /sum of the ledger/],
  ["ledger", "UPDATE customers SET debt = debt + 1 WHERE debt > 0", /less debt must be/],
  ["session-coins", "DELETE FROM coin_movements", /coins/i],
  ["payment-reference", "DELETE FROM payment_references", /not recorded/],
  ["refund", "UPDATE refunds SET session_id = replace(session_id, '-7', '-8')", /is missing/],
  ["row", "UPDATE disputes SET status = 'LATER'", /status/],
  [
    "session-count",
    "INSERT INTO session_count_deltas SELECT id, 'INITIATED', 'DRAFT', 1 FROM merchants",
    /^Column count must be/,
  ],
  [
    "session-sum",
    "UPDATE session_sum_deltas SET count = count - 1 WHERE count > 0",
    /^Its sums lack count 1$/,
  ],
  ["money-sum", "UPDATE money_sums SET lost = lost + 1", /^Its sums lack lost -1$/],
  ["event", "UPDATE events SET session_id = replace(session_id, '-7', '-8')", /session is missing/],
  ["delivery", "DELETE FROM events", /event is missing/],
];

if (await lacksPostgres()) {
  Deno.test.ignore("postgres: db copy and db check (PostgreSQL is missing)", () => {});
} else {
  const server = await postgresServer();
  const fresh = async () => server.url(await server.freshDatabase());

  Deno.test("postgres: a copy to PostgreSQL and back is equal row by row, and both are sound", () =>
    withPopulated(async (path, folder) => {
      const url = await fresh();
      await addDebt(path, 70);
      const rows = await copy(path, url);
      const sql = (text: string) => server.sql(new URL(url).pathname.slice(1), text);
      assert.equal(await sql("SELECT sum(debt), count(*) FROM customers WHERE debt > 0"), "70|1");
      // The copy writes the counts themselves: servers have nothing to fold.
      assert.equal(await sql("SELECT count(*) FROM session_count_deltas"), "0");
      const counts = look(path, COUNTS)?.["counts"];
      assert.ok(Number(counts) > 0);
      assert.equal(await sql(COUNTS), String(counts));
      assert.ok(rows.sessions > 0 && rows.events > 0 && rows.deliveries > 0);
      const checked = await checkPostgres(url);
      assert.deepEqual(checked.findings, []);
      const expected = await check(path);
      assert.deepEqual(checked.checked, expected.checked);
      const back = `${folder}/back.db`;
      assert.deepEqual(await copy(url, back), rows);
      assertSameRows(back, path);
      assert.deepEqual((await check(back)).findings, []);
      await (await openSqliteStore(back)).close();
      // The next event has a number above those copied.
      const next = await sql(
        "SELECT nextval(pg_get_serial_sequence('events', 'seq')) > (SELECT max(seq) FROM events)",
      );
      assert.equal(next, "t");
    }));

  Deno.test("postgres: a copy refuses a target with data, itself, and databases in use", () =>
    withPopulated(async (path, folder) => {
      const url = await fresh();
      await copy(path, url);
      await refused(copy(path, url), "error.conflict", /^The target of a copy must be empty: /);
      await refused(copy(path, path), "error.invalid-request", /^Cannot copy to itself: /);
      await Deno.writeTextFile(`${folder}/other`, "text");
      await refused(copy(path, `${folder}/other`), "error.conflict", /^The target .* not exist: /);
      const store = await openPostgresStore(readDatabaseUrl(url, env));
      await store.merchants.all();
      const inUse = /^The database is in use \(checkoutd\); stop the server/;
      await refused(copy(url, `${folder}/x.db`), "error.conflict", inUse);
      await store.close();
      const empty = await fresh();
      const other = await openPostgresStore(readDatabaseUrl(empty, env));
      await other.merchants.all();
      await refused(copy(path, empty), "error.conflict", inUse);
      await other.close();
      const lock = lockDatabase(path, "shared");
      await assert.rejects(copy(path, empty), /The database is in use; stop the server/);
      lock.release();
      await copy(path, empty);
    }));

  Deno.test("postgres: a copy that is killed leaves a target that servers refuse until it is run again", () =>
    withPopulated(async (path, folder) => {
      const url = await fresh();
      const back = `${folder}/back.db`;
      const kill = async (from: string, to: string) => {
        const { code } = await runTool(Deno.execPath(), [
          ...["run", "-A", "--no-check", `--config=${ROOT}deno.json`],
          ...[`${ROOT}tests/store/postgres/copier.ts`, from, to, "killed"],
        ]);
        assert.notEqual(code, 0);
        // The database needs a while to notice that the connection is closed.
        const connected = `SELECT count(*) FROM pg_stat_activity
          WHERE datname = '${new URL(url).pathname.slice(1)}'`;
        while (await server.sql("postgres", connected) !== "0");
      };
      const unfinished = (error: unknown) => {
        assert.ok(error instanceof DatabaseOpenError, String(error));
        assert.match(
          error.message,
          /^A copy into this database was not finished; run `db copy` again/,
        );
        return true;
      };
      await kill(path, url);
      await assert.rejects(openPostgresStore(readDatabaseUrl(url, env)), unfinished);
      await assert.rejects(copy(url, back), unfinished);
      await assert.rejects(checkPostgres(url), unfinished);
      const examined = { now: 0, checksFile: false };
      const of = postgresMaintenance(readDatabaseUrl(url, env), { ...PARTS, now: () => 0 });
      assert.equal((await of.examine(url, examined)).server?.isUnfinishedCopy, true);
      await copy(path, url);
      const copied = await of.examine(url, examined);
      assert.equal(copied.server?.isUnfinishedCopy, false);
      const { shops, keys, endpoints, unexpected, latest } = await maintenance
        .examine(path, examined);
      assert.ok(shops.some(({ rules }) => rules.cod !== null));
      assert.ok(endpoints.some(({ pending }) => pending > 0));
      assert.deepEqual(copied, { ...copied, shops, keys, endpoints, unexpected, latest });
      await (await openPostgresStore(readDatabaseUrl(url, env))).close();
      await kill(url, back);
      await assert.rejects(openSqliteStore(back), unfinished);
      await assert.rejects(maintenance.examine(back, examined), unfinished);
      await copy(url, back);
      assertSameRows(back, path);
    }));

  Deno.test("postgres: functions of other versions are dropped once no running program uses them", async () => {
    const name = await server.freshDatabase();
    const url = readDatabaseUrl(server.url(name), env);
    const drop = () =>
      postgresMaintenance(url, { isView: PARTS.isView, now: () => 0 }).dropUnused(name);
    const store = await openPostgresStore(url);
    const schemaVersion = POSTGRES_SCHEMA_VERSION;
    assert.deepEqual(await drop(), { schemaVersion, dropped: 0, left: 0 });
    const other = `checkoutd_write_${"0".repeat(16)}`;
    const lease = programLease({ version: schemaVersion, writes: other }, "b");
    await store.shared?.presence.note();
    await store.shared?.leases.take([lease], "b", 60_000);
    for (const made of [other, "checkoutd_write_mine"]) {
      await server.sql(
        name,
        `CREATE FUNCTION ${made} (fence uuid, locks jsonb, batch jsonb) RETURNS text
         LANGUAGE sql AS 'SELECT NULL'`,
      );
    }
    assert.deepEqual(await drop(), { schemaVersion, dropped: 0, left: 1 });
    await store.shared?.leases.release([lease], "b");
    assert.deepEqual(await drop(), { schemaVersion, dropped: 1, left: 0 });
    await store.close();
    const left = await server.sql(
      name,
      "SELECT count(*) FROM pg_proc WHERE proname LIKE 'checkoutd\\_write\\_%'",
    );
    assert.equal(left, "2");
  });

  Deno.test("postgres: a copy sees connections of other users, whose kind is hidden", async () => {
    const name = await server.freshDatabase();
    await server.sql(
      "postgres",
      `CREATE ROLE plain LOGIN; ALTER DATABASE ${name} OWNER TO plain; CREATE ROLE neighbour LOGIN`,
    );
    const as = (user: string) => server.url(name).replace(/\/\/[^@]*@/, `//${user}@`);
    const owner = await openPostgresStore(readDatabaseUrl(as("plain"), env));
    await owner.close();
    const beside = await PgConnection.open(
      { ...readDatabaseUrl(as("neighbour"), env), applicationName: "beside" },
      { connectMs: 5000, queryMs: 5000 },
    );
    await refused(copy(as("plain"), "unused.db"), "error.conflict", /in use \(beside\)/);
    await beside.close();
  });

  let template: Promise<string> | undefined;
  const populated = async () => {
    const name = await server.freshDatabase();
    await withPopulated(async (path) => {
      await addDebt(path, 70);
      await copy(path, server.url(name));
    });
    return name;
  };

  for (const [name, sql, message] of DAMAGES) {
    Deno.test(`postgres: db check finds ${name} after ${sql}`, async () => {
      const database = await server.freshDatabase(await (template ??= populated()));
      await server.sql(database, `SET session_replication_role = replica; ${sql}`);
      const { findings } = await checkPostgres(server.url(database));
      const found = findings.find((one) => one.check === name);
      assert.match(found?.message ?? "nothing", message, JSON.stringify(findings.slice(0, 5)));
    });
  }
}
