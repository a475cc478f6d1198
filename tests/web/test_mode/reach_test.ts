import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { Checkout, paid } from "../api/checkout.ts";
import { STEPS } from "../api/operations.ts";
import { ADDRESS, withShop } from "../api/shop.ts";
import { testing } from "./testing.ts";

/** Every call on a session. */
const CALLS = [
  ...STEPS,
  ["GET ", undefined],
  ["POST /checkout-link", undefined],
  [`POST /payment/${uuid(999)}/cancel`, undefined],
] as const;

for (const [call, data] of CALLS) {
  Deno.test(`${call} of a test key is refused for a live session of its shop, and back, and says why`, () =>
    withShop(async (world) => {
      const tests = await testing(world);
      for (const [owner, stranger] of [[world, tests], [tests, world]] as const) {
        const { id } = await Checkout.open(owner);
        const before = await owner.store.sessions.find(id);
        const checkout = new Checkout(stranger, id);
        // Twice, as the second read of a session may be answered from the cache.
        await owner.send("GET", checkout.path);
        await owner.send("GET", checkout.path);
        for (let i = 0; i < 2; i++) {
          const { status, json } = await checkout.send(call, data);
          assert.equal(status, 404);
          assert.deepEqual(json.error, {
            code: "error.session-not-found",
            message: owner === world
              ? `No session has this id (it is a live session: use a live key): ${id}`
              : `No session has this id (it is a test session: use a test key): ${id}`,
          });
        }
        assert.deepEqual((await owner.store.sessions.find(id))?.load(), before?.load());
      }
    }));
}

Deno.test("an Idempotency-Key of a test key and the same of a live one are two", () =>
  withShop(async (world) => {
    const headers = { "idempotency-key": "same" };
    const body = { data: { shop_domain: "demo-store.example", items: [MUG] } };
    const ids = new Set<string>();
    for (const caller of [world, await testing(world)]) {
      const first = await caller.send("POST", "/session", { body, headers });
      assert.equal(first.headers.get("idempotent-replayed"), null);
      const second = await caller.send("POST", "/session", { body, headers });
      assert.deepEqual([second.text, second.headers.get("idempotent-replayed")], [
        first.text,
        "true",
      ]);
      ids.add(first.json.data.session_id);
    }
    assert.equal(ids.size, 2);
  }));

const MUG = { product_id: 1, variant_id: 11, quantity: 1, title: "Mug" };

Deno.test("an expired test session is swept, and a late result of its payment still taken", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(await testing(world));
    await checkout.step("PUT /address", ADDRESS);
    const { payment } = await checkout.step("POST /payment");
    world.clock.advance(2 * 3_600_000);
    await world.services.housekeeping.sweepAll();
    assert.equal((await checkout.stored()).state.session, "ABANDONED");
    const done = await checkout.send(...paid(payment));
    assert.equal(done.json.data.order.late, true);
    assert.equal(done.json.data.order.shortfall, null);
    assert.ok(world.told.every((told) => !("session" in told)), "no alarm for a test");
  }));
