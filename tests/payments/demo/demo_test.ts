import { deepEqual, equal } from "node:assert/strict";
import type { DemoAct, DemoPayment } from "../../../src/domain/session/provider_payment.ts";
import { demoProvider } from "../../../src/payments/demo.ts";
import { NOW, uuid } from "../../support/builders.ts";

const ACCESS = { livemode: false, key: "", hookSecret: null };

/** The demo provider, whose one payment of 349.00 INR the customer has done something with. */
function aDemo(act: DemoAct | null) {
  const payment: DemoPayment = {
    amount: 34900,
    currencyCode: "INR",
    livemode: false,
    expiresAt: NOW + 600_000,
    done: act && { act, at: NOW },
  };
  return demoProvider({
    books: {
      find: (id) => Promise.resolve(id === uuid(1) ? payment : null),
      note: () => Promise.resolve(),
      urlOf: () => "https://pay.example/demo-pay/1",
    },
    now: () => NOW + 1000,
    takesLive: false,
  });
}

Deno.test("demo: chargeAt() has what was paid, without a fee, and nothing else", async () => {
  deepEqual(await aDemo("pay").chargeAt(ACCESS, `demo_${uuid(1)}`), {
    charge: `demo_${uuid(1)}`,
    marks: { paymentId: uuid(1), shopId: null, sessionId: null },
    amount: 34900,
    amountText: "349.00",
    currencyCode: "INR",
    fee: 0,
    livemode: false,
    at: NOW,
  });
  for (const act of [null, "wait", "late", "fail", "end"] as const) {
    equal(await aDemo(act).chargeAt(ACCESS, `demo_${uuid(1)}`), null, String(act));
  }
  for (const charge of [`demo_${uuid(2)}`, "demo_", "pi_1", ""]) {
    equal(await aDemo("pay").chargeAt(ACCESS, charge), null, charge);
  }
});

Deno.test("demo: refund() is done at once, the same again; it keeps no list of them", async () => {
  const demo = aDemo("pay");
  const charge = `demo_${uuid(1)}`;
  const request = { charge, refundId: uuid(7), amount: 100, currencyCode: "INR" };
  const done = { kind: "done", reference: `demo_${uuid(7)}` };
  deepEqual(await demo.refund(ACCESS, request), done);
  deepEqual(await demo.refund(ACCESS, request), done);
  deepEqual(await demo.refundsOf(ACCESS, charge), []);
  equal(await demo.refundAt(ACCESS, done.reference), null);
  equal(await demo.disputeAt(ACCESS, "any"), null);
  equal(demo.hasList, false);
  const none = { charges: [], refunds: [], disputes: [], unread: [], next: null };
  deepEqual(await demo.list(ACCESS, { kind: "refunds", since: 0, until: NOW, cursor: null }), none);
});
