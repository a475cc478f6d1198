import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import { aCart, type Answer, type World } from "../support/app.ts";
import { isReplay } from "./idempotency.ts";
import { Checkout, paid } from "./api/checkout.ts";
import { ADDRESS, HOUR_MS, withShop } from "./api/shop.ts";

function assertStale({ status, json }: Answer, begun: "session" | "payment", why: string): void {
  assert.equal(status, 409, why);
  assert.deepEqual(json.error, {
    code: "error.idempotency-key-stale",
    message: `The ${begun} that this Idempotency-Key started has ended: use a new key`,
  }, why);
}

/** A checkout whose creation and payment start were each named. */
async function begun(world: World) {
  const create = (key = "cart") =>
    world.send("POST", "/session", { body: aCart(), headers: { "idempotency-key": key } });
  const created = await create();
  assert.equal(created.status, 201, created.text);
  const checkout = new Checkout(world, created.json.data.session_id);
  await checkout.step("PUT /address", ADDRESS);
  const start = (key = "pay") =>
    checkout.send("POST /payment", undefined, { "idempotency-key": key });
  return { create, created, checkout, start };
}

function failed({ payment_id }: { readonly payment_id: string }): [string, unknown] {
  return [`POST /payment/${payment_id}/result`, { status: "FAILED", reference: "pay_0" }];
}

Deno.test("a payment start is stale once its payment failed, and once another took its place", () =>
  withShop(async (world) => {
    const { checkout, start } = await begun(world);
    const first = await start();
    assert.ok(isReplay(await start()), "while it is pending");
    await checkout.step(...failed(first.json.data.payment));
    assertStale(await start(), "payment", "failed");
    const second = await start("pay-2");
    assert.deepEqual([second.status, isReplay(second)], [200, false]);
    assertStale(await start(), "payment", "replaced");
    assert.ok(isReplay(await start("pay-2")));
    await checkout.step(...paid(second.json.data.payment));
    const settled = await start("pay-2");
    assert.deepEqual([settled.text, isReplay(settled)], [second.text, true], "paid");
  }));

for (const how of ["cancelled", "released"] as const) {
  Deno.test(`a payment start is stale once its payment was ${how}`, () =>
    withShop(async (world) => {
      const { create, checkout, start } = await begun(world);
      const { json } = await start();
      if (how === "cancelled") {
        await checkout.step(`POST /payment/${json.data.payment.payment_id}/cancel`);
      } else {
        world.clock.advance(HOUR_MS / 2);
        await world.services.housekeeping.releaseAll();
      }
      assertStale(await start(), "payment", how);
      assert.ok(isReplay(await create()), "the session goes on");
      assert.equal((await start("pay-2")).status, 200);
    }));
}

for (const how of ["abandoned", "expired", "swept"] as const) {
  Deno.test(`a create and a payment start are stale once the session is ${how}`, () =>
    withShop(async (world) => {
      const { create, created, checkout, start } = await begun(world);
      assert.equal((await start()).status, 200);
      assert.equal((await create()).text, created.text);
      if (how === "abandoned") await checkout.step("POST /abandon");
      else world.clock.advance(HOUR_MS);
      if (how === "swept") await world.services.housekeeping.sweepAll();
      assertStale(await create(), "session", how);
      assertStale(await start(), "payment", how);
      const next = await create("cart-2");
      assert.deepEqual([next.status, isReplay(next)], [201, false]);
    }));
}

Deno.test("a payment start is stale once what the payment held was released, however much is read", () =>
  withShop(async (world) => {
    const { checkout, start } = await begun(world);
    assert.equal((await start()).status, 200);
    world.clock.advance(HOUR_MS / 2);
    await checkout.send("GET ");
    await world.services.housekeeping.releaseAll();
    assertStale(await start(), "payment", "released");
    const next = await start("pay-2");
    assert.deepEqual([next.status, isReplay(next)], [200, false], next.text);
  }));

Deno.test("a payment start is stale once the payment was cancelled", () =>
  withShop(async (world) => {
    const { checkout, start } = await begun(world);
    const { payment } = (await start()).json.data;
    await checkout.step(`POST /payment/${payment.payment_id}/cancel`);
    assertStale(await start(), "payment", "cancelled");
  }));

Deno.test("the create of a completed session is replayed, however long ago it was completed", () =>
  withShop(async (world) => {
    const { create, created, checkout, start } = await begun(world);
    await checkout.step(...paid((await start()).json.data.payment));
    world.clock.advance(5 * HOUR_MS);
    const again = await create();
    assert.deepEqual([again.status, again.text, isReplay(again)], [201, created.text, true]);
    assert.ok(isReplay(await start()));
  }));

Deno.test("a step that began nothing is replayed also once its session has ended", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const abandon = () => checkout.send("POST /abandon", undefined, { "idempotency-key": "end" });
    const first = await abandon();
    world.clock.advance(2 * HOUR_MS);
    const again = await abandon();
    assert.deepEqual([again.status, again.text, isReplay(again)], [200, first.text, true]);
  }));

/** Lets another server do the work of the next commit that records an answer. */
function overtaken({ store }: World, how: (changes: readonly Change[]) => readonly Change[]): void {
  const { commit } = store;
  store.commit = async (changes) => {
    if (changes.some(({ kind }) => kind === "idempotency.add")) {
      store.commit = commit;
      const theirs = how(changes);
      if (theirs.length > 0) await commit.call(store, theirs);
    }
    await commit.call(store, changes);
  };
}

function recordIn(changes: readonly Change[]): Extract<Change, { kind: "idempotency.add" }> {
  const found = changes.find((change) => change.kind === "idempotency.add");
  assert.ok(found?.kind === "idempotency.add");
  return found;
}

for (const call of ["create", "payment start"] as const) {
  Deno.test(`a ${call} that another server has answered meanwhile is a replay, never a 500`, () =>
    withShop(async (world) => {
      const { create, start, checkout } = await begun(world);
      const send = () => call === "create" ? create("race") : start("race");
      const sessions =
        (await world.store.sessions.list(NO_SESSION_FILTER, { limit: 9 })).rows.length;
      overtaken(world, (changes) => {
        if (call === "payment start") return changes;
        const { kind, record } = recordIn(changes);
        return [{ kind, record: { ...record, sessionId: checkout.id, begunId: checkout.id } }];
      });
      const answer = await send();
      assert.deepEqual([answer.status, isReplay(answer)], [call === "create" ? 201 : 200, true]);
      assert.equal(
        (await world.store.sessions.list(NO_SESSION_FILTER, { limit: 9 })).rows.length,
        sessions,
        "no other work",
      );
      overtaken(world, (changes) => {
        const { kind, record } = recordIn(changes);
        return [{ kind, record: { ...record, fingerprint: "0".repeat(64) } }];
      });
      const other = await create("race-2");
      assert.equal(other.json.error.code, "error.idempotency-key-reused", other.text);
    }));
}

Deno.test("an answer that is refused and not to be found is 409 in-progress", () =>
  withShop(async (world) => {
    const { create } = await begun(world);
    const find = world.store.idempotency.find;
    overtaken(world, (changes) => [recordIn(changes)]);
    world.store.idempotency.find = () => null;
    const answer = await create("race");
    assert.deepEqual(
      [answer.status, answer.json.error.code, answer.headers.get("retry-after")],
      [409, "error.idempotency-in-progress", "1"],
    );
    world.store.idempotency.find = find;
  }));
