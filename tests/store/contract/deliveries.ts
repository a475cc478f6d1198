import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CheckoutEvent } from "../../../src/domain/events.ts";
import { type DeliveryFilter, NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import type { Delivery, DueDelivery } from "../../../src/domain/shop/webhook.ts";
import type { PageRequest } from "../../../src/domain/values/page.ts";
import type { DeliveryKey } from "../../../src/store/reads/webhooks.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { anEndpoint, anEvent, assertRefused, M2, putMerchant, putOther } from "../support.ts";

/** Endpoint of all events. */
export const ALL = anEndpoint();
/** Endpoint of payments and codes. */
export const PAID = anEndpoint({ id: uuid(71), events: ["payment.paid", "otp.requested"] });
/** Puts both endpoints and their shop. */
export const PUT_BOTH: readonly Change[] = [
  putMerchant,
  { kind: "webhook.put", endpoint: ALL },
  { kind: "webhook.put", endpoint: PAID },
];

/** Adds an event. */
export function add(n: number, over: Partial<CheckoutEvent> = {}): Change {
  return { kind: "event.add", event: anEvent(n, over) };
}

/** The delivery of an event as it begins. */
export function begun(n: number, over: Partial<Delivery> = {}): Delivery {
  return {
    eventId: anEvent(n).id,
    endpointId: ALL.id,
    state: "PENDING",
    attempts: 0,
    nextAt: NOW + n,
    lastStatus: null,
    lastError: "",
    batchId: null,
    updatedAt: NOW + n,
    ...over,
  };
}

/** Updates a delivery. */
export function put(delivery: Delivery): Change {
  return { kind: "delivery.put", delivery };
}

/** Events and endpoints of deliveries. */
export function names(due: readonly DueDelivery[]): string[][] {
  return due.map(({ event, endpoint }) => [event.id, endpoint.id]);
}

/** Contract of the port: deliveries of events to endpoints. */
export function deliveryContract(promised: Promised): void {
  promised("event.add begins a delivery to each endpoint that wants it", async (store) => {
    await store.commit([...PUT_BOTH, putOther, add(1), add(2, { type: "payment.paid" })]);
    await store.commit([add(3, { merchantId: M2, type: "payment.paid" })]);
    assert.deepEqual(
      (await store.webhooks.deliveries([ALL.id], NO_DELIVERY_FILTER, { limit: 9 })).rows,
      [
        { delivery: begun(2), event: anEvent(2, { type: "payment.paid" }), endpoint: ALL },
        { delivery: begun(1), event: anEvent(1), endpoint: ALL },
      ],
    );
    assert.deepEqual(
      names((await store.webhooks.deliveries([PAID.id], NO_DELIVERY_FILTER, { limit: 9 })).rows),
      [[
        anEvent(2).id,
        PAID.id,
      ]],
    );
    assert.deepEqual(
      names((await store.webhooks.deliveries([ALL.id], NO_DELIVERY_FILTER, { limit: 1 })).rows),
      [[
        anEvent(2).id,
        ALL.id,
      ]],
    );
  });

  promised("event.add begins none to a disabled endpoint", async (store) => {
    const disabled = anEndpoint({ disabledAt: NOW });
    await store.commit([putMerchant, { kind: "webhook.put", endpoint: disabled }, add(1)]);
    assert.deepEqual(
      (await store.webhooks.deliveries([ALL.id], NO_DELIVERY_FILTER, { limit: 9 })).rows,
      [],
    );
  });

  promised("delivery.put notes how far it is, webhooks.delivery() gives it back", async (store) => {
    await store.commit([...PUT_BOTH, add(1), add(2)]);
    const tried = begun(1, {
      attempts: 3,
      nextAt: NOW + 99,
      lastStatus: 503,
      lastError: "Service Unavailable",
      updatedAt: NOW + 50,
    });
    await store.commit([put(tried)]);
    const due = { delivery: tried, event: anEvent(1), endpoint: ALL };
    assert.deepEqual(await store.webhooks.delivery(anEvent(1).id, ALL.id), due);
    assert.deepEqual((await store.webhooks.delivery(anEvent(2).id, ALL.id))?.delivery, begun(2));
    assert.equal(await store.webhooks.delivery(anEvent(1).id, PAID.id), null);
  });

  promised(
    "delivery.put takes any text of another machine, beside other commits",
    async (store) => {
      await store.commit([...PUT_BOTH, add(1), add(2)]);
      const odd = begun(1, { attempts: 1, lastError: "a\u0000b\ud800c" });
      const plain = begun(2, { attempts: 1, lastError: "timeout" });
      await Promise.all([store.commit([put(odd)]), store.commit([put(plain)])]);
      const stored = await store.webhooks.delivery(anEvent(1).id, ALL.id);
      // SQLite gives back what is before U+0000.
      assert.match(stored?.delivery.lastError ?? "", /^a(?:\ufffdb\ufffdc)?$/);
      assert.deepEqual((await store.webhooks.delivery(anEvent(2).id, ALL.id))?.delivery, plain);
      assert.equal(await store.webhooks.delivery("a\u0000b", ALL.id), null);
    },
  );

  promised(
    "webhooks.deliveries() lists several endpoints by event, then endpoint",
    async (store) => {
      await store.commit([...PUT_BOTH, putOther, add(1, { type: "payment.paid" }), add(2)]);
      await store.commit([add(3, { type: "payment.paid" }), add(4, { merchantId: M2 })]);
      await store.commit([put(begun(1, { state: "FAILED" }))]);
      const both = [ALL.id, PAID.id];
      const list = async (
        over: Partial<DeliveryFilter>,
        page: PageRequest<DeliveryKey>,
        endpointIds: readonly string[] = both,
      ) => await store.webhooks.deliveries(endpointIds, { ...NO_DELIVERY_FILTER, ...over }, page);
      const order = [[3, PAID], [3, ALL], [2, ALL], [1, PAID], [1, ALL]] as const;
      const all = order.map(([n, { id }]) => [anEvent(n).id, id]);
      const rows: [Partial<DeliveryFilter>, string[][], string[]?][] = [
        [{}, all],
        [{}, all.filter(([, id]) => id === PAID.id), [PAID.id]],
        [{}, [], []],
        [{ state: "FAILED" }, all.slice(4)],
        [{ state: "PENDING", type: "payment.paid" }, [...all.slice(0, 2), ...all.slice(3, 4)]],
        [{ type: "otp.requested" }, []],
        [{ since: NOW + 2 }, all.slice(0, 3)],
      ];
      for (const [query, wanted, ids] of rows) {
        assert.deepEqual(names((await list(query, { limit: 9 }, ids)).rows), wanted);
        const byOne: DueDelivery[] = [];
        let after: DeliveryKey | null | undefined;
        while (after !== null) {
          const page = await list(query, { limit: 1, after }, ids);
          byOne.push(...page.rows);
          after = page.next;
        }
        assert.deepEqual(names(byOne), wanted);
      }
    },
  );

  promised(
    "webhooks.eventsAfter() reads on from a number, lastEvent() is the last",
    async (store) => {
      assert.equal(await store.webhooks.lastEvent(), 0);
      assert.deepEqual(await store.webhooks.eventsAfter(0, 9), []);
      await store.commit([putMerchant, putOther, add(1), add(2, { merchantId: M2 }), add(3)]);
      const all = await store.webhooks.eventsAfter(0, 9);
      assert.deepEqual(
        all.map(({ event }) => event),
        [anEvent(1), anEvent(2, { merchantId: M2 }), anEvent(3)],
      );
      assert.equal(await store.webhooks.lastEvent(), all[2]?.number);
      const [first, second] = all;
      assert.deepEqual(await store.webhooks.eventsAfter(first?.number ?? 0, 1), [second]);
      assert.deepEqual(await store.webhooks.eventsAfter(all[2]?.number ?? 0, 9), []);
    },
  );

  promised("delivery.put is refused where there is none", async (store) => {
    await store.commit([...PUT_BOTH, add(1)]);
    for (const over of [{ endpointId: PAID.id }, { eventId: anEvent(2).id }]) {
      const stray = put(begun(1, over));
      await assertRefused(store.commit([stray]), stray, /^Delivery of event .+ is not known to /);
    }
  });

  promised("delivery.put is refused where the delivery was changed", async (store) => {
    await store.commit([...PUT_BOTH, add(1)]);
    const tried = begun(1, { attempts: 1, updatedAt: NOW + 5 });
    const first: Change = { kind: "delivery.put", delivery: tried, was: begun(1) };
    await store.commit([first]);
    await assertRefused(store.commit([first]), first, /is not known to endpoint, or was changed: /);
    const replayed = begun(1, { updatedAt: NOW + 6 });
    await store.commit([put(replayed)]);
    await assertRefused(store.commit([first]), first, /or was changed/);
    assert.deepEqual((await store.webhooks.delivery(anEvent(1).id, ALL.id))?.delivery, replayed);
    await store.commit([{ kind: "delivery.put", delivery: tried, was: replayed }]);
    assert.deepEqual((await store.webhooks.delivery(anEvent(1).id, ALL.id))?.delivery, tried);
  });
}
