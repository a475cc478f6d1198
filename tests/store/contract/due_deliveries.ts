import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import { ENDPOINT_LEASE } from "../../../src/store/shared.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { anEvent, sid } from "../support.ts";
import { add, ALL, begun, names, PAID, put, PUT_BOTH } from "./deliveries.ts";

/** Contract of the port: deliveries that are due. */
export function dueDeliveryContract(promised: Promised): void {
  promised("webhooks.due() gives each endpoint's first, in the order of events", async (store) => {
    await store.commit([...PUT_BOTH, add(1), add(2, { type: "payment.paid" }), add(3)]);
    assert.deepEqual(await store.webhooks.due(NOW, [], null), []);
    const [first, second] = await store.webhooks.due(NOW + 9, [], null);
    assert.deepEqual(first, { delivery: begun(1), event: anEvent(1), endpoint: ALL, lane: 0 });
    assert.deepEqual(names(second === undefined ? [] : [second]), [[anEvent(2).id, PAID.id]]);
    assert.deepEqual(names(await store.webhooks.due(NOW + 1, [], null)), [[anEvent(1).id, ALL.id]]);
  });

  promised("webhooks.due() leaves out busy and disabled endpoints", async (store) => {
    await store.commit([...PUT_BOTH, add(1, { type: "payment.paid" })]);
    const due = async (busy: string[]) => names(await store.webhooks.due(NOW + 1, busy, null));
    assert.deepEqual(await due([`${ALL.id}:0`]), [[anEvent(1).id, PAID.id]]);
    assert.deepEqual(await due([`${ALL.id}:0`, `${PAID.id}:0`]), []);
    await store.commit([{ kind: "webhook.put", endpoint: { ...PAID, disabledAt: NOW } }]);
    assert.deepEqual(await due([]), [[anEvent(1).id, ALL.id]]);
  });

  promised("webhooks.due() gives the first of each lane, by the session's id", async (store) => {
    await store.commit([{ kind: "merchant.put", merchant: aMerchant() }]);
    await store.commit([{ kind: "webhook.put", endpoint: { ...ALL, lanes: 4 } }]);
    // The number of a session is that of its last two hexadecimal digits.
    const sessions = ["00", "04", "0a", "ff", "01", "0b"].map((end) =>
      sid(1).replace(/..$/, end) as SessionId
    );
    await store.commit(sessions.map((sessionId, n) => add(n + 1, { sessionId })));
    const due = async (busy: string[]) =>
      (await store.webhooks.due(NOW + 99, busy, null)).map(({ event, lane }) => [event.id, lane]);
    const all = [[anEvent(1).id, 0], [anEvent(3).id, 2], [anEvent(4).id, 3], [anEvent(5).id, 1]];
    assert.deepEqual(await due([]), all);
    assert.deepEqual(await due([`${ALL.id}:2`, `${ALL.id}:0`]), all.slice(2));
    await store.commit([put(begun(4, { attempts: 1, nextAt: NOW + 50 }))]);
    await store.commit([put(begun(6, { attempts: 1, nextAt: NOW + 40 }))]);
    assert.deepEqual((await due([])).at(-1), [anEvent(6).id, 3]);
    await store.commit([put(begun(1, { state: "DELIVERED", attempts: 1 }))]);
    assert.deepEqual((await due([]))[0], [anEvent(2).id, 0]);
  });

  promised(
    "webhooks.due() spreads the events of a shop over the lanes by their ids",
    async (store) => {
      await store.commit([{ kind: "merchant.put", merchant: aMerchant() }]);
      await store.commit([{ kind: "webhook.put", endpoint: { ...ALL, lanes: 4 } }]);
      const id = (end: string) => anEvent(1).id.replace(/..$/, end);
      const ofShop = { sessionId: null, type: "payment.many-unknown" } as const;
      await store.commit(
        ["00", "04", "0b"].map((end, n) => add(n + 1, { ...ofShop, id: id(end) })),
      );
      const due = async (busy: string[]) =>
        (await store.webhooks.due(NOW + 99, busy, null)).map(({ event, lane }) => [event.id, lane]);
      assert.deepEqual(await due([]), [[id("00"), 0], [id("0b"), 3]]);
      assert.deepEqual(await due([`${ALL.id}:0`]), [[id("0b"), 3]]);
      await store.commit([{ kind: "webhook.put", endpoint: { ...ALL, lanes: 1 } }]);
      assert.deepEqual(await due([]), [[id("00"), 0]]);
    },
  );

  promised(
    "webhooks.untried() gives a lane's first, and webhooks.batch() those of a message that wait",
    async (store) => {
      await store.commit([{ kind: "merchant.put", merchant: aMerchant() }]);
      await store.commit([{ kind: "webhook.put", endpoint: { ...ALL, lanes: 4, batch: true } }]);
      const sessions = ["00", "04", "0a", "08", "01"].map((end) =>
        sid(1).replace(/..$/, end) as SessionId
      );
      await store.commit(sessions.map((sessionId, n) => add(n + 1, { sessionId })));
      const untried = async (lane: number, limit = 9, now = NOW + 99) =>
        (await store.webhooks.untried({ endpointId: ALL.id, lane }, now, limit))
          .map(({ event }) => event.id);
      const [one, two, , four] = [1, 2, 3, 4].map((n) => anEvent(n).id);
      assert.deepEqual(await untried(0), [one, two, four]);
      assert.deepEqual(await untried(0, 2), [one, two]);
      assert.deepEqual(await untried(0, 9, NOW + 1), [one]);
      assert.deepEqual(await untried(3), []);
      const batchId = uuid(77);
      await store.commit([1, 2, 4].map((n) => put(begun(n, { batchId }))));
      assert.deepEqual(await untried(0), []);
      await store.commit([put(begun(2, { batchId, state: "DELIVERED", attempts: 1 }))]);
      const found = await store.webhooks.batch(ALL.id, batchId);
      assert.deepEqual(found.map(({ delivery }) => delivery), [
        begun(1, { batchId }),
        begun(4, { batchId }),
      ]);
      assert.equal(found[0]?.endpoint.kind === "webhook" && found[0].endpoint.batch, true);
      assert.deepEqual(await store.webhooks.batch(PAID.id, batchId), []);
    },
  );

  promised("webhooks.due() leaves out endpoints that others have leased", async (store) => {
    if (store.shared === null) return;
    const { leases } = store.shared;
    await store.commit([...PUT_BOTH, add(1, { type: "payment.paid" })]);
    const due = async (holder: string | null) =>
      names(await store.webhooks.due(NOW + 1, [], holder)).map(([, id]) => id);
    await leases.take([`${ENDPOINT_LEASE}${ALL.id}`], "one", 60_000);
    assert.deepEqual(await due("one"), [ALL.id, PAID.id]);
    assert.deepEqual(await due("two"), [PAID.id]);
    assert.deepEqual(await due(null), [ALL.id, PAID.id]);
    await leases.take([`${ENDPOINT_LEASE}${ALL.id}`], "one", -1);
    assert.deepEqual(await due("two"), [ALL.id, PAID.id]);
  });

  promised(
    "webhooks.due() passes over what waits or is done, and comes back to it",
    async (store) => {
      await store.commit([...PUT_BOTH, add(1), add(2), add(3)]);
      await store.commit([put(begun(1, { nextAt: NOW + 50 })), put(begun(2, { state: "FAILED" }))]);
      const due = async (at: number) =>
        names(await store.webhooks.due(at, [], null)).map(([id]) => id);
      assert.deepEqual(await due(NOW + 49), [anEvent(3).id]);
      assert.deepEqual(await due(NOW + 50), [anEvent(1).id]);
      await store.commit([put(begun(1, { state: "DELIVERED" }))]);
      await store.commit([put(begun(3, { state: "DELIVERED" }))]);
      assert.deepEqual(await due(NOW + 99), []);
      await store.commit([put(begun(2, { nextAt: NOW + 60 }))]);
      assert.deepEqual(await due(NOW + 60), [anEvent(2).id]);
    },
  );

  promised(
    "webhooks.due() takes what is due again by its moment, against first attempts by event",
    async (store) => {
      await store.commit([...PUT_BOTH, add(1), add(2), add(3), add(4)]);
      const due = async () => names(await store.webhooks.due(NOW + 99, [], null)).map(([id]) => id);
      const again = (n: number, nextAt: number) => put(begun(n, { attempts: 1, nextAt }));
      await store.commit([again(1, NOW + 60), again(2, NOW + 50), again(4, NOW + 40)]);
      assert.deepEqual(await due(), [anEvent(3).id]);
      await store.commit([put(begun(4, { state: "DELIVERED", attempts: 2 }))]);
      assert.deepEqual(await due(), [anEvent(2).id]);
      await store.commit([again(2, NOW + 100)]);
      assert.deepEqual(await due(), [anEvent(1).id]);
      await store.commit([again(1, NOW + 100)]);
      assert.deepEqual(await due(), [anEvent(3).id]);
    },
  );
}
