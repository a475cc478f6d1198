import assert from "node:assert/strict";
import { Overview } from "../../src/service/overview.ts";
import { aCart, withWorld } from "../support/app.ts";

Deno.test("Overview counts the sessions of all shops in every pair of states", async () => {
  await withWorld(async ({ send, services }) => {
    for (let n = 0; n < 3; n++) await send("POST", "/session", { body: aCart() });
    const { json } = await send("POST", "/session", { body: aCart() });
    await send("POST", `/session/${json.data.session_id}/abandon`);
    const { sessions, databaseBytes, pendingDeliveries } = await services.overview.read();
    assert.equal(sessions.length, 16);
    const some = sessions.filter(({ count }) => count > 0);
    assert.deepEqual(some, [
      { state: { session: "INITIATED", payment: "DRAFT" }, count: 3 },
      { state: { session: "ABANDONED", payment: "DRAFT" }, count: 1 },
    ]);
    assert.ok(databaseBytes > 0);
    assert.equal(pendingDeliveries, 0);
  });
});

Deno.test("Overview counts at most every 15 seconds, and once for all who ask meanwhile", async () => {
  await withWorld(async ({ store, clock, send }) => {
    let counted = 0;
    const counting: typeof store = Object.create(store, {
      sessions: { value: { counts: () => (counted++, store.sessions.counts()) } },
    });
    const overview = new Overview({ store: counting, monotonicMs: clock.monotonicMs });
    const open = async () => (await overview.read()).sessions[0]?.count;
    assert.deepEqual(await Promise.all([open(), open(), open()]), [0, 0, 0]);
    await send("POST", "/session", { body: aCart() });
    clock.advance(14_999);
    assert.equal(await open(), 0);
    assert.equal(counted, 1);
    clock.advance(1);
    assert.equal(await open(), 1);
    assert.equal(counted, 2);
  });
});

Deno.test("Overview asks again after a failure", async () => {
  await withWorld(async ({ store, clock }) => {
    let isBroken = true;
    const failing: typeof store = Object.create(store, {
      sessions: {
        value: {
          counts: () => isBroken ? Promise.reject(new Error("locked")) : store.sessions.counts(),
        },
      },
    });
    const overview = new Overview({ store: failing, monotonicMs: clock.monotonicMs });
    await assert.rejects(overview.read(), /locked/);
    isBroken = false;
    assert.equal((await overview.read()).sessions.length, 16);
  });
});
