import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { BatchedQuery, MAX_IDS } from "../../../src/store/postgres/read/batched.ts";
import { postgresReader } from "../../../src/store/postgres/read/reader.ts";
import { epochReads } from "../../../src/store/read/epoch.ts";
import { uuid } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { anEndpoint, anEvent, M1, putMerchant, sid } from "../support.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

Deno.test("BatchedQuery asks once for the ids of a turn, each once", async () => {
  const asked: unknown[] = [];
  const reads = {
    query: (_: string, [ids]: readonly unknown[]) => {
      asked.push(ids);
      return Promise.resolve([{ id: "b", n: 2 }, { id: "a", n: 1 }]);
    },
  };
  const byId = new BatchedQuery(reads, { sql: "", read: (row) => row });
  const [a, b, again, c] = await Promise.all(["a", "b", "a", "c"].map((id) => byId.one(id)));
  assert.deepEqual([a, b, again, c], [{ id: "a", n: 1 }, { id: "b", n: 2 }, a, null]);
  await byId.one("b");
  assert.deepEqual(asked, [["a", "b", "c"], ["b"]]);
});

Deno.test("BatchedQuery fails only those who asked for a row that cannot be read", async () => {
  const query = () => Promise.resolve([{ id: "a" }, { id: "b" }]);
  const byId = new BatchedQuery({ query }, {
    sql: "",
    read: (row) => {
      assert.notDeepEqual(row, { id: "a" }, "damaged");
      return row;
    },
  });
  const settled = await Promise.allSettled([byId.one("a"), byId.one("b")]);
  assert.deepEqual(settled.map(({ status }) => status), ["rejected", "fulfilled"]);
});

Deno.test("BatchedQuery fails all of a turn when its query fails, and none after it", async () => {
  let failures = 1;
  const query = () => failures-- > 0 ? Promise.reject(new Error("gone")) : Promise.resolve([]);
  const byId = new BatchedQuery({ query }, { sql: "", read: (row) => row });
  const settled = await Promise.allSettled([byId.one("a"), byId.one("b")]);
  assert.deepEqual(settled.map(({ status }) => status), ["rejected", "rejected"]);
  assert.equal(await byId.one("a"), null);
});

/** Queries that the test answers, and waits that it ends. */
function heldReads() {
  const sent: { readonly ids: unknown; readonly answer: () => void }[] = [];
  const waits: { end: () => void; isCancelled: boolean }[] = [];
  const query = (_: string, [ids]: readonly unknown[]) =>
    new Promise<unknown[]>((resolve) => {
      sent.push({
        ids,
        answer: () => resolve(Array.isArray(ids) ? ids.map((id) => ({ id })) : []),
      });
    });
  const wait = (end: () => void) => {
    const one = { end, isCancelled: false };
    waits.push(one);
    return { cancel: () => one.isCancelled = true };
  };
  const byId = new BatchedQuery({ query }, { sql: "", read: (row) => row, wait });
  return { byId, sent, waits, ids: () => sent.map(({ ids }) => ids) };
}

Deno.test("BatchedQuery gathers ids while a query runs, and asks for them when it is answered", async () => {
  const { byId, sent, waits, ids } = heldReads();
  const first = [byId.one("a"), byId.one("b")];
  await setImmediate();
  const next = [byId.one("a")];
  await setImmediate();
  next.push(byId.one("c"));
  await setImmediate();
  assert.deepEqual(ids(), [["a", "b"]], "a query that was sent is not joined");
  sent[0]?.answer();
  await Promise.all(first);
  assert.deepEqual(ids(), [["a", "b"], ["a", "c"]]);
  assert.deepEqual(waits.map(({ isCancelled }) => isCancelled), [true]);
  sent[1]?.answer();
  assert.deepEqual(await Promise.all(next), [{ id: "a" }, { id: "c" }]);
  const last = byId.one("d");
  await setImmediate();
  assert.deepEqual(ids()[2], ["d"], "nothing runs: it is asked for at the end of its turn");
  sent[2]?.answer();
  await last;
});

