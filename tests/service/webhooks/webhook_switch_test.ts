import assert from "node:assert/strict";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import type { Webhooks } from "../../../src/service/webhooks/webhooks.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  answer,
  type DispatchWorld,
  webhooksOver,
  withDispatcher,
} from "../../support/webhooks.ts";

const A = anEndpoint(1);

/** Webhooks none of which is made. */
function webhooksOf(world: DispatchWorld): Webhooks {
  return webhooksOver(world, {
    newId: () => assert.fail("nothing is made"),
    randomBytes: () => assert.fail("nothing is made"),
  });
}

Deno.test("Webhooks.setEnabled() lets deliveries go on that waited since a 410, and events since then", async () => {
  await withDispatcher(async (world) => {
    const { net, clock, store, add, run, delivery } = world;
    const webhooks = webhooksOf(world);
    net.behaviour.set("a.example", () => answer(410));
    await add([A], [anEvent(1), anEvent(2)]);
    await run();
    await add([], [anEvent(3)]);
    clock.advance(86_400_000);
    net.behaviour.delete("a.example");
    await run();
    assert.deepEqual(net.log(), ["a.example 1"], "nothing while it is disabled");

    const enabled = await webhooks.setEnabled(A.id, true);
    assert.equal(enabled.disabledAt, null);
    await add([], [anEvent(4)]);
    await run();
    assert.deepEqual(net.log(), ["a.example 1", "a.example 2", "a.example 4"]);
    assert.equal((await delivery(1, A)).state, "FAILED", "what it refused waits for a replay");
    assert.equal(await store.webhooks.delivery(anEvent(3).id, A.id), null, "this it is never told");
    await webhooks.replay(anEvent(1).id, A.id);
    await run();
    assert.equal((await delivery(1, A)).state, "DELIVERED");
  });
});

Deno.test("Webhooks.setEnabled() holds back what is still to be delivered", async () => {
  await withDispatcher(async (world) => {
    const { net, clock, add, run, delivery } = world;
    const webhooks = webhooksOf(world);
    await add([A], [anEvent(1)]);
    await webhooks.setEnabled(A.id, false);
    assert.deepEqual(clock.waited.at(-1), SETTLE_MS);
    await run();
    assert.deepEqual(net.log(), []);
    assert.equal((await delivery(1, A)).state, "PENDING");
    await assert.rejects(webhooks.replay(anEvent(1).id, A.id), /Enable the endpoint first/);
    await webhooks.setEnabled(A.id, true);
    await run();
    assert.deepEqual(net.log(), ["a.example 1"]);
  });
});

Deno.test("Webhooks.setEnabled() sends no code that expired meanwhile", async () => {
  await withDispatcher(async (world) => {
    const { net, clock, add, run, delivery } = world;
    const webhooks = webhooksOf(world);
    await add([A], [anOtpEvent(1)]);
    await webhooks.setEnabled(A.id, false);
    clock.advance(600_000);
    await webhooks.setEnabled(A.id, true);
    await run();
    assert.deepEqual(net.log(), []);
    assert.equal((await delivery(1, A)).state, "FAILED");
  });
});
