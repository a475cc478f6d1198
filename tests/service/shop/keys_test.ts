/** Rotated keys, against a server that has cached them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { NO_AUDIT_FILTER, NO_SESSION_FILTER } from "../../../src/domain/filters.ts";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { Keys } from "../../../src/service/shop/keys.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { aCart, effectsOf, withWorld, type World } from "../../support/app.ts";
import { runs } from "../../support/arbitraries.ts";
import { FOREVER, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { withPath } from "../../store/support.ts";

const HOUR_MS = 3_600_000;
const MISSING = `/session/${uuid(999)}`;

/** A server, and the keys of the same database in another process. */
async function withOther(test: (world: World, keys: Keys) => Promise<void>): Promise<void> {
  await withPath((db) =>
    withWorld(async (world) => {
      const store = await openSqliteStore(db);
      const effects = effectsOf(world.clock);
      // Ids and secrets of its own.
      let ids = 5000;
      const newId = () => uuid(ids++);
      effects.randomBytes(1);
      await test(world, new Keys({ store, ...effects, newId }));
      await store.close();
    }, { db, rateLimit: 1_000_000 })
  );
}

async function statusOf({ send }: World, secret: string): Promise<number> {
  return (await send("GET", MISSING, { secret })).status;
}

Deno.test("a rotated key works until its end and not a millisecond longer, cached or not", () =>
  withOther(async (world, keys) => {
    const { key, secret, clock } = world;
    assert.equal(await statusOf(world, secret), 404);
    const rotated = await keys.rotate(key.id, { overlapMs: HOUR_MS }, OPERATOR);
    assert.deepEqual(clock.waited, [SETTLE_MS]);
    clock.advance(HOUR_MS - SETTLE_MS - 1);
    // Both are cached now.
    assert.equal(await statusOf(world, secret), 404);
    assert.equal(await statusOf(world, rotated.secret), 404);
    clock.advance(1);
    assert.equal(world.services.authentication.identify(secret), undefined);
    assert.equal(await statusOf(world, secret), 401);
    assert.equal(await statusOf(world, rotated.secret), 404);
  }));

Deno.test("a key that is rotated without an overlap is refused by the first request afterwards", () =>
  withOther(async (world, keys) => {
    assert.equal(await statusOf(world, world.secret), 404);
    const rotated = await keys.rotate(world.key.id, { overlapMs: 0 }, OPERATOR);
    assert.equal(await statusOf(world, world.secret), 401);
    assert.equal(await statusOf(world, rotated.secret), 404);
  }));

Deno.test("a key that ends while its body arrives gets no write, although it was cached", () =>
  withOther(async (world, keys) => {
    const { clock, key, secret, send, store, merchant } = world;
    await keys.rotate(key.id, { overlapMs: HOUR_MS }, OPERATOR);
    assert.equal(await statusOf(world, secret), 404);
    const identified = world.services.authentication.identify(secret);
    assert.ok(identified !== undefined && !(identified instanceof Promise), "cached");
    clock.advance(HOUR_MS);
    assert.equal((await send("POST", "/session", { body: aCart() })).status, 401);
    assert.equal(
      (await store.sessions.list({ ...NO_SESSION_FILTER, merchantId: merchant.id }, { limit: 1 }))
        .rows.length,
      0,
    );
  }));

