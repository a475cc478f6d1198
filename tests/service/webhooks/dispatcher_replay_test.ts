import assert from "node:assert/strict";
import type { Delivery } from "../../../src/domain/shop/webhook.ts";
import {
  anEndpoint,
  anEvent,
  answer,
  type DispatchWorld,
  withDispatcher,
} from "../../support/webhooks.ts";

const A = anEndpoint(1);

/** Puts the first delivery to `a.example` back, as `checkoutctl webhook replay` does. */
async function replay({ clock, store, delivery }: DispatchWorld): Promise<Delivery> {
  clock.advance(1);
  const fresh = { attempts: 0, nextAt: clock.at, lastStatus: null, lastError: "" };
  const again: Delivery = {
    ...(await delivery(1, A)),
    ...fresh,
    state: "PENDING",
    updatedAt: clock.at,
  };
  await store.commit([{ kind: "delivery.put", delivery: again }]);
  return again;
}

for (const status of [200, 500]) {
  Deno.test(`Dispatcher sends again what is replayed while it is answered ${status}`, async () => {
    await withDispatcher(async (world) => {
      const { net, add, run, delivery } = world;
      net.behaviour.set("a.example", async () => {
        net.behaviour.delete("a.example");
        await replay(world);
        return answer(status);
      });
      await add([A], [anEvent(1)]);
      await run();
      assert.deepEqual(net.log(), ["a.example 1", "a.example 1"]);
      const { state, attempts } = await delivery(1, A);
      assert.deepEqual([state, attempts], ["DELIVERED", 1]);
    });
  });
}

Deno.test("Dispatcher sends again what is replayed before the attempt could be noted", async () => {
  await withDispatcher(async (world) => {
    const { store, net, add, restarted } = world;
    let failures = 1;
    const dispatcher = restarted({
      commit: async (changes) => {
        if (failures-- === 1) {
          await replay(world);
          throw new Error("database is locked");
        }
        await store.commit(changes);
      },
    });
    await add([A], [anEvent(1)]);
    dispatcher.wake();
    await dispatcher.idle();
    assert.deepEqual(net.log(), ["a.example 1", "a.example 1"]);
  });
});

Deno.test("Dispatcher disables an endpoint that answers 410 while it is replayed", async () => {
  await withDispatcher(async (world) => {
    const { net, store, add, run, delivery } = world;
    let again: Delivery | undefined;
    net.behaviour.set("a.example", async () => {
      net.behaviour.delete("a.example");
      again = await replay(world);
      return answer(410);
    });
    await add([A], [anEvent(1)]);
    await run();
    assert.notEqual((await store.webhooks.find(A.id))?.disabledAt, null);
    assert.deepEqual(await delivery(1, A), again);
    assert.equal(net.arrived.length, 1);
  });
});
