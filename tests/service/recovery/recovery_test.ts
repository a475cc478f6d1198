import assert from "node:assert/strict";
import { NO_SESSION_FILTER } from "../../../src/domain/filters.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import { NO_BUYER, NO_CHOICES } from "../../../src/domain/session/session.ts";
import { RecoveryLinks } from "../../../src/service/recovery/links.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import type { World } from "../../support/app.ts";
import { check } from "../../store/maintenance/support.ts";
import { withPath } from "../../store/support.ts";
import { withWorld } from "../../support/app.ts";
import { anEndpoint } from "../../support/webhooks.ts";
import {
  DAY_MS,
  expire,
  HOUR_MS,
  leave,
  load,
  MINUTE_MS,
  PHONE,
  resume,
  tokenOf,
  withCarts,
} from "./left.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plainSecrets } from "../../support/secrets.ts";

async function count({ store }: World): Promise<number> {
  return (await store.sessions.list(NO_SESSION_FILTER, { limit: 1000 })).rows.length;
}

Deno.test("a link resumes its session while it lives, which counts as activity", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const token = await tokenOf(world, id);
    world.clock.advance(59 * MINUTE_MS);
    assert.equal(await resume(world, token), id);
    assert.equal((await load(world, id)).recovery.returned, "RESUMED");
    world.clock.advance(59 * MINUTE_MS);
    assert.equal((await world.send("GET", `/session/${id}`)).status, 200);
    // A second time changes nothing but the activity.
    const { version } = await load(world, id);
    assert.equal(await resume(world, token), id);
    assert.equal((await load(world, id)).version, version);
    assert.equal(await count(world), 1);
  }));

Deno.test("looking at a cart changes nothing and is no activity", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const token = await tokenOf(world, id);
    const before = await load(world, id);
    for (let i = 0; i < 3; i++) {
      world.clock.advance(20 * MINUTE_MS - 1);
      const cart = await world.services.recovery.show(token);
      assert.deepEqual(cart?.session, before);
      assert.equal(cart.isEnded, false);
    }
    world.clock.advance(3);
    assert.equal((await world.send("GET", `/session/${id}`)).status, 404);
    assert.equal((await world.services.recovery.show(token))?.isEnded, true);
    assert.equal(await count(world), 1);
    assert.deepEqual(await load(world, id), before);
  }));

for (const isSwept of [true, false]) {
  Deno.test(`a link opens the cart of an expired session again, ${isSwept ? "" : "not "}swept`, () =>
    withCarts(async (world) => {
      const id = await leave(world);
      const old = await load(world, id);
      const token = await tokenOf(world, id);
      await expire(world, isSwept);
      const made = await resume(world, token);
      assert.notEqual(made, id);
      const session = await load(world, made);
      assert.deepEqual(session.lines, old.lines);
      assert.equal(session.priced.totals.subTotal, 69_800);
      assert.deepEqual(session.state, { session: "INITIATED", payment: "DRAFT" });
      assert.equal(session.recovery.returned, "REOPENED");
      assert.equal(session.reference, "R-1");
      // Nothing of the person.
      assert.deepEqual([session.customer, session.buyer, session.choices], [
        null,
        NO_BUYER,
        NO_CHOICES,
      ]);
      assert.deepEqual([session.note, session.attributes], [null, {}]);
      const texts = JSON.stringify([session, await world.store.sessions.extra(session.id)]);
      for (const word of ["Asha", PHONE, "Lake Road", "asha@example.com"]) {
        assert.ok(!texts.includes(word), word);
      }
      assert.equal((await world.send("GET", `/session/${made}`)).status, 200);
      const events = await world.store.sessions.events(session.id);
      assert.deepEqual(events.map(({ type }) => type), ["session.created"]);
      const ended = await load(world, id);
      assert.equal(ended.state.session, "ABANDONED");
      assert.equal(ended.recovery.reopenedAs, made);
      assert.equal((await world.send("GET", `/session/${id}`)).status, 404);
    }));
}

