/** Sessions end at the same time for all servers of a database. */
import assert from "node:assert/strict";
import { parseSessionId } from "../../src/domain/ids.ts";
import { aCart, LIMITS, withWorld, type World } from "../support/app.ts";
import { uuid } from "../support/builders.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { clockOf, LACKS_FAKETIME, moveClock } from "../support/faketime.ts";
import { IS_WHOLE } from "../support/few.ts";
import { lacksPostgres } from "../support/postgres.ts";
import { anEndpoint } from "../support/webhooks.ts";
import { startServer } from "../store/postgres/support.ts";

const ignore = await lacksPostgres();
const postgres = ignore ? undefined : await startServer();

const HOUR_MS = LIMITS.sessionTtlMs;
/** Inactivity is reported after it. */
const HALF_HOUR_MS = HOUR_MS / 2;
const ADDRESS = {
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "12 Lake Road",
  city: "Bengaluru",
  postal_code: "560001",
  country_code: "IN",
};
/** A use is written within this time. */
const WRITTEN_WITHIN_MS = 5000;

/** Two servers in this process, whose clocks stand still and are moved together. */
async function withTwo(
  test: (a: World, b: World, move: (ms: number) => void) => Promise<void>,
): Promise<void> {
  const database = await postgres!.freshDatabase(postgres!.template);
  const open = () => postgres!.open(database);
  let ids = 1_000_000;
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  await withWorld(
    (a) =>
      withWorld(async (b) => {
        const move = (ms: number) => {
          for (const { clock } of [a, b]) clock.advance(ms);
        };
        await test(a, b, move);
      }, { open, newId: () => uuid(ids++), randomBytes }),
    { open },
  );
}

/** Counts the calls of a read. */
function calls<Part extends object>(part: Part, name: keyof Part & string): () => number {
  const read = part[name] as (...parameters: unknown[]) => unknown;
  let count = 0;
  Object.defineProperty(part, name, {
    value: (...parameters: unknown[]) => {
      count += 1;
      return read.apply(part, parameters);
    },
  });
  return () => count;
}

async function create({ send }: World): Promise<string> {
  return (await send("POST", "/session", { body: aCart() })).json.data.session_id;
}

async function read({ send }: World, id: string): Promise<number> {
  return (await send("GET", `/session/${id}`)).status;
}

Deno.test({
  name: "a session read at A a second before the hour lives at B until the hour after that read",
  ignore,
  fn: () =>
    withTwo(async (a, b, move) => {
      const [answered, ended] = [await create(a), await create(a)];
      move(HOUR_MS - 1000);
      assert.deepEqual([await read(a, answered), await read(a, ended)], [200, 200]);
      move(HOUR_MS - 1);
      assert.equal(await read(b, answered), 200);
      move(1);
      for (const world of [b, a]) assert.equal(await read(world, ended), 404);
      assert.equal(await b.services.housekeeping.sweepAll(), 0, "others may still write a use");
      move(10_000);
      assert.equal(await b.services.housekeeping.sweepAll(), 1);
      assert.equal(await read(a, ended), 404);
      assert.equal(await read(a, answered), 200);
    }),
});

Deno.test({
  name: "a server that is killed takes the uses of its last five seconds with it",
  ignore,
  fn: () =>
    withTwo(async (a, b, move) => {
      const [written, lost] = [await create(a), await create(a)];
      move(HALF_HOUR_MS);
      await read(a, written);
      move(4000);
      // Every second, by its jobs.
      await a.services.housekeeping.flush();
      await read(a, lost);
      // It is killed: nothing of it is written any more.
      move(HALF_HOUR_MS - 4000);
      assert.equal(await read(b, lost), 404);
      move(HALF_HOUR_MS - 1);
      assert.equal(await read(b, written), 200);
    }),
});

Deno.test({
  name: "what one server expires and deletes makes no other read its caches again",
  ignore,
  fn: () =>
    withTwo(async (a, b, move) => {
      const polled = await create(a);
      const ended = await Promise.all([create(a), create(a), create(a)]);
      move(HALF_HOUR_MS);
      assert.equal(await read(b, polled), 200);
      await b.services.housekeeping.flush(true);
      const { merchants, keys } = b.store;
      const reads = [calls(merchants, "find"), calls(keys, "byHash"), calls(keys, "find")];
      move(HALF_HOUR_MS + 10_000);
      assert.equal(await a.services.housekeeping.sweepAll(), ended.length);
      assert.equal(await read(b, polled), 200);
      await a.store.commit([{ kind: "webhook.put", endpoint: anEndpoint(1) }]);
      move(10);
      assert.deepEqual(reads.map((count) => count()), [0, 0, 0]);
      assert.equal(await read(b, polled), 200);
      assert.ok(reads.some((count) => count() > 0), "a change of the shop is read");
    }),
});

