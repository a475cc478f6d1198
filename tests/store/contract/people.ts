import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import type { CustomerId } from "../../../src/domain/ids.ts";
import type { Store } from "../../../src/store/store.ts";
import { sessionView } from "../../../src/schema/api/view.ts";
import { aCustomer, NOW, uuid } from "../../support/builders.ts";
import { anEndpoint, anEvent } from "../../support/webhooks.ts";
import { aMovement } from "../../support/shop.ts";
import type { Promised } from "../contract.ts";
import { addSession, aSession, assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";

const PHONE = "+919876543210";
const { id: sessionId } = aSession();

/** An event of a code that was sent to a phone, by its number. */
function codeSent(n: number, phone: string): Change {
  const event = anEvent(n, { sessionId, type: "otp.requested" });
  const data = { ...event.data, phone, otp: "012345", reference: "cart-4711" };
  return { kind: "event.add", event: { ...event, data } };
}

const erase = (over: Partial<Extract<Change, { kind: "session.erase" }>> = {}): Change => ({
  kind: "session.erase",
  at: NOW,
  sessionId,
  merchantId: M1,
  phone: null,
  withReference: false,
  withReason: false,
  ...over,
});

const eventsOf = async (store: Store) =>
  (await store.sessions.events(sessionId)).map(({ data: { phone, otp, reference } }) => [
    phone,
    otp,
    reference,
  ]);

/** Contract of the port: erasing persons. */
export function peopleContract(promised: Promised): void {
  promised("session.erase blanks codes, and no delivery of them is due any more", async (store) => {
    await store.commit([putMerchant, { kind: "webhook.put", endpoint: anEndpoint(1) }]);
    await store.commit([addSession(aSession()), codeSent(1, PHONE), codeSent(2, "+919812345678")]);
    await store.commit([erase({ phone: PHONE })]);
    assert.deepEqual(await eventsOf(store), [
      ["", null, "cart-4711"],
      ["+919812345678", "012345", "cart-4711"],
    ]);
    const due =
      (await store.webhooks.deliveries([anEndpoint(1).id], NO_DELIVERY_FILTER, { limit: 10 })).rows;
    assert.deepEqual(due.map(({ event }) => event.id), [anEvent(2).id]);
    await store.commit([erase({ withReference: true })]);
    assert.deepEqual(await eventsOf(store), [["", null, null], ["", null, null]]);
    assert.deepEqual(
      (await store.webhooks.deliveries([anEndpoint(1).id], NO_DELIVERY_FILTER, { limit: 10 })).rows,
      [],
    );
  });

  promised("sessionsWith() finds a number in events, of one shop or of all", async (store) => {
    await store.commit([putMerchant, putOther, addSession(aSession()), codeSent(1, PHONE)]);
    const find = async (phone: string, merchantId: typeof M1 | null, after = "") =>
      await store.people.sessionsWith({ phone, merchantId, after, limit: 10 });
    assert.deepEqual(await find(PHONE, null), [sessionId]);
    assert.deepEqual(await find(PHONE, M1), [sessionId]);
    assert.deepEqual(await find(PHONE, M2), []);
    assert.deepEqual(await find(PHONE, null, sessionId), []);
    assert.deepEqual(await find(PHONE.slice(0, -1), null), [], "a longer number is another one");
  });

  promised(
    "sessionsWith() finds a number in a note, with a stored answer and without",
    async (store) => {
      const [shown, plain] = [1, 2].map((n) => aSession(n, { note: `Call ${PHONE} first` }));
      await store.commit([
        putMerchant,
        addSession(shown!, sessionView(shown!)),
        addSession(plain!),
        addSession(aSession(3)),
      ]);
      const found = await store.people.sessionsWith({
        phone: PHONE,
        merchantId: M1,
        after: "",
        limit: 10,
      });
      assert.deepEqual(found, [shown!.id, plain!.id]);
    },
  );

  promised("customer.erase takes the phone away once, and leaves the ledger", async (store) => {
    const customer = aCustomer({ phone: PHONE });
    const movement = aMovement({ customerId: customer.id, coins: 5, reason: "for Asha" });
    const put: Change = { kind: "customer.put", customer, seededCoins: 0 };
    await store.commit([putMerchant, put, { kind: "coins.move", movement }]);
    const entry = { entryId: uuid(7900), at: NOW };
    const idle = {
      kind: "customer.erase",
      customerId: customer.id,
      onlyIdle: true,
      ...entry,
    } as const;
    await assertRefused(store.commit([idle]), idle, /is not idle/);
    const now: Change = { ...idle, onlyIdle: false };
    await store.commit([now]);
    assert.equal(await store.customers.byPhone(M1, PHONE), null);
    assert.equal((await store.customers.find(customer.id))?.balances.AVAILABLE, 5);
    const [given, ...more] = await store.customers.movements(customer.id);
    assert.deepEqual([given?.coins, given?.reason, more], [5, "(erased)", []]);
    await assertRefused(store.commit([now]), now, /was erased/);
    // The phone is free for somebody new.
    await store.commit([{ ...put, customer: { ...customer, id: uuid<CustomerId>(61) } }]);
  });

  promised("otp.forget takes the number away, and the code goes on counting", async (store) => {
    await store.commit([putMerchant, {
      kind: "otp.sent",
      merchantId: M1,
      phone: PHONE,
      at: NOW,
      quietSince: NOW,
      since: NOW - 1,
      limit: 1,
      shopSince: NOW - 1,
      shopLimit: 1,
    }]);
    await store.commit([{ kind: "otp.forget", merchantId: M1, phone: PHONE }]);
    assert.deepEqual(await store.customers.otpSends(M1, PHONE, 0), []);
    assert.equal(await store.customers.otpsSince(M1, NOW), 1);
  });
}
