import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compose,
  type Occasion,
  reachableBy,
  sampleFields,
} from "../../src/domain/customer_message.ts";
import {
  cancelledEvent,
  completedEvent,
  type EventDraft,
  sessionEvent,
} from "../../src/domain/events.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { MESSAGE_NAMES, MESSAGES, usualMessagesOf } from "../../src/domain/shop/message.ts";
import { formatMajor } from "../../src/domain/values/money.ts";
import { runs } from "../support/arbitraries.ts";
import { aLine, anAddress, NOW, uuid } from "../support/builders.ts";
import { aPlacedOrder } from "../support/orders.ts";
import { sessionIn, type SessionState, shopAs, verified } from "./steps/cases.ts";

const NUMBER = aPlacedOrder().number;

function happened(draft: EventDraft, session: CheckoutSession): Occasion {
  const { id: sessionId, merchantId } = session;
  return {
    event: { id: uuid(1), merchantId, sessionId, at: NOW, ...draft },
    session,
    shopName: "Tea\nHut",
  };
}

/** The message that is sent. */
function sent(...given: Parameters<typeof compose>) {
  const message = compose(...given);
  assert.ok(!("unsent" in message), JSON.stringify(message));
  return message;
}

function placed(state: SessionState = {}): Occasion {
  const session = sessionIn(shopAs(), { choices: { address: anAddress() }, ...state });
  return happened(completedEvent(session), session);
}

Deno.test("compose() writes an order confirmation with the amounts of the event", () => {
  const address = anAddress({ name: "Asha Rao", email: "asha@home.example" });
  const lines = [
    aLine({ quantity: 2, title: "Mug", variantTitle: "Large", singleVariant: false }),
    aLine({ title: "Poster", variantTitle: "Default Title", singleVariant: true }),
  ];
  const occasion = placed({
    choices: { address },
    lines,
    order: aPlacedOrder(),
    amountPaid: 10_000,
  });
  assert.deepEqual(compose("email", {}, occasion), {
    to: "asha@home.example",
    subject: `Your order ${NUMBER} at Tea Hut`,
    text: `Thank you for your order ${NUMBER} at Tea Hut.\n\n2 x Mug (Large)\n1 x Poster\n\n` +
      "Total: 1047.00 INR\nPaid: 100.00 INR\nTo pay: 947.00 INR\n",
  });
  // A later change of the session does not change what was ordered.
  const paidMore = { ...occasion, session: { ...occasion.session, amountPaid: 104_700 } };
  assert.match(sent("email", {}, paidMore).text, /Paid: 100\.00 INR/);
  assert.deepEqual(compose("sms", {}, occasion), {
    to: address.phone,
    subject: "",
    text: `Tea Hut: thank you for your order ${NUMBER}. Total: 1047.00 INR.`,
  });
  const own = { placed: { subject: "Hi {name}", text: "{order}" } };
  const { subject } = sent("email", own, occasion);
  assert.equal(subject, "Hi Asha Rao");
});

Deno.test("compose() of an order: paid and still due are the total, to the minor unit", () => {
  const units = fc.integer({ min: 1, max: 100_000 });
  const price = fc.integer({ min: 0, max: 9_999_999 });
  fc.assert(
    fc.property(
      units,
      price,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (quantity, unitPrice, part) => {
        const whole = sessionIn(shopAs(), { lines: [aLine({ quantity, unitPrice })] });
        const total = whole.priced.totals.totalPayable;
        const amountPaid = Math.floor(total * part);
        const session = {
          ...whole,
          amountPaid,
          choices: { ...whole.choices, address: anAddress() },
        };
        const templates = { placed: { subject: "", text: "{total}|{paid}|{due}" } };
        const message = sent("sms", templates, happened(completedEvent(session), session));
        const inr = { code: "INR", exponent: 2 };
        const [due] = [total - amountPaid];
        assert.equal(
          message.text,
          [total, amountPaid, due].map((one) => `${formatMajor(one, inr)} INR`).join("|"),
        );
      },
    ),
    runs(200),
  );
});

