import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CheckoutEvent } from "../../../src/domain/events.ts";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { addSession, anEvent, aSession, assertRefused, M1, putMerchant, sid } from "../support.ts";

import { add, ALL, names, PAID, PUT_BOTH } from "./deliveries.ts";

function code(n: number): Partial<CheckoutEvent> {
  return { type: "otp.requested", data: { phone: "+15550100", otp: `00000${n}`, expires_at: "x" } };
}

/** Contract of the port: events, and the codes in them. */
export function eventContract(promised: Promised): void {
  events(promised);
  eventsOfShops(promised);
  codes(promised);
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
    await store.commit([{ kind: "webhook.remove", merchantId: M1, endpointId: PAID.id }, add(4)]);
    const left = (await store.webhooks.deliveries([ALL.id], NO_DELIVERY_FILTER, { limit: 9 })).rows;
    assert.deepEqual(names(left), [[anEvent(4).id, ALL.id], [anEvent(2).id, ALL.id]]);
  });
}

/** An event of a shop. */
function ofShop(n: number): CheckoutEvent {
  const data = { key_id: uuid(1), livemode: true };
  return { ...anEvent(n), sessionId: null, type: "payment.many-unknown", data };
}

function eventsOfShops(promised: Promised): void {
  promised("an event of a shop is delivered, and outlives all sessions", async (store) => {
    const event = ofShop(1);
    await store.commit([...PUT_BOTH, addSession(aSession(1)), add(2)]);
    const last = await store.webhooks.lastEvent();
    await store.commit([{ kind: "event.add", event }]);
    assert.deepEqual((await store.webhooks.delivery(event.id, ALL.id))?.event, event);
    assert.equal(await store.webhooks.delivery(event.id, PAID.id), null);
    assert.deepEqual((await store.webhooks.eventsAfter(last, 9)).map((one) => one.event), [event]);
    const lastActiveBefore = NOW + 9;
    await store.commit([{ kind: "session.delete", sessionId: sid(1), lastActiveBefore }]);
    assert.equal((await store.webhooks.delivery(event.id, ALL.id))?.delivery.state, "PENDING");
  });

  promised("event.purge deletes events of shops from before a time, no others", async (store) => {
    const [old, late] = [ofShop(1), ofShop(3)];
    await store.commit([...PUT_BOTH, { kind: "event.add", event: old }, add(2)]);
    await store.commit([{ kind: "event.add", event: late }]);
    await store.commit([{ kind: "event.purge", before: late.at }]);
    const left = (await store.webhooks.deliveries([ALL.id], NO_DELIVERY_FILTER, { limit: 9 })).rows;
    assert.deepEqual(names(left), [[late.id, ALL.id], [anEvent(2).id, ALL.id]]);
    assert.deepEqual(
      (await store.webhooks.eventsAfter(0, 9)).map(({ event }) => event.id),
      [anEvent(2).id, late.id],
    );
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
