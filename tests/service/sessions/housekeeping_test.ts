import assert from "node:assert/strict";
import { type CustomerId, parseSessionId } from "../../../src/domain/ids.ts";
import type { Change } from "../../../src/domain/changes.ts";
import { pacer } from "../../../src/service/batches.ts";
import { PURGED_AT_ONCE } from "../../../src/store/write/write.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";
import { aCustomer, NOW, uuid } from "../../support/builders.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function create({ send }: World): Promise<string> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return String(json.data.session_id);
}

async function stateOf({ store }: World, idText: string): Promise<string | undefined> {
  const id = parseSessionId(idText);
  assert.ok(id);
  return (await store.sessions.find(id))?.state.session;
}

Deno.test("Housekeeping.sweepAll() abandons what has expired and nothing else", () =>
  withWorld(async (world) => {
    const [idle, read] = [await create(world), await create(world)];
    world.clock.advance(HOUR_MS - 1);
    await world.send("GET", `/session/${read}`);
    assert.equal(await world.services.housekeeping.sweepAll(), 0);
    world.clock.advance(1);
    assert.equal(await world.services.housekeeping.sweepAll(), 1);
    assert.equal(await stateOf(world, idle), "ABANDONED");
    assert.equal(await stateOf(world, read), "INITIATED");
    assert.equal(await world.services.housekeeping.sweepAll(), 0, "a second sweep finds nothing");
  }));

Deno.test("Housekeeping.sweepAll() goes on until more than a batch is done", () =>
  withWorld(async (world) => {
    for (let i = 0; i < 450; i++) await create(world);
    world.clock.advance(HOUR_MS);
    assert.equal(await world.services.housekeeping.sweepAll(), 450);
  }, { rateLimit: 1000 }));

Deno.test("Housekeeping.sumAll() sums the sessions from before the upgrade, and nothing a second time", () =>
  withWorld(async (world) => {
    const { store, services: { housekeeping }, merchant } = world;
    // As after the upgrade of a database with sessions.
    await store.commit([{ kind: "session.sum", after: "~", last: "" }]);
    for (let i = 0; i < 3; i++) await create(world);
    // Those up to a position, and what is after all.
    assert.equal(await housekeeping.sumAll(), 2);
    assert.equal(await store.statistics.unsummed(1), null);
    assert.equal(await housekeeping.sumAll(), 0);
    const bounds = [0, 2 ** 33 * 900_000];
    const [day, ...others] = await store.statistics.days({ merchantId: merchant.id, bounds });
    assert.deepEqual([day?.count, others], [3, []]);
  }));

Deno.test("Housekeeping.forget() purges thousands of records in slices, until none is left", () =>
  withWorld(async ({ store, services: { housekeeping }, clock, merchant }) => {
    const names = Array.from({ length: 2 * PURGED_AT_ONCE + 1 }, (_, n) => `key-${n}`);
    await store.commit(names.map((key): Change => ({
      kind: "idempotency.add",
      record: {
        merchantId: merchant.id,
        livemode: true,
        method: "POST",
        path: "/session",
        key,
        fingerprint: "f".repeat(64),
        status: 201,
        body: "",
        location: null,
        sessionId: null,
        begunId: null,
        at: NOW,
      },
    })));
    clock.advance(DAY_MS + 1);
    await housekeeping.forget();
    assert.equal(clock.waited.length, 3, "as many slices, each with a pause");
    for (const key of [names[0]!, names.at(-1)!]) {
      const name = {
        merchantId: merchant.id,
        livemode: true,
        method: "POST",
        path: "/session",
        key,
      };
      assert.equal(await store.idempotency.find(name), null);
    }
  }));

Deno.test("pacer() pauses as long as a batch took, and no shorter than 5 ms", async () => {
  const waited: number[] = [];
  let at = 0;
  const wait = (ms: number) => {
    waited.push(ms);
    at += ms;
    return Promise.resolve();
  };
  const pause = pacer({ wait, monotonicMs: () => at });
  for (const tookMs of [40, 0, 700]) {
    at += tookMs;
    await pause();
  }
  assert.deepEqual(waited, [40, 5, 700]);
});

Deno.test("Housekeeping.purgeAll() deletes sessions past the retention", () =>
  withWorld(async (world) => {
    const old = await create(world);
    world.clock.advance(HOUR_MS);
    await world.services.housekeeping.sweepAll();
    world.clock.advance(90 * DAY_MS - HOUR_MS);
    assert.equal(await world.services.housekeeping.purgeAll(), 0);
    const fresh = await create(world);
    world.clock.advance(1);
    assert.equal(await world.services.housekeeping.purgeAll(), 1);
    assert.equal(await stateOf(world, old), undefined);
    assert.equal(await stateOf(world, fresh), "INITIATED");
  }));

