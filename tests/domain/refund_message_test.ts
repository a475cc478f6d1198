import assert from "node:assert/strict";
import { compose, type Occasion, reachableBy } from "../../src/domain/customer_message.ts";
import { refundEvent } from "../../src/domain/events.ts";
import type { Refund } from "../../src/domain/session/refund.ts";
import { anAddress, NOW, uuid } from "../support/builders.ts";
import { aPlacedOrder } from "../support/orders.ts";
import { sessionIn, shopAs } from "./steps/cases.ts";

const DAY_MS = 86_400_000;
const NUMBER = aPlacedOrder().number;

/** A refund as orders have it. */
function refundOf(over: Partial<Refund> = {}): Refund {
  return {
    id: uuid(7),
    paymentId: uuid(8),
    amount: 12_345,
    proposed: 0,
    lines: [],
    coins: { returned: 0, takenBack: 0, owed: 0 },
    reason: null,
    by: "ada",
    reference: "rf_1",
    state: "DONE",
    origin: "OURS",
    at: NOW - 3 * DAY_MS,
    settledAt: NOW,
    failure: null,
    ...over,
  };
}

/** The refund is done, as its order has it. */
function refunded(refund: Refund): Occasion {
  const order = { ...aPlacedOrder(), refunds: [refund] };
  const session = sessionIn(shopAs(), {
    choices: { address: anAddress({ name: "Asha Rao", email: "asha@home.example" }) },
    order,
  });
  const { id: sessionId, merchantId } = session;
  const event = { id: uuid(1), merchantId, sessionId, at: NOW };
  const draft = refundEvent("refund.done", session, refund);
  return { event: { ...event, ...draft }, session, shopName: "Tea\nHut" };
}

Deno.test("compose() writes that money went back, and that the bank may be slow", () => {
  const text = "It can take some days until your bank shows it.";
  assert.deepEqual(compose("email", {}, refunded(refundOf())), {
    to: "asha@home.example",
    subject: `Refund of your order ${NUMBER} at Tea Hut`,
    text: `We have refunded 123.45 INR of your order ${NUMBER} at Tea Hut.\n\n${text}\n`,
  });
  const { choices: { address } } = refunded(refundOf()).session;
  assert.deepEqual(compose("sms", {}, refunded(refundOf())), {
    to: address?.phone,
    subject: "",
    text: `Tea Hut: we have refunded 123.45 INR of your order ${NUMBER}. ${text}`,
  });
});

/** Refunds, and if the customer is told. */
const TOLD: readonly (readonly [Partial<Refund>, boolean])[] = [
  [{}, true],
  [{ amount: 0 }, false],
  [{ origin: "PROVIDER", at: NOW - DAY_MS }, true],
  [{ origin: "PROVIDER", at: NOW - DAY_MS - 1 }, false],
];

Deno.test("reachableBy() tells of no refund without money, and of no old one of the provider", () => {
  for (const [over, isTold] of TOLD) {
    const { event, session } = refunded(refundOf(over));
    const expected = isTold ? ["email", "sms"] : [];
    assert.deepEqual(reachableBy("refund.done", session, event), expected, JSON.stringify(over));
    const test = { ...session, livemode: false };
    assert.deepEqual(reachableBy("refund.done", test, event), []);
    assert.deepEqual(reachableBy("refund.done", { ...session, order: null }, event), []);
  }
});

Deno.test("reachableBy() tells of ours of a second payment for an order", () => {
  for (const [origin, expected] of [["OURS", ["email", "sms"]], ["PROVIDER", []]] as const) {
    const { event, session } = refunded(refundOf({ origin }));
    const order = session.order && { ...session.order, refunds: [] };
    assert.deepEqual(reachableBy("refund.done", { ...session, order }, event), expected, origin);
  }
});