Deno.test("rotate() keeps name, scopes and rate limit, and the lifetime unless another is given", () =>
  withOther(async ({ merchant, clock }, keys) => {
    const { key } = await keys.create({
      merchantId: merchant.id,
      name: "reads",
      lifetimeMs: 90 * HOUR_MS,
      rateLimit: 7,
      scopes: new Set(["sessions:read"]),
    }, OPERATOR);
    clock.advance(HOUR_MS);
    const first = await keys.rotate(key.id, { overlapMs: HOUR_MS }, OPERATOR);
    const now = clock.now();
    const { id, hash, prefix, ...rest } = first.key;
    assert.deepEqual(rest, {
      merchantId: merchant.id,
      name: "reads",
      rateLimit: 7,
      scopes: new Set(["sessions:read"]),
      livemode: true,
      createdAt: now - SETTLE_MS,
      allowedFrom: [],
      lastUsedAt: null,
      lastUsedFrom: null,
      expiresAt: now - SETTLE_MS + 90 * HOUR_MS,
      revokedAt: null,
      successorId: null,
    });
    assert.notDeepEqual([id, hash, prefix], [key.id, key.hash, key.prefix]);
    assert.deepEqual(await keys.list(merchant.id).then((all) => all.at(-2)), first.previous);
    const endless = await keys.rotate(id, { overlapMs: 0, lifetimeMs: null }, OPERATOR);
    assert.equal(endless.key.expiresAt, null);
    assert.equal(
      (await keys.rotate(endless.key.id, { overlapMs: 0 }, OPERATOR)).key.expiresAt,
      null,
    );
    await assert.rejects(keys.rotate(id, { overlapMs: 0 }, OPERATOR), { code: "error.conflict" });
    await assert.rejects(keys.rotate("x", { overlapMs: 0 }, OPERATOR), {
      code: "error.key-not-found",
    });
  }));

Deno.test("of two rotations of one key at a time one succeeds, and the other leaves no key", () =>
  withOther(async ({ key, merchant, services }, keys) => {
    const results = await Promise.allSettled([
      keys.rotate(key.id, { overlapMs: HOUR_MS }, OPERATOR),
      services.keys.rotate(key.id, { overlapMs: HOUR_MS }, OPERATOR),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const failed = results.find((one) => one.status === "rejected");
    assert.equal(failed?.reason.code, "error.conflict");
    assert.equal((await keys.list(merchant.id)).length, 2);
  }));

Deno.test("a request is repeated with the new key: its answer was recorded for the shop", () =>
  withOther(async ({ key, send }, keys) => {
    const creating = { body: aCart(), headers: { "Idempotency-Key": "once" } };
    const first = await send("POST", "/session", creating);
    const { secret } = await keys.rotate(key.id, { overlapMs: 0 }, OPERATOR);
    const again = await send("POST", "/session", { ...creating, secret });
    assert.deepEqual(again.json, first.json);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
  }));

Deno.test("a rotated key is accepted exactly before the sooner of its own end and the overlap's", () =>
  withOther(async (world, keys) => {
    const { clock, merchant } = world;
    const ms = fc.integer({ min: 1, max: 1000 });
    await fc.assert(
      fc.asyncProperty(
        fc.option(ms, { nil: null }),
        fc.nat(1000),
        fc.array(fc.nat(400), { maxLength: 6 }),
        async (ownMs, overlapMs, pauses) => {
          const { key, secret } = await keys.create({
            ...FOREVER,
            merchantId: merchant.id,
            name: "n",
            lifetimeMs: ownMs === null ? null : ownMs + SETTLE_MS,
          }, OPERATOR);
          const from = clock.now();
          const { previous } = await keys.rotate(key.id, { overlapMs }, OPERATOR);
          const end = Math.min(from + overlapMs, key.expiresAt ?? Infinity);
          assert.equal(previous.expiresAt, end);
          for (const pause of [0, ...pauses]) {
            clock.advance(pause);
            assert.equal(await statusOf(world, secret), clock.now() < end ? 404 : 401);
          }
        },
      ),
      runs(60),
    );
  }));

Deno.test("a rotation is one audit row: the end and the successor of the old key", () =>
  withOther(async ({ key, merchant, store }, keys) => {
    const before = (await store.audit.list(NO_AUDIT_FILTER, { limit: 9 })).rows.length;
    const { key: next, previous } = await keys.rotate(key.id, { overlapMs: HOUR_MS }, OPERATOR);
    const { rows } = await store.audit.list(NO_AUDIT_FILTER, { limit: 9 });
    assert.equal(rows.length, before + 1);
    const { action, merchantId, object, before: old, after } = rows[0]!;
    assert.deepEqual({ action, merchantId, object, old, after }, {
      action: "key.rotate",
      merchantId: merchant.id,
      object: { kind: "key", id: key.id, label: key.name },
      old: { expires_at: null, successor_id: null },
      after: { expires_at: new Date(previous.expiresAt!).toISOString(), successor_id: next.id },
    });
  }));