/** When a customer was last of interest, and whether the retention has passed since. */
const CUSTOMERS: readonly (readonly [what: string, Situation, isErased: boolean])[] = [
  ["was never of interest again", {}, true],
  ["is new", { createdAt: NOW + DAY_MS }, false],
  ["has coins", { coins: 1 }, false],
  ["has spent coins since", { coins: 1, takenAt: NOW + DAY_MS }, false],
  ["had spent all coins before", { coins: 1, takenAt: NOW }, true],
  ["still has a session", { hasSession: true }, false],
  ["owes coins", { coins: 1, takenAt: NOW, owed: 30 }, true],
];

/** Coins of a cancelled order that the customer no longer had. */
function debt(customerId: CustomerId, coins: number): Change {
  const entry = { id: uuid(9000), customerId, coins, reason: "cancel-debt", sessionId: null };
  return {
    kind: "coins.move",
    movement: { ...entry, from: "AVAILABLE", to: "ISSUED", at: NOW },
    asDebt: true,
  };
}

interface Situation {
  readonly createdAt?: number;
  readonly coins?: number;
  readonly takenAt?: number;
  readonly owed?: number;
  readonly hasSession?: boolean;
}

for (const [what, situation, isErased] of CUSTOMERS) {
  const { createdAt = NOW, coins = 0, takenAt, owed = 0, hasSession } = situation;
  Deno.test(`Housekeeping.eraseIdle() and a customer past the retention who ${what}`, () =>
    withWorld(async (world) => {
      const { store, services: { housekeeping }, clock, merchant } = world;
      const customer = aCustomer({ createdAt });
      const move = (from: "ISSUED" | "AVAILABLE", at: number): Change => ({
        kind: "coins.move",
        movement: {
          id: uuid(at - NOW + (from === "ISSUED" ? 7000 : 8000)),
          customerId: customer.id,
          from,
          to: from === "ISSUED" ? "AVAILABLE" : "ISSUED",
          coins,
          reason: "a gift to Asha",
          sessionId: null,
          at,
        },
      });
      await store.commit([
        { kind: "customer.put", customer, seededCoins: 0 },
        ...(coins > 0 ? [move("ISSUED", NOW - 1)] : []),
        ...(takenAt === undefined ? [] : [move("AVAILABLE", takenAt)]),
        ...(owed === 0 ? [] : [debt(customer.id, owed)]),
      ]);
      clock.advance(90 * DAY_MS + 1);
      if (hasSession) {
        const id = await create(world);
        await world.send("POST", `/session/${id}/otp`, {
          body: { data: { phone: customer.phone } },
        });
        const otp = world.told.at(-1)?.["otp"];
        await world.send("POST", `/session/${id}/otp/verify`, {
          body: { data: { phone: customer.phone, otp } },
        });
      }
      const before = await store.customers.find(customer.id);
      assert.equal(await housekeeping.eraseIdle(), isErased ? 1 : 0);
      assert.equal(await store.customers.byPhone(merchant.id, customer.phone) === null, isErased);
      const after = await store.customers.find(customer.id);
      const ISSUED = before!.balances.ISSUED - (isErased ? owed : 0);
      assert.deepEqual([after?.balances, after?.debt], [{ ...before?.balances, ISSUED }, 0]);
      const entries = await store.customers.movements(customer.id);
      const reasons = entries.map(({ reason }) => reason);
      if (owed > 0) {
        assert.deepEqual([reasons.at(-1), entries.at(-1)?.coins], ["debt-written-off", owed]);
      }
      assert.equal(reasons.includes("a gift to Asha"), !isErased && coins > 0);
      assert.equal(await housekeeping.eraseIdle(), 0);
    }));
}

Deno.test("Housekeeping.eraseIdle() goes on where it left off, and walks over all in the end", () =>
  withWorld(async ({ store, services: { housekeeping }, clock }) => {
    await store.commit(Array.from({ length: 1250 }, (_, i): Change => ({
      kind: "customer.put",
      customer: aCustomer({ id: uuid(10_000 + i), phone: `+9198765${10_000 + i}` }),
      seededCoins: 0,
    })));
    clock.advance(91 * DAY_MS);
    assert.deepEqual([await housekeeping.eraseIdle(), await housekeeping.eraseIdle()], [1000, 250]);
    assert.equal(await housekeeping.eraseIdle(), 0);
  }));

Deno.test("Housekeeping.flush() writes when sessions and keys were last used", () =>
  withWorld(async (world) => {
    const id = parseSessionId(await create(world));
    assert.ok(id);
    const createdAt = world.clock.now();
    world.clock.advance(5000);
    await world.send("GET", `/session/${id}`);
    assert.equal((await world.store.sessions.find(id))?.lastActiveAt, createdAt);
    await world.services.housekeeping.flush(true);
    assert.equal((await world.store.sessions.find(id))?.lastActiveAt, createdAt + 5000);
    assert.equal((await world.store.keys.find(world.key.id))?.lastUsedAt, createdAt + 5000);
  }));
