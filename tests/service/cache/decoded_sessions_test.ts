import assert from "node:assert/strict";
import { DecodedSessions } from "../../../src/service/cache/decoded_sessions.ts";
import type { Freshness } from "../../../src/service/cache/freshness.ts";
import { createOperatorServices } from "../../../src/service/services.ts";
import type { SharedState } from "../../../src/store/shared.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { ABANDONED, aSession, M1, sid } from "../../store/support.ts";
import { aCart, type Answer, effectsOf, withWorld, type World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { countReads } from "../../support/count_reads.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plainSecrets } from "../../support/secrets.ts";

const HOUR_MS = 3_600_000;

async function create({ send }: World): Promise<string> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return `/session/${json.data.session_id}`;
}

/** Sets the buyer: a step that reads nothing but its session. */
function step({ send }: World, path: string, n = 1): Promise<Answer> {
  return send("PUT", `${path}/buyer`, { body: { data: { email: `asha${n}@example.com` } } });
}

function idOf(path: string): string {
  return path.slice("/session/".length);
}

/** Another server beside ours, as far as the store says so. */
const beside = {
  open: async () => ({ ...await openSqliteStore(":memory:"), shared: {} as SharedState }),
};

for (
  const [name, options, heads] of [["alone", {}, 0], ["beside other servers", beside, 2]] as const
) {
  Deno.test(`${name}, the second step of a session does not parse it`, () =>
    withWorld(async (world) => {
      const path = await create(world);
      const [finds, read] = [countReads(world, "find"), countReads(world, "head")];
      for (const n of [1, 2, 3]) {
        const { status, json } = await step(world, path, n);
        assert.deepEqual([status, json.data.buyer.email], [200, `asha${n}@example.com`]);
      }
      assert.deepEqual([finds(), read()], [1, heads]);
      world.clock.advance(50);
      const { json } = await world.send("GET", path);
      assert.equal(json.data.buyer.email, "asha3@example.com");
    }, options));
}

Deno.test("a step sees at once what another server has done, and soon what a command has done", async () => {
  for (const [options, settleMs] of [[beside, 0], [{}, 50]] as const) {
    await withWorld(async (world) => {
      const path = await create(world);
      assert.equal((await step(world, path, 2)).status, 200);
      let ids = 0;
      const { sessionAdmin } = createOperatorServices({
        ...effectsOf(world.clock),
        store: world.store,
        secrets: plainSecrets(world.store),
        newId: () => uuid(9000 + ids++),
      });
      await sessionAdmin.expire(idOf(path), OPERATOR);
      world.clock.advance(settleMs);
      assert.equal((await step(world, path)).status, 404);
    }, options);
  }
});

Deno.test("a step that meets a change of the same moment is decided again on what is stored", () =>
  withWorld(async (world) => {
    const path = await create(world);
    assert.equal((await step(world, path, 2)).status, 200);
    await world.services.sessionAdmin.expire(idOf(path), OPERATOR);
    // The epoch was checked a moment ago: the decision is on the kept session, the commit refuses it.
    assert.equal((await step(world, path)).status, 404);
  }));

Deno.test("a session that is polled does not end before its next step", () =>
  withWorld(async (world) => {
    const path = await create(world);
    assert.equal((await step(world, path)).status, 200);
    for (let i = 0; i < 3; i++) {
      world.clock.advance(HOUR_MS - 1);
      assert.equal((await world.send("GET", path)).status, 200);
      await world.services.housekeeping.flush();
      await world.services.housekeeping.sweepAll();
    }
    world.clock.advance(HOUR_MS - 1);
    assert.equal((await step(world, path)).status, 200);
    world.clock.advance(HOUR_MS);
    assert.equal((await step(world, path, 3)).status, 404);
  }));

Deno.test("DecodedSessions keeps 16 MiB, and nothing of an abandoned session or a changed shop", () => {
  let drop: Parameters<Freshness["onStale"]>[0] = () => {};
  const freshness: Pick<Freshness, "isFresh" | "onStale"> = {
    isFresh: () => true,
    onStale: (given) => void (drop = given),
  };
  const views = { make: () => "v".repeat(1024 * 1024), isCurrent: () => true };
  const decoded = new DecodedSessions(freshness, views as never, true);
  const kept = () => [1, 2, 3, 4, 5].filter((n) => decoded.find(sid(n)) !== undefined);
  for (const n of [1, 2, 3, 4, 5]) decoded.keep(aSession(n), 1);
  assert.deepEqual(kept(), [2, 3, 4, 5]);
  decoded.keep(aSession(3, { state: ABANDONED }), 1);
  decoded.drop(sid(4));
  assert.deepEqual(kept(), [2, 5]);
  drop((shop) => shop !== M1);
  assert.deepEqual(kept(), [2, 5]);
  drop((shop) => shop === M1);
  assert.deepEqual(kept(), []);
});
