import assert from "node:assert/strict";
import { callerOf } from "../../../src/domain/caller.ts";
import { parseSessionId } from "../../../src/domain/ids.ts";
import { Freshness } from "../../../src/service/cache/freshness.ts";
import { type ReadSession, SessionCache } from "../../../src/service/cache/session_cache.ts";
import { createOperatorServices } from "../../../src/service/services.ts";
import type { SharedState } from "../../../src/store/shared.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { aSession, sid } from "../../store/support.ts";
import { aCart, effectsOf, withWorld, type World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { countReads } from "../../support/count_reads.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plainSecrets } from "../../support/secrets.ts";

const HOUR_MS = 3_600_000;

async function create({ send }: World): Promise<string> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return `/session/${json.data.session_id}`;
}

Deno.test("a session that is polled is read from the store twice, and kept from then on", () =>
  withWorld(async (world) => {
    const path = await create(world);
    const reads = countReads(world, "shown");
    for (let i = 0; i < 5; i++) assert.equal((await world.send("GET", path)).status, 200);
    assert.equal(reads(), 2);
  }));

Deno.test("a read after a step sees what the step did", () =>
  withWorld(async (world) => {
    const path = await create(world);
    assert.equal((await world.send("GET", path)).json.data.items[0].quantity, 2);
    const items = [{ product_id: 1, variant_id: 11, quantity: 3, price: 349 }];
    await world.send("PUT", `${path}/items`, { body: { data: { items } } });
    assert.equal((await world.send("GET", path)).json.data.items[0].quantity, 3);
  }));

Deno.test("a session that was ended from the command line is gone once that was noticed", () =>
  withWorld(async (world) => {
    const path = await create(world);
    assert.equal((await world.send("GET", path)).status, 200);
    await world.services.sessionAdmin.expire(path.slice("/session/".length), OPERATOR);
    world.clock.advance(50);
    assert.equal((await world.send("GET", path)).status, 404);
  }));

Deno.test("a session that is polled for hours does not end, also when its activity is on disk", () =>
  withWorld(async (world) => {
    const path = await create(world);
    for (let i = 0; i < 5; i++) {
      world.clock.advance(HOUR_MS - 1);
      assert.equal((await world.send("GET", path)).status, 200);
      await world.services.housekeeping.flush();
      assert.equal(await world.services.housekeeping.sweepAll(), 0);
    }
    world.clock.advance(HOUR_MS);
    assert.equal((await world.send("GET", path)).status, 404);
  }));

Deno.test("a deleted session is gone, cached or not", () =>
  withWorld(async (world) => {
    const path = await create(world);
    assert.equal((await world.send("POST", `${path}/abandon`)).status, 200);
    for (let i = 0; i < 2; i++) assert.equal((await world.send("GET", path)).status, 200);
    world.clock.advance(91 * 24 * HOUR_MS);
    assert.equal(await world.services.housekeeping.purgeAll(), 1);
    world.clock.advance(50);
    assert.equal((await world.send("GET", path)).status, 404);
  }));

Deno.test("a key of another merchant never sees a cached session", () =>
  withWorld(async (world) => {
    const path = await create(world);
    for (let i = 0; i < 2; i++) await world.send("GET", path);
    const reads = countReads(world, "shown");
    const id = parseSessionId(path.slice("/session/".length));
    assert.ok(id);
    const stranger = {
      ...callerOf(world.key),
      merchantId: world.key.id as unknown as typeof world.key.merchantId,
    };
    await assert.rejects(
      async () => await world.services.sessions.read(stranger, id),
      /No session has this id/,
    );
    assert.equal(reads(), 0);
  }));

Deno.test("beside other servers a session that one of them changed is read at once", () =>
  withWorld(async (world) => {
    const path = await create(world);
    for (let i = 0; i < 3; i++) assert.equal((await world.send("GET", path)).status, 200);
    let ids = 0;
    const { sessionAdmin } = createOperatorServices({
      ...effectsOf(world.clock),
      store: world.store,
      secrets: plainSecrets(world.store),
      newId: () => uuid(9000 + ids++),
    });
    await sessionAdmin.expire(path.slice("/session/".length), OPERATOR);
    assert.equal((await world.send("GET", path)).status, 404);
  }, { open: async () => ({ ...await openSqliteStore(":memory:"), shared: {} as SharedState }) }));

const MIB = 1024 * 1024;

function aRead(n: number, sizeMib: number): ReadSession {
  const { id, merchantId, livemode, version, state } = aSession(n);
  const view = "v".repeat(sizeMib * MIB);
  const unused = { lastActiveAt: 0, dueAt: null, expired: false };
  return { id, merchantId, livemode, version, state, ...unused, view };
}

/** A cache that is fresh. */
async function aCache(isAlone = true): Promise<SessionCache> {
  const freshness = new Freshness(
    { epoch: () => ({ value: 1, ofShops: 0, changed: [] }) },
    () => 0,
  );
  await freshness.renew();
  return new SessionCache(freshness, isAlone);
}

Deno.test("SessionCache keeps 5 MiB of sessions and drops those that were read first", async () => {
  const cache = await aCache();
  const kept = () => [1, 2, 3, 4].filter((n) => cache.recall(sid(n)) !== undefined);
  const once = (n: number, sizeMib: number) => cache.read(sid(n), () => aRead(n, sizeMib));
  const read = async (n: number, sizeMib: number) => {
    await once(n, sizeMib);
    await once(n, sizeMib);
  };
  await once(1, 2);
  assert.deepEqual(kept(), [], "what is read only once is not kept");
  await once(1, 2);
  await read(2, 1.5);
  await read(3, 1.4);
  assert.deepEqual(kept(), [1, 2, 3]);
  await read(4, 2.5);
  assert.deepEqual(kept(), [3, 4]);
  cache.drop(sid(3));
  await read(1, 2.4);
  assert.deepEqual(kept(), [1, 4]);
});

Deno.test("SessionCache counts a text beyond Latin-1 as the two bytes a character that it takes", async () => {
  const cache = await aCache();
  for (const [n, first] of ["₹", "é"].entries()) {
    const read = { ...aRead(n, 0), view: first + "v".repeat(2 * MIB) };
    for (let i = 0; i < 2; i++) await cache.read(sid(n), () => read);
  }
  assert.deepEqual([0, 1].map((n) => cache.recall(sid(n)) !== undefined), [false, true]);
});

Deno.test("SessionCache does not keep what was read across a drop", async () => {
  const cache = await aCache();
  await cache.read(sid(1), () => aRead(1, 1));
  await cache.read(sid(1), () => {
    cache.drop(sid(1));
    return aRead(1, 1);
  });
  assert.equal(cache.recall(sid(1)), undefined);
});

Deno.test("SessionCache keeps nothing beside other servers", async () => {
  const cache = await aCache(false);
  for (let i = 0; i < 3; i++) await cache.read(sid(1), () => aRead(1, 1));
  assert.equal(cache.recall(sid(1)), undefined);
  assert.equal(await cache.find(sid(1)), undefined);
});