Deno.test("compose() writes that an order was cancelled, with what was paid and why", () => {
  const done = {
    at: NOW,
    reason: "refused\nat the door",
    coinsReturned: 0,
    coinsTakenBack: 0,
    coinsOwed: 0,
  };
  const order = aPlacedOrder({ cancellation: done });
  const { session } = placed({
    choices: { address: anAddress({ email: "asha@home.example" }) },
    order,
    amountPaid: 10_000,
  });
  const occasion = happened(cancelledEvent(session, done), session);
  assert.deepEqual(compose("email", {}, occasion), {
    to: "asha@home.example",
    subject: `Your order ${NUMBER} at Tea Hut was cancelled`,
    text: `Your order ${NUMBER} at Tea Hut was cancelled.\n\n2 x Mug\n\n` +
      "Total: 698.00 INR\nPaid: 100.00 INR\n",
  });
  const own = { cancelled: { subject: "", text: "{order}: {reason}" } };
  assert.equal(sent("sms", own, occasion).text, `${NUMBER}: refused at the door`);
  assert.deepEqual(reachableBy("order.cancelled", session), ["email", "sms"]);
});

Deno.test("compose() sends a code to the number that asked for it", () => {
  const session = sessionIn(shopAs());
  const fields = { phone: "+919876543210", otp: "004711", expires_at: "" };
  const occasion = happened(sessionEvent("otp.requested", session, fields), session);
  assert.deepEqual(compose("sms", {}, occasion), {
    to: "+919876543210",
    subject: "",
    text: "004711 is your code for Tea Hut, valid for 5 minutes. Do not share it.",
  });
  const erased = { ...occasion.event, data: { ...occasion.event.data, phone: "" } };
  assert.deepEqual(compose("sms", {}, { ...occasion, event: erased }), {
    unsent: "No recipient: the customer's data was erased",
  });
});

Deno.test("compose() reminds of a cart with its link, but not of one that was ordered", () => {
  const session = sessionIn(shopAs(), { choices: { address: anAddress() } });
  const left = (url: string | null) =>
    happened(sessionEvent("session.idle", session, { recovery_url: url }), session);
  const occasion = left("https://pay.shop.example/c/recover/abc");
  assert.equal(
    sent("sms", {}, occasion).text,
    "Tea Hut: your cart is waiting for you: https://pay.shop.example/c/recover/abc",
  );
  const ordered = { ...occasion, session: { ...session, order: aPlacedOrder() } };
  assert.deepEqual(compose("sms", {}, ordered), { unsent: "The order was placed meanwhile" });
  assert.deepEqual(compose("sms", {}, left(null)), { unsent: "No recovery link" });
  assert.deepEqual(usualMessagesOf("sms"), ["code", "placed", "cancelled", "refunded"]);
  assert.deepEqual(usualMessagesOf("email"), ["placed", "cancelled", "refunded"]);
});

Deno.test("reachableBy() asks for the customer's phone or e-mail, whoever gave it", () => {
  const email = "asha@home.example";
  const address = anAddress({ email: null });
  const rows: [SessionState, string[]][] = [
    [{}, []],
    [{ choices: { address } }, ["sms"]],
    [{ choices: { address: { ...address, email } } }, ["email", "sms"]],
    [{ buyer: { name: null, email } }, ["email"]],
    [verified(), ["sms"]],
    [{ customer: { ...verified().customer, phone: "" } }, []],
  ];
  for (const [state, kinds] of rows) {
    const session = sessionIn(shopAs(), state);
    assert.deepEqual(reachableBy("session.completed", session), kinds, JSON.stringify(state));
    assert.deepEqual(reachableBy("otp.requested", session), ["sms"]);
    assert.deepEqual(reachableBy("session.updated", session), []);
    const occasion = happened(completedEvent(session), session);
    for (const kind of ["email", "sms"] as const) {
      assert.equal("unsent" in compose(kind, {}, occasion), !kinds.includes(kind));
    }
  }
});

Deno.test("sampleFields() has a value for every placeholder", () => {
  for (const name of MESSAGE_NAMES) {
    const fields = sampleFields(name, "Tea Hut");
    for (const one of MESSAGES[name].placeholders) assert.ok(fields[one], `${name} ${one}`);
  }
});
