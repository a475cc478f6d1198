import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { DatabaseOpenError } from "../../src/store/open_error.ts";
import { checkOwner, migrate, SCHEMA_VERSION } from "../../src/store/sqlite/file/migrate.ts";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { Store } from "../../src/store/store.ts";
import { aCoupon, aMerchant } from "../support/builders.ts";
import { storeContract } from "./contract.ts";
import { addSession, aSession, M1, putMerchant, sid, withFolder, withPath } from "./support.ts";

const folders: string[] = [];
storeContract("sqlite in a file", async (): Promise<Store> => {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-store-" });
  folders.push(folder);
  return openSqliteStore(join(folder, "checkout.db"));
});
Deno.test.afterAll(async () => {
  for (const folder of folders) await Deno.remove(folder, { recursive: true });
});

function noDelay(): Promise<void> {
  return Promise.resolve();
}

/** Asserts that opening fails in one line that matches. */
async function assertNotOpened(path: string, message: RegExp): Promise<void> {
  await assert.rejects(openSqliteStore(path, { retryForMs: 100, delay: noDelay }), (error) => {
    assert.ok(error instanceof DatabaseOpenError, String(error));
    assert.match(error.message, message);
    assert.ok(!error.message.includes("\n"));
    assert.ok(error.message.endsWith(`: ${path}`));
    return true;
  });
}

function alter(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

Deno.test("openDatabase() sets every pragma it promises", () =>
  withPath(async (path) => {
    const db = await openDatabase(path, { busyTimeoutMs: 7, retryForMs: 0, delay: noDelay });
    const pragma = (name: string) =>
      Object.values(db.prepare(`PRAGMA ${name}`).get() ?? { none: "none" })[0];
    assert.equal(pragma("journal_mode"), "wal");
    assert.equal(pragma("synchronous"), 2);
    assert.equal(pragma("foreign_keys"), 1);
    assert.equal(pragma("busy_timeout"), 7);
    assert.equal(pragma("temp_store"), 2);
    assert.equal(pragma("cache_size"), -2048);
    assert.equal(pragma("journal_size_limit"), 64 * 1024 * 1024);
    assert.equal(pragma("trusted_schema"), 0);
    assert.equal(pragma("user_version"), SCHEMA_VERSION);
    db.close();
  }));

Deno.test("openSqliteStore() makes the folder and keeps everything over a reopen", () =>
  withFolder(async (folder) => {
    const path = join(folder, "a", "b", "checkout.db");
    const first = await openSqliteStore(path);
    await first.commit([putMerchant, addSession(aSession(1))]);
    const epoch = (await first.epoch()).value;
    await first.close();
    const second = await openSqliteStore(path);
    assert.deepEqual(await second.merchants.find(M1), aMerchant());
    assert.deepEqual((await second.sessions.find(sid(1)))?.load(), aSession(1));
    assert.equal((await second.epoch()).value, epoch);
    await second.close();
  }));

Deno.test("openSqliteStore() refuses a newer database and leaves it as it is", () =>
  withPath(async (path) => {
    await (await openSqliteStore(path)).close();
    alter(path, `PRAGMA user_version = ${SCHEMA_VERSION + 41}; PRAGMA journal_mode = DELETE`);
    const before = await Deno.readFile(path);
    await assertNotOpened(
      path,
      new RegExp(`version ${SCHEMA_VERSION + 41}, this program supports up to ${SCHEMA_VERSION}: `),
    );
    assert.deepEqual(await Deno.readFile(path), before);
  }));

Deno.test("openSqliteStore() refuses a database of another program", () =>
  withPath(async (path) => {
    alter(path, "CREATE TABLE theirs (a)");
    await assertNotOpened(path, /^The database belongs to another program: /);
  }));

Deno.test("openSqliteStore() refuses a file that is no database", () =>
  withPath(async (path) => {
    await Deno.writeTextFile(path, "Dear diary, ".repeat(100));
    await assertNotOpened(path, /^Not a SQLite database: /);
  }));

Deno.test("openSqliteStore() refuses a path that cannot be a file", () =>
  withFolder(async (folder) => {
    await assertNotOpened(folder, /^Cannot open the database \(.+\): /);
    await Deno.writeTextFile(join(folder, "file"), "");
    await assert.rejects(openSqliteStore(join(folder, "file", "x.db")), (error) => {
      assert.ok(error instanceof DatabaseOpenError);
      assert.match(error.message, /^Cannot create the database folder: .+file$/);
      return true;
    });
  }));

Deno.test("openSqliteStore() says so when a new file stays locked", () =>
  withPath(async (path) => {
    const other = new DatabaseSync(path);
    other.exec("BEGIN EXCLUSIVE");
    await assertNotOpened(path, /^The database is locked by another process: /);
    other.close();
  }));

Deno.test("openSqliteStore() succeeds for all who open one new file at once", () =>
  withPath(async (path) => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const workers = [1, 2, 3].map((n) =>
      new Worker(new URL("./open_worker.ts", import.meta.url), { workerData: { path, n, gate } })
    );
    await Promise.all(workers.map((worker) => once(worker, "message")));
    const said = Promise.all(workers.map((worker) => once(worker, "message")));
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    assert.deepEqual(await said, [["opened"], ["opened"], ["opened"]]);
    await Promise.all(workers.map((worker) => worker.terminate()));
    const store = await openSqliteStore(path);
    assert.equal((await store.sessions.counts(M1))[0]?.count, 3);
    await store.close();
  }));

Deno.test("checkOwner() accepts a file whose schema another process makes meanwhile", () =>
  // deno-lint-ignore require-await
  withPath(async (path) => {
    const [db, other] = [new DatabaseSync(path), new DatabaseSync(path)];
    const racing = new Proxy(db, {
      get: (_, name) => (sql: string) => {
        assert.equal(name, "prepare");
        const row = db.prepare(sql).get();
        migrate(other, path);
        return { get: () => row };
      },
    });
    checkOwner(racing, path);
    db.close();
    other.close();
  }));

Deno.test("epoch() sees what another connection decides, and only that", () =>
  withPath(async (path) => {
    const [server, cli] = [await openSqliteStore(path), await openSqliteStore(path)];
    await cli.commit([putMerchant]);
    const before = (await server.epoch()).value;
    await cli.commit([addSession(aSession(1))]);
    assert.equal((await server.epoch()).value, before);
    await cli.commit([{ kind: "coupon.put", coupon: aCoupon() }]);
    assert.equal((await server.epoch()).value, before + 1);
    await server.close();
    await cli.close();
  }));

Deno.test("openSqliteStore() makes a file that only its owner can read, and leaves existing modes", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    const modeOf = async (of: string) => ((await Deno.stat(of)).mode ?? 0) & 0o777;
    assert.equal(await modeOf(path), 0o600);
    assert.equal(await modeOf(`${path}-wal`), 0o600);
    await store.close();
    await Deno.chmod(path, 0o640);
    await (await openSqliteStore(path)).close();
    assert.equal(await modeOf(path), 0o640);
  }));

Deno.test("commit() copies the log into the database once it is a thousand pages long", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([putMerchant]);
    const before = (await Deno.stat(path)).size;
    for (let n = 0; n < 8; n++) {
      const extra = "x".repeat(900_000);
      await store.commit([{ kind: "session.add", session: aSession(n), extra, view: null }]);
    }
    assert.ok((await Deno.stat(path)).size > before + 3_000_000);
    assert.ok((await Deno.stat(`${path}-wal`)).size < 7_000_000);
    await store.close();
  }));
