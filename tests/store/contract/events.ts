import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CheckoutEvent } from "../../../src/domain/events.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { Delivery, DueDelivery } from "../../../src/domain/shop/webhook.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  assertRefused,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

const ALL = anEndpoint();
const PAID = anEndpoint({ id: uuid(71), events: ["payment.paid", "otp.requested"] });
const PUT_BOTH: readonly Change[] = [
  putMerchant,
  { kind: "webhook.put", endpoint: ALL },
  { kind: "webhook.put", endpoint: PAID },
];

function add(n: number, over: Partial<CheckoutEvent> = {}): Change {
  return { kind: "event.add", event: anEvent(n, over) };
}

function code(n: number): Partial<CheckoutEvent> {
  return { type: "otp.requested", data: { phone: "+15550100", otp: `00000${n}`, expires_at: "x" } };
}

/** The delivery of an event as it begins. */
function begun(n: number, over: Partial<Delivery> = {}): Delivery {
  return {
    eventId: anEvent(n).id,
    endpointId: ALL.id,
    state: "PENDING",
    attempts: 0,
    nextAt: NOW + n,
    lastStatus: null,
    lastError: "",
    updatedAt: NOW + n,
    ...over,
  };
}

function put(delivery: Delivery): Change {
  return { kind: "delivery.put", delivery };
}

function names(due: readonly DueDelivery[]): string[][] {
  return due.map(({ event, endpoint }) => [event.id, endpoint.id]);
}

/** Contract of the port: events and their deliveries. */
export function eventContract(promised: Promised): void {
  events(promised);
  codes(promised);
  deliveries(promised);
  dueDeliveries(promised);
}

function events(promised: Promised): void {
  promised("sessions.events() gives back what was added, in the order of adding", async (store) => {
    const data = { nested: { a: [1, null, "é"] }, "": true, number: 1.5 };
    const own = [anEvent(2), anEvent(1, { data }), anEvent(3, { type: "payment.paid" })];
    await store.commit([putMerchant, add(9, { sessionId: sid(2) })]);
    await store.commit(own.map((event) => ({ kind: "event.add", event })));
    assert.deepEqual(await store.sessions.events(sid(1)), own);
    assert.deepEqual(await store.sessions.events(sid(3)), []);
  });

  promised("event.add is refused for an id that is there or an unknown merchant", async (store) => {
    const twin = add(1, { sessionId: sid(2) });
    const stray = add(2, { merchantId: uuid<MerchantId>(9) });
    await store.commit([putMerchant, add(1)]);
    await assertRefused(store.commit([twin]), twin, /^Event id is taken: /);
    await assertRefused(store.commit([stray]), stray, /^Merchant of the event is not known: /);
  });

  promised("session.delete takes events and deliveries along", async (store) => {
    const other = { sessionId: sid(2) };
    await store.commit([...PUT_BOTH, addSession(aSession(1)), add(1), add(2, other), add(3)]);
    const lastActiveBefore = NOW + 9;
    await store.commit([{ kind: "session.delete", sessionId: sid(1), lastActiveBefore }]);
    assert.deepEqual(await store.sessions.events(sid(1)), []);
    assert.equal(await store.webhooks.delivery(anEvent(1).id, ALL.id), null);
    // A later event may get the place of a deleted one, but not its deliveries.
    await store.commit([{ kind: "webhook.remove", endpointId: PAID.id }, add(4)]);
    const left = (await store.webhooks.deliveries(ALL.id, { limit: 9 })).rows;
    assert.deepEqual(names(left), [[anEvent(4).id, ALL.id], [anEvent(2).id, ALL.id]]);
  });
}

