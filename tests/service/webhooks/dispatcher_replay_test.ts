import assert from "node:assert/strict";
import type { Delivery } from "../../../src/domain/shop/webhook.ts";
import { DeliverySlots } from "../../../src/service/webhooks/delivery_slots.ts";
import { answer } from "../../support/fake_net.ts";
import { anEndpoint, anEvent, type DispatchWorld, withDispatcher } from "../../support/webhooks.ts";

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
  Deno.test(`Dispatcher sends again what is replayed while it is answered ${status}`, () =>
    withDispatcher(async (world) => {
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
    }));
}

Deno.test("Dispatcher sends again what is replayed before the attempt could be noted", () =>
  withDispatcher(async (world) => {
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
  }));

Deno.test("Dispatcher disables an endpoint that answers 410 while it is replayed", () =>
  withDispatcher(async (world) => {
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
  }));

const slotsOf = () => new DeliverySlots({ slots: 4, forSlow: 2, slowMs: 1000 });

const lane = (endpointId: string, lane = 0) => ({ endpointId, lane });

Deno.test("DeliverySlots give slow endpoints their share and no more", () => {
  const slots = slotsOf();
  for (const id of ["a", "b", "c"]) slots.note(id, true);
  slots.begin(lane("a"), 0);
  assert.equal(slots.hasRoomFor("b"), true);
  slots.begin(lane("b"), 0);
  assert.equal(slots.hasRoomFor("c"), false);
  assert.equal(slots.hasRoomFor("quick"), true);
  slots.end(lane("a"));
  assert.equal(slots.hasRoomFor("c"), true);
});

Deno.test("DeliverySlots let quick endpoints take all, and slow ones none of a full house", () => {
  const slots = slotsOf();
  slots.note("slow", true);
  for (const id of ["a", "b", "c"]) slots.begin(lane(id), 0);
  assert.equal(slots.areFull, false);
  slots.begin(lane("d"), 0);
  assert.equal(slots.areFull, true);
  for (const id of ["slow", "e"]) assert.equal(slots.hasRoomFor(id), false, id);
});

Deno.test("DeliverySlots.noteLate() frees what is beyond the share, at slowMs and not before", () => {
  const slots = slotsOf();
  for (const id of ["a", "b", "c", "d"]) slots.begin(lane(id), 0);
  slots.noteLate(999);
  assert.equal(slots.areFull, true);
  slots.noteLate(1000);
  assert.equal(slots.areFull, false);
  assert.deepEqual(
    slots.busy,
    ["a:0", "b:0", "c:0", "d:0"],
    "they still have their time to answer",
  );
  for (const id of ["e", "f"]) {
    assert.equal(slots.hasRoomFor(id), true, id);
    slots.begin(lane(id), 1000);
  }
  assert.equal(slots.areFull, true);
});

Deno.test("DeliverySlots do not hold against an endpoint that its answer takes long to write", () => {
  const slots = slotsOf();
  for (const id of ["a", "b", "c", "d"]) slots.begin(lane(id), 0);
  for (const id of ["a", "b", "c"]) slots.noteAnswer(lane(id), false);
  slots.noteLate(5000);
  assert.equal(slots.areFull, true, "an answered one holds its slot until it has ended");
  for (const id of ["a", "b", "c", "d"]) slots.end(lane(id));
  slots.note("x", true);
  slots.begin(lane("x"), 5000);
  assert.equal(slots.hasRoomFor("d"), true);
  slots.begin(lane("d"), 5000);
  assert.equal(slots.hasRoomFor("y"), true);
  slots.note("y", true);
  assert.equal(slots.hasRoomFor("y"), false, "d is slow, as is x");
  assert.equal(slots.hasRoomFor("a"), true);
});

Deno.test("DeliverySlots.untilNextLate() counts from the earliest that may still answer in time", () => {
  const slots = slotsOf();
  assert.equal(slots.untilNextLate(0), null, "none is under way");
  slots.note("slow", true);
  slots.begin(lane("slow"), 0);
  assert.equal(slots.untilNextLate(0), null, "known to be slow");
  slots.begin(lane("b"), 300);
  slots.begin(lane("c"), 200);
  assert.equal(slots.untilNextLate(400), 800);
  slots.noteAnswer(lane("c"), false);
  assert.equal(slots.untilNextLate(400), 900, "c has answered");
  assert.equal(slots.untilNextLate(9999), 0);
  assert.equal(slots.untilNextLate(-9999), 1000, "the clock was set back");
});

Deno.test("DeliverySlots give one endpoint a quarter of all, and a quarter of the slow ones", () => {
  const slots = new DeliverySlots({ slots: 32, forSlow: 16, slowMs: 1000 });
  for (let n = 0; n < 8; n++) {
    assert.equal(slots.hasRoomFor("a"), true);
    slots.begin(lane("a", n), 0);
  }
  assert.equal(slots.hasRoomFor("a"), false);
  assert.equal(slots.hasRoomFor("b"), true);
  slots.end(lane("a", 3));
  assert.equal(slots.hasRoomFor("a"), true);
  assert.equal(slots.countOf("a"), 7);
  slots.note("b", true);
  for (let n = 0; n < 4; n++) {
    assert.equal(slots.hasRoomFor("b"), true);
    slots.begin(lane("b", n), 0);
  }
  assert.equal(slots.hasRoomFor("b"), false);
});