Deno.test("a cart is opened again once, however often and however fast that is asked for", () =>
  withCarts(async (world) => {
    const token = await tokenOf(world, await leave(world));
    await expire(world, false);
    const made = await Promise.all(Array.from({ length: 8 }, () => resume(world, token)));
    assert.equal(new Set(made).size, 1);
    assert.equal(await resume(world, token), made[0]);
    assert.equal(await count(world), 2);
  }));

Deno.test("a link follows its cart, also when that is left again", () =>
  withCarts(async (world) => {
    const first = await leave(world);
    const token = await tokenOf(world, first);
    await expire(world);
    const second = await resume(world, token);
    await expire(world);
    const third = await resume(world, token);
    assert.equal(new Set([first, second, third]).size, 3);
    assert.equal(await resume(world, await tokenOf(world, second!)), third);
    assert.equal(await count(world), 3);
    await world.send("POST", `/session/${third}/abandon`);
    assert.equal(await resume(world, token), null);
  }));

Deno.test("a link opens the cart for seven days after the end, to the millisecond", () =>
  withCarts(async (world) => {
    const token = await tokenOf(world, await leave(world));
    await expire(world);
    world.clock.advance(7 * DAY_MS - 1);
    assert.ok(await world.services.recovery.show(token));
    world.clock.advance(1);
    assert.equal(await world.services.recovery.show(token), null);
    assert.equal(await resume(world, token), null);
  }));

/** What ends a link for good. */
const ENDS: readonly [what: string, (world: World, id: SessionId) => Promise<unknown>][] = [
  ["the order was placed", async (world, id) => {
    const { json } = await world.send("POST", `/session/${id}/payment`);
    const { payment_id, amount } = json.data.payment;
    const data = { status: "PAID", amount, reference: "pay_1" };
    const path = `/session/${id}/payment/${payment_id}/result`;
    assert.equal((await world.send("POST", path, { body: { data } })).status, 200);
  }],
  ["the shop abandoned it", (world, id) => world.send("POST", `/session/${id}/abandon`)],
  ["the person was erased", (world) => world.services.erasure.erase(PHONE, null, OPERATOR)],
  ["the person was erased after it expired", async (world) => {
    await expire(world);
    await world.services.erasure.erase(PHONE, null, OPERATOR);
  }],
  ["its shop names no page to return to", async (world) => {
    await world.services.merchants.update(
      world.merchant.id,
      (old) => ({ ...old, redirectUrl: "" }),
      OPERATOR,
    );
    // Until all servers know.
    world.clock.advance(5);
  }],
];

for (const [what, end] of ENDS) {
  Deno.test(`a link leads nowhere once ${what}`, () =>
    withCarts(async (world) => {
      const id = await leave(world);
      const token = await tokenOf(world, id);
      assert.ok(await world.services.recovery.show(token));
      await end(world, id);
      for (const wait of [0, HOUR_MS]) {
        world.clock.advance(wait);
        await world.services.housekeeping.sweepAll();
        assert.equal(await world.services.recovery.show(token), null);
        assert.equal(await resume(world, token), null);
      }
      assert.equal(await count(world), 1);
    }));
}

Deno.test("the secret is made once, survives a restart, and db check knows the rest", () =>
  withPath(async (path) => {
    let [id, token] = ["", ""];
    await withWorld(async (world) => {
      await world.store.commit([{ kind: "webhook.put", endpoint: anEndpoint(1) }]);
      const left = id = await leave(world);
      const [one, other] = await Promise.all([tokenOf(world, left), tokenOf(world, left)]);
      assert.equal(one, other);
      token = one;
      world.clock.advance(30 * MINUTE_MS);
      assert.equal(await world.services.housekeeping.reportIdle(), 1);
      await expire(world);
      await resume(world, token);
      await world.services.housekeeping.flush(true);
    }, { db: path });
    assert.deepEqual((await check(path)).findings, []);
    const store = await openSqliteStore(path);
    const links = new RecoveryLinks({
      store,
      secrets: plainSecrets(store),
      pages: { url: undefined },
      now: () => 0,
      randomBytes: () => assert.fail("there is a secret"),
    });
    assert.equal(await links.sessionOf(token), id);
    await store.close();
  }));