function codes(promised: Promised): void {
  promised("otp.redact blots out codes from before a moment, and nothing else", async (store) => {
    const data = { otp: "no code of ours" };
    await store.commit([putMerchant, add(1, code(1)), add(2, { data }), add(3, code(3))]);
    await store.commit([{ kind: "otp.redact", before: NOW + 3 }]);
    await store.commit([{ kind: "otp.redact", before: NOW + 3 }]);
    const [first, plain, last] = await store.sessions.events(sid(1));
    assert.deepEqual(first?.data, { phone: "+15550100", otp: null, expires_at: "x" });
    assert.deepEqual(plain?.data, data);
    assert.deepEqual(last?.data, code(3).data);
  });

  promised("event.redact blots out the code of one event", async (store) => {
    await store.commit([putMerchant, add(1, code(1)), add(2, code(2)), add(3)]);
    const redact = (n: number): Change => ({ kind: "event.redact", eventId: anEvent(n).id });
    await store.commit([redact(2), redact(2), redact(3), redact(4)]);
    const otps = (await store.sessions.events(sid(1))).map(({ data }) => data["otp"]);
    assert.deepEqual(otps, ["000001", null, undefined]);
  });
}

function deliveries(promised: Promised): void {
  promised("event.add begins a delivery to each endpoint that wants it", async (store) => {
    await store.commit([...PUT_BOTH, putOther, add(1), add(2, { type: "payment.paid" })]);
    await store.commit([add(3, { merchantId: M2, type: "payment.paid" })]);
    assert.deepEqual((await store.webhooks.deliveries(ALL.id, { limit: 9 })).rows, [
      { delivery: begun(2), event: anEvent(2, { type: "payment.paid" }), endpoint: ALL },
      { delivery: begun(1), event: anEvent(1), endpoint: ALL },
    ]);
    assert.deepEqual(names((await store.webhooks.deliveries(PAID.id, { limit: 9 })).rows), [[
      anEvent(2).id,
      PAID.id,
    ]]);
    assert.deepEqual(names((await store.webhooks.deliveries(ALL.id, { limit: 1 })).rows), [[
      anEvent(2).id,
      ALL.id,
    ]]);
  });

  promised("event.add begins none to a disabled endpoint", async (store) => {
    const disabled = anEndpoint({ disabledAt: NOW });
    await store.commit([putMerchant, { kind: "webhook.put", endpoint: disabled }, add(1)]);
    assert.deepEqual((await store.webhooks.deliveries(ALL.id, { limit: 9 })).rows, []);
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

  promised("delivery.put is refused where there is none", async (store) => {
    await store.commit([...PUT_BOTH, add(1)]);
    for (const over of [{ endpointId: PAID.id }, { eventId: anEvent(2).id }]) {
      const stray = put(begun(1, over));
      await assertRefused(store.commit([stray]), stray, /^Delivery of event .+ is not known to /);
    }
  });
}

function dueDeliveries(promised: Promised): void {
  promised("webhooks.due() gives each endpoint's first, in the order of events", async (store) => {
    await store.commit([...PUT_BOTH, add(1), add(2, { type: "payment.paid" }), add(3)]);
    assert.deepEqual(await store.webhooks.due(NOW, []), []);
    const [first, second] = await store.webhooks.due(NOW + 9, []);
    assert.deepEqual(first, { delivery: begun(1), event: anEvent(1), endpoint: ALL });
    assert.deepEqual(names(second === undefined ? [] : [second]), [[anEvent(2).id, PAID.id]]);
    assert.deepEqual(names(await store.webhooks.due(NOW + 1, [])), [[anEvent(1).id, ALL.id]]);
  });

  promised("webhooks.due() leaves out busy and disabled endpoints", async (store) => {
    await store.commit([...PUT_BOTH, add(1, { type: "payment.paid" })]);
    const due = async (busy: string[]) => names(await store.webhooks.due(NOW + 1, busy));
    assert.deepEqual(await due([ALL.id]), [[anEvent(1).id, PAID.id]]);
    assert.deepEqual(await due([ALL.id, PAID.id]), []);
    await store.commit([{ kind: "webhook.put", endpoint: { ...PAID, disabledAt: NOW } }]);
    assert.deepEqual(await due([]), [[anEvent(1).id, ALL.id]]);
  });

  promised(
    "webhooks.due() passes over what waits or is done, and comes back to it",
    async (store) => {
      await store.commit([...PUT_BOTH, add(1), add(2), add(3)]);
      await store.commit([put(begun(1, { nextAt: NOW + 50 })), put(begun(2, { state: "FAILED" }))]);
      const due = async (at: number) => names(await store.webhooks.due(at, [])).map(([id]) => id);
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
      const due = async () => names(await store.webhooks.due(NOW + 99, [])).map(([id]) => id);
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
