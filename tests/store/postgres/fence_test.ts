import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { settle } from "../../../src/store/postgres/write/fence.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import { aProduct } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { type BreakAt, startRelay } from "../../support/relay.ts";
import {
  addSession,
  aSession,
  holdStock,
  isUnavailable,
  M1,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer({ deadlock_timeout: "100ms" });

function tested(name: string, run: (database: TestDatabase) => Promise<void>): void {
  Deno.test({
    name: `postgres: ${name}`,
    ignore: isMissing,
    fn: async () => {
      await using database = await server!.database();
      await run(database);
    },
  });
}

const put = (n: number, version: number): Change => putSession(aSession(n, { version }));

/** A second session of the server that holds locks until it is ended. */
async function transaction(name: string, ...statements: readonly string[]): Promise<PgConnection> {
  const connection = await connect(name);
  await connection.script("BEGIN", 5000);
  for (const one of statements) await connection.script(one, 5000);
  return connection;
}

function connect(name: string): Promise<PgConnection> {
  const url = readDatabaseUrl(server!.url(name), () => undefined);
  return PgConnection.open(url, { connectMs: 5000, queryMs: 5000 });
}

/** Waits until a transaction of the writer waits for a lock. */
async function writerWaits({ sql }: TestDatabase): Promise<void> {
  const waiting = `SELECT count(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND query LIKE '%checkoutd_write%' AND pid <> pg_backend_pid()`;
  while (await sql(waiting) === "0");
}

const backends = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE application_name = 'checkoutd' AND pid <> pg_backend_pid()
    AND query LIKE '%checkoutd_write%' AND state = 'active' AND datname = current_database()`;

for (const when of ["before", "sent", "answered"] as const satisfies readonly BreakAt[]) {
  Deno.test({
    name:
      `postgres: a connection that breaks when a batch is ${when}: each commit has its own answer`,
    ignore: isMissing,
    fn: async () => {
      const relay = startRelay(server!.port);
      const { store, name, sql } = await server!.database({}, relay.port);
      await store.commit([putMerchant]);
      // Opens the connection of the batches below: another one than that of the shop's.
      await store.commit([{ kind: "session.touch", sessionId: sid(99), at: 1 }]);
      for (let round = 0; round < 20; round++) {
        const [one, two] = [aSession(2 * round), aSession(2 * round + 1)];
        relay.breakNext(when);
        const settled = await Promise.allSettled([
          store.commit([addSession(one)]),
          store.commit([addSession(two), addSession(one)]),
          store.commit([addSession(two)]),
        ]);
        assert.deepEqual(settled.map(({ status }) => status), [
          "fulfilled",
          "rejected",
          "fulfilled",
        ]);
        assert.ok(settled[1].status === "rejected" && settled[1].reason instanceof CommitRefused);
      }
      assert.equal(relay.broken, 20, name);
      assert.equal(await sql("SELECT count(*) FROM sessions"), "40");
      assert.equal((await store.sessions.counts(M1))[0]?.count, 40);
      await store.close();
      await relay.close();
    },
  });
}

tested("a batch whose backend is ended is written again", async (database) => {
  const { store, sql, name } = database;
  await store.commit([putMerchant, addSession(aSession(1))]);
  const holder = await transaction(name, "UPDATE sessions SET version = version");
  const committed = store.commit([put(1, 2)]);
  await writerWaits(database);
  assert.equal(await sql(backends), "1");
  await writerWaits(database);
  await holder.script("COMMIT", 5000);
  await committed;
  assert.equal(await sql("SELECT version FROM sessions"), "2");
  assert.equal(
    await sql("SELECT string_agg(stands::text, ' ' ORDER BY at, stands) FROM write_batches"),
    "true false true",
  );
  await holder.close();
});

tested(
  "a batch is refused by its fence once another connection has settled it",
  async (database) => {
    const connection = await connect(database.name);
    const id = "01890000-0000-7000-8000-000000000001";
    assert.equal(await settle(connection, id, 5000), null);
    assert.equal(await settle(connection, id, 5000), null);
    await assert.rejects(
      connection.query("INSERT INTO write_batches (id, stands) VALUES ($1::uuid, true)", [id]),
      /write_batches_pkey/,
    );
    await connection.close();
  },
);

tested("settle() waits for the transaction that writes the batch", async ({ name }) => {
  const id = "01890000-0000-7000-8000-000000000002";
  const refused = '[{"commit":0,"index":1,"state":"CK001","constraint":"","detail":""}]';
  const writer = await transaction(
    name,
    `INSERT INTO write_batches (id, stands, refused) VALUES ('${id}', true, '${refused}')`,
  );
  const other = await connect(name);
  const settled = settle(other, id, 5000);
  await writer.script("COMMIT", 5000);
  assert.deepEqual(await settled, JSON.parse(refused));
  await Promise.all([writer.close(), other.close()]);
});

tested("a deadlock with another program is tried again", async (database) => {
  const { store, sql, name } = database;
  await store.commit([putMerchant, putOther, addSession(aSession(1)), addSession(aSession(2))]);
  const other = await transaction(name, `UPDATE sessions SET extra = '{}' WHERE id = '${sid(2)}'`);
  const committed = Promise.all([store.commit([put(1, 2)]), store.commit([put(2, 2)])]);
  await writerWaits(database);
  // It waits for the batch now, and the batch for it.
  await other.query(`UPDATE sessions SET extra = '{}' WHERE id = '${sid(1)}'`)
    .catch(() => {});
  await other.script("ROLLBACK", 5000);
  await committed;
  assert.equal(await sql("SELECT sum(version) FROM sessions"), "4");
  await other.close();
});

tested("a touch of a session that is being deleted writes nothing", async (database) => {
  const { store, sql, name } = database;
  await store.commit([putMerchant, addSession(aSession(1))]);
  const touch: Change = { kind: "session.touch", sessionId: sid(1), at: aSession(1).createdAt + 1 };
  const other = await transaction(name, `DELETE FROM sessions WHERE id = '${sid(1)}'`);
  const committed = store.commit([touch]);
  await writerWaits(database);
  await other.script("COMMIT", 5000);
  await committed;
  assert.equal(await sql("SELECT count(*) FROM session_activity"), "0");
  await other.close();
});

tested("what locks no common rows is written while a batch waits for stock", async (database) => {
  const { store, name } = database;
  const product: Change = { kind: "product.put", merchantId: M1, product: aProduct() };
  await store.commit([putMerchant, product, addSession(aSession(1)), addSession(aSession(2))]);
  const holder = await transaction(name, "UPDATE variants SET held = held");
  const held = store.commit([holdStock({ sessionId: sid(1) })]);
  await writerWaits(database);
  const ends: string[] = [];
  const sameSession = store.commit([put(1, 2)]).then(() => ends.push("same session"));
  await store.commit([addSession(aSession(3))]);
  await store.commit([put(2, 2)]);
  assert.deepEqual(ends, []);
  await holder.script("COMMIT", 5000);
  await Promise.all([held, sameSession]);
  await holder.close();
});

tested("a lock that is not free within 5 s is unavailable", async (database) => {
  const { store, sql, name } = database;
  await store.commit([putMerchant, addSession(aSession(1))]);
  const holder = await transaction(name, "UPDATE sessions SET version = version");
  await assert.rejects(store.commit([put(1, 2)]), isUnavailable);
  await holder.script("ROLLBACK", 5000);
  await store.commit([put(1, 2)]);
  assert.equal(await sql("SELECT version FROM sessions"), "2");
  await holder.close();
});

tested(
  "a server that does not answer is unavailable within 6 s, for all who wait",
  async (database) => {
    const { store, sql, name } = database;
    await store.commit([putMerchant, addSession(aSession(1))]);
    const postmaster = Number(
      (await Deno.readTextFile(`${server!.folder}/data/postmaster.pid`)).split("\n")[0],
    );
    const backend = Number(
      await sql(`SELECT pid FROM pg_stat_activity
    WHERE application_name = 'checkoutd' AND datname = '${name}' AND query LIKE '%checkoutd_write%'`),
    );
    for (const pid of [postmaster, backend]) Deno.kill(pid, "SIGSTOP");
    const from = performance.now();
    try {
      const first = store.commit([put(1, 2)]);
      const settled = await Promise.allSettled([first, store.commit([put(1, 2)])]);
      for (const one of settled) assert.ok(one.status === "rejected" && isUnavailable(one.reason));
      assert.ok(performance.now() - from < 6500);
      assert.match(store.writes.failing()?.reason ?? "", /server does not answer/);
    } finally {
      for (const pid of [backend, postmaster]) Deno.kill(pid, "SIGCONT");
    }
    await store.writes.retry();
    assert.equal(store.writes.failing(), null);
    await store.commit([addSession(aSession(2))]);
  },
);