Deno.test("BatchedQuery waits only so long for a query that is not answered", async () => {
  const { byId, sent, waits, ids } = heldReads();
  const first = byId.one("a");
  await setImmediate();
  const second = byId.one("b");
  waits[0]?.end();
  const third = byId.one("c");
  assert.deepEqual(ids(), [["a"], ["b"]]);
  sent[1]?.answer();
  assert.deepEqual(await second, { id: "b" });
  assert.deepEqual(ids(), [["a"], ["b"], ["c"]]);
  sent[0]?.answer();
  sent[2]?.answer();
  assert.deepEqual(await Promise.all([first, third]), [{ id: "a" }, { id: "c" }]);
});

Deno.test("BatchedQuery asks at once for as many ids as a query may have", async () => {
  const { byId, sent, ids } = heldReads();
  const reads = Array.from({ length: MAX_IDS + 1 }, (_, n) => byId.one(`${n}`));
  assert.equal(sent.length, 1);
  await setImmediate();
  sent[0]?.answer();
  await reads[0];
  assert.deepEqual(ids()[1], [`${MAX_IDS}`]);
  sent[1]?.answer();
  await Promise.all(reads);
});

Deno.test("epochReads() asks anew each time: a query in progress may not see a change", async () => {
  const answers: ((value: number) => void)[] = [];
  const query = () =>
    new Promise<unknown[]>((resolve) =>
      answers.push((value) => resolve([{ value, of_shops: 0, changed: null }]))
    );
  const epoch = epochReads(postgresReader({ query }));
  const both = [epoch(), epoch()];
  answers[1]?.(8);
  assert.equal((await both[1])?.value, 8);
  answers[0]?.(7);
  assert.equal((await both[0])?.value, 7);
});

Deno.test({
  name: "an event is given and due after those with lower numbers that are not committed yet",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store, name } = database;
    const endpoint = anEndpoint();
    const due = async () => (await store.webhooks.due(9e15, [], null)).map(({ event }) => event.id);
    await store.commit([putMerchant, { kind: "event.add", event: anEvent(1) }]);
    await store.commit([{ kind: "webhook.put", endpoint }]);
    const url = readDatabaseUrl(server!.url(name), () => undefined);
    const other = await PgConnection.open(url, { connectMs: 5000, queryMs: 5000 });
    const numbers = async () =>
      (await store.webhooks.eventsAfter(0, 9)).map(({ number, event }) => [number, event.id]);
    const add = (id: string) =>
      other.query(
        `INSERT INTO events (id, merchant_id, session_id, type, at, data)
         VALUES ($1, $2, $3, 'session.updated', 1, '{}')`,
        [id, M1, sid(1)],
      );
    const [first, second, third] = [1, 2, 3].map((n) => [n, uuid(9000 + n)]);
    await other.script("BEGIN", 5000);
    await other.query("SELECT checkoutd_begin_events()");
    await add(uuid(9002));
    await store.commit([{ kind: "event.add", event: anEvent(3) }]);
    assert.deepEqual(await numbers(), [first]);
    assert.deepEqual(await due(), []);
    assert.equal(await store.webhooks.lastEvent(), 1);
    await other.query(
      `INSERT INTO deliveries (endpoint_id, event_seq, state, attempts, next_at, last_error, updated_at)
       VALUES ($1, 2, 'PENDING', 0, 1, '', 1)`,
      [endpoint.id],
    );
    await other.script("COMMIT", 5000);
    assert.deepEqual(await numbers(), [first, second, third]);
    assert.deepEqual(await due(), [uuid(9002)]);
    assert.equal(await store.webhooks.lastEvent(), 3);
    await other.script("BEGIN", 5000);
    await other.query("SELECT checkoutd_begin_events()");
    await add(uuid(9004));
    await store.commit([{ kind: "event.add", event: anEvent(5) }]);
    assert.equal(await store.webhooks.lastEvent(), 3);
    await other.script("ROLLBACK", 5000);
    assert.equal(await store.webhooks.lastEvent(), 5);
    await other.close();
  },
});
