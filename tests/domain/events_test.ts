import { deepEqual, equal } from "node:assert/strict";
import { EVENT_TYPES, sessionEvent } from "../../src/domain/events.ts";
import { NO_RULES } from "../../src/domain/merchant.ts";
import { type CheckoutSession, openSession } from "../../src/domain/session.ts";
import {
  aMerchant,
  aPayment,
  aRawLine,
  NO_CATALOG,
  NOW,
  SESSION_ID,
  someRules,
} from "../support/builders.ts";

function aSession(currencyCode = "INR"): CheckoutSession {
  return openSession({
    shopDomain: "demo-store.example",
    countryCode: null,
    items: [aRawLine()],
    redirectUrl: null,
    received: "{}",
  }, {
    id: SESSION_ID,
    merchant: aMerchant({ currencyCode }),
    ...NO_CATALOG,
    rules: someRules({ shop: NO_RULES }),
    now: NOW,
  });
}

Deno.test("EVENT_TYPES are the ten a merchant can be told of", () => {
  deepEqual(EVENT_TYPES, [
    "session.created",
    "session.updated",
    "session.completed",
    "order.collected",
    "session.abandoned",
    "payment.pending",
    "payment.paid",
    "payment.failed",
    "payment.unexpected",
    "otp.requested",
  ]);
});

Deno.test("sessionEvent() says of a session enough to know whether to read it", () => {
  deepEqual(sessionEvent("session.created", aSession()), {
    type: "session.created",
    data: {
      session_id: SESSION_ID,
      merchant_id: aMerchant().id,
      version: 1,
      session_state: "INITIATED",
      payment_state: "DRAFT",
      currency_code: "INR",
      total_payable: "349.00",
      amount_paid: "0.00",
      cod_order: false,
      payment_id: null,
    },
  });
});

Deno.test("sessionEvent() names the latest payment and what was received", () => {
  const session = { ...aSession(), payment: aPayment(), amountPaid: 59_820 };
  const { data } = sessionEvent("payment.paid", session);
  deepEqual([data["payment_id"], data["amount_paid"]], [aPayment().id, "598.20"]);
});

Deno.test("sessionEvent() writes amounts exactly in every currency", () => {
  const total = (currency: string) =>
    sessionEvent("session.updated", aSession(currency)).data["total_payable"];
  equal(total("JPY"), "349");
  equal(total("KWD"), "349.000");
});

Deno.test("sessionEvent() adds what more there is to say", () => {
  const { data } = sessionEvent("otp.requested", aSession(), { phone: "+919876543210" });
  deepEqual([data["phone"], data["session_id"]], ["+919876543210", SESSION_ID]);
});
