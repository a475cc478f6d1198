import { deepEqual, equal, throws } from "node:assert/strict";
import {
  completedEvent,
  EVENT_TYPES,
  failedEvent,
  paymentEvent,
  sessionEvent,
} from "../../src/domain/events.ts";
import { placedOrder } from "../../src/domain/session/order.ts";
import { type CheckoutSession, openSession } from "../../src/domain/session/session.ts";
import { NO_RULES } from "../../src/domain/shop/merchant.ts";
import {
  aMerchant,
  aPayment,
  aRawLine,
  int64,
  NO_CATALOG,
  NOTHING_SAID,
  NOW,
  SESSION_ID,
  someRules,
} from "../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../support/orders.ts";

function aSession(currencyCode = "INR"): CheckoutSession {
  return openSession({
    shopDomain: "demo-store.example",
    countryCode: null,
    items: [aRawLine()],
    redirectUrl: null,
    ...NOTHING_SAID,
  }, {
    id: SESSION_ID,
    merchant: aMerchant({ currencyCode }),
    ...NO_CATALOG,
    rules: someRules({ shop: NO_RULES }),
    livemode: true,
    now: NOW,
  });
}

Deno.test("EVENT_TYPES are those a merchant can be told of", () => {
  deepEqual(EVENT_TYPES, [
    "session.created",
    "session.updated",
    "session.completed",
    "order.collected",
    "order.cancelled",
    "session.abandoned",
    "session.idle",
    "payment.pending",
    "payment.paid",
    "payment.failed",
    "payment.unexpected",
    "payment.disputed",
    "refund.requested",
    "refund.done",
    "refund.failed",
    "otp.requested",
    "payment.many-unknown",
    "limit.crossed",
  ]);
});

Deno.test("sessionEvent() says of a session enough to know whether to read it", () => {
  deepEqual(sessionEvent("session.created", aSession(), {}), {
    type: "session.created",
    data: {
      session_id: SESSION_ID,
      merchant_id: aMerchant().id,
      reference: null,
      version: 1,
      session_state: "INITIATED",
      payment_state: "DRAFT",
      currency_code: "INR",
      total_payable: "349.00",
      amount_paid: "0.00",
      amount_refunded: "0.00",
      shipping_option: null,
      cod_order: false,
      order_number: null,
      payment_id: null,
      livemode: true,
    },
  });
});

Deno.test("paymentEvent() names the latest payment and what was received", () => {
  const session = { ...aSession(), payment: aPayment(), amountPaid: 59_820 };
  const { data } = paymentEvent("payment.paid", session);
  deepEqual([data["payment_id"], data["amount_paid"]], [aPayment().id, "598.20"]);
});

Deno.test("sessionEvent() writes amounts exactly in every currency", () => {
  const total = (currency: string) =>
    sessionEvent("session.created", aSession(currency), {}).data["total_payable"];
  equal(total("JPY"), "349");
  equal(total("KWD"), "349.000");
});

Deno.test("sessionEvent() adds what more there is to say", () => {
  const phone = "+919876543210";
  const more = { phone, otp: "123456", expires_at: "2026-01-02T03:09:05.000Z" };
  const { data } = sessionEvent("otp.requested", aSession(), more);
  deepEqual([data["phone"], data["session_id"]], [phone, SESSION_ID]);
});

Deno.test("paymentEvent() says what to collect, exactly in every currency, and by what reference", () => {
  const told = (currency: string, over: Parameters<typeof aPayment>[0]) => {
    const session = { ...aSession(currency), payment: aPayment(over) };
    const { data } = paymentEvent("payment.pending", session);
    const { payment_amount, payment_method, payment_reference, currency_code } = data;
    return [payment_amount, payment_method, payment_reference, currency_code];
  };
  const part = { method: "COD", amount: 10_263 } as const;
  deepEqual(told("INR", part), ["102.63", "COD", null, "INR"]);
  deepEqual(told("KWD", part), ["10.263", "COD", null, "KWD"]);
  deepEqual(told("JPY", { reference: "pay_1" }), ["59820", "PREPAID", "pay_1", "JPY"]);
  throws(() => paymentEvent("payment.paid", aSession()), /Session has no payment/);
});

Deno.test("failedEvent() says why a payment ended, sessionEvent() what changed the session", () => {
  const session = { ...aSession(), payment: aPayment({ status: "FAILED" }) };
  equal(failedEvent(session, "CANCELLED").data["reason"], "CANCELLED");
  equal(sessionEvent("session.updated", session, { step: "add-ons" }).data["step"], "add-ons");
});

Deno.test("completedEvent() carries the order, with ids digit for digit", () => {
  const units = [{ productId: int64(1), variantId: int64(2n ** 63n - 1n), quantity: 2 }];
  const order = placedOrder({ coupons: ["SAVE10"], units, coins: 3 }, {
    number: orderNumber(1),
    placedAt: NOW,
  });
  const { data } = completedEvent({ ...aSession(), order });
  equal(
    JSON.stringify(data["order"]),
    '{"number":"0000-0001","livemode":true,"placed_at":"2026-01-02T03:04:05.000Z","late":true,"shortfall":{"coupons":["SAVE10"],' +
      '"units":[{"product_id":1,"variant_id":9223372036854775807,"quantity":2}],"coins":3,"coin_debt":0},' +
      '"cancelled_at":null,"cancel_reason":null}',
  );
  const inTime = completedEvent({ ...aSession(), order: aPlacedOrder() });
  deepEqual(inTime.data["order"], {
    number: "0000-0001",
    livemode: true,
    placed_at: "2026-01-02T03:04:05.000Z",
    late: false,
    shortfall: null,
    cancelled_at: null,
    cancel_reason: null,
  });
});
