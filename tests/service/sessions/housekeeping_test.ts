import assert from "node:assert/strict";
import { parseSessionId } from "../../../src/domain/ids.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function create({ send }: World): Promise<string> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return String(json.data.session_id);
}

async function stateOf({ store }: World, idText: string): Promise<string | undefined> {
  const id = parseSessionId(idText);
  assert.ok(id);
  return (await store.session(id))?.state.session;
}

Deno.test("Housekeeping.sweepAll() abandons what has expired and nothing else", async () => {
  await withWorld(async (world) => {
    const [idle, read] = [await create(world), await create(world)];
    world.clock.advance(HOUR_MS - 1);
    await world.send("GET", `/session/${read}`);
    assert.equal(await world.services.housekeeping.sweepAll(), 0);
    world.clock.advance(1);
    assert.equal(await world.services.housekeeping.sweepAll(), 1);
    assert.equal(await stateOf(world, idle), "ABANDONED");
    assert.equal(await stateOf(world, read), "INITIATED");
    assert.equal(await world.services.housekeeping.sweepAll(), 0, "a second sweep finds nothing");
  });
});

Deno.test("Housekeeping.sweepAll() goes on until more than a batch is done", async () => {
  await withWorld(async (world) => {
    for (let i = 0; i < 450; i++) await create(world);
    world.clock.advance(HOUR_MS);
    assert.equal(await world.services.housekeeping.sweepAll(), 450);
  }, { rateLimit: 1000 });
});

Deno.test("Housekeeping.purgeAll() deletes sessions past the retention", async () => {
  await withWorld(async (world) => {
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
  });
});

Deno.test("Housekeeping.flush() writes when sessions and keys were last used", async () => {
  await withWorld(async (world) => {
    const id = parseSessionId(await create(world));
    assert.ok(id);
    const createdAt = world.clock.now();
    world.clock.advance(5000);
    await world.send("GET", `/session/${id}`);
    assert.equal((await world.store.session(id))?.lastActiveAt, createdAt);
    await world.services.housekeeping.flush(true);
    assert.equal((await world.store.session(id))?.lastActiveAt, createdAt + 5000);
    assert.equal((await world.store.key(world.key.id))?.lastUsedAt, createdAt + 5000);
  });
});