Deno.test({
  name: "inactivity is reported by one server after what another has noted is written",
  ignore,
  fn: () =>
    withTwo(async (a, b, move) => {
      const { send, store, services } = a;
      await store.commit([{ kind: "webhook.put", endpoint: anEndpoint(1) }]);
      const id = await create(a);
      const address = await send("PUT", `/session/${id}/address`, { body: { data: ADDRESS } });
      assert.equal(address.status, 200);
      move(HALF_HOUR_MS - 1);
      await read(a, id);
      move(1);
      assert.equal(await b.services.housekeeping.reportIdle(), 0);
      move(4000);
      await services.housekeeping.flush();
      move(6000);
      assert.equal(await b.services.housekeeping.reportIdle(), 0);
      move(HALF_HOUR_MS);
      assert.equal(await b.services.housekeeping.reportIdle(), 1);
    }),
});

interface Clocked extends Cluster {
  /** Moves the servers' clocks to a time; they go on from there. */
  setClock(at: number): Promise<void>;
  /** Reads a session at server `i`. */
  read(i: number, id: string): Promise<number>;
  create(i: number): Promise<string>;
  /** Stored last use. */
  activeAt(id: string): Promise<number>;
}

async function withClocked(test: (cluster: Clocked) => Promise<void>): Promise<void> {
  const file = await Deno.makeTempFile();
  await moveClock(file, 0);
  try {
    await withCluster(postgres!, { env: () => clockOf(file) }, async (cluster) => {
      const { urls, shop: { secret }, store } = cluster;
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
      await test({
        ...cluster,
        setClock: (at) => moveClock(file, at - Date.now()),
        read: async (i, id) => {
          const { status, body } = await fetch(`${urls[i]}/session/${id}`, { headers });
          await body?.cancel();
          return status;
        },
        create: async (i) => {
          const init = { method: "POST", headers, body: JSON.stringify(aCart()) };
          return (await (await fetch(`${urls[i]}/session`, init)).json()).data.session_id;
        },
        activeAt: async (id) => (await store.sessions.find(parseSessionId(id)!))!.lastActiveAt,
      });
    });
  } finally {
    await Deno.remove(file);
  }
}

Deno.test({
  name: "kill -9 of A after a read a second before the hour: the hour after it counts everywhere",
  ignore: ignore || LACKS_FAKETIME,
  fn: () =>
    withClocked(async ({ setClock, create, read, activeAt, kill }) => {
      const [read1, read2, unread] = [await create(0), await create(0), await create(0)];
      const createdAt = await activeAt(unread);
      // Seconds, because the clocks go on meanwhile.
      await setClock(createdAt + HOUR_MS - 9000);
      for (const id of [read1, read2]) assert.equal(await read(0, id), 200);
      await kill(0);
      const readAt = Math.min(await activeAt(read1), await activeAt(read2));
      assert.ok(readAt >= createdAt + HOUR_MS - 9000);
      await setClock(readAt + HOUR_MS - 9000);
      assert.deepEqual([await read(1, read1), await read(2, unread)], [200, 404]);
      await setClock(readAt + HOUR_MS + 9000);
      assert.deepEqual([await read(1, read2), await read(2, read2)], [404, 404]);
      assert.deepEqual([await read(1, read1), await read(2, read1)], [200, 200]);
    }),
});

Deno.test({
  name: "kill -9 of a server costs at most 5 s of activity",
  ignore,
  fn: () =>
    withClocked(async ({ create, read, activeAt, kill }) => {
      const ids = await Promise.all(Array.from({ length: IS_WHOLE ? 100 : 3 }, () => create(0)));
      const acknowledged = new Map<string, number>();
      const seen = new Set<number>();
      // Until the first has been written a few times, and not for two seconds.
      for (let lag = 0; seen.size < (IS_WHOLE ? 5 : 2) || lag < 2000;) {
        await Promise.all(ids.map(async (id) => {
          const at = Date.now();
          assert.equal(await read(0, id), 200);
          acknowledged.set(id, at);
        }));
        const storedAt = await activeAt(ids[0]!);
        seen.add(storedAt);
        lag = Date.now() - storedAt;
      }
      await kill(0);
      const lost = await Promise.all(
        [...acknowledged].map(async ([id, at]) => at - await activeAt(id)),
      );
      console.log(`kill -9: at most ${Math.max(...lost)} ms of activity lost`);
      assert.ok(Math.max(...lost) <= WRITTEN_WITHIN_MS, `lost ${Math.max(...lost)} ms`);
    }),
});
