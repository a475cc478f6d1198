import assert from "node:assert/strict";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import type { World } from "../support/app.ts";
import { FOREVER } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";
import { countingRounds, type Rounds } from "../support/rounds.ts";
import { Checkout } from "./api/checkout.ts";
import { withShop } from "./api/shop.ts";

const SHARED_READS = ["epoch", "idempotency.find", "sessions.find"];

/** A shop on a database that servers share, whose rounds are counted. */
async function withShared(test: (world: World, rounds: Rounds) => Promise<void>): Promise<void> {
  const { store, rounds } = countingRounds(await openSqliteStore(":memory:"), () => {});
  await withShop((world) => test(world, rounds), { open: () => Promise.resolve(store) });
}

async function takeStep({ world, id }: Checkout, secret: string) {
  world.clock.advance(1000);
  const headers = { "idempotency-key": "once" };
  const body = { data: { coins: 0 } };
  return await world.send("PUT", `/session/${id}/coins`, { secret, headers, body });
}

Deno.test("a key that was revoked since its last use is refused, though its step was begun", () =>
  withShared(async (world, rounds) => {
    const checkout = await Checkout.open(world);
    const { key, secret } = world;
    await world.services.keys.revoke(key.id, OPERATOR);
    rounds.reads = [];
    const { status, json, headers } = await takeStep(checkout, secret);
    assert.deepEqual([status, json.error.code], [401, "error.unauthorized"]);
    assert.match(headers.get("ratelimit-policy") ?? "", /^"ip"/);
    assert.deepEqual(rounds.reads[0]?.sort(), SHARED_READS);
    assert.equal((await checkout.stored()).version, 1);
  }));

Deno.test("a request over the limit of its key reads nothing", () =>
  withShared(async (world, rounds) => {
    const checkout = await Checkout.open(world);
    const { keys } = world.services;
    const request = { merchantId: world.merchant.id, name: "slow", ...FOREVER, rateLimit: 1 };
    const { secret } = await keys.create(request, OPERATOR);
    assert.equal((await takeStep(checkout, secret)).status, 200);
    rounds.reads = [];
    assert.equal((await takeStep(checkout, secret)).status, 429);
    assert.deepEqual(rounds.reads, []);
  }));
