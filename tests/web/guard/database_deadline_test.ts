import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { DatabaseDeadline } from "../../../src/web/guard/database_deadline.ts";
import { aCart, withWorld } from "../../support/app.ts";
import { createdWith, isReplay, named } from "../idempotency.ts";

/** Short, and reached only where something never ends. */
const DATABASE_MS = 50;

const never = () => new Promise<never>(() => {});

for (const headers of [{}, named("once")]) {
  const how = "idempotency-key" in headers ? "with" : "without";
  Deno.test(`a write that never ends, ${how} an Idempotency-Key, is answered 503 at the deadline`, () =>
    withWorld(async ({ store, send, log }) => {
      store.commit = never;
      const { status, json, headers: got } = await send("POST", "/session", {
        body: aCart(),
        headers,
      });
      assert.deepEqual([status, json.error.code], [503, "error.unavailable"]);
      assert.match(json.error.message, /does not answer in time$/);
      assert.equal(got.get("retry-after"), "1");
      assert.deepEqual(log.map((entry) => entry.status), [503]);
    }, { databaseMs: DATABASE_MS }));
}

Deno.test("a read that never ends is answered 503 at the deadline", () =>
  withWorld(async (world) => {
    const { json } = await createdWith(world, "made");
    world.store.sessions.list = never;
    world.store.sessions.find = never;
    world.store.sessions.shown = never;
    world.store.idempotency.find = never;
    const { status } = await world.send("PUT", `/session/${json.data.session_id}/coins`, {
      body: { data: { coins: 0 } },
      headers: named("other"),
    });
    assert.equal(status, 503);
  }, { databaseMs: DATABASE_MS }));

Deno.test("a request whose write timed out is not followed by another read of its answer", () =>
  withWorld(async (world) => {
    const { store } = world;
    const { commit, idempotency: { find } } = store;
    let reads = 0;
    store.idempotency.find = (request) => {
      reads++;
      return find.call(store.idempotency, request);
    };
    store.commit = async (changes) => {
      await commit.call(store, changes);
      throw new AppError("error.unavailable", "The database is unavailable: no answer");
    };
    const headers = named("once");
    assert.equal((await world.send("POST", "/session", { body: aCart(), headers })).status, 503);
    assert.equal(reads, 1);
    store.commit = commit;
    // It was written all the same, and the repeated request finds that.
    assert.ok(isReplay(await createdWith(world, "once")));
  }));

Deno.test("time in which the body arrives does not count against the deadline", async () => {
  let asked = 0;
  // Each time the timer ends, the body has been awaited for a little longer; then it is there.
  const deadline = new DatabaseDeadline(1, () => Math.min(++asked, 5));
  await assert.rejects(async () => await deadline.within(never()), /does not answer in time/);
  assert.equal(asked, 6);
  deadline.end();
});

Deno.test("what is at hand waits for no deadline, and an answered request leaves no timer", () => {
  const deadline = new DatabaseDeadline(60_000, () => 0);
  assert.equal(deadline.within("now"), "now");
  deadline.end();
});
